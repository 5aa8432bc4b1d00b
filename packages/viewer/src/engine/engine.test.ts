/** The engine without a browser: every form is read, every moment can be drawn, every record is checked, and nothing makes it throw. */
import { type Game, type Result, unwrap } from '@kifu/core';
import { gameNames, loadKit } from '@kifu/games';
import { verifyUnsigned } from '@kifu/record';
import { readCar } from '@kifu/record/car';
import { formatKifu } from '@kifu/record/json';
import { shownMs } from '@kifu/record/match-state';
import { SignatureCheck } from '@kifu/record/sign';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ONE_OF_EACH, readSample, SAMPLES, tampered } from '../../../web/test/records.ts';
import { answer, type EngineAnswer, type EngineQuestion } from './engine.ts';
import { findPart, findRecord, orderNodes } from './read.ts';
import { ENGLISH } from './record-texts.ts';
import { openSession } from './session.ts';
import type { Draw, OpenedRecord, Picture } from './types.ts';
import { type CheckedRecord, checkRecord } from './verdict.ts';

/** All that the engine answers. */
async function ask(question: EngineQuestion): Promise<EngineAnswer[]> {
  const answers: EngineAnswer[] = [];
  await answer(question, told => answers.push(structuredClone(told))); // as if from a worker
  return answers;
}
const last = async <Key extends string>(question: EngineQuestion, key: Key): Promise<never> =>
  ((await ask(question)).at(-1) as unknown as Record<Key, never>)[key];

const open = (name: string, bytes: Uint8Array, which = {}): Promise<Result<OpenedRecord>> =>
  last({ do: 'open', name, bytes, which, isPart: false }, 'opened');
const picture = (
  of: number,
  at: { n: number } | { ms: number },
  as: number | null = null,
): Promise<Picture> => last({ do: 'picture', of, at, as }, 'picture');
const text = (words: string) => new TextEncoder().encode(words);

describe('samples', () => {
  test('are there for every game, and every demo of its kit is one', async () => {
    expect(new Set(SAMPLES.map(({ game }) => game))).toEqual(new Set(gameNames()));
    for (const name of gameNames()) {
      const { title, demos = [] } = unwrap(await loadKit(name));
      const own = SAMPLES.filter(({ game }) => game === name);
      for (const { about, at, form = 'car', ...demo } of demos)
        expect(own).toContainEqual(
          expect.objectContaining({ title: demo.title ?? title, about, at, form }),
        );
    }
  });

  test.each(SAMPLES)('$file is drawn at every moment, from every side', async ({ file, game }) => {
    const record = unwrap(await open(file, await readSample(file)));
    expect(record.game).toBe(game);
    expect(record.fault).toBeNull();
    expect(record.outcome).not.toBeNull();
    expect(record.turns).toHaveLength(record.seats.length);
    expect(record.lines.every(({ text: words, spoken }) => words !== '' && spoken !== '')).toBe(
      true,
    );
    const step = Math.ceil(record.lines.length / 12);
    for (let n = 0; n <= record.lines.length; n += step)
      for (const as of [null, ...record.seats]) {
        const seen = await picture(record.id, { n }, as);
        expect(seen.n).toBe(n);
        expect(seen.scene.areas.length).toBeGreaterThan(0);
        expect(seen.said).not.toBe('');
      }
    await ask({ do: 'close', of: record.id });
    expect(await ask({ do: 'picture', of: record.id, at: { n: 0 }, as: null })).toEqual([]);
  });

  test('captures are counted and told in words', async () => {
    const record = unwrap(await open('', await readSample('chess.car')));
    expect((await picture(record.id, { n: 2 })).scene.facts).toEqual([]);
    expect((await picture(record.id, { n: 47 })).scene.facts).toEqual([
      { label: 'captured by White', value: '3 pawns' },
      { label: 'captured by Black', value: '2 pawns, bishop, 2 rooks, queen' },
    ]);
  });

  test('seats sit where their pieces stand', async () => {
    expect(unwrap(await open('', await readSample('chess.car'))).turns).toEqual([0, 180]);
    const four = unwrap(await open('', await readSample('kung-fu-chess-four.car')));
    expect(four.turns).toEqual([90, 0, 270, 180]);
    const dominos = unwrap(await open('', await readSample('dominos.car')));
    expect(dominos.turns).toEqual([0, 0]); // each is shown its own view
  });
});

