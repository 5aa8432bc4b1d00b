/** Verification: every failure code, their order, what is tolerated, and limits. */
import { type Cid, cidOf, formatCid, parseCid, unwrap } from '@kifu/core';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatUci } from '../uci.ts';
import { type LogReport, readLog } from './read.ts';
import { wrapFile } from './unixfs.ts';
import { verifyLog } from './verify.ts';
import { writeLog } from './write.ts';

const utf8 = new TextEncoder();
type Blocks = Map<string, Uint8Array>;
/** A node without its `prev`, or its whole text. */
type Row = object | string;

interface Chain {
  readonly blocks: Blocks;
  readonly ids: readonly string[];
  readonly root: string;
}

/** Links rows to a log, the oldest first. */
function chainOf(rows: readonly Row[], before: string | null = null): Chain {
  const blocks: Blocks = new Map();
  const ids: string[] = [];
  let prev = before;
  for (const row of rows) {
    const bytes = utf8.encode(typeof row === 'string' ? row : JSON.stringify({ ...row, prev }));
    prev = formatCid(cidOf('raw', bytes));
    blocks.set(prev, bytes);
    ids.push(prev);
  }
  return { blocks, ids, root: prev! };
}

/** Moves in pairs, as rows. */
function pairs(line: string): Row[] {
  const moves = line.split(' ');
  const rows: Row[] = [];
  for (let i = 0; i < moves.length; i += 2) {
    const [w, b] = [moves[i], moves[i + 1]];
    rows.push({ n: i / 2 + 1, w, ...(b !== undefined && { b }) });
  }
  return rows;
}

const withResult = (rows: readonly Row[], result: string): Row[] =>
  rows.map((row, i) => (i === rows.length - 1 ? { ...(row as object), result } : row));

/** The verdict in short: the failure code with the place among the ids, or verdict, result and half-moves. */
function verdictOf({ blocks, ids, root }: Chain): string {
  const found = unwrap(verifyLog(root, blocks));
  if (found.fault === null) return `${found.verdict} ${found.result} ${found.moves.length}`;
  return `${found.fault.rule ?? found.fault.code} @${ids.indexOf(found.at!)}`;
}
const judged = (rows: readonly Row[]) => verdictOf(chainOf(rows));

const MATE = 'f2f3 e7e5 g2g4 d8h4';
const STALEMATE =
  'e2e3 a7a5 d1h5 a8a6 h5a5 h7h5 h2h4 a6h6 a5c7 f7f6 c7d7 e8f7 d7b7 d8d3 b7b8 d3h7 b8c8 f7g6 c8e6';
/** The same with the colors changed, and a move lost. */
const STALEMATE_BY_BLACK =
  'a2a3 e7e6 a3a4 d8h4 a1a3 h4a4 h2h4 h7h5 a3h3 a4c2 f2f3 c2d2 e1f2 d2b2 d1d6 b2b1 d6h2 b1c1 f2g3 c1e3';
const KNIGHTS = 'g1f3 g8f6 f3g1 f6g8';

