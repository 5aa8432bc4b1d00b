/** `docs/record-format.md` to the byte: its example is made again here, its tables of bytes are read, and its codes are those of the code. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { bytesToHex, cidOf, digestState, FAULTS, formatCid, type Json, unwrap } from '@kifu/core';
import { loadKit } from '@kifu/games';
import { parseUci } from '@kifu/games/chess';
import { begin, nodesOf, verify } from '@kifu/record';
import { findGameIn } from '@kifu/record/file';
import { type Clocks, hasFallen, shownMs, timeLeft } from '@kifu/record/match-state';
import { intentMessage } from '@kifu/record/sign';
import { describe, expect, test } from 'vitest';
import { passTurn, startClocks } from '../packages/record/src/match-state/clock.ts';
import { encodeHeader } from '../packages/record/src/node/header.ts';
import { signedExample } from './signed-example.ts';

const ROOT = join(import.meta.dirname, '..');
const page = readFileSync(join(ROOT, 'docs/record-format.md'), 'utf8');
const { chain, game, header, intents, ending } = await signedExample();
const nodes = nodesOf(chain);

/** The bytes in the first column of the table with such a heading. */
function bytesUnder(heading: string): string {
  const [, rows] = new RegExp(`^\\| ${heading} \\|.*\\n\\| --- .*\\n((?:\\|.*\\n)+)`, 'm').exec(
    page,
  )!;
  return [...rows!.matchAll(/^\| `([0-9a-f ]+)` \|/gm)]
    .map(row => row[1])
    .join('')
    .replaceAll(' ', '');
}

/** What Ann could have signed after node 3, were there a referee. */
function intentAhead(): Uint8Array {
  const bytesOf = (text: string) =>
    game.moves.bytes.encode(unwrap(parseUci(text)) as never) as Uint8Array;
  const digestOf = (n: number) => cidOf('dag-cbor', nodes[n]!).digest;
  return intentMessage({
    ...{ match: digestOf(0), seat: 0, seq: 3, seen: digestOf(3), when: null },
    act: { type: 'move', move: bytesOf('g2g4') },
    given: [{ seat: 1, move: bytesOf('e7e5') }],
  });
}

describe('the example', () => {
  test('has the nodes of the page, and verifies', async () => {
    const lines = /^b0[0-9a-f]{200,}\n[\s\S]*?(?=^```)/m.exec(page)![0].trim().split('\n');
    expect(lines).toEqual(
      nodes.flatMap(bytes => [bytesToHex(bytes), `  ${formatCid(cidOf('dag-cbor', bytes))}`]),
    );
    const report = await verify(nodes, findGameIn({ load: loadKit }), { signatures: 'all' });
    expect(report).toMatchObject({ fault: null, outcome: { reason: 'checkmate', winners: [1] } });
  });

  test.each([
    ['bytes of the intent', () => intents.get(3)!],
    ['bytes of the pre-signed intent', intentAhead],
    ['bytes of the node', () => nodes[3]!],
    ['bytes of the ending', () => ending],
  ])('%s are those of the page, one by one', (heading, bytes) => {
    expect(bytesUnder(heading)).toBe(bytesToHex(bytes()));
  });

  test('begins with the state of the page', () => {
    const { table } = unwrap(begin(game, header)).chain;
    expect(page).toContain(bytesToHex(digestState(game, table.state)));
  });
});

/** Seconds as the page writes them. */
const seconds = (ms: number) => (ms === 0 ? '0' : `${ms / 1000} s`);

test('byo-yomi is counted as its table says', () => {
  const control = { type: 'byo-yomi', mainMs: 10_000, periods: 3, periodMs: 5000 } as const;
  const running: Clocks = { ...startClocks(control, [0, 1]), running: 0 };
  const rows = [...page.matchAll(/^\| ([\d.]+) s \| (.*) \| (.*) \| (.*) \| (.*) \|$/gm)];
  expect(rows.length).toBe(6);
  for (const [, took, over, lost, left, shown] of rows) {
    const ms = Number(took) * 1000;
    expect(shown!.split(',')[0]).toBe(seconds(shownMs(running, 0, ms)!));
    expect(over).toBe(ms < 10_000 ? '–' : seconds(ms - 10_000));
    if (hasFallen(running, 0, ms)) {
      expect(left).toBe('the flag has fallen');
      continue;
    }
    const next = passTurn(running, { running: 1, drawing: [], by: 0, ms, lagMs: 0 });
    const { mainMs, periods } = timeLeft(next, 0, ms)!;
    expect(lost).toBe(`${3 - periods}`);
    expect(left).toBe(`${mainMs > 0 ? `${seconds(mainMs)} and ` : ''}${periods} × 5 s`);
    const again = / in the next turn (\d+) s/.exec(shown!);
    if (again !== null) expect(shownMs(next, 0, ms)).toBe(Number(again[1]) * 1000);
  }
});

describe('the faults', () => {
  const named = new Set(
    [...page.matchAll(/`([a-z]+(?:-[a-z]+)*)(?:\/([a-z-]*))?`/g)].map(found =>
      found[0].slice(1, -1),
    ),
  );
  /** What the code refuses with: `fail('code', …, { rule: 'rule' })`. */
  const sources = globSync('packages/record/src/{match-state,chance,node,replay}/*.ts', {
    cwd: ROOT,
  })
    .filter(path => !path.endsWith('.test.ts'))
    .map(path => readFileSync(join(ROOT, path), 'utf8'));
  const given = sources.flatMap(text =>
    [...text.matchAll(/\bfail\(\s*'([a-z-]+)'/g)].map(found => found[1]!),
  );
  const rules = sources.flatMap(text =>
    [...text.matchAll(/\brule: '([a-z-]+)'/g)].map(found => found[1]!),
  );

  test('every code that a record can give stands beside a rule', () => {
    // a block that is missing is a matter of files
    const codes = [...new Set(given)];
    expect(codes.length).toBeGreaterThan(12);
    for (const code of codes)
      expect(
        [...named].some(name => name.split('/')[0] === code),
        code,
      ).toBe(true);
    for (const rule of new Set(rules)) expect(page.includes(`/${rule}\``), rule).toBe(true);
  });

  test('every code of the page is one of the faults', () => {
    const words = [...named].filter(name => /^(?!kifu\/)[a-z-]+\/[a-z-]*$/.test(name));
    expect(words.length).toBeGreaterThan(20);
    for (const name of words) expect(Object.keys(FAULTS), name).toContain(name.split('/')[0]);
  });
});

test.each<[depth: number, code: string]>([
  [62, 'bad-setup'],
  [63, 'too-large'],
  [65, 'too-large'],
])('JSON of %i levels: %s', async (depth, code) => {
  let deep: Json = 0;
  for (let i = 0; i < depth; i++) deep = [deep];
  const bytes = encodeHeader({ ...header, options: { draws: deep } });
  expect((await verify([bytes], findGameIn({ load: loadKit }))).fault).toMatchObject({ code });
});
