/** Logs turn by turn: what is published when, stores that fail, and carrying on after a crash. */
import { type Cid, cidOf, formatCid, unwrap } from '@kifu/core';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatUci, parseUci } from '../uci.ts';
import { decodeNode } from './form.ts';
import type { LogForm, LogResult } from './node.ts';
import { wrapFile } from './unixfs.ts';
import { verifyLog } from './verify.ts';
import { writeLog } from './write.ts';
import { createLogWriter, type LogPort, type LogWriter, resumeLog } from './writer.ts';

const utf8 = new TextEncoder();
const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);

/** A store in memory, for both forms. */
function memory(): LogPort & { readonly blocks: Map<string, Uint8Array> } {
  const blocks = new Map<string, Uint8Array>();
  return {
    blocks,
    async add(bytes) {
      const id = formatCid(cidOf(bytes[0] === 0x7b ? 'raw' : 'dag-cbor', bytes));
      blocks.set(id, bytes);
      return id;
    },
  };
}
const from = (blocks: ReadonlyMap<string, Uint8Array>) => (cid: Cid) => blocks.get(formatCid(cid));

/** Plays moves and gives the last answer. */
async function playAll(writer: LogWriter, line: string) {
  let last = await writer.retry();
  for (const move of line.split(' ')) last = unwrap(await writer.move(move));
  return last;
}
const rootText = ({ root }: { readonly root: Cid | null }) => root && formatCid(root);

test('a node is published when Black has answered, and when the game ends', async () => {
  const port = memory();
  const writer = createLogWriter(port);
  const seen: [string, number][] = [];
  for (const move of ['f2f3', 'e7e5', 'g2g4', 'd8h4']) {
    unwrap(await writer.move(move));
    seen.push([move, port.blocks.size]);
  }
  expect(seen).toEqual([
    ['f2f3', 0],
    ['e7e5', 1],
    ['g2g4', 1],
    ['d8h4', 2],
  ]);
  expect([...port.blocks.values()].map(text)).toEqual([
    '{"n":1,"w":"f2f3","b":"e7e5","prev":null}',
    expect.stringContaining('"b":"d8h4","result":"0-1"'),
  ]);
  for (const late of [await writer.move('e2e4'), await writer.end('0-1')])
    expect(late).toMatchObject({ ok: false, fault: { code: 'game-over' } });
});

test.each<[what: string, line: string, end: LogResult | null]>([
  ['mate by White', 'e2e4 e7e5 f1c4 b8c6 d1h5 g8f6 h5f7', null],
  ['mate by Black', 'f2f3 e7e5 g2g4 d8h4', null],
  ['no answer', 'e2e4 e7e5 g1f3', '*'],
  ['resignation between pairs', 'e2e4 e7e5', '0-1'],
  ['a draw agreed after a white move', 'e2e4', '1/2-1/2'],
])('the same nodes as for the whole game: %s', async (_what, line, end) => {
  for (const form of ['json', 'dag-cbor'] as const) {
    const port = memory();
    const writer = createLogWriter(port, { form });
    let last = await playAll(writer, line);
    if (end !== null) last = unwrap(await writer.end(end));
    const log = unwrap(writeLog({ moves: line.split(' '), result: end }, form));
    expect(rootText(last)).toBe(formatCid(log.root));
    expect([...port.blocks.values()]).toEqual(log.nodes.map(({ bytes }) => bytes));
    expect(last).toMatchObject({ unstored: [], fault: null });
    expect(unwrap(verifyLog(log.root, port.blocks)).verdict).toBe('ok');
  }
});

test('a game without moves is a log of its result', async () => {
  const port = memory();
  const ended = unwrap(await createLogWriter(port).end('*'));
  expect(text(port.blocks.get(rootText(ended)!)!)).toBe('{"result":"*","prev":null}');
});

test('a refusal changes nothing', async () => {
  const port = memory();
  const writer = createLogWriter(port);
  unwrap(await writer.move(unwrap(parseUci('e2e4'))));
  expect(await writer.move('e7e4')).toMatchObject({ ok: false, fault: { rule: 'geometry' } });
  expect(await writer.move('e5')).toMatchObject({ ok: false, fault: { code: 'malformed' } });
  expect(await writer.end('2-0' as LogResult)).toMatchObject({
    ok: false,
    fault: { code: 'malformed' },
  });
  expect(port.blocks.size).toBe(0);
  unwrap(await writer.move('e7e5'));
  expect(port.blocks.size).toBe(1);
});

