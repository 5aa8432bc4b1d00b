/** `kifu archive`: finished games that both players have signed. */
import { Command, Option } from 'commander';
import type { PeerOptions } from '../ipgs/ask-peer.ts';
import { addPeerOptions, outputOption } from '../ipgs/options.ts';
import type { ArchiveForm } from '../ipgs/peer-files.ts';
import { addExamples } from '../options.ts';
import type { Handle } from '../run-command.ts';
import type { Force } from '../save.ts';

const load = () => import('../ipgs/ask-peer.ts');
const loadFiles = () => import('../ipgs/peer-files.ts');

/** The command. */
export const archiveCommand = (handle: Handle): Command =>
  addExamples(
    new Command('archive')
      .description('List, verify and export games that both players have signed.')
      .summary('Look after finished games among peers.')
      .addCommand(
        addPeerOptions(new Command('list'))
          .description('List archived games, of other players too.')
          .action(
            handle<PeerOptions>(async ({ io }, _words, options) =>
              (await load()).askPeer(io, options, 'archive.list', {}),
            ),
          ),
      )
      .addCommand(
        addPeerOptions(new Command('verify'))
          .description('Check signatures, and the record behind each game where it is here.')
          .argument('[GAME]', 'a part of its content id, or of a name (default: all)')
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
          .description(
            'Write a game: as SGF, as a native record, as a CAR, or as a folder that gpg and sha256sum can check.',
          )
          .argument('<GAME>', 'a part of its content id, or of a name')
          .addOption(outputOption('where to; the ending says as what'))
          .addOption(new Option('--as <FORM>', 'as what').choices(['sgf', 'json', 'car', 'folder']))
          .option('--force', 'replace the file if it exists')
          .action(
            handle<PeerOptions & Force & { readonly output: string; readonly as?: ArchiveForm }>(
              async ({ io }, [id], options) =>
                (await loadFiles()).exportArchive(io, id as string, options.output, options),
            ),
          ),
      ),
    ['kifu archive verify', 'all of them'],
    ['kifu archive export 7f4tsq6e -o game.sgf', 'the file that both signed'],
  );