describe('results and the board', () => {
  test.each<[what: string, rows: Row[], expected: string]>([
    ['a mate', withResult(pairs(MATE), '0-1'), 'ok 0-1 4'],
    ['a mate won by the other', withResult(pairs(MATE), '1-0'), 'result-mismatch @1'],
    ['a drawn mate', withResult(pairs(MATE), '1/2-1/2'), 'result-mismatch @1'],
    ['an interrupted mate', withResult(pairs(MATE), '*'), 'result-mismatch @1'],
    ['a mate without its result', pairs(MATE), 'ok null 4'],
    ['a mate, then the result', [...pairs(MATE), { result: '0-1' }], 'ok-noncanonical 0-1 4'],
    ['a mate, then a wrong result', [...pairs(MATE), { result: '1-0' }], 'result-mismatch @2'],
    ['a mate, then an interruption', [...pairs(MATE), { result: '*' }], 'result-mismatch @2'],
    ['a stalemate', withResult(pairs(STALEMATE), '1/2-1/2'), 'ok 1/2-1/2 19'],
    ['a stalemate won', withResult(pairs(STALEMATE), '1-0'), 'legacy-stalemate 1/2-1/2 19'],
    ['a stalemate lost', withResult(pairs(STALEMATE), '0-1'), 'legacy-stalemate 1/2-1/2 19'],
    ['an interrupted stalemate', withResult(pairs(STALEMATE), '*'), 'result-mismatch @9'],
    ['a stalemate in a pair', withResult(pairs(STALEMATE_BY_BLACK), '1/2-1/2'), 'ok 1/2-1/2 20'],
    [
      'a stalemate, then the result',
      [...pairs(STALEMATE_BY_BLACK), { result: '1/2-1/2' }],
      'ok-noncanonical 1/2-1/2 20',
    ],
    [
      'a stalemate, then a win',
      [...pairs(STALEMATE_BY_BLACK), { result: '0-1' }],
      'legacy-stalemate 1/2-1/2 20',
    ],
    ['a resignation', [...pairs('e2e4 e7e5'), { result: '1-0' }], 'ok 1-0 2'],
    ['a resignation in the pair', withResult(pairs('e2e4 e7e5'), '1-0'), 'ok 1-0 2'],
    ['an agreed draw', withResult(pairs('e2e4'), '1/2-1/2'), 'ok 1/2-1/2 1'],
    ['nothing played', [{ result: '*' }], 'ok * 0'],
    ['nothing played, and won', [{ result: '1-0' }], 'ok 1-0 0'],
    ['a game that goes on', pairs(KNIGHTS), 'ok null 4'],
  ])('%s', (_what, rows, expected) => expect(judged(rows)).toBe(expected));

  test('a stalemate that is not canonical otherwise is legacy all the same', () => {
    const rows = withResult(pairs(STALEMATE), '1-0').map(row => ({ note: 1, ...(row as object) }));
    expect(judged(rows)).toBe('legacy-stalemate 1/2-1/2 19');
  });

  test('the record of a stalemate has the draw, and a tag with the written result', async () => {
    const { root, blocks } = chainOf(withResult(pairs(STALEMATE), '1-0'));
    const report = await reportOf(root, blocks);
    expect(report).toMatchObject({ result: '1/2-1/2', writtenResult: '1-0' });
    expect(report.kifu.header.tags).toEqual({ replayLogResult: '1-0' });
    expect(report.kifu.ending!.outcome).toMatchObject({ result: 'draw', reason: 'stalemate' });
  });

  test.each<[result: string, outcome: object | null]>([
    ['1-0', { result: 'win', winners: [0], reason: 'unknown' }],
    ['0-1', { result: 'win', winners: [1], reason: 'unknown' }],
    ['1/2-1/2', { result: 'draw', winners: [], reason: 'agreement' }],
    ['*', { result: 'void', winners: [], reason: 'interrupted' }],
  ])('%s while there are legal moves', async (result, outcome) => {
    const { root, blocks } = chainOf([...pairs('e2e4 e7e5'), { result }]);
    const { kifu } = await reportOf(root, blocks);
    expect(kifu.ending!.outcome).toMatchObject(outcome!);
    expect(kifu.header.tags).toEqual({});
  });

  test('a draw result where one could be claimed is read as the claim', async () => {
    const line = `${KNIGHTS} ${KNIGHTS}`; // the first position for the third time
    const { root, blocks } = chainOf([...pairs(line), { result: '1/2-1/2' }]);
    const { kifu } = await reportOf(root, blocks);
    expect(kifu.ending!.outcome).toMatchObject({ result: 'draw', reason: 'threefoldRepetition' });
  });

  test('where the laws have ended the game by counting, the log may continue', () => {
    const five = Array(4).fill(KNIGHTS).join(' '); // the first position for the fifth time
    expect(judged([...pairs(five), { result: '1/2-1/2' }])).toBe('ok 1/2-1/2 16');
    expect(judged([...pairs(five), { result: '1-0' }])).toBe('ok 1-0 16');
    expect(judged(pairs(`${five} e2e4 e7e5`))).toBe('ok null 18');
    expect(judged(pairs(`${five} e2e5 e7e5`))).toBe('illegal-move @8');
    expect(judged([...pairs(`${MATE} e2e4`), { result: '0-1' }])).toBe('bad-schema @2');
    expect(judged(pairs(`${MATE} e2e4 e7e6`))).toBe('illegal-move @2');
  });
});

