/** `kifu game`: games between peers. */
import { Command, Option } from 'commander';
import type { PeerOptions } from '../ipgs/ask-peer.ts';
import { addPeerOptions } from '../ipgs/options.ts';

import type { Handle } from '../run-command.ts';

const load = () => import('../ipgs/ask-peer.ts');
const loadBoard = () => import('../ipgs/show-game.ts');

const part = (name: string): Command => addPeerOptions(new Command(name)).argument('<GAME>');

/** The command. */
export const gameCommand = (handle: Handle): Command =>
  new Command('game')
    .addCommand(
      addPeerOptions(new Command('list')).action(
        handle<PeerOptions>(async ({ io }, _words, options) =>
          (await load()).askPeer(io, options, 'game.list', {}),
        ),
      ),
    )
    .addCommand(
      part('show').action(
        handle<PeerOptions>(async (context, [id], options) =>
          (await loadBoard()).showGame(context, id as string, options),
        ),
      ),
    )
    .addCommand(
      part('play')
        .argument('<MOVE>')
        .addOption(new Option('--comment <TEXT>').default(''))
        .action(
          handle<PeerOptions & { readonly comment: string }>(async ({ io }, [id, move], options) =>
            (await load()).askPeer(io, options, 'game.play', {
              game: id as string,
              move: move as string,
              comment: options.comment,
            }),
          ),
        ),
    )
    .addCommand(
      part('say')
        .argument('<TEXT>')
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
      part('propose')
        .argument('<RESULT>')
        .option('--dead <POINTS>')
        .action(
          handle<PeerOptions & { readonly dead?: string }>(async ({ io }, [id, result], options) =>
            (await load()).askPeer(io, options, 'game.propose', {
              game: id as string,
              result: result as string,
              ...(options.dead === undefined ? {} : { dead: options.dead }),
            }),
          ),
        ),
    )
    .addCommand(
      part('agree').action(
        handle<PeerOptions>(async ({ io }, [id], options) =>
          (await load()).askPeer(io, options, 'game.agree', { game: id as string }),
        ),
      ),
    )
    .addCommand(
      part('resign').action(
        handle<PeerOptions>(async ({ io }, [id], options) =>
          (await load()).askPeer(io, options, 'game.resign', { game: id as string }),
        ),
      ),
    )
    .addCommand(
      part('dispute').action(
        handle<PeerOptions>(async ({ io }, [id], options) =>
          (await load()).askPeer(io, options, 'game.dispute', { game: id as string }),
        ),
      ),
    )
    .addCommand(
      part('sign').action(
        handle<PeerOptions>(async ({ io }, [id], options) =>
          (await load()).askPeer(io, options, 'game.sign', { game: id as string }),
        ),
      ),
    );
