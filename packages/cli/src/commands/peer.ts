/** `kifu peer`: plays with others over the network, for as long as it runs. */
import { Command, Option } from 'commander';
import type { PeerOptions } from '../ipgs/ask-peer.ts';
import { addPeerOptions } from '../ipgs/options.ts';
import type { RunOptions } from '../ipgs/run-peer.ts';
import { addExamples, addressText, wholeNumber } from '../options.ts';
import type { Handle } from '../run-command.ts';

const load = () => import('../ipgs/run-peer.ts');
const loadAsk = () => import('../ipgs/ask-peer.ts');

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
      .addOption(
        new Option(
          '--announce <ADDR>',
          'address at which others reach this peer, as by a forwarded port; may be repeated',
        )
          .argParser(addresses)
          .default([], 'those that it listens on'),
      )
      .option('--relay', 'let connections of others go through this peer, within these limits')
      .addOption(limit('--relay-peers <N>', 'peers that may be reached through it', 10_000, 100))
      .addOption(limit('--relay-mib <N>', 'MiB per hour to one peer', 1 << 20, 64))
      .addOption(limit('--relay-total-mib <N>', 'MiB per hour in all', 1 << 20, 1024))
      .addOption(limit('--relay-minutes <N>', 'minutes that one connection lasts', 24_000, 120))
      .option('--no-bootstrap', 'leave the peers and relays of kifu peer bootstrap alone')
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
              (await loadAsk()).askPeer(io, options, 'peer.add', { address: to as string }),
            ),
          ),
      )
      .addCommand(
        addPeerOptions(new Command('list'))
          .description('List the peers that are connected, and the addresses that are remembered.')
          .action(
            handle<PeerOptions>(async ({ io }, _words, options) =>
              (await loadAsk()).askPeer(io, options, 'peer.list', {}),
            ),
          ),
      )
      .addCommand(bootstrapCommand(handle))
      .addCommand(
        addPeerOptions(new Command('status'))
          .description('Show how the peer that runs is doing.')
          .action(
            handle<PeerOptions>(async ({ io }, _words, options) =>
              (await load()).showStatus(io, options),
            ),
          ),
      )
      .addCommand(
        addPeerOptions(new Command('unlock'))
          .description('Give the peer that runs the passphrase: it signs until it stops.')
          .action(
            handle<PeerOptions>(async ({ io }, _words, options) =>
              (await load()).setLock(io, options, false),
            ),
          ),
      )
      .addCommand(
        addPeerOptions(new Command('lock'))
          .description('Have the peer that runs forget the key: it signs nothing more.')
          .action(
            handle<PeerOptions>(async ({ io }, _words, options) =>
              (await load()).setLock(io, options, true),
            ),
          ),
      ),
    ['kifu peer --listen /ip4/0.0.0.0/tcp/4001', 'for everybody who can reach this machine'],
    ['kifu peer --peer /ip4/192.0.2.7/tcp/4001', 'and be connected to another'],
    ['kifu peer --web', 'play by mouse, in a browser on this machine'],
    ['kifu peer status', 'addresses to give to others'],
    [
      'kifu peer bootstrap add /dns4/relay.example/tcp/4001/p2p/12D3KooW… --relay',
      'be found by it',
    ],
  );

/** An option that limits what a relay does for others. */
const limit = (flags: string, what: string, most: number, usual: number): Option =>
  new Option(flags, `with --relay: ${what}`).argParser(wholeNumber(1, most)).default(usual);

const loadBootstrap = () => import('../ipgs/bootstrap.ts');
const ADDRESS = 'as the other prints it: /ip4/…/tcp/…/p2p/12D3KooW…';

/** `kifu peer bootstrap`: whom peers of this machine connect to when they start. */
const bootstrapCommand = (handle: Handle): Command =>
  new Command('bootstrap')
    .description(
      'Peers and relays that every peer of this machine connects to when it starts: network.json in your data folder.',
    )
    .summary('List the peers and relays to start from.')
    .addCommand(
      new Command('add')
        .description('Add a peer that knows others, or a relay to be reached through.')
        .argument('<ADDR>', ADDRESS, addressText)
        .option('--relay', 'be reached through it where no connection can come in')
        .action(
          handle<{ readonly relay?: boolean }>(async ({ io }, [to], options) =>
            (await loadBootstrap()).addBootstrap(io, to as string, options),
          ),
        ),
    )
    .addCommand(
      new Command('list')
        .description('List them.')
        .action(handle(async ({ io }) => (await loadBootstrap()).listBootstrap(io))),
    )
    .addCommand(
      new Command('remove')
        .description('Remove one.')
        .argument('<ADDR>', 'as the list has it', addressText)
        .action(
          handle(async ({ io }, [to]) => (await loadBootstrap()).removeBootstrap(io, to as string)),
        ),
    );