test.each<[what: string, rows: Row[], options: object, reason: string | undefined]>([
  ['to the draw', pairs(Array(4).fill(KNIGHTS).join(' ')), {}, undefined],
  [
    'past the draw',
    pairs(`${Array(4).fill(KNIGHTS).join(' ')} e2e4 e7e5`),
    { draws: 'claimed' },
    undefined,
  ],
  [
    'past the draw, and drawn',
    [...pairs(Array(5).fill(KNIGHTS).join(' ')), { result: '1/2-1/2' }],
    { draws: 'claimed' },
    'threefoldRepetition',
  ],
  [
    'past the draw, and won',
    [...pairs(Array(5).fill(KNIGHTS).join(' ')), { result: '1-0' }],
    { draws: 'claimed' },
    'unknown',
  ],
])('the record of a log that goes %s', async (_what, rows, options, reason) => {
  const { root, blocks } = chainOf(rows);
  const { kifu } = await reportOf(root, blocks);
  expect(kifu.header.options).toEqual(options);
  expect(kifu.header.tags).toEqual({});
  expect(kifu.ending?.outcome.reason).toBe(reason);
});

describe('failure codes', () => {
  const [one, two, three] = pairs('e2e4 e7e5 g1f3 b8c6 f1b5 a7a6') as [Row, Row, Row];

  test.each<[what: string, rows: Row[], expected: string]>([
    [
      'a result in between',
      [one, { ...(two as object), result: '*' }, three],
      'move-after-result @1',
    ],
    [
      'a result after a result',
      [one, { result: '1-0' }, { result: '1-0' }],
      'move-after-result @1',
    ],
    [
      'results all along',
      withResult([one], '*').concat({ result: '*' }, { result: '*' }),
      'move-after-result @0',
    ],
    ['a number left out', [one, three], 'bad-number @1'],
    ['a number twice', [one, { ...(two as object), n: 1 }], 'bad-number @1'],
    ['the first is not 1', [two, three], 'bad-number @0'],
    [
      'a result before the number, however late',
      [{ ...(one as object), n: 7 }, { result: '*' }, two],
      'move-after-result @1',
    ],
    ['a number before a move', [{ n: 1, w: 'e2e5', b: 'e7e5' }, three], 'bad-number @1'],
    ['an illegal move', [one, { n: 2, w: 'g1f3', b: 'b8b6' }, three], 'illegal-move @1'],
    [
      'an illegal move before a wrong result',
      [{ n: 1, w: 'e2e4', b: 'e7e4', result: '1-0' }],
      'illegal-move @0',
    ],
    [
      'castling as king takes rook',
      pairs('e2e4 e7e5 g1f3 g8f6 f1e2 f8e7 e1h1 e8h8'),
      'illegal-move @3',
    ],
    ['a promotion that is none', pairs('e2e4q e7e5'), 'illegal-move @0'],
    ['no JSON', ['{', two], 'bad-json @0'],
    ['a bad shape', [{ n: 1, w: 'e2e4' }, two], 'bad-schema @0'],
  ])('%s', (_what, rows, expected) => expect(judged(rows)).toBe(expected));

  test('what is good before the fault stays playable', async () => {
    const { root, blocks } = chainOf([one, { n: 2, w: 'g1f3', b: 'b8b6' }, three]);
    const { moves, kifu, state } = await reportOf(root, blocks);
    expect(moves.map(formatUci)).toEqual(['e2e4', 'e7e5', 'g1f3']);
    expect(kifu.entries).toHaveLength(3);
    expect(kifu.ending).toBeNull();
    expect(state.turn).toBe(1);
    const gap = chainOf([one, three]);
    expect((await reportOf(gap.root, gap.blocks)).moves).toHaveLength(2);
  });

  test('the fault has our code, the rule of the log, and a sentence', () => {
    const { root, blocks } = chainOf(pairs('e2e4 e7e4'));
    expect(unwrap(verifyLog(root, blocks)).fault).toEqual({
      code: 'illegal-move',
      rule: 'illegal-move',
      message: 'move e7e4 at half-move 2: e7 to e4: that piece cannot move there',
    });
  });

  test('a walk that cannot be finished comes before all else', () => {
    const broken = chainOf([one, { result: '*' }, three]);
    broken.blocks.delete(broken.ids[0]!);
    expect(verdictOf(broken)).toBe('missing-block @0');
    broken.blocks.set(broken.ids[0]!, utf8.encode('{}'));
    expect(verdictOf(broken)).toBe('cid-mismatch @0');
    expect(verdictOf({ ...broken, blocks: new Map() })).toBe('missing-block @2');
  });

  test('a fork: two logs with one beginning, each good', () => {
    const start = chainOf([one]);
    for (const answer of ['b8c6', 'g8f6']) {
      const end = chainOf([{ n: 2, w: 'g1f3', b: answer }], start.root);
      const blocks = new Map([...start.blocks, ...end.blocks]);
      expect(verdictOf({ ...end, blocks })).toBe('ok null 4');
    }
  });

  test('a node that claims to follow itself can only be a forgery', () => {
    const { root } = chainOf([one]);
    const bytes = utf8.encode(JSON.stringify({ ...(one as object), prev: root }));
    expect(verdictOf({ root, ids: [root], blocks: new Map([[root, bytes]]) })).toBe(
      'cid-mismatch @0',
    );
  });
});

