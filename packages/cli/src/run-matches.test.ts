/** `kifu run` with several matches, undo, positions and searches: answers, and what is refused. */
import { expect, test } from 'vitest';
import { jsonLines, kifu } from '../test/run-kifu.ts';

const ask = async (...lines: readonly object[]) => {
  const input = lines.map(line => `${JSON.stringify(line)}\n`).join('');
  const { out } = await kifu(['run', 'chess'], { input });
  return jsonLines(out).slice(1) as { readonly [key: string]: never }[];
};

test('undo goes back by accepted lines, and no further than the start', async () => {
  const [first, , refused, undone, again, tooFar] = await ask(
    { move: 'e4' },
    { move: 'e5' },
    { move: 'Ke5' },
    { undo: 2 },
    { move: 'e4' },
    { undo: 2 },
  );
  expect(refused!.ok).toBe(false);
  expect(undone).toMatchObject({ ok: true, n: 0, undone: 2, active: [0] });
  expect(again).toEqual(first);
  expect(tooFar).toMatchObject({ ok: false, fault: { code: 'not-found' } });
});

test('undoing the end of a match continues it', async () => {
  const answers = await ask({ leave: 1 }, { undo: 1 }, { move: 'e4' });
  expect(answers[0]!.outcome).not.toBeNull();
  expect(answers[2]).toMatchObject({ ok: true, n: 1 });
});

test('matches have names, games and positions of their own', async () => {
  const [opened, move, other, set, closed, gone] = await ask(
    { match: 'b', new: 'checkers' },
    { match: 'b', move: '11-15' },
    { move: 'e4' },
    { match: 'b', position: 'B:W18:B15' },
    { match: 'b', close: true },
    { match: 'b', move: '11-15' },
  );
  expect(opened).toMatchObject({ match: 'b', start: true, game: 'checkers' });
  expect(move).toMatchObject({ match: 'b', n: 1 });
  expect(other).toMatchObject({ ok: true, n: 1 });
  expect(other).not.toHaveProperty('match');
  expect(set).toMatchObject({ match: 'b', start: true, active: [0] });
  expect(closed).toEqual({ match: 'b', ok: true, closed: true });
  expect(gone).toMatchObject({ match: 'b', fault: { code: 'not-found' } });
});

test('positions are evaluated and searched', async () => {
  const [, evaluated, best] = await ask(
    { position: 'kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1' },
    { evaluate: true },
    { best: { depth: 6 } },
  );
  expect(evaluated!.scores).toHaveLength(2);
  expect(best).toMatchObject({
    seat: 0,
    // each answer of Black has its own mate
    lines: [
      { notation: ['Ra6', expect.anything(), expect.stringMatching(/#$/)], chances: [1000, 0] },
    ],
  });
});

test.each([
  [{ undo: 0 }, 'malformed'],
  [{ undo: 1 }, 'not-found'],
  [{ undo: 1, at: 3 }, 'malformed'],
  [{ evaluate: 1 }, 'malformed'],
  [{ best: { depth: 0 } }, 'malformed'],
  [{ best: { plies: 3 } }, 'malformed'],
  [{ best: [] }, 'malformed'],
  [{ position: 'nonsense' }, 'malformed'],
  [{ position: { board: 3 } }, 'malformed'],
  [{ match: 7, new: 'go' }, 'malformed'],
  [{ match: 'b', new: 'ches' }, 'unknown-game'],
  [{ new: 'go' }, 'exists'],
  [{ match: 'b', new: 'go', move: 'D4' }, 'malformed'],
])('%j is refused', async (line, code) => {
  const [answer, after] = await ask(line, { move: 'e4' });
  expect(answer).toMatchObject({ ok: false, fault: { code } });
  expect(after).toMatchObject({ ok: true, n: 1 });
});
