/** `kifu namespace`: the public tree of a player, as it is published and sent. */
import { Command } from 'commander';
import type { PeerOptions } from '../ipgs/ask-peer.ts';
import { addPeerOptions, outputOption } from '../ipgs/options.ts';

import type { Handle } from '../run-command.ts';
import type { Force } from '../save.ts';

const load = () => import('../ipgs/ask-peer.ts');
const loadFiles = () => import('../ipgs/peer-files.ts');

/** The command. */
export const namespaceCommand = (handle: Handle): Command =>
  new Command('namespace')
    .addCommand(
      addPeerOptions(new Command('show'))
        .argument('[ROOT]')
        .option('--since <ROOT>')
        .action(
          handle<PeerOptions & { readonly since?: string }>(async ({ io }, [root], options) =>
            (await load()).askPeer(io, options, 'namespace.show', {
              ...(root === undefined ? {} : { root: root as string }),
              ...(options.since === undefined ? {} : { since: options.since }),
            }),
          ),
        ),
    )
    .addCommand(
      addPeerOptions(new Command('export'))
        .addOption(outputOption())
        .option('--force')
        .action(
          handle<PeerOptions & Force & { readonly output: string }>(
            async ({ io }, _words, options) =>
              (await loadFiles()).exportNamespace(io, options.output, options),
          ),
        ),
    )
    .addCommand(
      addPeerOptions(new Command('import'))
        .argument('<FILE>')
        .option('--node <PEER>')
        .action(
          handle<PeerOptions & { readonly node?: string }>(async ({ io }, [file], options) =>
            (await loadFiles()).importNamespace(io, file as string, options),
          ),
        ),
    )
    .addCommand(
      addPeerOptions(new Command('evidence')).action(
        handle<PeerOptions>(async ({ io }, _words, options) =>
          (await load()).askPeer(io, options, 'namespace.evidence', {}),
        ),
      ),
    )
    .addCommand(
      addPeerOptions(new Command('check')).action(
        handle<PeerOptions>(async ({ io }, _words, options) =>
          (await load()).askPeer(io, options, 'namespace.check', {}),
        ),
      ),
    );