describe('forms', () => {
  const opened = async (name: string, bytes: Uint8Array) => unwrap(await open(name, bytes));

  test('SGF with a variation and PDN are opened', async () => {
    const go = await opened('a.sgf', text('(;GM[1]SZ[9];B[ee](;W[ce])(;W[gg];B[cc]))'));
    expect(go).toMatchObject({ game: 'go', form: 'sgf', lines: { length: 2 } });
    expect(go.variations).toBe(1);
    expect(await opened('a.pdn', text('1. 11-15 23-19 *'))).toMatchObject({ game: 'checkers' });
  });

  test.each(ONE_OF_EACH)('$file is opened in every dialect of its game', async ({ file, game }) => {
    const bytes = await readSample(file);
    const { kifu } = unwrap(await openSession(0, unwrap(await findRecord(file, bytes)).source));
    const kit = unwrap(await loadKit(game));
    for (const { name: form, extensions, write } of kit.formats) {
      const written = write(kifu);
      if (!written.ok) continue; // not every format can represent every match
      const { output } = written.value;
      const foreign = typeof output === 'string' ? text(output) : output;
      const found = await opened(`match.${extensions[0] ?? 'txt'}`, foreign);
      expect(found).toMatchObject({ form, game: kifu.header.game, fault: null });
      const moves = found.lines.filter(({ kind }) => kind === 'move');
      expect(moves.length).toBeGreaterThan(kifu.entries.length / 3);
    }
  });

  test('one of a collection is chosen by its number; another is not there', async () => {
    const two = text('[White "A"]\n\n1. e4 *\n\n[White "B"]\n\n1. d4 d5 *\n');
    expect(unwrap(await open('a.pgn', two, { number: 2 })).lines).toHaveLength(2);
    expect(await open('a.pgn', two, { number: 3 })).toMatchObject({ fault: { code: 'not-found' } });
  });
});

test('what PGN says that clocks showed is shown, and marked where time ran short', async () => {
  const pgn = '1. e4 {[%clk 0:05:00]} e5 {[%clk 0:04:58]} 2. Nf3 {[%clk 0:00:25]} Nc6 *';
  const { id, marks } = unwrap(await open('a.pgn', text(pgn)));
  const shown = async (n: number) => {
    const { clocks, ms } = (await picture(id, { n })).clockwork!;
    return [0, 1].map(seat => shownMs(clocks, seat, ms + 5000)); // the terms by which they run are unknown
  };
  expect(await shown(0)).toEqual([null, null]);
  expect(await shown(1)).toEqual([300_000, null]);
  expect(await shown(4)).toEqual([25_000, 298_000]);
  expect(marks).toContainEqual({
    n: 3,
    ms: null,
    kind: 'time trouble',
    label: 'White has 25 s left',
  });
});

/** Four moves as JSON, of which the third is none. */
async function illegalMatch(): Promise<string> {
  const { kifu, kit } = unwrap(
    await openSession(0, unwrap(await findRecord('a.pgn', text(FOUR))).source),
  );
  const [, second] = kifu.entries;
  const entries = kifu.entries.map((entry, i) =>
    i === 2 ? { ...entry, act: second!.act } : entry,
  );
  return formatKifu(kit.game as Game, { ...kifu, entries });
}
const FOUR = '1. e4 e5 2. Nf3 Nc6 *';

