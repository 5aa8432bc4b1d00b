/** `publish` and `fetch`: every place, every form, and places that lose, lie or are not there. */
import { readdirSync } from 'node:fs';
import { Readable } from 'node:stream';
import { cidOf, formatCid, parseCid, unwrap } from '@kifu/core';
import { readCar, writeCar } from '@kifu/record/car';
import { cli } from '@kifu/texts/en/cli';
import { beforeAll, describe, expect, test } from 'vitest';
import { kuboStandIn } from '../../../stores/test/kubo-stand-in.ts';
import { type Behaviour, deadAddress, servers } from '../../../stores/test/web.ts';
import { changeBlocks, flipBit, MATE, workshop } from '../../test/files.ts';
import { collector, makeIo } from '../../test/run-kifu.ts';
import { run } from '../index.ts';
import { UnusableValueError } from '../misuse.ts';
import { parseFrom, parseLive, parseTo } from './place.ts';

const { at, read, text, write, run: kifu } = workshop();
const serve = servers();
const HEAD = 'bafyreicevmic6jbjxxvx5vyxbnrgcaqdjqthegjqc5nbm2drvz26el465y';
const ROOT = 'bafkreiait33xa2jwt6ch2rz7iahfuouhl5ncg4zajtk5ovdyu6fpy56r24';
const NEVER = formatCid(cidOf('dag-cbor', Uint8Array.of(1)));
const { misuse } = cli;

beforeAll(async () => {
  await write('moves.txt', MATE);
  await kifu('record chess --moves @moves.txt --player Ann --player Bob -o @fool.car');
  await write('noted.pgn', '1. e4 {best by test} e5 (1... c5) *');
});

