/** What strangers may send: nothing throws, nothing takes for ever, and every refusal says what and where. */
import { type Cid, cidOf, formatCid, formatFault, parseCid, type Result, unwrap } from '@kifu/core';
import type { BlockStore } from '@kifu/record/store';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findGame, makeReading, putAll } from '../test/games.ts';
import { accept, confirm, makePlayer, offer, play, refusal } from '../test/players.ts';
import { decodeCommit, encodeCommit, makeCommit } from './commit.ts';
import { parseGameFile } from './game-file.ts';
import { checkHistory, encodeHistory, readHistory } from './history.ts';
import { decodeObject, encodeObject, fileBlock, toLink } from './ipld.ts';
import { fromKifu } from './kifu.ts';
import { beginRecord } from './life/challenge.ts';
import { standardFile } from './life/result.ts';
import { readNamespace } from './namespace/read.ts';
import { parseNodeList } from './node-list.ts';
import { parseAccept, parseConfirm, parseOffer } from './payload.ts';
import { decodePlayerData } from './player-data.ts';
import { readRecord } from './read-record.ts';
import { listDirectory } from './unixfs/directory.ts';
import { encodeDirectory, encodeShard } from './unixfs/entry.ts';

const ann = (await makePlayer('Ann')).signer;
const bob = (await makePlayer('Bob')).signer;
const started = await confirm(await accept(await offer(ann, 'go'), bob), ann);
const playing = await play(await play(started, ann, ';B[cc]'), bob, ';W[bb]');
const utf8 = new TextEncoder();
const ID = formatCid(cidOf('raw', utf8.encode('x')));

/** Every fault can be shown, also one about hostile input. */
const shown = (result: Result<unknown>): string => (result.ok ? '' : formatFault(result.fault));

test('a record without end is given up', async () => {
  const reading = makeReading();
  let n = 0;
  const endless: BlockStore = {
    ...reading.blocks,
    async get() {
      n++;
      const parent = formatCid(cidOf('dag-json', utf8.encode(`${n}`)));
      const fields = {
        type: 'game-step',
        key: ID,
        data: ID,
        parent,
        signature: '',
        timestamp: '2024-01-01T00:00:00Z',
      } as const;
      return encodeCommit(fields).bytes;
    },
  };
  const head = formatCid(cidOf('dag-json', utf8.encode('head')));
  expect(await readRecord({ ...reading, blocks: endless }, head)).toMatchObject({
    fault: { code: 'too-large', rule: 'length' },
  });
  expect(n).toBeLessThanOrEqual(10_001);
});

describe('directories', () => {
  const shardOf = (cid: string) => encodeShard([{ name: '00', cid, tsize: 1 }], [0]);

  test('of parts without end are refused', async () => {
    const reading = makeReading();
    const deep: BlockStore = {
      ...reading.blocks,
      get: async () => shardOf(formatCid(cidOf('dag-pb', utf8.encode('next')))).bytes,
    };
    const root = formatCid(cidOf('dag-pb', utf8.encode('root')));
    expect(await listDirectory({ blocks: deep }, root)).toMatchObject({
      fault: { rule: 'directory' },
    });
  });

  test('with a million entries are refused after a few reads', async () => {
    const reading = makeReading();
    const leaf = Array.from({ length: 3000 }, (_, i) => ({ name: `${i}`, cid: ID, tsize: 1 }));
    const wide = encodeDirectory(leaf);
    await putAll(reading.blocks, [wide]);
    expect(await listDirectory(reading, formatCid(wide.cid), 1000)).toMatchObject({
      fault: { code: 'too-large' },
    });
    let reads = 0;
    const million: BlockStore = {
      ...reading.blocks,
      async get(cid: Cid) {
        reads++;
        const links = Array.from({ length: 256 }, (_, i) => {
          const slot = i.toString(16).toUpperCase().padStart(2, '0');
          const isPart = formatCid(cid) === formatCid(wide.cid);
          const next = cidOf('dag-pb', utf8.encode(`${i}`));
          return { name: isPart ? slot : `${slot}n${reads}-${i}`, cid: formatCid(next), tsize: 1 };
        });
        return encodeShard(links, links.keys()).bytes;
      },
    };
    expect(await listDirectory({ blocks: million }, formatCid(wide.cid), 5000)).toMatchObject({
      fault: { code: 'too-large' },
    });
    expect(reads).toBeLessThan(30);
  });

  test('with sizes that are not true are read all the same', async () => {
    const reading = makeReading();
    const block = encodeDirectory([{ name: 'a', cid: ID, tsize: 2 ** 50 }]);
    await putAll(reading.blocks, [block]);
    expect(unwrap(await listDirectory(reading, formatCid(block.cid))).get('a')?.tsize).toBe(
      2 ** 50,
    );
  });

  test('refuses blocks other than trees and history objects', async () => {
    const reading = makeReading();
    const [empty, odd] = [
      encodeDirectory([]),
      encodeDirectory([{ name: 'identity.asc', cid: ID, tsize: 1 }]),
    ];
    await putAll(reading.blocks, [empty, odd, fileBlock(utf8.encode('x'))]);
    expect(await readNamespace(reading, formatCid(empty.cid))).toMatchObject({
      fault: { rule: 'identity' },
    });
    expect(await readNamespace(reading, formatCid(odd.cid))).toMatchObject({
      fault: { rule: 'key-file' },
    });
    expect(await checkHistory(reading, formatCid(empty.cid))).toMatchObject({
      fault: { rule: 'history' },
    });
    expect(await readHistory(reading, formatCid(odd.cid))).toMatchObject({
      fault: { rule: 'history' },
    });
  });
});

