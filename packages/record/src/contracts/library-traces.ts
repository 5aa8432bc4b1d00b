/** Finding by words and by positions, hiding, and what remains of all that when a summary changes. */
import type { Query } from '../store/filters.ts';
import { BadQueryError, type Library } from '../store/library.ts';
import { check, equal, range, refusal } from './assert.ts';
import { found, listing, namesOf, timeOf } from './library-summaries.ts';

/** A position for each number; the first bit of some is set, and the last bytes of some are zero. */
const position = (n: number): Uint8Array =>
  Uint8Array.of(n * 67, n, 0, 0, n > 3 ? 255 : 0, 0, n * 31, 0);

const joined = (...positions: Uint8Array[]): Uint8Array =>
  Uint8Array.from(positions.flatMap(one => [...one]));

const listed = [
  listing(1, { startedAt: timeOf(1), players: ['Ann Åström', 'Bob'] }),
  listing(2, { startedAt: timeOf(2), players: ['Bob', 'Annika'] }),
  listing(3, { startedAt: timeOf(3), players: ['棋譜', "O'Neil-Smith"] }),
];
const COMMENTS = [['Here Bob should have castled; ANN did not.', 'A fine end.'], [], ['e4! 10/10']];

/** Which of those listed a text finds, the newest first. */
const TEXTS: readonly [text: string, numbers: readonly number[]][] = [
  ['', [3, 2, 1]],
  [' .,- ', [3, 2, 1]],
  ['bob', [2, 1]],
  ['BOB', [2, 1]],
  ['bobs', []],
  ['ob', []],
  ['ann', [2, 1]],
  ['annik', [2]],
  ['ann bob', [2, 1]],
  ['bob castled', [1]],
  ['castled bob', [1]],
  ['bob cast fin', [1]],
  ['bob smith', []],
  ['astrom', [1]],
  ['ÅSTRÖM', [1]],
  ['A\u030astro\u0308m', [1]],
  ['ｂｏｂ', [2, 1]],
  ['棋', [3]],
  ['譜', [3]],
  ['棋譜', [3]],
  ['neil', [3]],
  ["o'neil-smith", [3]],
  ['10', [3]],
  ['e4', [3]],
  ['"bob" OR NEAR(ann) *', []],
  ['bob* -ann', [2, 1]],
  ['words:bob', []],
  ["bob' ; --", [2, 1]],
  ['annikaannikaannikaannikaannikaannikaannika', []],
];

export async function checkWords(library: Library): Promise<void> {
  for (const [i, one] of listed.entries()) await library.list({ ...one, comments: COMMENTS[i]! });
  for (const [text, numbers] of TEXTS) await checkFound(library, { text }, numbers);
  await checkFound(library, { text: 'bob', player: 'nnik' }, [2]);
  await checkFound(library, { text: 'bob', before: timeOf(2) }, [1]);
  await checkFound(library, { text: 'bob', sort: 'oldest', limit: 1 }, [1]);
}

export async function checkPositions(library: Library): Promise<void> {
  for (const [i, one] of listed.entries())
    await library.list({ ...one, positions: joined(...range(3).map(k => position(i + k))) });
  await checkFound(library, { position: position(0) }, [1]);
  await checkFound(library, { position: position(1) }, [2, 1]);
  await checkFound(library, { position: position(2) }, [3, 2, 1]);
  await checkFound(library, { position: position(4) }, [3]);
  await checkFound(library, { position: position(5) }, []);
  await checkFound(library, { position: position(2), player: 'bob' }, [2, 1]);
  await checkFound(library, { position: position(2), sort: 'player' }, [1, 2, 3]);
  // bytes are compared by value, also where they lie in a larger buffer
  const [own, one] = [position(7), listed[0]!];
  await library.list({ ...one, positions: slice(own) });
  await checkFound(library, { position: own }, [1]);
  await library.list({ ...one, positions: own });
  await checkFound(library, { position: slice(own) }, [1]);
}

/** Bytes as Node's `Buffer` has them: a part of a larger memory, and their text is not their numbers. */
class Slice extends Uint8Array {
  override toString(): string {
    return String.fromCharCode(...this);
  }
}