describe('a record is published and fetched again', () => {
  test('by IPFS: read back by a second peer, and kept here', async () => {
    const went = await kifu('publish @fool.car --to ipfs');
    expect(went).toEqual({
      code: 0,
      err: '',
      out: `published  ${HEAD}
format     record, 6 blocks, 436 bytes
to         ipfs, stored in home/published.sqlite
read back  6 blocks by a second peer: unsigned
fetch      kifu fetch ${HEAD}
others     can fetch it while you serve it: kifu publish ${HEAD} --to ipfs --serve
`,
    });
    const info = await kifu('info @fool.car');
    const fetched = await kifu(`fetch ${HEAD}`);
    expect(fetched).toMatchObject({ code: 0, err: '' });
    expect(fetched.out).toBe(`fetched  6 blocks, 436 bytes from home/published.sqlite
root     ${HEAD} (record)
${info.out}`);
    // and the record by its id instead of a file
    await kifu(`publish ${HEAD} --to car:${at('again.car')}`);
    expect(await read('again.car')).toEqual(await read('fool.car'));
  });

  test('as a CAR without a name: called by the first letters of the id', async () => {
    const home = process.cwd();
    process.chdir(at('.'));
    try {
      const { code, out } = await kifu('publish @fool.car --to car');
      expect(code).toBe(0);
      expect(out).toContain('to         cevmic6jbj.car\n');
      expect(out).toContain(`kifu fetch ${HEAD} --from car:cevmic6jbj.car\n`);
    } finally {
      process.chdir(home);
    }
    expect(await read('cevmic6jbj.car')).toEqual(await read('fool.car'));
  });

  test('by Kubo: put, pinned, read back from the daemon', async () => {
    const standIn = kuboStandIn();
    const address = await serve(standIn.behave);
    const { code, out } = await kifu(`publish @fool.car --to kubo:${address} --json`);
    expect(code).toBe(0);
    expect(JSON.parse(out)).toEqual({
      ok: true,
      root: HEAD,
      form: 'record',
      blocks: 6,
      bytes: 436,
      to: `kubo at ${address}`,
      readBack: 6,
      verdict: 'unsigned',
      losses: [],
      fetch: `kifu fetch ${HEAD} --from kubo:${address}`,
    });
    expect([...standIn.pins]).toEqual([[HEAD, 'recursive']]);
    expect(standIn.blocks.size).toBe(6);
    const fetched = await kifu(`fetch ${HEAD} --from kubo:${address} -o @kubo.car --json`);
    expect(JSON.parse(fetched.out)).toMatchObject({
      ok: true,
      root: HEAD,
      head: HEAD,
      blocks: 6,
      verdict: 'unsigned',
      entries: 4,
      moves: 4,
      file: 'kubo.car',
    });
    expect(await read('kubo.car')).toEqual(await read('fool.car'));
  });

  test('as a replay log: each node is pinned, as JSON has no links', async () => {
    const standIn = kuboStandIn();
    const address = await serve(standIn.behave);
    const { out } = await kifu(`publish @fool.car --to kubo:${address} --format replay-log`);
    expect(out).toContain(`published      ${ROOT}\nformat         replay-log, 2 blocks, 154 bytes`);
    expect(out).toContain('\nnot converted  the names of the players\n');
    expect(standIn.pins.get(ROOT)).toBe('direct');
    expect(standIn.pins.size).toBe(2);
    const fetched = await kifu(`fetch ${ROOT} --from kubo:${address} -o @log.replay.jsonl`);
    expect(fetched.out).toContain('ending   Black wins by checkmate');
    expect(fetched.out).toContain(`root     ${ROOT} (replay-log)`);
    const lines = (await text('log.replay.jsonl')).trimEnd().split('\n');
    expect(formatCid(cidOf('raw', Buffer.from(lines.at(-1)!)))).toBe(ROOT);
  });

  test('as a branch, without the node of the other match that it names', async () => {
    await kifu('branch @fool.car --at 2 -o @branch.car');
    const standIn = kuboStandIn();
    const address = await serve(standIn.behave);
    const { out } = await kifu(`publish @branch.car --to kubo:${address} --json`);
    const { root } = JSON.parse(out);
    expect(standIn.pins.get(root)).toBe('direct');
    await kifu(`fetch ${root} --from kubo:${address} -o @branch-again.car`);
    expect(await read('branch-again.car')).toEqual(await read('branch.car'));
  });

  test('as a CAR file, of a replay log too; an existing file is not overwritten', async () => {
    await kifu(`publish @fool.car --to car:${at('out.car')} --format replay-log`);
    expect(unwrap(readCar(await read('out.car'))).roots).toEqual([unwrap(parseCid(ROOT))]);
    expect(await kifu(`fetch ${ROOT} --from car:${at('out.car')}`)).toMatchObject({ code: 0 });
    expect(await kifu(`publish @fool.car --to car:${at('out.car')}`)).toMatchObject({
      code: 1,
      err: expect.stringContaining('exists: out.car already exists'),
    });
    expect(await kifu(`publish @fool.car --to car:${at('out.car')} --force`)).toMatchObject({
      code: 0,
    });
    expect(await read('out.car')).toEqual(await read('fool.car'));
  });

  test('with comments and variations under an id of their own, which links to the record', async () => {
    const published = JSON.parse(
      (await kifu(`publish @noted.pgn --to car:${at('noted.car')} --json`)).out,
    );
    const plain = JSON.parse(
      (await kifu(`fetch ${published.root} --from car:${at('noted.car')} --json`)).out,
    );
    const noted = JSON.parse(
      (await kifu(`fetch ${published.remarks} --from car:${at('noted.car')} --json`)).out,
    );
    expect([plain.notes, plain.variations]).toEqual([0, 0]);
    expect([noted.notes, noted.variations]).toEqual([1, 1]);
    expect(noted.head).toBe(published.root);
  });

  test('from a gateway that gives no CARs, block by block', async () => {
    const kept = await blocksOfFool();
    const address = await serve(({ url }, reply) => {
      const found = kept.get(/\/ipfs\/(\w+)\?format=raw/.exec(url!)?.[1] ?? '');
      reply.writeHead(found === undefined ? 406 : 200).end(found);
    });
    expect(await kifu(`fetch ${HEAD} --from ${address}`)).toMatchObject({ code: 0, err: '' });
  });

  test('from one place after the other, until one has all of it', async () => {
    const empty = await serve(kuboStandIn().behave);
    const line = `fetch ${HEAD} --from kubo:${await deadAddress()} --from kubo:${empty}`;
    expect(await kifu(`${line} --from car:${at('fool.car')}`)).toMatchObject({ code: 0 });
    const { code, err } = await kifu(line);
    expect(code).toBe(1);
    expect(err).toMatch(
      /^kifu: not-found: the daemon at .* is not responding.*; .*does not give block/,
    );
  });

  test('for other games, and with signatures', async () => {
    await kifu('demo checkers --moves 4 -o @checkers.car');
    const { out } = await kifu(
      `publish @checkers.car --to car:${at('checkers-published.car')} --json`,
    );
    expect(JSON.parse(out)).toMatchObject({ ok: true, form: 'record', verdict: 'partial' });
    expect(await kifu('publish @checkers.car --to ipfs --format replay-log')).toMatchObject({
      code: 1,
      err: expect.stringMatching(/^kifu: unsupported: checkers\.car: only chess has replay logs/),
    });
  });
});

