/** `kifu archive`: finished games that both players have signed. */
import { Command, Option } from 'commander';
import type { PeerOptions } from '../ipgs/ask-peer.ts';
import { addPeerOptions, outputOption } from '../ipgs/options.ts';
import type { ArchiveForm } from '../ipgs/peer-files.ts';

import type { Handle } from '../run-command.ts';
import type { Force } from '../save.ts';

const load = () => import('../ipgs/ask-peer.ts');
const loadFiles = () => import('../ipgs/peer-files.ts');

/** The command. */
export const archiveCommand = (handle: Handle): Command =>
  new Command('archive')
    .addCommand(
      addPeerOptions(new Command('list')).action(
        handle<PeerOptions>(async ({ io }, _words, options) =>
          (await load()).askPeer(io, options, 'archive.list', {}),
        ),
      ),
    )
    .addCommand(
      addPeerOptions(new Command('verify'))
        .argument('[GAME]')
        .action(
          handle<PeerOptions>(async ({ io }, [id], options) =>
            (await load()).askPeer(
              io,
              options,
              'archive.verify',
              id === undefined ? {} : { archived: id as string },
            ),
          ),
        ),
    )
    .addCommand(
      addPeerOptions(new Command('export'))
        .argument('<GAME>')
        .addOption(outputOption())
        .addOption(new Option('--as <FORMAT>').choices(['sgf', 'json', 'car', 'folder']))
        .option('--force')
        .action(
          handle<PeerOptions & Force & { readonly output: string; readonly as?: ArchiveForm }>(
            async ({ io }, [id], options) =>
              (await loadFiles()).exportArchive(io, id as string, options.output, options),
          ),
        ),
    );