describe('commits', () => {
  const good = playing.commits.at(-1)!;

  test.each<[why: string, change: object, path: string]>([
    ['another type', { 'commit-type': 'game-over' }, '/commit-type'],
    ['no key', { 'committer-public-key': 'x' }, '/committer-public-key'],
    ['two keys', { 'commiter-public-key': toLink(ID) }, '/committer-public-key'],
    ['no payload', { data: null }, '/data'],
    ['a malformed parent', { parent: 'none' }, '/parent'],
    ['no signature', { signature: 1 }, '/signature'],
    ['a date that does not exist', { timestamp: '2024-02-30T00:00:00Z' }, '/timestamp'],
    ['a number for a date', { timestamp: 1 }, '/timestamp'],
  ])('refuses a commit with %s', (_why, change, path) => {
    const object = unwrap(decodeObject(good.block.cid, good.block.bytes));
    const made = encodeObject({ ...object, ...change });
    expect(decodeCommit(made.cid, made.bytes)).toMatchObject({
      ok: false,
      fault: { at: { path } },
    });
  });

  test('are read with either spelling of the key, and with unknown fields', () => {
    const object = unwrap(decodeObject(good.block.cid, good.block.bytes));
    const { 'committer-public-key': key, ...rest } = object;
    for (const names of [
      ['commiter-public-key'],
      ['committer-public-key', 'commiter-public-key'],
    ]) {
      const made = encodeObject({
        ...rest,
        ...Object.fromEntries(names.map(name => [name, key])),
        more: [1],
      });
      expect(decodeCommit(made.cid, made.bytes)).toMatchObject({
        ok: true,
        value: { key: good.commit.key },
      });
    }
  });

  test('are refused where the block is too large or too deep', () => {
    const large = encodeObject({ x: 'x'.repeat(70_000) });
    expect(decodeCommit(large.cid, large.bytes)).toMatchObject({ fault: { code: 'too-large' } });
    const deep = utf8.encode('['.repeat(60_000));
    expect(decodeCommit(cidOf('dag-json', deep), deep)).toMatchObject({ fault: { rule: 'block' } });
  });

  test('reading changed bytes never throws', () => {
    const { bytes } = good.block;
    fc.assert(
      fc.property(fc.nat(bytes.length - 1), fc.uint8Array({ maxLength: 8 }), (i, some) => {
        const changed = bytes.slice();
        changed.set(some.subarray(0, bytes.length - i), i);
        for (const codec of ['dag-json', 'dag-cbor', 'dag-pb', 'raw'] as const)
          shown(decodeCommit(cidOf(codec, changed), changed));
        shown(decodePlayerData(cidOf('dag-json', changed), changed));
      }),
      { numRuns: 500 },
    );
  });
});