describe('http', () => {
  /** Runs a command that stays, and does something while it does. */
  async function staying(
    line: string,
    work: (out: () => string) => Promise<void>,
  ): Promise<number> {
    const [out, err] = [collector(), collector()];
    let stop: (exitCode: number) => void = () => {};
    const streams = { stdin: Readable.from([]), stdout: out.stream, stderr: err.stream };
    const io = {
      ...makeIo({ env: { KIFU_HOME: at('home') } }, streams),
      onStop(listener: (exitCode: number) => void) {
        stop = listener;
        return () => {};
      },
    };
    const words = line.split(' ').map(word => word.replace(/^@(.*)/, (_, name) => at(name)));
    const ended = run(words, io);
    while (!out.text().includes('\n') && err.text() === '')
      await new Promise(done => setTimeout(done, 5));
    await work(out.text);
    stop(130);
    return ended;
  }

  test('a gateway stays until Ctrl-C, and others fetch from it', async () => {
    let address = '';
    const code = await staying('publish @fool.car --to http', async out => {
      address = /serving {4}(http:\S+);/.exec(out())![1]!;
      expect(out()).toContain('read back  6 blocks by a client of the gateway: unsigned');
      expect(out()).toContain(`fetch      kifu fetch ${HEAD} --from ${address}\n`);
      const fetched = await kifu(`fetch ${HEAD} --from ${address} -o @by-http.car`);
      expect(fetched.out).toContain(`fetched  6 blocks, 436 bytes from ${address}`);
      expect(await read('by-http.car')).toEqual(await read('fool.car'));
    });
    expect(code).toBe(130);
    expect(await kifu(`fetch ${HEAD} --from http:${address}`)).toMatchObject({
      code: 1,
      err: expect.stringMatching(/^kifu: unreachable: no gateway returned bafyrei/),
    });
  });

  test('a peer stays with --serve, and another one asks it', async () => {
    const code = await staying(
      'publish @fool.car --to ipfs --format replay-log --serve --json',
      async out => {
        const { serving, fetch } = JSON.parse(out());
        expect(serving).toMatch(/^ipfs:\/ip4\/127\.0\.0\.1\/tcp\/\d+\/p2p\/12D3KooW/);
        expect(fetch).toBe(`kifu fetch ${ROOT} --from ${serving}`);
        const fetched = await kifu(fetch.slice('kifu '.length));
        expect(fetched).toMatchObject({ code: 0, err: '' });
        // what it does not have ends after the time that was given
        expect(await kifu(`fetch ${NEVER} --from ${serving} --timeout 1`)).toMatchObject({
          code: 1,
          err: expect.stringMatching(/^kifu: not-found: .*no peer returned it within 1000 ms/),
        });
      },
    );
    expect(code).toBe(130);
  });

  test('a port that is taken is told', async () => {
    const { port } = new URL(await serve(() => {}));
    expect(await kifu(`publish @fool.car --to http:${port}`)).toMatchObject({
      code: 1,
      err: expect.stringMatching(/^kifu: unreachable: http: another program listens/),
    });
  });
});

