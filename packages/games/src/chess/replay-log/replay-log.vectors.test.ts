/** Replay logs against nodes and verdicts of independent programs. */
import { type Cid, cidOf, formatCid, hashesTo, parseCid, unwrap } from '@kifu/core';
import { describe, expect, test } from 'vitest';
import { eachVector } from '../../../../../test/vectors.ts';
import { formatFen } from '../fen.ts';
import { formatUci } from '../uci.ts';
import { replayLog } from './dialect.ts';
import { decodeNode, encodeNode } from './form.ts';
import { toKifu } from './kifu.ts';
import type { LogForm, LogResult } from './node.ts';
import { type LogReport, readLog } from './read.ts';
import { wrapFile } from './unixfs.ts';
import { type LogFindings, verifyLog } from './verify.ts';
import { writeLog } from './write.ts';

interface NodeRow {
  readonly json: string;
  readonly bytesHex: string;
  readonly length: number;
  readonly sha256: string;
  readonly cid: string;
  readonly cidV0: string;
  readonly dagCbor: { readonly bytesHex: string; readonly length: number; readonly cid: string };
}
interface GameFile {
  readonly moves: readonly string[];
  readonly result: LogResult;
  readonly finalFen: string;
  readonly termination: string;
  readonly terminalShape: string;
  readonly rootCid: string;
  readonly dagCborRootCid: string;
  readonly legacy?: { readonly result: LogResult; readonly terminal: NodeRow };
}
interface CaseRow {
  readonly name: string;
  readonly root: string;
  readonly blocks: { readonly [cid: string]: string };
  readonly expect: {
    readonly verdict: string;
    readonly complete?: boolean;
    readonly result?: string | null;
    readonly moves?: number;
    readonly code?: string;
    readonly at?: string;
  };
}

const utf8 = new TextEncoder();
const toHex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');
const fromHex = (hex: string) =>
  Uint8Array.from(hex.match(/../g)!, pair => Number.parseInt(pair, 16));
const form: readonly (readonly [LogForm, (row: NodeRow) => { bytesHex: string; cid: string }])[] = [
  ['json', row => row],
  ['dag-cbor', row => row.dagCbor],
];

type Blocks = ReadonlyMap<string, Uint8Array>;
const from = (blocks: Blocks) => async (cid: Cid) => blocks.get(formatCid(cid)) ?? null;

/** Both ways to read; they must agree. */
async function readBoth(root: string, blocks: Blocks): Promise<LogReport> {
  const report = unwrap(await readLog(root, from(blocks)));
  const { kifu, ...findings } = report;
  expect(unwrap(verifyLog(root, blocks))).toEqual(findings);
  expect(kifu).toEqual(toKifu(findings as LogFindings));
  return report;
}

