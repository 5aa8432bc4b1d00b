/** Games that go on past a draw that comes by itself: read, recorded, verified, packed, and written again. */
import { type Game, moveAct, unwrap } from '@kifu/core';
import { checkers, pdn } from '@kifu/games/checkers';
import { chess, pgn } from '@kifu/games/chess';
import { append, chainOf, readKifu, recordKifu, verify } from '@kifu/record';
import { pack, unpackWith } from '@kifu/record/pack';
import { expect, test } from 'vitest';

const KNIGHTS = 'Nf3 Nf6 Ng1 Ng8 ';
const KINGS = '1-6 32-27 6-1 27-32 ';

test.each([
  ['chess', chess.game as Game, pgn, `${KNIGHTS.repeat(5)} 1/2-1/2`],
  [
    'chess from a dead position',
    chess.game as Game,
    pgn,
    '[FEN "8/8/8/8/8/8/8/K1k5 w - - 0 1"] 1. Ka2 *',
  ],
  ['checkers', checkers.game as Game, pdn, `[FEN "B:WK32:BK1"] ${KINGS.repeat(22)} 1-5 *`],
])('%s', async (_name, game, dialect, text) => {
  const kifu = unwrap(dialect.read(text));
  const { nodes } = unwrap(recordKifu(game, kifu));
  const report = await verify(nodes, async () => ({ ok: true, value: game }));
  expect([report.fault, report.good]).toEqual([null, kifu.entries.length]);
  expect(unwrap(unpackWith(game, unwrap(pack(game, nodes)))).nodes).toEqual(nodes);
  const again = { ...unwrap(readKifu(nodes)), notes: kifu.notes, variations: kifu.variations };
  expect(unwrap(dialect.write(again)).output).toBe(unwrap(dialect.write(kifu)).output);
});

test('a seat claims the draw', () => {
  const kifu = unwrap(pgn.read(`${KNIGHTS.repeat(5)} *`));
  const game = chess.game as Game;
  const chain = chainOf(unwrap(recordKifu(game, kifu)));
  const claim = { type: 'claim', reason: 'threefoldRepetition' } as const;
  expect(append(chain, { seat: 1, act: claim }).ok).toBe(false);
  const { table } = unwrap(append(chain, { seat: 0, act: claim })).chain;
  expect(table.outcome).toMatchObject({ result: 'draw', reason: 'threefoldRepetition' });
  expect(
    append(chain, { seat: 0, act: moveAct(game, { from: [4, 1], to: [4, 3], promotion: null }) })
      .ok,
  ).toBe(true);
});
