import type { Game, Json } from '@kifu/core';
import { judge, verify } from '@kifu/record';
import { moversOf } from '@kifu/record/table';
import { describe, expect, test } from 'vitest';
import { findGame, gameOf, openGames, type Pair, pairUp } from '../../test/pair.ts';
import { createWorld, type World } from '../../test/world.ts';
import type { PeerMatch } from './peer-match.ts';

const OPEN_GAMES = await openGames();

/** Plays a random legal move where it is the seat's turn. */
function moveAtRandom(world: World, match: PeerMatch): Promise<unknown> | null {
  const { table } = match.followed!;
  const { state } = match.present()!;
  const game = table!.game as Game;
  if (!moversOf(table!).includes(match.seat!)) return null;
  const legal = [...game.legal(state, match.seat!)];
  return legal.length === 0
    ? null
    : match.play(legal[Math.floor(world.random() * legal.length)] as Json);
}

const bothEnded = ({ sides }: Pair): boolean =>
  sides.every(({ match }) => match?.followed?.isEnded === true);

async function verdictOn(nodes: readonly Uint8Array[]) {
  return judge(await verify(nodes, findGame, { signatures: 'all' }));
}

describe('a match between two peers', () => {
  test.each(OPEN_GAMES)('%s is played, ended and verified by both', async name => {
    const world = createWorld(1);
    const pair = await pairUp(world, await gameOf(name));
    const play = () => {
      for (const { match } of pair.sides) {
        if (match!.followed!.n >= 40) void match!.resign();
        else moveAtRandom(world, match!);
      }
      world.after(50, play);
    };
    play();
    expect(await world.until(() => bothEnded(pair))).toBe(true);
    const [a, b] = pair.sides.map(({ match }) => match!.followed!.nodes);
    expect(a).toEqual(b);
    expect((await verdictOn(a!)).verdict).toBe('verified');
  });
});
