/** `kifu id`: who you are to players with whom you share no server. */
import { Command } from 'commander';
import type { PeerOptions } from '../ipgs/ask-peer.ts';
import { addPeerOptions, outputOption } from '../ipgs/options.ts';

import type { Handle } from '../run-command.ts';
import type { Force } from '../save.ts';

// not before it is needed: OpenPGP and the formats of IPFS take time to load
const load = () => import('../ipgs/ask-peer.ts');
const loadNew = () => import('../ipgs/new-identity.ts');
const loadFiles = () => import('../ipgs/peer-files.ts');

/** The command. */
export const idCommand = (handle: Handle): Command =>
  new Command('id')
    .addCommand(
      addPeerOptions(new Command('new'))
        .argument('<NAME>')
        .option('--email <ADDRESS>')
        .action(
          handle<PeerOptions & { readonly email?: string }>(async ({ io }, [name], options) =>
            (await loadNew()).newIdentity(io, name as string, options),
          ),
        ),
    )
    .addCommand(
      addPeerOptions(new Command('show')).action(
        handle<PeerOptions>(async ({ io }, _words, options) =>
          (await load()).askPeer(io, options, 'identity.show', {}),
        ),
      ),
    )
    .addCommand(
      addPeerOptions(new Command('import'))
        .argument('<PUBLIC>')
        .argument('<SECRET>')
        .action(
          handle<PeerOptions>(async ({ io }, [file, secret], options) =>
            (await loadNew()).importIdentity(io, file as string, secret as string, options),
          ),
        ),
    )
    .addCommand(
      addPeerOptions(new Command('lock')).action(
        handle<PeerOptions>(async ({ io }, _words, options) =>
          (await loadNew()).lockIdentity(io, options),
        ),
      ),
    )
    .addCommand(
      addPeerOptions(new Command('update'))
        .argument('<PUBLIC>')
        .action(
          handle<PeerOptions>(async ({ io }, [file], options) =>
            (await loadFiles()).updateIdentity(io, file as string, options),
          ),
        ),
    )
    .addCommand(
      addPeerOptions(new Command('export'))
        .addOption(outputOption())
        .option('--secret')
        .option('--force')
        .action(
          handle<PeerOptions & Force & { readonly output: string; readonly secret?: boolean }>(
            async ({ io }, _words, options) =>
              (await loadFiles()).exportIdentity(io, options.output, options),
          ),
        ),
    )
    .addCommand(
      addPeerOptions(new Command('node'))
        .argument('<PEER>')
        .option('--remove')
        .action(
          handle<PeerOptions & { readonly remove?: boolean }>(async ({ io }, [node], options) =>
            (await load()).askPeer(io, options, 'identity.device', {
              node: node as string,
              isAdded: options.remove !== true,
            }),
          ),
        ),
    )
    .addCommand(
      addPeerOptions(new Command('set'))
        .argument('[NAME]')
        .argument('[VALUE]')
        .action(
          handle<PeerOptions>(async ({ io }, [name, value], options) =>
            (await load()).askPeer(io, options, 'identity.set', {
              ...(name === undefined ? {} : { name: name as string }),
              ...(value === undefined ? {} : { value: value as string }),
            }),
          ),
        ),
    )
    .addCommand(
      addPeerOptions(new Command('certify'))
        .argument('<KEY>')
        .action(
          handle<PeerOptions>(async ({ io }, [name], options) =>
            (await loadNew()).certify(io, name as string, options),
          ),
        ),
    );
