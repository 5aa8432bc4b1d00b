/** `kifu game`: games between peers. */
import { Command, Option } from 'commander';
import type { PeerOptions } from '../ipgs/ask-peer.ts';
import { addPeerOptions } from '../ipgs/options.ts';
import { addExamples } from '../options.ts';
import type { Handle } from '../run-command.ts';

const load = () => import('../ipgs/ask-peer.ts');
const loadBoard = () => import('../ipgs/show-game.ts');

const part = (name: string, description: string): Command =>
  addPeerOptions(new Command(name))
    .description(description)
    .argument('<GAME>', 'its id or a part of it, or the name of the opponent if one game fits');

/** The command. */
export const gameCommand = (handle: Handle): Command =>
  addExamples(
    new Command('game')
      .description(
        'Play games with other players: every step is signed, and travels with your tree.',
      )
      .summary('Play games among peers.')
      .addCommand(
        addPeerOptions(new Command('list'))
          .description('List your games.')
          .action(
            handle<PeerOptions>(async ({ io }, _words, options) =>
              (await load()).askPeer(io, options, 'game.list', {}),
            ),
          ),
      )
      .addCommand(
        part('show', 'Show the board, whose turn it is, and the clocks.').action(
          handle<PeerOptions>(async (context, [id], options) =>
            (await loadBoard()).showGame(context, id as string, options),
          ),
        ),
      )
      .addCommand(
        part('play', 'Play a move.')
          .argument(
            '<MOVE>',
            'in a notation of the game; in go also all stones of a handicap: D4,Q16; roll to show a link',
          )
          .addOption(new Option('--comment <TEXT>', 'something to say, in go').default(''))
          .action(
            handle<PeerOptions & { readonly comment: string }>(
              async ({ io }, [id, move], options) =>
                (await load()).askPeer(io, options, 'game.play', {
                  game: id as string,
                  move: move as string,
                  comment: options.comment,
                }),
            ),
          ),
      )
      .addCommand(
        part('say', 'Say something.')
          .argument('<TEXT>', 'what')
          .action(
            handle<PeerOptions>(async ({ io }, [id, text], options) =>
              (await load()).askPeer(io, options, 'game.say', {
                game: id as string,
                text: text as string,
              }),
            ),
          ),
      )
      .addCommand(
        part('propose', 'Propose a result.')
          .argument('<RESULT>', 'score, time, draw, void, forfeit, or as SGF writes it: B+Forfeit')
          .option('--dead <POINTS>', 'a stone of each dead chain, in go: D4,K10')
          .action(
            handle<PeerOptions & { readonly dead?: string }>(
              async ({ io }, [id, result], options) =>
                (await load()).askPeer(io, options, 'game.propose', {
                  game: id as string,
                  result: result as string,
                  ...(options.dead === undefined ? {} : { dead: options.dead }),
                }),
            ),
          ),
      )
      .addCommand(
        part(
          'agree',
          'Accept the result that is proposed, and sign the game if that finishes it.',
        ).action(
          handle<PeerOptions>(async ({ io }, [id], options) =>
            (await load()).askPeer(io, options, 'game.agree', { game: id as string }),
          ),
        ),
      )
      .addCommand(
        part(
          'resign',
          'Resign, and accept that result; the other player only has to accept it too.',
        ).action(
          handle<PeerOptions>(async ({ io }, [id], options) =>
            (await load()).askPeer(io, options, 'game.resign', { game: id as string }),
          ),
        ),
      )
      .addCommand(
        part('dispute', 'Dispute a result and ask to play on.').action(
          handle<PeerOptions>(async ({ io }, [id], options) =>
            (await load()).askPeer(io, options, 'game.dispute', { game: id as string }),
          ),
        ),
      )
      .addCommand(
        part('sign', 'Sign the file of a finished game; signed by both it is archived.').action(
          handle<PeerOptions>(async ({ io }, [id], options) =>
            (await load()).askPeer(io, options, 'game.sign', { game: id as string }),
          ),
        ),
      ),
    ['kifu game list', 'whose turn it is'],
    ['kifu game play k3fqz7ya D4', 'a stone'],
  );
