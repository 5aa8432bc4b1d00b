/** Boards between bots: the host of matches makes the same records as bots that are asked step by step. */
import { makeBot, playBots } from '@kifu/bots';
import { type Game, moveAct, unwrap } from '@kifu/core';
import { loadKit } from '@kifu/games';
import { append, begin, end, nodesOf, readKifu } from '@kifu/record';
import { expect, test } from 'vitest';
import { fakeProgram, PROGRAM_ENV } from '../../test/fake-programs.ts';
import { MatchEngines } from '../engines/open-engines.ts';
import type { SeatRole } from '../play/players.ts';
import { type BoardPlan, playBoard } from './play-board.ts';

const engines = new MatchEngines({ env: PROGRAM_ENV }, {});

async function planOf(name: string, roles: readonly [SeatRole, SeatRole]): Promise<BoardPlan> {
  return {
    ...{ kit: unwrap(await loadKit(name)), names: ['a', 'b'], roles, engines, nodes: 20 },
    ...{ seed: 11, isRated: false, nowMs: 1e12, tags: {} },
  };
}
const RANDOM: SeatRole = { bot: 'random' };

test.each(['chess', 'checkers', 'backgammon', 'dominos'])(
  'a board of %s has the same bytes, played step by step or by a host',
  async name => {
    const plan = await planOf(name, [RANDOM, RANDOM]);
    const { kit, seed, nodes } = plan;
    const played = unwrap(await playBoard(plan));
    const { header } = unwrap(readKifu(played.nodes));
    const bots = [0, 1].map(seat =>
      unwrap(makeBot(kit, 'random', { seed: seed + 1 + seat, nodes })),
    );
    const setup = { seats: [0, 1], ...(kit.game.chance === undefined ? {} : { seed }) };
    let { chain } = unwrap(begin(kit.game as Game, header));
    for (const { seat, move, at } of unwrap(playBots(kit, setup, bots)))
      if (seat !== null && move !== null)
        ({ chain } = unwrap(append(chain, { seat, act: moveAct(kit.game, move), at })));
    expect(nodesOf(unwrap(end(chain)))).toEqual(played.nodes);
    expect(played.notes).toEqual([]);
  },
);

test('an engine that crashes loses its board, and a note says why', async () => {
  const crashing: SeatRole = { bot: null, engine: fakeProgram('uci', 'crash') };
  const played = await planOf('chess', [RANDOM, crashing]);
  const { nodes, notes } = unwrap(await playBoard({ ...played, names: ['a', 'Fake Fish 1.2'] }));
  await engines.close();
  const { entries, ending } = unwrap(readKifu(nodes));
  expect(entries.at(-1)!.act).toEqual({ type: 'leave', of: 1, how: 'absence' });
  expect(ending!.outcome).toMatchObject({ winners: [0] });
  expect(notes).toEqual([
    {
      ...{ entry: entries.length, author: null, glyphs: [] },
      text: expect.stringMatching(/^Fake Fish 1\.2 failed: it exited with status 3/),
    },
  ]);
});
