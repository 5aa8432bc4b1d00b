/** `kifu peer`: plays with others over the network, for as long as it runs. */
import { Argument, Command, Option } from 'commander';
import type { PeerOptions } from '../ipgs/ask-peer.ts';
import { addPeerOptions } from '../ipgs/options.ts';
import type { RunOptions } from '../ipgs/run-peer.ts';
import { addressText, wholeNumber } from '../options.ts';
import type { Handle } from '../run-command.ts';

const load = () => import('../ipgs/run-peer.ts');
const loadAsk = () => import('../ipgs/ask-peer.ts');

const addresses = (text: string, before: readonly string[]): readonly string[] => [
  ...before,
  addressText(text),
];

/** The command. */
export const peerCommand = (handle: Handle): Command =>
  addPeerOptions(new Command('peer'))
    .addOption(new Option('--listen <ADDR>').argParser(addresses).default([]))
    .addOption(new Option('--peer <ADDR>').argParser(addresses).default([]))
    .addOption(new Option('--web [PORT]').argParser(wholeNumber(0, 65_535)).preset(0))
    .addOption(new Option('--announce <ADDR>').argParser(addresses).default([]))
    .option('--relay')
    .addOption(limit('--relay-peers <N>', 10_000, 100))
    .addOption(limit('--relay-mib <N>', 1 << 20, 64))
    .addOption(limit('--relay-total-mib <N>', 1 << 20, 1024))
    .addOption(limit('--relay-minutes <N>', 24_000, 120))
    .option('--no-bootstrap')
    .option('--mdns')
    .addOption(new Option('--network <NAME>').default('kifu'))
    .action(
      handle<RunOptions>(async (context, _words, options) =>
        (await load()).runPeer(context, options),
      ),
    )
    .addCommand(
      addPeerOptions(new Command('add'))
        .addArgument(new Argument('<ADDR>').argParser(addressText))
        .action(
          handle<PeerOptions>(async ({ io }, [to], options) =>
            (await loadAsk()).askPeer(io, options, 'peer.add', { address: to as string }),
          ),
        ),
    )
    .addCommand(
      addPeerOptions(new Command('list')).action(
        handle<PeerOptions>(async ({ io }, _words, options) =>
          (await loadAsk()).askPeer(io, options, 'peer.list', {}),
        ),
      ),
    )
    .addCommand(bootstrapCommand(handle))
    .addCommand(
      addPeerOptions(new Command('status')).action(
        handle<PeerOptions>(async ({ io }, _words, options) =>
          (await load()).showStatus(io, options),
        ),
      ),
    )
    .addCommand(
      addPeerOptions(new Command('unlock')).action(
        handle<PeerOptions>(async ({ io }, _words, options) =>
          (await load()).setLock(io, options, false),
        ),
      ),
    )
    .addCommand(
      addPeerOptions(new Command('lock')).action(
        handle<PeerOptions>(async ({ io }, _words, options) =>
          (await load()).setLock(io, options, true),
        ),
      ),
    );

/** An option that limits what a relay does for others. */
const limit = (flags: string, most: number, usual: number): Option =>
  new Option(flags).argParser(wholeNumber(1, most)).default(usual);

const loadBootstrap = () => import('../ipgs/bootstrap.ts');

/** `kifu peer bootstrap`: whom peers of this machine connect to when they start. */
const bootstrapCommand = (handle: Handle): Command =>
  new Command('bootstrap')
    .addCommand(
      new Command('add')
        .addArgument(new Argument('<ADDR>').argParser(addressText))
        .option('--relay')
        .action(
          handle<{ readonly relay?: boolean }>(async ({ io }, [to], options) =>
            (await loadBootstrap()).addBootstrap(io, to as string, options),
          ),
        ),
    )
    .addCommand(
      new Command('list').action(
        handle(async ({ io }) => (await loadBootstrap()).listBootstrap(io)),
      ),
    )
    .addCommand(
      new Command('remove')
        .addArgument(new Argument('<ADDR>').argParser(addressText))
        .action(
          handle(async ({ io }, [to]) => (await loadBootstrap()).removeBootstrap(io, to as string)),
        ),
    );