describe('a record is not published', () => {
  test('when it is broken', async () => {
    const broken = changeBlocks(await read('fool.car'), ([first, ...rest]) => [
      first!,
      ...rest.map(({ cid, bytes }, i) => ({
        cid,
        bytes: i === 2 ? flipBit(bytes, bytes.length - 1) : bytes,
      })),
    ]);
    await write('broken.car', broken);
    const { code, out, err } = await kifu('publish @broken.car --to ipfs');
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(err).toBe(
      'kifu: malformed: broken.car: entry 3 of 4: a whole number from 0 is expected at /entries/2, offset 48\n',
    );
  });

  test.each<[what: string, change: (behave: Behaviour) => Behaviour, why: RegExp]>([
    [
      'loses what it takes',
      behave => (asked, reply) =>
        asked.url!.includes('block/get')
          ? reply.writeHead(500).end('{"Message":"block was not found locally (offline)"}')
          : behave(asked, reply),
      /^kifu: not-found: not published to kubo at \S+: read-back failed: .* does not give block/,
    ],
    [
      'changes what it takes',
      behave => (asked, reply) =>
        asked.url!.includes('block/get') ? reply.end('something else') : behave(asked, reply),
      /^kifu: broken-chain: not published to .*not those of block/,
    ],
    [
      'gives other ids',
      behave => (asked, reply) =>
        asked.url!.includes('block/put')
          ? reply.end(JSON.stringify({ Key: NEVER, Size: 1 }))
          : behave(asked, reply),
      /^kifu: unreachable: .* returned bafyrei\w+ instead of bafyrei/,
    ],
    [
      'does not pin',
      behave => (asked, reply) =>
        asked.url!.includes('pin/add') ? reply.end('{"Pins":[]}') : behave(asked, reply),
      /^kifu: unreachable: .* did not pin bafyrei/,
    ],
  ])('to a daemon that %s', async (_what, change, why) => {
    const address = await serve(change(kuboStandIn().behave));
    const { code, out, err } = await kifu(`publish @fool.car --to kubo:${address}`);
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(err).toMatch(why);
  });

  test('when no daemon runs, and the fault says what to do', async () => {
    const address = await deadAddress();
    expect(await kifu(`publish @fool.car --to kubo:${address}`)).toEqual({
      code: 1,
      out: '',
      err: `kifu: unreachable: the daemon at ${address} is not responding: connect ECONNREFUSED ${address.slice('http://'.length)}; start it with ipfs daemon, or say where it is: kubo:URL\n`,
    });
  });

  test('when the place cannot be written', async () => {
    await write('file', '');
    const env = { KIFU_HOME: at('file/home') };
    expect(await kifu('publish @fool.car --to ipfs', { env })).toMatchObject({
      code: 1,
      err: 'kifu: unwritable: ipfs: part of the path is not a folder\n',
    });
    expect(await kifu(`publish @fool.car --to car:${at('no/such/folder.car')}`)).toMatchObject({
      code: 1,
      err: 'kifu: unwritable: cannot write no/such/folder.car: folder no/such not found; create it first\n',
    });
  });
});

