/** Counting what was played next at a position. */
import { NO_FACTS, type Outcome } from '@kifu/core';
import type { ExploreQuestion } from '../store/explore.ts';
import type { Query } from '../store/filters.ts';
import type { Library } from '../store/library.ts';
import { NO_GAMES, type Tally } from '../store/tally.ts';
import { equal } from './assert.ts';
import { listing, namesOf, timeOf } from './library-summaries.ts';

/** A position for each letter. */
const position = (letter: string): Uint8Array =>
  Uint8Array.of(255 - letter.charCodeAt(0), 0, 0, 1, 2, 3, 0, letter.charCodeAt(0));

const joined = (letters: string): Uint8Array =>
  Uint8Array.from([...letters].flatMap(letter => [...position(letter)]));

const won = (winner: number): Outcome => ({
  ...{ result: 'win', winners: [winner], points: null, reason: 'resignation' },
});
const DRAWN: Outcome = { result: 'draw', winners: [], points: null, reason: 'agreement' };

/** Number, positions, result, ratings. */
const GAMES: readonly [n: number, letters: string, Outcome | null, (number | null)[]][] = [
  [1, 'abx', won(0), [1500, 1700]],
  [2, 'abcx', won(1), [2000, null]],
  [3, 'cabx', DRAWN, []],
  [4, 'acx', { result: 'void', winners: [], points: null, reason: 'aborted' }, [1000, 1100]],
  [5, 'abx', null, [2800, 2800]],
  [6, 'xyz', won(0), [2900, 2900]],
];

const listed = GAMES.map(([n, , outcome, ratings]) =>
  listing(n, {
    ...{ outcome, startedAt: timeOf(n), players: [`Ann ${n}`, 'Bob'] },
    facts: { ...NO_FACTS, ratings },
    visibility: n === 2 ? 'private' : 'public',
  }),
);
/** `timeOf(0)`, in seconds since 1970. */
const SECOND = 1772366400;
const tally = (
  games: number,
  [wins, draws]: [number[], number],
  [ratingSum, ratedGames]: [number, number],
  last: number,
): Tally => ({ games, wins, draws, ratingSum, ratedGames, lastSecond: SECOND + last });

const ask = (query: Query = {}, at = 'a', next = 'bcq'): ExploreQuestion => ({
  position: position(at),
  next: [...next].map(position),
  query,
});

/** What a question finds: how the position was reached, the moves, and the numbers of the notable games. */
const CASES: readonly [ExploreQuestion, Tally, readonly Tally[], readonly number[]][] = [
  [
    ask(),
    tally(4, [[1, 1], 1], [4650, 3], 4),
    [tally(3, [[1, 1], 1], [3600, 2], 3), tally(3, [[0, 1], 1], [3050, 2], 4), NO_GAMES],
    [2, 1, 4, 3],
  ],
  [
    ask({ visibility: 'public', game: 'chess' }),
    tally(3, [[1], 1], [2650, 2], 4),
    [tally(2, [[1], 1], [1600, 1], 3), tally(2, [[], 1], [1050, 1], 4), NO_GAMES],
    [1, 4, 3],
  ],
  [
    ask({ player: 'ann 1' }, 'a', 'b'),
    tally(1, [[1], 0], [1600, 1], 1),
    [tally(1, [[1], 0], [1600, 1], 1)],
    [1],
  ],
  [
    ask({ maxRating: 1200 }, 'a', 'cb'),
    tally(1, [[], 0], [1050, 1], 4),
    [tally(1, [[], 0], [1050, 1], 4), NO_GAMES],
    [4],
  ],
  [ask({ game: 'go' }), NO_GAMES, [NO_GAMES, NO_GAMES, NO_GAMES], []],
  [ask({}, 'q', ''), NO_GAMES, [], []],
  [ask({ from: timeOf(3), before: timeOf(4) }, 'a', ''), tally(1, [[], 1], [0, 0], 3), [], [3]],
];

export async function checkExplore(library: Library): Promise<void> {
  for (const [i, [, letters]] of GAMES.entries())
    await library.list({ ...listed[i]!, positions: joined(letters) });
  for (const [question, ...expected] of CASES) await checkAnswer(library, question, expected);
  const [, two] = listed;
  await library.hide(two!.match, true);
  await checkAnswer(library, ask({}, 'a', 'c'), [
    tally(3, [[1], 1], [2650, 2], 4),
    [tally(2, [[], 1], [1050, 1], 4)],
    [1, 4, 3],
  ]);
  await library.hide(two!.match, false);
  await library.remove(listed[0]!.match);
  await library.list({ ...listed[4]!, outcome: won(1) });
  await checkAnswer(library, ask({}, 'a', 'b'), [
    tally(4, [[0, 2], 1], [5850, 3], 5),
    [tally(3, [[0, 2], 1], [4800, 2], 5)],
    [5, 2, 4, 3],
  ]);
}

async function checkAnswer(
  library: Library,
  question: ExploreQuestion,
  [reached, next, numbers]: readonly [Tally, readonly Tally[], readonly number[]],
): Promise<void> {
  const found = await library.explore(question);
  const what = JSON.stringify({ ...question.query, next: question.next.length });
  equal({ ...found.reached }, { ...reached }, `how often ${what} was reached`);
  equal(
    found.next.map(one => ({ ...one })),
    next.map(one => ({ ...one })),
    `what ${what} was followed by`,
  );
  const names = namesOf(numbers.map(n => listed[n - 1]!));
  equal(namesOf(found.notable), names, `the notable games of ${what}`);
  equal(found.isWhole, true, `whether all games of ${what} were counted`);
}
