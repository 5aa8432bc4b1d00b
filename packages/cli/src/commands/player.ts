/** `kifu player`: what other players are thought to be worth. */
import { Command, Option } from 'commander';
import type { PeerOptions } from '../ipgs/ask-peer.ts';
import { addPeerOptions, decimal } from '../ipgs/options.ts';
import { addExamples } from '../options.ts';
import type { Handle } from '../run-command.ts';

const load = () => import('../ipgs/ask-peer.ts');

interface Options extends PeerOptions {
  readonly game?: string;
}

const gameOf = ({ game }: Options) => (game === undefined ? {} : { game });

const part = (name: string): Command =>
  addPeerOptions(new Command(name)).addOption(
    new Option('--game <GAME>', 'ratings in which game (default: by kifu id set, or go)'),
  );

const trust = (text: string): string => (text === 'auto' ? text : `${decimal(0, 1)(text)}`);

/** The command. */
export const playerCommand = (handle: Handle): Command =>
  addExamples(
    new Command('player')
      .description(
        'List the players you know of, with ratings that you work out yourself, and say how far you believe each.',
      )
      .summary('Look at players and ratings among peers.')
      .addCommand(
        part('list')
          .description('List players by rating.')
          .action(
            handle<Options>(async ({ io }, _words, options) =>
              (await load()).askPeer(io, options, 'player.list', gameOf(options)),
            ),
          ),
      )
      .addCommand(
        part('show')
          .description('Show one player, and who says what.')
          .argument('<PLAYER>', 'name, fingerprint or hash, or a part of it')
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
          .description('Set how far you believe what a player reports.')
          .argument('<PLAYER>', 'name, fingerprint or hash, or a part of it')
          .argument('<TRUST>', 'from 0 to 1; auto: by games and flags', trust)
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
          .description('Write a note about a player, which only you can read.')
          .argument('<PLAYER>', 'name, fingerprint or hash, or a part of it')
          .argument('<TEXT>', 'what; nothing to take it away')
          .action(
            handle<Options>(async ({ io }, [player, text], options) =>
              (await load()).askPeer(io, options, 'player.note', {
                ...gameOf(options),
                player: player as string,
                text: text as string,
              }),
            ),
          ),
      ),
    ['kifu player list', 'who is strongest'],
    ['kifu player trust Ann 0.8', 'believe her'],
  );