describe('a record is not fetched', () => {
  test.each<[what: string, line: string, err: RegExp]>([
    [
      'a malformed id',
      'fetch rubbish',
      /^kifu: malformed: "rubbish": invalid content ID: expected CIDv1 \(b…\) or CIDv0 \(Qm…\) with sha2-256/,
    ],
    ['an id that no reader has', `fetch ${NEVER}`, /^kifu: not-found: .*name a source with --from/],
    [
      'a file that is not there',
      `fetch ${HEAD} --from car:@no.car`,
      /^kifu: unreadable: cannot read no\.car: no such file or folder$/m,
    ],
    [
      'a file that is no CAR',
      `fetch ${HEAD} --from car:@moves.txt`,
      /^kifu: malformed: moves\.txt: the CAR ends within its header at offset 0$/m,
    ],
    [
      'an address that is none',
      `fetch ${HEAD} --from ipfs:/x`,
      /^kifu: malformed: \/x is not a peer address/,
    ],
    [
      'a gateway that is none',
      `fetch ${HEAD} --from http:x`,
      /^kifu: malformed: x is not a gateway address/,
    ],
    [
      'an ending that is none',
      `fetch ${HEAD} --from car:@fool.car -o @game.xyz`,
      /^kifu: malformed: game\.xyz: unknown file extension; \.car and \.json keep everything/,
    ],
    [
      'a file that is there',
      `fetch ${HEAD} --from car:@fool.car -o @fool.car`,
      /^kifu: exists: fool\.car already exists; choose another name or use --force$/m,
    ],
  ])('by %s', async (_what, line, err) => {
    const went = await kifu(line.replaceAll('car:@', `car:${at('')}/`));
    expect(went).toMatchObject({ code: 1, out: '' });
    expect(went.err).toMatch(err);
  });

  test('into a home without a store, and none is made', async () => {
    const env = { KIFU_HOME: at('empty-home') };
    expect(await kifu(`fetch ${HEAD}`, { env })).toMatchObject({
      code: 1,
      err: expect.stringContaining('nothing was published from here yet'),
    });
    expect(readdirSync(at('.'))).not.toContain('empty-home');
  });

  test.each<
    [what: string, root: string, blocks: () => Promise<Map<string, Uint8Array>>, err: RegExp]
  >([
    [
      'lies about the head',
      HEAD,
      async () => new Map([[HEAD, Buffer.from('lies')]]),
      /^kifu: broken-chain: .*it gave other bytes/,
    ],
    [
      'has the head alone',
      HEAD,
      async () => new Map([...(await blocksOfFool())].filter(([id]) => id === HEAD)),
      /^kifu: not-found: .* does not give block bafyrei/,
    ],
    [
      'has something else under the id',
      cidText(Uint8Array.of(0xa1, 0x61, 0x61, 1)),
      async () =>
        new Map([
          [cidText(Uint8Array.of(0xa1, 0x61, 0x61, 1)), Uint8Array.of(0xa1, 0x61, 0x61, 1)],
        ]),
      /^kifu: malformed: \S+: the header: a map of 16 keys is expected at \/header, offset 1$/m,
    ],
    [
      'has no record at all',
      cidText(Uint8Array.of(0x83, 1, 2, 3)),
      async () => new Map([[cidText(Uint8Array.of(0x83, 1, 2, 3)), Uint8Array.of(0x83, 1, 2, 3)]]),
      /^kifu: malformed: bafyrei\w+ is not the head of a record: a link is expected$/m,
    ],
    [
      'has a log with an illegal move',
      rawText('{"n":1,"w":"e2e4","b":"e2e4","prev":null}'),
      async () =>
        new Map([
          [
            rawText('{"n":1,"w":"e2e4","b":"e2e4","prev":null}'),
            Buffer.from('{"n":1,"w":"e2e4","b":"e2e4","prev":null}'),
          ],
        ]),
      /^kifu: illegal-move \(illegal-move\): move e2e4 at half-move 2: .*no piece on that square \(node bafkrei/,
    ],
    [
      'has a log that is no JSON',
      rawText('hello'),
      async () => new Map([[rawText('hello'), Buffer.from('hello')]]),
      /^kifu: malformed \(bad-json\): the bytes are not JSON \(node bafkrei/,
    ],
  ])('from a gateway that %s', async (_what, root, blocks, err) => {
    const kept = await blocks();
    const address = await serve(({ url }, reply) => {
      const found = kept.get(/\/ipfs\/(\w+)\?format=raw/.exec(url!)?.[1] ?? '');
      reply.writeHead(found === undefined ? 404 : 200).end(found);
    });
    const went = await kifu(`fetch ${root} --from ${address}`);
    expect(went).toMatchObject({ code: 1, out: '' });
    expect(went.err).toMatch(err);
  });

  test('when it does not verify, though every block has its hash', async () => {
    // the ending of another record after the same moves but one: its own ids are right
    const { blocks } = unwrap(readCar(await read('fool.car')));
    const cut = blocks.slice(0, -2);
    const head = cut.at(-1)!.cid;
    await write('cut.car', writeCar([head], cut));
    expect(await kifu(`fetch ${formatCid(head)} --from car:${at('cut.car')}`)).toMatchObject({
      code: 0,
      out: expect.stringContaining('ending   none yet'),
    });
    const last = blocks.at(-1)!;
    // points to a node that is not before it: its number is wrong
    const wrong = Uint8Array.from(last.bytes);
    wrong[1]! ^= 1;
    const cid = cidOf('dag-cbor', wrong);
    await write('wrong.car', writeCar([cid], [...blocks.slice(0, -1), { cid, bytes: wrong }]));
    expect(await kifu(`fetch ${formatCid(cid)} --from car:${at('wrong.car')}`)).toEqual({
      code: 1,
      out: '',
      err: 'kifu: broken-chain: wrong.car: the ending: unexpected node number 4 at /ending\n',
    });
  });
});

const cidText = (bytes: Uint8Array): string => formatCid(cidOf('dag-cbor', bytes));
function rawText(json: string): string {
  return formatCid(cidOf('raw', Buffer.from(json)));
}
async function blocksOfFool(): Promise<Map<string, Uint8Array>> {
  const { blocks } = unwrap(readCar(await read('fool.car')));
  return new Map(blocks.map(({ cid, bytes }) => [formatCid(cid), bytes]));
}

describe('places', () => {
  test.each<[text: string, to: object]>([
    ['ipfs', { kind: 'ipfs', network: 'private', listen: null }],
    ['ipfs:public', { kind: 'ipfs', network: 'public', listen: null }],
    [
      'ipfs:/ip4/0.0.0.0/tcp/4001',
      { kind: 'ipfs', network: 'private', listen: '/ip4/0.0.0.0/tcp/4001' },
    ],
    ['kubo', { kind: 'kubo', address: null }],
    ['kubo:', { kind: 'kubo', address: null }],
    ['kubo:http://localhost:5001', { kind: 'kubo', address: 'http://localhost:5001' }],
    ['http', { kind: 'http', port: 0 }],
    ['http:8080', { kind: 'http', port: 8080 }],
    ['car', { kind: 'car', file: null }],
    ['car:a:b.car', { kind: 'car', file: 'a:b.car' }],
  ])('reads --to %s', (text, to) => expect(parseTo(text)).toEqual(to));

  test.each<[text: string, from: object]>([
    ['ipfs:public', { kind: 'ipfs', network: 'public', peer: null }],
    ['ipfs:/ip4/1.2.3.4/tcp/1', { kind: 'ipfs', network: 'private', peer: '/ip4/1.2.3.4/tcp/1' }],
    ['kubo', { kind: 'kubo', address: null, isOffline: false }],
    ['http:https://example.org', { kind: 'http', address: 'https://example.org' }],
    ['https://example.org/x', { kind: 'http', address: 'https://example.org/x' }],
    ['http://example.org', { kind: 'http', address: 'http://example.org' }],
    ['car:x.car', { kind: 'car', file: 'x.car' }],
  ])('reads --from %s', (text, from) => expect(parseFrom(text)).toEqual(from));

  test.each(['', 'ftp', 'ipfs:x', 'http:x', 'http:99999', 'car:-', 'sqlite:x'])(
    'not --to %s',
    text => expect(() => parseTo(text)).toThrow(UnusableValueError),
  );
  test.each(['', 'ipfs', 'http', 'car', 'car:-', 'x:y'])('refuses --from %s', text =>
    expect(() => parseFrom(text)).toThrow(UnusableValueError),
  );
  test.each(['http', 'car:x'])('refuses --publish %s', text =>
    expect(() => parseLive(text)).toThrow(UnusableValueError),
  );

  const TO = 'peer, ipfs[:public|:MULTIADDR], kubo[:URL], http[:PORT], car[:FILE]';
  const FROM =
    'ipfs:MULTIADDR, ipfs:public, kubo[:URL], http:URL, car:FILE, archive:URL, archive:FOLDER';
  const { invalidOption, missingArgument, missingOption } = misuse;
  test.each<[line: string, why: string]>([
    ['publish @fool.car', missingOption('--to <PLACE>')],
    [
      'publish @fool.car --to nowhere',
      `${invalidOption('--to <PLACE>', 'nowhere')} ${misuse.place(TO)}`,
    ],
    [
      'publish @fool.car --to ipfs --format pgn',
      `${invalidOption('--format <FORMAT>', 'pgn')} ${misuse.choices(['record', 'replay-log'])}`,
    ],
    ['publish --to ipfs', missingArgument('FILE')],
    ['fetch', missingArgument('CID')],
    [
      `fetch ${HEAD} --from nowhere`,
      `${invalidOption('--from <PLACE>', 'nowhere')} ${misuse.place(FROM)}`,
    ],
    [
      `fetch ${HEAD} --timeout 0`,
      `${invalidOption('--timeout <S>', '0')} ${misuse.integer(1, 3600)}`,
    ],
    [
      `fetch ${HEAD} -o -`,
      `${invalidOption('-o, --out <FILE>', '-')} ${misuse.fileName(misuse.notStdout.metadata)}`,
    ],
  ])('%s is wrong usage', async (line, why) =>
    expect(await kifu(line)).toEqual({
      code: 2,
      out: '',
      err: `kifu: ${why}\n${misuse.seeHelp}\n`,
    }),
  );
});
