/** Packs of all games: every part of a match comes back byte for byte. */
import { type Game, rngFrom, unwrap } from '@kifu/core';
import { gameNames, loadKit } from '@kifu/games';
import { nodesOf, verify } from '@kifu/record';
import { findGameIn } from '@kifu/record/file';
import { pack, unpack } from '@kifu/record/pack';
import { describe, expect, test } from 'vitest';
import {
  beginMatch,
  doAct,
  endMatch,
  type MatchPlan,
  type Playing,
  playOn,
} from '../packages/record/test/matches.ts';

const findGame = findGameIn({ load: loadKit });

const CLOCK = { type: 'fischer', mainMs: 600_000, incrementMs: 3000 } as const;
const LENGTH = 60;

/** The ways in which a game can be played. */
function plansOf(game: Game): { readonly [name: string]: MatchPlan } {
  const seed = game.chance === undefined ? {} : { seed: 11 };
  const plans: { [name: string]: MatchPlan } = {
    unsigned: { game, ...seed },
    signed: { game, keys: true, ...seed },
    'refereed, with clocks': {
      game,
      keys: true,
      referee: true,
      clock: CLOCK,
      hashEvery: 3,
      ...seed,
    },
  };
  if (game.chance !== undefined)
    plans.fair = { game, fair: true, keys: true, referee: true, links: 200 };
  return plans;
}

/** Moves, and between them what people say at a table; not every game lets them. */
async function playAndTalk(plan: MatchPlan): Promise<Playing> {
  const playing = await beginMatch(plan);
  const luck = rngFrom(5);
  for (let i = 0; i < LENGTH && playing.chain.table.outcome === null; i++) {
    await playOn(playing, 1 + luck(4));
    const { outcome, state } = playing.chain.table;
    if (outcome !== null) break;
    const seat = plan.game.seated(state)[luck(2)]!;
    const word = (['offer-draw', 'decline', 'pause', 'resume', 'ask-takeback'] as const)[luck(5)]!;
    await doAct(playing, seat, { type: word }).catch(() => {});
    if (playing.chain.table.talk.isPaused)
      for (const other of plan.game.seated(state))
        await doAct(playing, other, { type: 'resume' }).catch(() => {});
  }
  const { outcome, state } = playing.chain.table;
  if (outcome === null) {
    const [seat] = plan.game.seated(state);
    await doAct(playing, seat!, { type: 'leave', of: seat!, how: 'resignation' });
  }
  if (playing.chain.table.outcome !== null) await endMatch(playing);
  return playing;
}

const games = await Promise.all(
  gameNames().map(async name => unwrap(await loadKit(name)).game as Game),
);

describe.each(games.map(game => [game.name, game] as const))('%s', (_, game) => {
  test.each(Object.entries(plansOf(game)))('%s', async (_name, plan) => {
    const { chain } = await playAndTalk(plan);
    const nodes = nodesOf(chain);
    for (const part of [nodes, nodes.slice(0, nodes.length >> 1)]) {
      const packed = unwrap(pack(game, part));
      const again = unwrap(await unpack(findGame, packed));
      expect(again.nodes).toEqual(part);
      expect((await verify(again.nodes, findGame, { head: again.head.digest })).fault).toBeNull();
    }
  });
});
