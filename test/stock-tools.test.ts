/** `docs/verify-with-stock-tools.sh` says of signed records, good and forged, what our own verification says, as far as it can tell. */
import { execFile, execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cidOf, formatCid, parseCid, unwrap } from '@kifu/core';
import { loadKit } from '@kifu/games';
import { headOf, judge, nodesOf, verify } from '@kifu/record';
import { writeCar } from '@kifu/record/car';
import { findGameIn } from '@kifu/record/file';
import { afterAll, describe, expect, test } from 'vitest';
import { signedExample } from './signed-example.ts';

const ROOT = join(import.meta.dirname, '..');
const SCRIPT = join(ROOT, 'docs/verify-with-stock-tools.sh');
const IS_DEEP = process.env.KIFU_DEEP === '1';
/** The faults that can be found without knowing the game. */
const JUDGED = ['bad-signature', 'broken-chain', 'paused'];

interface RecordRow {
  readonly name: string;
  readonly nodes: readonly string[];
  readonly head: string;
  readonly good: number;
  readonly fault: { readonly code: string } | null;
}

const { records } = JSON.parse(readFileSync(join(ROOT, 'vectors/record/records.json'), 'utf8')) as {
  readonly records: readonly RecordRow[];
};

/** Null where all tools are here; else why the script cannot run. */
const missing = (() => {
  try {
    const [, major] =
      /^OpenSSL (\d+)/.exec(execFileSync('openssl', ['version'], { encoding: 'utf8' })) ?? [];
    if (!(Number(major) >= 3)) return 'openssl is older than 3.0, and checks no Ed25519 from files';
    execFileSync('sha256sum', ['--version']);
    return null;
  } catch {
    return 'openssl or sha256sum is missing';
  }
})();

const folder = mkdtempSync(join(tmpdir(), 'kifu-stock-'));
afterAll(() => rmSync(folder, { recursive: true }));

interface Ran {
  readonly code: number;
  readonly lines: readonly string[];
}

let files = 0;
function run(car: Uint8Array): Promise<Ran> {
  const path = join(folder, `${files++}.car`);
  writeFileSync(path, car);
  return new Promise(done =>
    execFile('sh', [SCRIPT, path], (cause, output) =>
      done({ code: Number(cause?.code ?? 0), lines: output.trim().split('\n') }),
    ),
  );
}

const bytesOf = ({ nodes }: RecordRow) => nodes.map(hex => new Uint8Array(Buffer.from(hex, 'hex')));
const carOf = (nodes: readonly Uint8Array[], head: string) =>
  writeCar(
    [unwrap(parseCid(head))],
    nodes.map(bytes => ({ cid: cidOf('dag-cbor', bytes), bytes })),
  );
const named = (name: string) => records.find(record => record.name === name)!;

/** Long records, and most without a key, are for the long run. */
const isShort = ({ nodes, fault }: RecordRow) =>
  nodes.length <= 8 && (fault !== null || nodes.length <= 6 || /5820/.test(nodes[0]!));
/** The script does not know which entry an answer answers. */
const isAnswer = ({ name }: RecordRow) =>
  /said (accept-draw|decline)|allowed a takeback/.test(name);
const isJudged = (row: RecordRow) =>
  row.fault === null || (JUDGED.includes(row.fault.code) && !isAnswer(row));