test('calls need not wait for each other', async () => {
  const order: string[] = [];
  const port: LogPort = {
    async add(bytes) {
      // the first takes the longest
      for (let i = order.length; i < 5; i++) await Promise.resolve();
      order.push(text(bytes).slice(0, 6));
      return cidOf('raw', bytes);
    },
  };
  const writer = createLogWriter(port);
  const moves = 'e2e4 e7e5 g1f3 b8c6 f1b5 a7a6'.split(' ');
  const all = await Promise.all([...moves.map(move => writer.move(move)), writer.end('*')]);
  expect(all.every(({ ok }) => ok)).toBe(true);
  expect(order).toEqual(['{"n":1', '{"n":2', '{"n":3', '{"resu']);
});

describe('a store that fails', () => {
  test('does not stop the game, and gets the nodes later, in order', async () => {
    const port = memory();
    let down = false;
    const writer = createLogWriter({
      add: bytes => (down ? Promise.reject(new Error('no network')) : port.add(bytes)),
    });
    await playAll(writer, 'e2e4 e7e5');
    down = true;
    const lost = await playAll(writer, 'g1f3 b8c6 f1b5 a7a6');
    expect(port.blocks.size).toBe(1);
    expect(lost.unstored.map(({ bytes }) => text(bytes).slice(0, 6))).toEqual(['{"n":2', '{"n":3']);
    expect(lost.fault).toMatchObject({
      code: 'unwritable',
      message: expect.stringContaining('no network'),
    });
    // what was played is linked although it is not stored
    expect(unwrap(verifyLog(lost.root!, port.blocks)).fault?.rule).toBe('missing-block');
    down = false;
    const saved = await writer.retry();
    expect(saved).toEqual({ root: lost.root, unstored: [], fault: null });
    expect(unwrap(verifyLog(saved.root!, port.blocks))).toMatchObject({
      verdict: 'ok',
      fault: null,
    });
    unwrap(await writer.end('1-0'));
    expect(port.blocks.size).toBe(4);
  });

  test.each<[what: string, answer: (bytes: Uint8Array) => unknown]>([
    ['another id', () => cidOf('raw', utf8.encode('another'))],
    ['another codec', bytes => cidOf('dag-cbor', bytes)],
    [
      'the id of a UnixFS file',
      bytes => formatCid({ ...cidOf('dag-pb', wrapFile(bytes)), version: 0 }),
    ],
    ['no id', () => 'thanks'],
    ['nothing', () => undefined],
  ])('%s is not taken for the node', async (_what, answer) => {
    const writer = createLogWriter({ add: async bytes => answer(bytes) as string });
    const { root, unstored, fault } = await playAll(writer, 'e2e4 e7e5 g1f3 b8c6');
    expect(unstored).toHaveLength(2);
    expect(fault!.rule ?? fault!.code).toBe(
      answer(new Uint8Array()) === undefined ? 'unwritable' : 'cid-mismatch',
    );
    const blocks = new Map(unstored.map(({ cid, bytes }) => [formatCid(cid), bytes]));
    expect(unwrap(verifyLog(root!, blocks)).verdict).toBe('ok');
  });

  test('the id in another base will do', async () => {
    const writer = createLogWriter({
      add: async bytes => formatCid(cidOf('raw', bytes)).toUpperCase(),
    });
    expect((await playAll(writer, 'e2e4 e7e5')).unstored).toEqual([]);
  });

  test('a throw is a failure like any other', async () => {
    const writer = createLogWriter({
      add() {
        throw new Error('broken');
      },
    });
    expect((await playAll(writer, 'e2e4 e7e5')).fault?.code).toBe('unwritable');
  });
});