describe('checks', () => {
  const check = async (name: string, bytes: Uint8Array): Promise<CheckedRecord[]> => {
    const record = unwrap(await open(name, bytes));
    return (await ask({ do: 'check', of: record.id })).map(
      told => (told as { checked: CheckedRecord }).checked,
    );
  };

  test('signatures are reported as they are checked, and no count goes back', async () => {
    const told = await check('', await readSample('backgammon.car'));
    expect(told.length).toBeGreaterThan(3);
    expect(told.map(({ isDone }) => isDone)).toEqual([...told.slice(1).map(() => false), true]);
    // no verdict before all signatures are checked
    for (const { verdict } of told.slice(0, -1)) expect(verdict).not.toBe('verified');
    const counts = told.map(({ checked }) => checked.signatures);
    expect(counts).toEqual(counts.toSorted((a, b) => a - b));
    const until = told.map(checked => checked.until);
    expect(until).toEqual(until.toSorted((a, b) => a - b));
    expect(told.at(-1)).toMatchObject({ verdict: 'verified', chance: { mode: 'fair' }, good: 219 });
    expect(told.at(-1)!.checked.signatures).toBe(told.at(-1)!.checked.signed);
  });

  test.each([
    ['that a later one of its key covers', [20]],
    ['before the last one of a key', [20, -1]],
  ])('the first bad signature breaks the record: %s', async (_, wrong) => {
    const told = await checkWith(...wrong);
    expect(told.at(-1)).toMatchObject({
      ...{ isDone: true, verdict: 'broken', signatures: 'all' },
      fault: { code: 'bad-signature' },
      caveats: [{ word: 'broken', why: 'bad-signature' }],
    });
    expect(told.at(-1)!.good).toBeLessThan(30);
    expect(told.some(({ verdict }) => verdict === 'verified')).toBe(false);
  });

  /** The reports to the page when these signatures of a match are by another key. */
  async function checkWith(...wrong: number[]): Promise<CheckedRecord[]> {
    const { blocks } = unwrap(readCar(await readSample('backgammon.car')));
    const nodes = blocks.map(({ bytes }) => bytes);
    const game = unwrap(await loadKit('backgammon')).game as Game;
    const { report, claims } = verifyUnsigned(game, nodes);
    const at = wrong.map(i => (i + claims.length) % claims.length);
    const signatures = new SignatureCheck(
      claims.map((claim, i) =>
        at.includes(i) ? { ...claim, signature: claims[i - 1]!.signature } : claim,
      ),
    );
    const told: CheckedRecord[] = [];
    await checkRecord({ signatures, report: () => report, texts: ENGLISH, commits: null }, each =>
      told.push(each),
    );
    return told;
  }

  test('a move that cannot be played breaks a record of any form', async () => {
    const score = unwrap(await open('x.json', text(await illegalMatch())));
    expect(score).toMatchObject({
      lines: { length: 2 },
      entries: 4,
      fault: { code: 'illegal-move' },
    });
    const [only] = await check('x.json', text(await illegalMatch()));
    expect(only).toMatchObject({ verdict: 'broken', good: 2, entries: 4, isDone: true });
  });

  test.each(['link', 'content'] as const)('a changed %s is reported at its entry', async what => {
    for (const n of [1, 20, 44]) {
      const bytes = await tampered(n, what);
      const [only] = await check('', bytes);
      expect(only).toMatchObject({ verdict: 'broken', good: n - 1, isDone: true });
    }
  });
});

describe('a file that is damaged', () => {
  const verdictOf = async (name: string, bytes: Uint8Array) => {
    const opened = await open(name, bytes);
    if (!opened.ok) return 'refused';
    const told = await ask({ do: 'check', of: opened.value.id });
    return (told.at(-1) as { checked: CheckedRecord }).checked.verdict;
  };

  test('no bit of a CAR can be turned unseen, in the labels of blocks neither', async () => {
    const bytes = await readSample('chess.car');
    for (let i = 7; i < bytes.length; i += 61) {
      const changed = bytes.slice();
      changed[i]! ^= 1;
      expect([i, await verdictOf('x.car', changed)]).not.toEqual([i, 'verified']);
    }
  });

  test('a CAR that ends too early is played as far as it goes', async () => {
    const bytes = await readSample('chess.car');
    const opened = unwrap(await open('x.car', bytes.subarray(0, bytes.length >> 1)));
    expect(opened).toMatchObject({ lines: { length: 23 }, fault: { code: 'malformed' } });
    expect(await verdictOf('x.car', bytes.subarray(0, bytes.length >> 1))).toBe('broken');
  });

  test('replays a PGN up to an illegal move, and reports that with its location', async () => {
    const score = text(`${FOUR.replace('*', '')}3. Bb5\na6 4. Bxh8 Nf6 *`);
    expect(unwrap(await open('x.pgn', score))).toMatchObject({
      lines: { length: 6 },
      fault: { code: 'illegal-move', at: { line: 2, column: 7 } },
    });
    expect(await verdictOf('x.pgn', score)).toBe('broken');
  });
});