describe('payloads', () => {
  const OFFER = {
    timeout: '2024-03-08T10:00:00Z',
    game: 'go',
    rules: ID,
    ranked: true,
    'time-control': { type: 'absolute', 'seconds-per-player': 60 },
    'challenger-rating': { R: 1, RD: 2 },
    'target-rating': { R: 1, RD: 2 },
    'first-turn': 'automatic',
    comments: '',
    'board-width': 9,
    'board-height': 9,
    komi: 6.5,
    handicap: 0,
  };
  const bytesOf = (value: unknown) => utf8.encode(JSON.stringify(value));

  test.each<[why: string, change: object, code: string, path: string]>([
    [
      'a rating without end',
      { 'challenger-rating': { R: 1e300, RD: 1 } },
      'malformed',
      '/challenger-rating',
    ],
    [
      'less than no deviation',
      { 'target-rating': { R: 1, RD: -1 } },
      'malformed',
      '/target-rating',
    ],
    [
      'a clock of another kind',
      { 'time-control': { type: 'hourglass' } },
      'unsupported',
      '/time-control',
    ],
    [
      'no time at all',
      { 'time-control': { type: 'fixed', 'seconds-per-move': 0 } },
      'malformed',
      '/time-control',
    ],
    ['a handicap of two and a half', { handicap: 2.5 }, 'malformed', '/handicap'],
    ['a long comment', { comments: 'é'.repeat(2049) }, 'too-large', '/comments'],
    ['half a letter', { comments: '\ud800' }, 'malformed', '/comments'],
    ['rules without a content ID', { rules: 'Chinese' }, 'malformed', '/rules'],
    ['a first turn of an unknown role', { 'first-turn': 'black' }, 'malformed', '/first-turn'],
    ['no date', { timeout: null }, 'malformed', '/timeout'],
    ['chance without a commitment', { nonce: '00'.repeat(16) }, 'malformed', '/nonce'],
  ])('refuses an offer with %s', (_why, change, code, path) => {
    expect(parseOffer(bytesOf({ ...OFFER, ...change }))).toMatchObject({
      ok: false,
      fault: { code, at: { path } },
    });
  });

  test('are read as the source document prints them, with comments and trailing commas', () => {
    const text = JSON.stringify(OFFER)
      .replace('"game":', '\n// any game\n"game":')
      .replace(/\}$/, ',}');
    expect(parseOffer(utf8.encode(text))).toMatchObject({ ok: true });
    expect(
      parseAccept(bytesOf({ timeout: OFFER.timeout, 'condender-rating': { R: 1, RD: 2 } })),
    ).toMatchObject({ ok: true });
    expect(
      parseConfirm(utf8.encode('{"timeout":"2024-03-08T10:00:00Z","handicap":0,}')),
    ).toMatchObject({ ok: true });
  });

  test('reading any text never throws', () => {
    fc.assert(
      fc.property(fc.oneof(fc.json(), fc.string()), text => {
        for (const parse of [parseOffer, parseAccept, parseConfirm])
          shown(parse(utf8.encode(text)));
      }),
    );
  });

  test('boards and rules that cannot be played are refused', async () => {
    const peer = unwrap(await findGame('go'));
    const rules = peer.form.rules[0]!;
    for (const change of [
      { 'board-width': 1 },
      { 'board-height': 53 },
      { komi: 0.25 },
      { handicap: 100, 'board-width': 9 },
    ]) {
      const payload = bytesOf({
        ...OFFER,
        rules: formatCid(cidOf('raw', utf8.encode(rules))),
        ...change,
      });
      const made = unwrap(
        await makeCommit(ann, { type: 'challenge-offer', payload, parent: null, at: playing.now }),
      );
      const begun = beginRecord(peer, rules, made);
      // what only a setup tells is refused when the match is confirmed
      if (begun.ok)
        expect(
          peer.form.options({
            offer: begun.value.offer.payload.payload,
            rules,
            handicap: 0,
            komi: 6.5,
          }).ok,
        ).toBe(true);
      else expect(shown(begun)).not.toBe('');
    }
    expect(beginRecord(peer, '{}', playing.commits[0]!)).toMatchObject({
      fault: { rule: 'rules' },
    });
  });
});

describe('steps', () => {
  test.each<[why: string, text: string, code: string]>([
    ['nothing', '', 'malformed'],
    ['a tree', '(;B[dd])', 'malformed'],
    ['properties that are not allowed', ';B[dd]LB[cc:x]', 'malformed'],
    ['a comment that is too long', `;C[${'x'.repeat(5000)}]`, 'too-large'],
    ['a value without end', ';C[', 'malformed'],
    ['points without end', `;RE[B+1]${'TB[aa:ee]'.repeat(3000)}`, 'too-large'],
    ['brackets', '['.repeat(10_000), 'malformed'],
  ])('refuses a step of %s', async (_why, text, code) => {
    expect(await refusal(playing, ann, text)).toMatchObject({ code });
  });

  test('refuses a step outside UTF-8', async () => {
    const made = await makeCommit(ann, {
      type: 'game-step',
      payload: Uint8Array.of(0xff, 0xfe),
      parent: playing.record.head.cid,
      at: playing.now + 1n,
    });
    const { advance } = await import('./life/advance.ts');
    expect(advance(playing.record, { do: 'commit', commit: unwrap(made) })).toMatchObject({
      fault: { rule: 'step' },
    });
  });

  test.each(['go', 'chess', 'backgammon'])('%s: reading any text never throws', async name => {
    const { game, form } = unwrap(await findGame(name));
    const state = name === 'go' ? playing.record.match!.native!.chain.table.state : null;
    const letters = fc.string({ unit: fc.constantFrom(...';BWCRETAB[]\\aeB+0x{"links":,}') });
    fc.assert(
      fc.property(
        fc.oneof(letters, fc.string(), fc.json()),
        text => void shown(form.parse(state as never, text)),
      ),
    );
    expect(game.name).toBe(name);
  });
});

