/** `kifu player`: what other players are thought to be worth. */
import { Argument, Command, Option } from 'commander';
import type { PeerOptions } from '../ipgs/ask-peer.ts';
import { addPeerOptions, decimal } from '../ipgs/options.ts';

import type { Handle } from '../run-command.ts';

const load = () => import('../ipgs/ask-peer.ts');

interface Options extends PeerOptions {
  readonly game?: string;
}

const gameOf = ({ game }: Options) => (game === undefined ? {} : { game });

const part = (name: string): Command =>
  addPeerOptions(new Command(name)).addOption(new Option('--game <GAME>'));

const trust = (text: string): string => (text === 'auto' ? text : `${decimal(0, 1)(text)}`);

/** The command. */
export const playerCommand = (handle: Handle): Command =>
  new Command('player')
    .addCommand(
      part('list').action(
        handle<Options>(async ({ io }, _words, options) =>
          (await load()).askPeer(io, options, 'player.list', gameOf(options)),
        ),
      ),
    )
    .addCommand(
      part('show')
        .argument('<PLAYER>')
        .action(
          handle<Options>(async ({ io }, [player], options) =>
            (await load()).askPeer(io, options, 'player.show', {
              ...gameOf(options),
              player: player as string,
            }),
          ),
        ),
    )
    .addCommand(
      part('trust')
        .argument('<PLAYER>')
        .addArgument(new Argument('<TRUST>').argParser(trust))
        .action(
          handle<Options>(async ({ io }, [player, value], options) =>
            (await load()).askPeer(io, options, 'player.trust', {
              ...gameOf(options),
              player: player as string,
              value: value as string,
            }),
          ),
        ),
    )
    .addCommand(
      part('note')
        .argument('<PLAYER>')
        .argument('<TEXT>')
        .action(
          handle<Options>(async ({ io }, [player, text], options) =>
            (await load()).askPeer(io, options, 'player.note', {
              ...gameOf(options),
              player: player as string,
              text: text as string,
            }),
          ),
        ),
    );