describe('addresses', () => {
  const first = utf8.encode('{"n":1,"w":"e2e4","b":"e7e5","prev":null}');
  const block = wrapFile(first);
  const v1 = cidOf('dag-pb', block);
  const v0: Cid = { ...v1, version: 0 };

  test.each<[what: string, prev: string, bytes: Uint8Array]>([
    ['CIDv0, the content of the file', formatCid(v0), first],
    ['CIDv0, its block', formatCid(v0), block],
    ['CIDv1 of DAG-PB, the content of the file', formatCid(v1), first],
    ['CIDv1 of DAG-PB, its block', formatCid(v1), block],
  ])('%s', (_what, prev, bytes) => {
    const { blocks, ...rest } = chainOf([{ result: '*' }], prev);
    expect(verdictOf({ ...rest, blocks: blocks.set(prev, bytes) })).toBe('ok-noncanonical * 2');
    const changed = bytes.with(9, bytes[9]! ^ 1);
    const bad = { ...rest, ids: [prev], blocks: new Map(blocks).set(prev, changed) };
    expect(verdictOf(bad)).toBe('cid-mismatch @0');
  });

  test('of either version name a root', () => {
    for (const cid of [v0, v1]) {
      const root = formatCid(cid);
      expect(verdictOf({ root, ids: [root], blocks: new Map([[root, first]]) })).toBe('ok null 2');
    }
  });

  test('a file of several blocks is no node', () => {
    const root = formatCid(cidOf('dag-pb', utf8.encode('several')));
    const blocks = new Map([[root, utf8.encode('several')]]);
    expect(verdictOf({ root, ids: [root], blocks })).toBe('bad-json @0');
  });

  test('other bases mean the same node', () => {
    const start = chainOf([{ n: 1, w: 'e2e4', b: 'e7e5' }]);
    const end = chainOf([{ result: '*' }], start.root.toUpperCase());
    const blocks = new Map([...start.blocks, ...end.blocks]);
    expect(verdictOf({ ...end, blocks })).toBe('ok-noncanonical * 2');
    expect(verdictOf({ ...start, root: start.root.toUpperCase() })).toBe('ok null 2');
    expect(verdictOf({ ...start, root: unwrap(parseCid(start.root)) as unknown as string })).toBe(
      'ok null 2',
    );
  });

  test('a JSON node cannot follow a DAG-CBOR one', () => {
    const cbor = unwrap(writeLog({ moves: ['e2e4', 'e7e5'], result: null }, 'dag-cbor'));
    expect(judged([`{"result":"*","prev":"${formatCid(cbor.root)}"}`])).toBe('bad-schema @0');
  });

  test('a root that is no content id is refused', async () => {
    for (const root of ['', 'bafkrei', `${formatCid(v1)}x`]) {
      expect(verifyLog(root, new Map())).toMatchObject({ ok: false, fault: { code: 'malformed' } });
      expect(await readLog(root, () => null)).toEqual(verifyLog(root, new Map()));
    }
  });
});