eachVector<NodeRow[]>('replay-log', 'nodes', (rows, { data }) => {
  const file = data as unknown as GameFile;
  const { moves, result } = file;
  const isDrawn = result === '1/2-1/2';

  describe.each(form)('%s', (name, side) => {
    const nodes = rows.map(side);
    const root = name === 'json' ? file.rootCid : file.dagCborRootCid;
    const blocks = new Map(nodes.map(({ cid, bytesHex }) => [cid, fromHex(bytesHex)]));

    test('moves and result give these nodes', () => {
      const log = unwrap(writeLog({ moves, result }, name));
      expect(log.nodes.map(({ bytes }) => toHex(bytes))).toEqual(nodes.map(node => node.bytesHex));
      expect(log.nodes.map(({ cid }) => formatCid(cid))).toEqual(nodes.map(node => node.cid));
      expect(formatCid(log.root)).toBe(root);
      expect(log.losses).toEqual([]);
    });

    test('each node reads back, and is written as it was', () => {
      for (const bytes of blocks.values()) {
        const { node, canonical } = unwrap(decodeNode(bytes, name));
        expect(canonical).toBe(true);
        expect(encodeNode(node, name)).toEqual(bytes);
      }
    });

    test('walking back from the root gives the moves', async () => {
      const report = await readBoth(root, blocks);
      expect(report).toMatchObject({
        verdict: 'ok',
        complete: true,
        result,
        fault: null,
        at: null,
      });
      expect(report.moves.map(formatUci)).toEqual(moves);
      expect(formatFen(report.state)).toBe(file.finalFen);
      const { outcome } = report.kifu.ending!;
      expect(outcome.result).toBe(result === '*' ? 'void' : isDrawn ? 'draw' : 'win');
      if (['checkmate', 'stalemate', 'interrupted'].includes(file.termination))
        expect(outcome.reason).toBe(file.termination);
      expect(formatCid(unwrap(writeLog(report.kifu, name)).root)).toBe(root);
    });

    test('a flipped bit anywhere is found', async () => {
      for (const [cid, bytes] of blocks)
        for (let bit = 0; bit < 8 * bytes.length; bit++) {
          const changed = bytes.slice();
          changed[bit >> 3]! ^= 1 << (bit & 7);
          const found = unwrap(verifyLog(root, new Map(blocks).set(cid, changed)));
          expect(found).toMatchObject({
            verdict: 'error',
            fault: { rule: 'cid-mismatch' },
            at: cid,
          });
        }
      const [[cid, bytes]] = [...blocks] as [[string, Uint8Array]];
      const changed = bytes.with(0, 0);
      const report = await readBoth(root, new Map(blocks).set(cid, changed));
      expect(report).toMatchObject({ fault: { rule: 'cid-mismatch' }, at: cid });
    });

    test('a block that is missing is named', async () => {
      for (const cid of blocks.keys()) {
        const rest = new Map(blocks);
        rest.delete(cid);
        const report = await readBoth(root, rest);
        expect(report).toMatchObject({
          verdict: 'error',
          fault: { rule: 'missing-block' },
          at: cid,
        });
      }
    });
  });

  test('the bytes, their hash and their addresses', () => {
    for (const row of rows) {
      const bytes = utf8.encode(row.json);
      expect(toHex(bytes)).toBe(row.bytesHex);
      expect(bytes.length).toBe(row.length);
      expect(fromHex(row.dagCbor.bytesHex).length).toBe(row.dagCbor.length);
      expect(toHex(cidOf('raw', bytes).digest)).toBe(row.sha256);
      expect(formatCid(cidOf('raw', bytes))).toBe(row.cid);
      const block = wrapFile(bytes);
      expect(formatCid({ ...cidOf('dag-pb', block), version: 0 })).toBe(row.cidV0);
      expect(hashesTo(unwrap(parseCid(row.cidV0)), block)).toBe(true);
    }
  });

  test('the shape of the last node', () => {
    const { node } = unwrap(decodeNode(utf8.encode(rows.at(-1)!.json)));
    const shape = node.w === null ? 'result-only' : node.b === null ? 'white-ended' : 'pair-ended';
    expect(shape).toBe(file.terminalShape);
    expect(node.result).toBe(result);
  });

  test('as a file of lines', () => {
    const text = rows.map(({ json }) => `${json}\n`).join('');
    const kifu = unwrap(replayLog.read(text));
    expect(kifu.entries).toHaveLength(moves.length);
    expect(unwrap(replayLog.write(kifu)).output).toBe(text);
  });

  const { legacy } = file;
  if (legacy === undefined) return;
  test.each(form)('a stalemate that counts as lost, in %s', async (_name, side) => {
    const blocks = [...rows.slice(0, -1), legacy.terminal].map(side);
    const root = side(legacy.terminal).cid;
    const report = await readBoth(
      root,
      new Map(blocks.map(row => [row.cid, fromHex(row.bytesHex)])),
    );
    expect(report).toMatchObject({
      verdict: 'legacy-stalemate',
      complete: true,
      result: '1/2-1/2',
      writtenResult: legacy.result,
    });
    expect(report.moves.map(formatUci)).toEqual(moves);
    expect(report.kifu.ending!.outcome).toMatchObject({ result: 'draw', reason: 'stalemate' });
  });
});

eachVector<CaseRow[]>('replay-log', 'cases', rows => {
  test.each(rows)('$name', async ({ root, blocks, expect: expected }) => {
    const report = await readBoth(
      root,
      new Map(Object.entries(blocks).map(([cid, text]) => [cid, utf8.encode(text)])),
    );
    const { verdict, complete, result, moves, fault, at } = report;
    expect(verdict, fault?.message).toBe(expected.verdict);
    if (expected.verdict === 'error')
      expect({ code: fault?.rule, at }).toEqual({ code: expected.code, at: expected.at });
    else {
      const { verdict: _, ...facts } = expected;
      expect({ complete, result, moves: moves.length }).toMatchObject(facts);
    }
  });
});