describe('chance', () => {
  test('the numbers of a fair draw lead from one to the next', async () => {
    const record = unwrap(await open('', await readSample('backgammon.car')));
    const entries = record.lines.flatMap(({ kind }, i) => (kind === 'chance' ? [i + 1] : []));
    const draws: Draw[] = [];
    for (const n of entries) draws.push(await last({ do: 'draw', of: record.id, n }, 'draw'));
    let before: Extract<Draw, { mode: 'fair' }> | null = null;
    for (const [i, draw] of draws.entries()) {
      if (draw.mode !== 'fair') throw new Error('it is fair');
      expect(draw.k).toBe(i); // the first makes the start seed
      expect(draw.seed).toMatch(/^[0-9a-f]{64}$/);
      if (before !== null)
        expect(draw.links.map(link => link.before)).toEqual(before.links.map(({ link }) => link));
      before = draw;
    }
    expect(await last({ do: 'draw', of: record.id, n: entries[0]! + 1 }, 'draw')).toBeNull();
  });

  test('contests are seen where they were decided, and achievements told at the end', async () => {
    const record = unwrap(await open('', await readSample('mage-duel.car')));
    const seen = [];
    for (let n = 0; n <= record.lines.length; n++) {
      const { effects = [] } = await picture(record.id, { n });
      seen.push(...effects.map(({ text }) => `${n} ${text}`));
    }
    expect(seen).toMatchInlineSnapshot(`
      [
        "4 city 4",
        "9 city 4 +2",
        "10 city 2",
        "13 road 3",
        "27 road 1",
        "30 road 2 +1",
        "45 city 8 +4",
        "48 road 3",
        "50 city 2",
        "53 city 6 +2",
      ]
    `);
    const facts = async (n: number) => (await picture(record.id, { n })).scene.facts!;
    const last = record.lines.length;
    expect((await facts(last)).slice((await facts(last - 1)).length)).toMatchInlineSnapshot(`
      [
        {
          "label": "Blue",
          "value": "Winner (5), First road (10), First city (10)",
        },
        {
          "label": "Red",
          "value": "First road (10), First city (10)",
        },
      ]
    `);
  });

  test('a plain draw tells its seeds', async () => {
    const record = unwrap(await open('', await readSample('mage-duel.car')));
    expect(await last({ do: 'draw', of: record.id, n: 3 }, 'draw')).toMatchObject({
      mode: 'plain',
    });
  });
});

describe('parts', () => {
  test('of a file the nodes that have arrived can be played, from the header on', async () => {
    const bytes = await readSample('chess.car');
    let length = -1;
    for (let end = 0; end <= bytes.length; end += 97) {
      const source = findPart(bytes.subarray(0, end));
      if (!source.ok) continue;
      const { fault, kifu } = unwrap(await openSession(0, source.value));
      expect(fault).toBeNull();
      expect(kifu.entries.length).toBeGreaterThanOrEqual(length);
      length = kifu.entries.length;
    }
    expect(length).toBeGreaterThan(42);
  });

  test('blocks in any order make the same chain, and blocks of other matches are left out', async () => {
    const { nodes } = unwrap(await openSession(0, unwrap(findPart(await readSample('chess.car')))));
    const mixed = [text('stranger'), ...nodes.toReversed(), new Uint8Array()];
    expect(orderNodes(mixed)).toEqual(nodes);
    expect(orderNodes([])).toEqual([]);
  });
});

test('garbage is refused by name, and never throws', async () => {
  const sample = await readSample('go.car');
  await fc.assert(
    fc.asyncProperty(
      fc.uint8Array({ maxLength: 300 }),
      fc.nat(sample.length - 1),
      fc.nat(255),
      async (noise, at, byte) => {
        await open('x', noise); // a bare number is a PGN without moves
        expect((await open('x', Uint8Array.of(0xff, ...noise))).ok).toBe(false);
        const changed = sample.slice();
        changed[at] = byte;
        await open('x.car', changed);
        await open('x.car', sample.subarray(0, at));
      },
    ),
    { numRuns: 25 },
  );
});
