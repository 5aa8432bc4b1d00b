/** `kifu peer`: plays with others over the network, for as long as it runs. */
import { Command, Option } from 'commander';
import { addPeerOptions } from '../ipgs/options.ts';
import type { PeerOptions } from '../ipgs/peer-folder.ts';
import type { RunOptions } from '../ipgs/run-peer.ts';
import { addExamples, addressText, wholeNumber } from '../options.ts';
import type { Handle } from '../run-command.ts';

const load = () => import('../ipgs/run-peer.ts');

const addresses = (text: string, before: readonly string[]): readonly string[] => [
  ...before,
  addressText(text),
];

/** The command. */
export const peerCommand = (handle: Handle): Command =>
  addExamples(
    addPeerOptions(new Command('peer'))
      .description(
        'Play with others without a server: finds them, sends and receives moves, publishes your tree. The commands challenge, game, archive and player work on it while it runs.',
      )
      .summary('Be found by other peers, and play with them.')
      .addOption(
        new Option('--listen <ADDR>', 'address to listen on; may be repeated')
          .argParser(addresses)
          .default([], '/ip4/127.0.0.1/tcp/0'),
      )
      .addOption(
        new Option('--peer <ADDR>', 'address of another peer to be connected to; may be repeated')
          .argParser(addresses)
          .default([], 'those of kifu peer add'),
      )
      .addOption(
        new Option(
          '--web [PORT]',
          'serve the site to this machine alone, for whoever has the link it prints',
        )
          .argParser(wholeNumber(0, 65_535))
          .preset(0),
      )
      .option('--relay', 'let connections of others go through this peer')
      .option('--mdns', 'tell the local network, and hear who else does')
      .option('--network <NAME>', 'peers of one network find each other', 'kifu')
      .action(
        handle<RunOptions>(async (context, _words, options) =>
          (await load()).runPeer(context, options),
        ),
      )
      .addCommand(
        addPeerOptions(new Command('add'))
          .description('Remember the address of another peer, and be connected to it.')
          .argument('<ADDR>', 'as the other prints it: /ip4/…/tcp/…/p2p/12D3KooW…', addressText)
          .action(
            handle<PeerOptions>(async ({ io }, [to], options) =>
              (await load()).addContact(io, to as string, options),
            ),
          ),
      )
      .addCommand(
        addPeerOptions(new Command('list'))
          .description('List the peers that are connected, and the addresses that are remembered.')
          .action(
            handle<PeerOptions>(async ({ io }, _words, options) =>
              (await load()).listContacts(io, options),
            ),
          ),
      )
      .addCommand(
        addPeerOptions(new Command('status'))
          .description('Show how the peer that runs is doing.')
          .action(
            handle<PeerOptions>(async ({ io }, _words, options) =>
              (await load()).showStatus(io, options),
            ),
          ),
      ),
    ['kifu peer --listen /ip4/0.0.0.0/tcp/4001', 'for everybody who can reach this machine'],
    ['kifu peer --peer /ip4/192.0.2.7/tcp/4001', 'and be connected to another'],
    ['kifu peer --web', 'play by mouse, in a browser on this machine'],
    ['kifu peer status', 'addresses to give to others'],
  );