describe.skipIf(missing !== null)(
  `with stock tools${missing === null ? '' : `: ${missing}`}`,
  () => {
    test.concurrent.each(records.filter(row => isJudged(row) && (IS_DEEP || isShort(row))))(
      '$name',
      async row => {
        const { code, lines } = await run(carOf(bytesOf(row), row.head));
        const own = await report(bytesOf(row), row.head);
        const { fault, good } = own;
        const { agreed } = judge(own);
        expect({ code, last: lines.at(-1) }).toEqual(
          fault === null
            ? { code: 0, last: expect.stringMatching(new RegExp(`^holds: .* node ${agreed}$`)) }
            : { code: 1, last: expect.stringMatching(/^broken: node /) },
        );
        // of a chain that is broken either of two nodes may be called the bad one
        if (fault !== null && fault.code !== 'broken-chain')
          expect(lines.at(-1)).toContain(`node ${good + 1}:`);
      },
    );

    test('the page shows what is said of its example', async () => {
      const page = readFileSync(join(ROOT, 'docs/record-format.md'), 'utf8');
      const [, shown] = /^\$ sh docs\/verify-with-stock-tools.sh .*\n([\s\S]*?)^```/m.exec(page)!;
      const nodes = [...page.matchAll(/^([0-9a-f]{200,})\n {2}(bafyrei\w+)$/gm)];
      const bytes = nodes.map(([, hex]) => new Uint8Array(Buffer.from(hex!, 'hex')));
      const { code, lines } = await run(carOf(bytes, nodes.at(-1)![2]!));
      expect(lines).toEqual(shown!.trim().split('\n'));
      expect(code).toBe(0);
    });

    test('the signatures of a referee are checked and counted', async () => {
      const row = named('signed, with a referee');
      const { lines } = await run(carOf(bytesOf(row), row.head));
      expect(lines).toContain('referee: 7 good signatures');
      expect(lines.at(-1)).toBe(
        'holds: 7 nodes after the header; every seat signed over all up to node 7',
      );
    });

    /** Puts other bytes in place of a node and links what follows anew: all hashes hold, and no signature over it does. */
    function forge(row: RecordRow, n: number, change: (hex: string) => string) {
      const nodes = row.nodes.map((hex, i) => (i === n ? change(hex) : hex));
      for (let i = n + 1; i < nodes.length; i++) {
        const before = digestOf(row.nodes[i - 1]!);
        nodes[i] = nodes[i]!.replace(before, digestOf(nodes[i - 1]!));
      }
      const bytes = nodes.map(hex => new Uint8Array(Buffer.from(hex, 'hex')));
      return { bytes, head: formatCid(cidOf('dag-cbor', bytes.at(-1)!)) };
    }
    const digestOf = (hex: string) =>
      Buffer.from(cidOf('dag-cbor', Buffer.from(hex, 'hex')).digest).toString('hex');

    test.concurrent.each<
      [what: string, record: string, n: number, from: string | RegExp, to: string]
    >([
      ['another name in the header', 'signed by both', 0, '63416e6e', '63416e61'],
      ['another time', 'signed by both', 4, '1907d0', '190bb8'],
      ['another time, and a referee', 'signed, with a referee', 4, '1907d0', '190bb8'],
      ['another outcome', 'signed by both', 7, '84008101', '84008100'],
      ['nothing under the ending', 'signed by both', 7, /5840\w{128}$/, `5840${'00'.repeat(64)}`],
    ])('forged: %s', async (_what, name, n, from, to) => {
      const { bytes, head } = forge(named(name), n, hex => hex.replace(from, to));
      expect(bytes).not.toEqual(bytesOf(named(name)));
      expect((await report(bytes, head)).fault).not.toBeNull();
      expect(await run(carOf(bytes, head))).toMatchObject({ code: 1 });
    });

    const ANN = '28a758a073eb9c94bdb92586c41290632290f6b98784a207550603a995c12f01';
    const BOB = '741901e871d04c49b6e79a638fc235479c37fcb21222cac3da8ed52f297b2221';
    test.concurrent.each<[what: string, from: string, to: string]>([
      ['a key with which anybody can sign', ANN, `01${'00'.repeat(30)}80`],
      ['another such key', ANN, `ed${'ff'.repeat(30)}7f`],
      ['a key that is not in its canonical encoding', ANN, `f0${'ff'.repeat(30)}ff`],
      ['a key on two seats', BOB, ANN],
      ['a seat twice', '830163426f62', '830063426f62'],
    ])('no header: %s', async (_what, from, to) => {
      const { bytes, head } = forge(named('signed by both'), 0, hex => hex.replace(from, to));
      expect((await report(bytes, head)).fault).toMatchObject({ code: 'bad-setup' });
      const { code, lines } = await run(carOf(bytes, head));
      expect({ code, last: lines.at(-1) }).toEqual({
        code: 1,
        last: expect.stringMatching(/^broken: node 0: /),
      });
    });

    test('a bad signature that a later one covers breaks the record at its node', async () => {
      const { chain } = await signedExample(3);
      const head = formatCid(headOf(chain));
      expect((await report(nodesOf(chain), head)).good).toBe(2);
      const { code, lines } = await run(carOf(nodesOf(chain), head));
      expect({ code, last: lines.at(-1) }).toEqual({
        code: 1,
        last: 'broken: node 3: invalid signature of seat 0',
      });
    });

    test.concurrent.each<[what: string, car: (car: Uint8Array) => Uint8Array]>([
      ['nothing', () => new Uint8Array()],
      ['no CAR', () => new TextEncoder().encode('[Event "?"]\n'.repeat(9))],
      ['a CAR that is cut off', car => car.subarray(0, car.length - 5)],
    ])('cannot tell: %s', async (_what, change) => {
      const row = named('signed by both');
      const { code, lines } = await run(change(carOf(bytesOf(row), row.head)));
      expect({ code, last: lines.at(-1) }).toEqual({
        code: 2,
        last: expect.stringMatching(/^cannot tell: /),
      });
    });

    test('a bit that changed is found in the node where it was', async () => {
      const row = named('signed by both');
      const car = carOf(bytesOf(row), row.head);
      const third = Buffer.from(car).indexOf(Buffer.from(row.nodes[3]!, 'hex'));
      const { code, lines } = await run(car.with(third + 60, car[third + 60]! ^ 4));
      expect({ code, last: lines.at(-1) }).toEqual({
        code: 1,
        last: 'broken: node 3: no block has the hash that node 4 names',
      });
    });
  },
);

/** Our own verdict. */
const report = (nodes: readonly Uint8Array[], head: string) =>
  verify(nodes, findGame, { head: unwrap(parseCid(head)).digest });

const findGame = findGameIn({ load: loadKit });
