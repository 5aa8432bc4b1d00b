/** A move is decoded from its bytes once for each time that it is played, and readers get that value. */
import { type Game, moveAct, type TimeControl, unwrap } from '@kifu/core';
import { chess, parseUci } from '@kifu/games/chess';
import { Replay, readAll } from '@kifu/record/replay';
import { beginMatch } from '@kifu/record/store';
import { memoryBlocks, memoryHeads } from '@kifu/stores/memory';
import { expect, test } from 'vitest';
import { makeHeader } from '../packages/record/test/matches.ts';

const MOVES = ['e2e4', 'e7e5', 'g1f3'].map(uci => unwrap(parseUci(uci)));
const CLOCK: TimeControl = { type: 'absolute', mainMs: 60_000 };

test.each([null, CLOCK])('a match is recorded and replayed with a clock of %o', async clock => {
  let decoded = 0;
  const { bytes } = chess.game.moves;
  const counting: typeof bytes = {
    ...bytes,
    decode(wire) {
      decoded++;
      return bytes.decode(wire);
    },
  };
  const game = {
    ...chess.game,
    moves: { ...chess.game.moves, bytes: counting },
  } as unknown as Game;
  const stores = { blocks: memoryBlocks(), heads: memoryHeads() };
  const { header } = await makeHeader({ game, ...(clock === null ? {} : { clock }) });
  const open = unwrap(await beginMatch(stores, game, header));
  const seen: unknown[] = [];
  for (const [i, move] of MOVES.entries()) {
    unwrap(await open.append({ seat: i % 2, act: moveAct(chess.game, move), ms: 1000 * i }));
    seen.push(open.replay.move);
  }
  expect([decoded, seen]).toEqual([MOVES.length, MOVES]);
  decoded = 0;
  const again: unknown[] = [];
  const take = ({ move }: Replay) => void again.push(move);
  readAll(new Replay(game, open.replay.nodes, { header }), [{ take }]);
  expect([decoded, again]).toEqual([MOVES.length, [null, ...MOVES]]);
});