describe('carrying on', () => {
  test.each<LogForm>(['json', 'dag-cbor'])(
    '%s: a log resumed at any node comes to the same root',
    async form => {
      const moves = 'e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5a4 g8f6'.split(' ');
      const whole = unwrap(writeLog({ moves, result: '0-1' }, form));
      for (let done = 1; done < whole.nodes.length - 1; done++) {
        const port = memory();
        for (const { bytes } of whole.nodes.slice(0, done)) await port.add(bytes);
        const root = whole.nodes[done - 1]!.cid;
        const writer = unwrap(await resumeLog(root, from(port.blocks), port));
        expect(rootText(await writer.retry())).toBe(formatCid(root));
        await playAll(writer, moves.slice(2 * done).join(' '));
        expect(rootText(unwrap(await writer.end('0-1')))).toBe(formatCid(whole.root));
        expect([...port.blocks.values()]).toEqual(whole.nodes.map(({ bytes }) => bytes));
      }
    },
  );

  test('a resumed log can be ended at once', async () => {
    const port = memory();
    const { root } = await playAll(createLogWriter(port), 'e2e4 e7e5 g1f3');
    const writer = unwrap(await resumeLog(formatCid(root!), from(port.blocks), port));
    const closed = unwrap(await writer.end('*'));
    expect(unwrap(verifyLog(closed.root!, port.blocks))).toMatchObject({
      verdict: 'ok',
      result: '*',
    });
  });

  test('is refused after a result', async () => {
    for (const result of ['1-0', '*'] as const)
      for (const moves of [['e2e4'], ['e2e4', 'e7e5']]) {
        const { root, nodes } = unwrap(writeLog({ moves, result }));
        const blocks = new Map(nodes.map(({ cid, bytes }) => [formatCid(cid), bytes]));
        expect(await resumeLog(root, from(blocks), memory())).toMatchObject({
          ok: false,
          fault: { code: 'game-over' },
        });
      }
  });

  test('a mate without its result takes that result only', async () => {
    const port = memory();
    const pair = '{"n":1,"w":"f2f3","b":"e7e5","prev":null}';
    const first = await port.add(utf8.encode(pair));
    const root = await port.add(utf8.encode(`{"n":2,"w":"g2g4","b":"d8h4","prev":"${first}"}`));
    const writer = unwrap(await resumeLog(root, from(port.blocks), port));
    expect(await writer.move('e2e4')).toMatchObject({ ok: false, fault: { code: 'game-over' } });
    expect(await writer.end('*')).toMatchObject({ ok: false, fault: { rule: 'result-mismatch' } });
    const ended = unwrap(await writer.end('0-1'));
    expect(unwrap(verifyLog(ended.root!, port.blocks)).verdict).toBe('ok-noncanonical');
  });

  test('is refused from a log that does not verify', async () => {
    const port = memory();
    const { root } = await playAll(createLogWriter(port), 'e2e4 e7e5');
    expect(await resumeLog(root!, () => null, port)).toMatchObject({
      ok: false,
      fault: { rule: 'missing-block' },
    });
    expect(await resumeLog('root', () => null, port)).toMatchObject({
      ok: false,
      fault: { code: 'malformed' },
    });
  });
});

describe('whole games', () => {
  const codeOf = (source: Parameters<typeof writeLog>[0]) => {
    const log = writeLog(source);
    return log.ok ? 'ok' : (log.fault.rule ?? log.fault.code);
  };

  test('a result must be what the board says', () => {
    const mate = 'f2f3 e7e5 g2g4 d8h4'.split(' ');
    expect(codeOf({ moves: mate, result: '0-1' })).toBe('ok');
    for (const result of ['1-0', '1/2-1/2', '*'] as const)
      expect(codeOf({ moves: mate, result })).toBe('result-mismatch');
    expect(codeOf({ moves: ['e2e4'], result: '2-0' as LogResult })).toBe('malformed');
  });

  test('a repetition for the fifth time is the end, and a draw', () => {
    const moves = Array(4).fill(['g1f3', 'g8f6', 'f3g1', 'f6g8']).flat();
    const { nodes } = unwrap(writeLog({ moves, result: null }));
    expect(unwrap(decodeNode(nodes.at(-1)!.bytes)).node).toMatchObject({ n: 8, result: '1/2-1/2' });
    expect(codeOf({ moves: [...moves, 'e2e4'], result: null })).toBe('game-over');
  });

  test('a white move without an answer is a loss; nothing at all is no log', () => {
    const { nodes, losses } = unwrap(writeLog({ moves: ['e2e4', 'e7e5', 'g1f3'], result: null }));
    expect(nodes).toHaveLength(1);
    expect(losses).toEqual(['the move g1f3, which has no answer yet']);
    expect(codeOf({ moves: ['e2e4'], result: null })).toBe('unsupported');
    expect(codeOf({ moves: [], result: null })).toBe('unsupported');
  });

  test('a bad move is named by its place', () => {
    for (const bad of ['e7e4', 'e9', ''])
      expect(writeLog({ moves: ['e2e4', bad], result: null })).toMatchObject({
        ok: false,
        fault: { at: { path: '/moves/1' } },
      });
  });

  test('no moves make it throw, and what it writes is good', () => {
    const uci = fc.oneof(
      fc.constantFrom(
        'e2e4',
        'e7e5',
        'g1f3',
        'b8c6',
        'd2d4',
        'e5d4',
        'f3d4',
        'g8f6',
        'e1e2',
        'e8e7',
      ),
      fc.string({ maxLength: 6 }),
    );
    const result = fc.constantFrom<(LogResult | null)[]>('1-0', '0-1', '1/2-1/2', '*', null);
    fc.assert(
      fc.property(fc.array(uci, { maxLength: 8 }), result, (moves, result) => {
        const log = writeLog({ moves, result });
        if (!log.ok) return;
        const { nodes, root, losses } = log.value;
        const blocks = new Map(nodes.map(({ cid, bytes }) => [formatCid(cid), bytes]));
        const found = unwrap(verifyLog(root, blocks));
        expect(found).toMatchObject({ verdict: 'ok', result });
        expect(found.moves.map(formatUci)).toEqual(moves.slice(0, moves.length - losses.length));
      }),
      { numRuns: 1000 },
    );
  });
});