test('reads the file of a game, and refuses every change to its form', async () => {
  const done = await play(
    await play(await play(playing, ann, ';RE[W+Resign]'), ann, ';C[]'),
    bob,
    ';C[]',
  );
  const file = unwrap(standardFile(done.record));
  const text = new TextDecoder().decode(file);
  expect(parseGameFile(file)).toMatchObject({
    ok: true,
    value: { game: 'go', result: 'W+Resign', moves: [1, 1] },
  });
  for (const [why, changed] of [
    ['another order', text.replace('FF[4]GM[1]', 'GM[1]FF[4]')],
    ['twice', text.replace('FF[4]', 'FF[4]FF[4]')],
    ['other properties', text.replace('KM[', 'XX[1]KM[')],
    ['two games', text + text],
    ['branches', text.replace(')\n', '(;B[aa]))\n')],
    ['another program', text.replace('IPGS:1', 'X:1')],
    ['no key', text.replace(/XB\[[^\]]*/, 'XB[me')],
    ['blanks', text.replace('\n;', '\n ;')],
    ['no end', text.slice(0, -2)],
    ['nothing', ''],
  ] as const)
    expect(parseGameFile(utf8.encode(changed)), why).toMatchObject({ ok: false });
  expect(parseGameFile(new Uint8Array(300_000))).toMatchObject({ fault: { code: 'too-large' } });
  expect(parseGameFile(utf8.encode(`(${';B[aa]\n'.repeat(20_000)};)\n`))).toMatchObject({
    ok: false,
  });
  fc.assert(
    fc.property(fc.nat(text.length), fc.string({ maxLength: 10 }), (i, some) => {
      shown(parseGameFile(utf8.encode(text.slice(0, i) + some + text.slice(i))));
    }),
  );
  // a comment may look like nodes, and is none
  const commented = await play(playing, ann, { type: 'comment', comment: '\n;W[dd]\n;W[ee]' });
  const finished = await play(
    await play(await play(commented, ann, ';RE[W+Resign]'), ann, ';C[]'),
    bob,
    ';C[]',
  );
  expect(parseGameFile(unwrap(standardFile(finished.record)))).toMatchObject({
    value: { moves: [1, 1] },
  });
  const forged = encodeHistory({ file, signatures: ['x'.repeat(20_000), null] });
  const reading = makeReading();
  await putAll(reading.blocks, [
    ...forged.blocks,
    fileBlock(ann.file.bytes),
    fileBlock(bob.file.bytes),
  ]);
  expect(await checkHistory(reading, forged.entry.cid)).toMatchObject({
    fault: { code: 'too-large' },
  });
});

test('refuses malformed lists of nodes, and notes that carry no commits', () => {
  const NODE = '12D3KooWK99VoVxNE7XzyBwXEzW7xhK7Gpv85r9F3V3fyKSUKPH5';
  expect(parseNodeList(`${NODE}\nx\n`)).toMatchObject({
    fault: { rule: 'nodes', at: { line: 2 } },
  });
  expect(parseNodeList(`${NODE}\n`.repeat(101))).toMatchObject({ fault: { code: 'too-large' } });
  fc.assert(fc.property(fc.string(), text => void shown(parseNodeList(text))));
  const carry = (text: string) =>
    fromKifu({ notes: [{ entry: 0, author: 'IPGS', text, glyphs: [] }] });
  for (const text of [
    '',
    '{}',
    '{"ipgs":2}',
    '{"ipgs":1,"keys":[],"rules":"","commits":[[9]]}',
    '{"ipgs":1,"keys":[1]}',
  ])
    expect(carry(text)).toMatchObject({ ok: false });
  fc.assert(fc.property(fc.json(), text => void shown(carry(text))));
  expect(parseCid(ID).ok).toBe(true);
});