describe('limits', () => {
  const row = (n: number): Row => ({
    n,
    w: n % 2 === 1 ? 'g1f3' : 'f3g1',
    b: n % 2 === 1 ? 'g8f6' : 'f6g8',
  });
  const rows = Array.from({ length: 6000 }, (_, i) => row(i + 1));

  test('6000 nodes are read, not one more', () => {
    expect(judged(rows)).toBe('ok null 12000');
    expect(judged([...rows, { result: '*' }])).toBe('too-large @0');
  });

  test('a node has 4 KiB at most', () => {
    const size = (pad: number) => `{"result":"*","prev":null,"x":"${'x'.repeat(pad)}"}`;
    const most = 4096 - size(0).length;
    expect(judged([size(most)])).toBe('ok-noncanonical * 0');
    expect(judged([size(most + 1)])).toBe('too-large @0');
  });
});

describe('the store', () => {
  const { root, blocks } = chainOf(withResult(pairs(MATE), '0-1'));

  test('may answer at once or later, with null or undefined', async () => {
    const now = unwrap(await readLog(root, cid => blocks.get(formatCid(cid))));
    expect(now.verdict).toBe('ok');
    const none = unwrap(await readLog(root, async () => null));
    expect(none.fault).toMatchObject({ code: 'broken-record', rule: 'missing-block' });
  });

  test('that fails makes reading reject with its error', async () => {
    await expect(readLog(root, () => Promise.reject(new Error('no network')))).rejects.toThrow(
      'no network',
    );
  });

  test('is asked no more once the signal says so', async () => {
    const controller = new AbortController();
    let asked = 0;
    const read = readLog(
      root,
      (cid, { signal }) => {
        expect(signal).toBe(controller.signal);
        asked++;
        controller.abort(new Error('enough'));
        return blocks.get(formatCid(cid));
      },
      { signal: controller.signal },
    );
    await expect(read).rejects.toThrow('enough');
    expect(asked).toBe(1);
  });
});

test('any blocks give a verdict', async () => {
  const square = fc.constantFrom(
    'e2e4',
    'e7e5',
    'g1f3',
    'g8f6',
    'f3g1',
    'f6g8',
    'e1e2',
    'a7a8q',
    'x',
    '0000',
  );
  const member = fc.oneof(
    square,
    fc.constantFrom('1-0', '*', '1/2-1/2'),
    fc.integer({ min: -1, max: 4 }),
    fc.constant(null),
  );
  const row = fc.oneof(
    {
      weight: 5,
      arbitrary: fc.record(
        { n: fc.integer({ min: 1, max: 4 }), w: square, b: square },
        { requiredKeys: ['n', 'w'] },
      ),
    },
    fc.record({ n: member, w: member, b: member, result: member }, { requiredKeys: [] }),
    fc.json(),
    fc.string(),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 5 }), async rows => {
      const { root, blocks, ids } = chainOf(rows);
      const found = unwrap(verifyLog(root, blocks));
      const { kifu, ...same } = await reportOf(root, blocks);
      expect(same).toEqual(found);
      expect(kifu.entries).toHaveLength(found.moves.length);
      if (found.verdict === 'error') expect(ids).toContain(found.at);
      else expect(found.fault).toBeNull();
    }),
    { numRuns: 300 },
  );
});

async function reportOf(root: string, blocks: Blocks): Promise<LogReport> {
  return unwrap(await readLog(root, async cid => blocks.get(formatCid(cid)) ?? null));
}
