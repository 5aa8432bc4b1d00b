/** `kifu namespace`: the public tree of a player, as it is published and sent. */
import { Command } from 'commander';
import type { PeerOptions } from '../ipgs/ask-peer.ts';
import { addPeerOptions, outputOption } from '../ipgs/options.ts';
import { addExamples } from '../options.ts';
import type { Handle } from '../run-command.ts';
import type { Force } from '../save.ts';

const load = () => import('../ipgs/ask-peer.ts');
const loadFiles = () => import('../ipgs/peer-files.ts');

/** The command. */
export const namespaceCommand = (handle: Handle): Command =>
  addExamples(
    new Command('namespace')
      .description(
        'Show, send and take in public trees: a CAR by mail is enough to play a whole game.',
      )
      .summary('Exchange trees with other peers.')
      .addCommand(
        addPeerOptions(new Command('show'))
          .description('Show what a tree lists.')
          .argument('[ROOT]', 'a published root (default: your own)')
          .option('--since <ROOT>', 'show what has changed since an earlier root')
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
          .description('Write your tree into a CAR file.')
          .addOption(outputOption('where to'))
          .option('--force', 'replace the file if it exists')
          .action(
            handle<PeerOptions & Force & { readonly output: string }>(
              async ({ io }, _words, options) =>
                (await loadFiles()).exportNamespace(io, options.output, options),
            ),
          ),
      )
      .addCommand(
        addPeerOptions(new Command('import'))
          .description('Take in the tree of another player, and all that follows from it.')
          .argument('<FILE>', 'a CAR file; - for standard input')
          .option('--node <PEER>', 'the node it came from: the player must vouch for it')
          .action(
            handle<PeerOptions & { readonly node?: string }>(async ({ io }, [file], options) =>
              (await loadFiles()).importNamespace(io, file as string, options),
            ),
          ),
      )
      .addCommand(
        addPeerOptions(new Command('evidence'))
          .description(
            'List what is known of misconduct, checked again: who said two things at once, or what the rules refuse.',
          )
          .action(
            handle<PeerOptions>(async ({ io }, _words, options) =>
              (await load()).askPeer(io, options, 'namespace.evidence', {}),
            ),
          ),
      )
      .addCommand(
        addPeerOptions(new Command('check'))
          .description('Check everything in your tree: keys, lists, blocks, signatures, records.')
          .action(
            handle<PeerOptions>(async ({ io }, _words, options) =>
              (await load()).askPeer(io, options, 'namespace.check', {}),
            ),
          ),
      ),
    ['kifu namespace export -o me.car', 'to be sent to your opponent'],
    ['kifu namespace import them.car', 'what came back'],
  );
