/** `kifu id`: who you are to players with whom you share no server. */
import { Command } from 'commander';
import type { PeerOptions } from '../ipgs/ask-peer.ts';
import { addPeerOptions, outputOption } from '../ipgs/options.ts';
import { addExamples } from '../options.ts';
import type { Handle } from '../run-command.ts';
import type { Force } from '../save.ts';

// not before it is needed: OpenPGP and the formats of IPFS take time to load
const load = () => import('../ipgs/ask-peer.ts');
const loadNew = () => import('../ipgs/new-identity.ts');
const loadFiles = () => import('../ipgs/peer-files.ts');

/** The command. */
export const idCommand = (handle: Handle): Command =>
  addExamples(
    new Command('id')
      .description(
        'Make and show the identity by which other players know you: a key of OpenPGP, which gpg reads and writes.',
      )
      .summary('Manage your identity among peers.')
      .addCommand(
        addPeerOptions(new Command('new'))
          .description('Make an identity. Its secret key is locked by the passphrase.')
          .argument('<NAME>', 'what others call you')
          .option('--email <ADDRESS>', 'stands in the key, for everybody to see')
          .action(
            handle<PeerOptions & { readonly email?: string }>(async ({ io }, [name], options) =>
              (await loadNew()).newIdentity(io, name as string, options),
            ),
          ),
      )
      .addCommand(
        addPeerOptions(new Command('show'))
          .description('Show the identity.')
          .action(
            handle<PeerOptions>(async ({ io }, _words, options) =>
              (await load()).askPeer(io, options, 'identity.show', {}),
            ),
          ),
      )
      .addCommand(
        addPeerOptions(new Command('import'))
          .description(
            'Take over a key from gpg: what gpg --armor --export and --export-secret-subkeys wrote. The passphrase opens the secret key, or locks it if nothing did. An identity of another device joins its list of devices when the two meet.',
          )
          .argument('<PUBLIC>', 'the public key')
          .argument('<SECRET>', 'the secret key, or its subkeys')
          .action(
            handle<PeerOptions>(async ({ io }, [file, secret], options) =>
              (await loadNew()).importIdentity(io, file as string, secret as string, options),
            ),
          ),
      )
      .addCommand(
        addPeerOptions(new Command('lock'))
          .description('Lock a secret key that was stored without a passphrase.')
          .action(
            handle<PeerOptions>(async ({ io }, _words, options) =>
              (await loadNew()).lockIdentity(io, options),
            ),
          ),
      )
      .addCommand(
        addPeerOptions(new Command('update'))
          .description(
            'Publish a newer file of the same key: another subkey, a longer life, a revocation.',
          )
          .argument('<PUBLIC>', 'the public key')
          .action(
            handle<PeerOptions>(async ({ io }, [file], options) =>
              (await loadFiles()).updateIdentity(io, file as string, options),
            ),
          ),
      )
      .addCommand(
        addPeerOptions(new Command('export'))
          .description(
            'Write the public key as it is published; with --secret the locked secret key, for gpg.',
          )
          .addOption(outputOption('where to'))
          .option('--secret', 'the secret key')
          .option('--force', 'replace the file if it exists')
          .action(
            handle<PeerOptions & Force & { readonly output: string; readonly secret?: boolean }>(
              async ({ io }, _words, options) =>
                (await loadFiles()).exportIdentity(io, options.output, options),
            ),
          ),
      )
      .addCommand(
        addPeerOptions(new Command('node'))
          .description(
            'Vouch for another node of yours, which publishes the same tree; or no longer.',
          )
          .argument('<PEER>', 'its peer id')
          .option('--remove', 'no longer')
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
          .description('Set how this node does things where a command does not say, or show it.')
          .argument(
            '[NAME]',
            'hours: how long offers and answers stand; game: whose ratings to show',
          )
          .argument('[VALUE]', 'nothing for the usual')
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
          .description('Vouch for a key that signs native records: their verdict then names you.')
          .argument('<KEY>', 'name of a key, see kifu key; or 64 hex digits')
          .action(
            handle<PeerOptions>(async ({ io }, [name], options) =>
              (await loadNew()).certify(io, name as string, options),
            ),
          ),
      ),
    ['kifu id new "Ann Example"', 'with the passphrase in KIFU_PASSPHRASE'],
    ['kifu id import ann.asc ann-subkeys.asc', 'use a key that gpg made'],
  );