const slice = (bytes: Uint8Array): Uint8Array => {
  const memory = new Uint8Array(bytes.length + 5).fill(9);
  memory.set(bytes, 3);
  return new Slice(memory.buffer, 3, bytes.length);
};

/** Values left out stay; values given replace the old ones. */
export async function checkTraces(library: Library): Promise<void> {
  const [one, other] = [listed[0]!, listed[1]!];
  const comments = ['castled'];
  await library.list({ ...one, comments, positions: joined(position(1), position(2)) });
  await library.list({ ...other, comments, positions: position(2) });
  await library.list({ ...one, players: ['Dora'] });
  await checkFound(library, { text: 'castled' }, [2, 1]);
  await checkFound(library, { text: 'dora castled' }, [1]);
  await checkFound(library, { text: 'ann' }, [2]);
  await checkFound(library, { position: position(1) }, [1]);
  // another time is another place in the list
  await library.list({ ...one, startedAt: timeOf(9) });
  await checkFound(library, { text: 'castled' }, [1, 2]);
  await checkFound(library, { position: position(2) }, [1, 2]);
  await checkFound(library, { player: 'dora' }, []);
  await library.list({ ...one, comments: [], positions: position(3) });
  await checkFound(library, { text: 'castled' }, [2]);
  await checkFound(library, { position: position(1) }, []);
  await checkFound(library, { position: position(3) }, [1]);
  await library.remove(one.match);
  await library.list(one);
  await checkFound(library, { position: position(3) }, []);
  await checkFound(library, { text: 'castled' }, [2]);
}

export async function checkHiding(library: Library): Promise<void> {
  for (const one of listed) await library.list({ ...one, positions: position(1) });
  const [one, two] = [listed[0]!, listed[1]!];
  for (const match of [two.match, two.match])
    check(await library.hide(match, true), 'it says that a match that is hidden is not listed');
  check(!(await library.hide(two.head, true)), 'it says that it hid what is not listed');
  check((await library.get(two.match)) !== null, 'a hidden match cannot be got');
  // bringing a summary up to date does not show it
  await library.list({ ...two, entries: 9 });
  await checkFound(library, {}, [3, 1]);
  await checkFound(library, { player: 'bob' }, [1]);
  await checkFound(library, { text: 'bob' }, [1]);
  await checkFound(library, { position: position(1) }, [3, 1]);
  await checkFound(library, { hidden: true }, [2]);
  await checkFound(library, { hidden: true, text: 'ann' }, [2]);
  equal((await library.stats({})).matches, 2, 'the number of matches that are not hidden');
  await library.hide(two.match, false);
  await library.hide(one.match, false);
  await checkFound(library, {}, [3, 2, 1]);
  await library.hide(one.match, true);
  await library.remove(one.match);
  await library.list(one);
  await checkFound(library, {}, [3, 2, 1]);
}

/** What cannot be asked for. */
const BAD: readonly [field: keyof Query, query: Query][] = [
  ['after', { after: '' }],
  ['after', { after: '2026' }],
  ['after', { after: '["newest"]' }],
  ['after', { after: '["newest","1"]' }],
  ['after', { after: "' OR 1=1 --" }],
  ['sort', { sort: 'best' as 'newest' }],
];

export async function checkBad(library: Library): Promise<void> {
  for (const one of listed) await library.list(one);
  const { next } = await library.find({ limit: 1 });
  const others: typeof BAD = [['after', { after: next!, sort: 'longest' }]];
  for (const [field, query] of [...BAD, ...others]) {
    const error = await refusal(() => library.find(query), `it takes ${JSON.stringify(query)}`);
    check(error instanceof BadQueryError, `not a BadQueryError: ${error}`);
    equal(error.field, field, 'the field that the error names');
  }
}

async function checkFound(
  library: Library,
  query: Query,
  numbers: readonly number[],
): Promise<void> {
  const { position: at, ...rest } = query;
  equal(
    await found(library, query),
    namesOf(numbers.map(n => listed[n - 1]!)),
    `what ${JSON.stringify({ ...rest, ...(at && { position: [...at] }) })} finds`,
  );
}
