/** Matches, records and files together: what is saved plays through to the same match, and nothing else does. */
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import {
  type Action,
  bytesToHex,
  type Entry,
  endingOf,
  entryOf,
  type Game,
  hashState,
  type Kifu,
  type Kit,
  type LeaveReason,
  moveAct,
  type NewEntry,
  ok,
  type Result,
  unwrap,
} from '@kifu/core';
import { loadKit } from '@kifu/games';
import { recordKifu } from '@kifu/record';
import {
  checkKifu,
  formatKifu,
  type KifuJson,
  kifuFromJson,
  kifuToJson,
  parseKifu,
} from '@kifu/record/json';
import { Replay, readAll } from '@kifu/record/replay';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { collector, makeIo } from '../../test/run-kifu.ts';
import { toys } from '../../test/toy-kits.ts';
import { readMove } from '../input.ts';
import { headerOf } from '../new-header.ts';
import { openWhole } from '../record-options.ts';
import { saveKifu } from '../write-record.ts';
import { type LocalMatch, toKifu } from './local-match.ts';

let chess: Kit;
let folder: string;
beforeAll(async () => {
  chess = unwrap(await loadKit('chess'));
  folder = await mkdtemp(join(tmpdir(), 'kifu-'));
});
afterAll(() => rm(folder, { recursive: true }));

const { stream } = collector();
const io = makeIo({}, { stdin: Readable.from([]), stdout: stream, stderr: stream });
const readKifu = async (path: string) => {
  const opened = await openWhole(io, path);
  return opened.ok ? ok(opened.value.kifu) : opened;
};

const NOON = Date.parse('2026-01-02T12:00:00Z');

const value = <T>(answer: { ok: true; value: T } | { ok: false; fault: object }): T => {
  if (!answer.ok) throw new Error(JSON.stringify(answer.fault));
  return answer.value;
};
type Recorded = Pick<LocalMatch, 'kit' | 'replay' | 'remarks'>;
const newMatch = (kit: Kit, setup = {}, names = ['a', 'b']): Recorded =>
  value(
    open(kit, {
      ...{ header: headerOf(kit, setup, names, NOON), entries: [], ending: null },
      ...{ notes: [], variations: [] },
    }),
  );
const tableOf = ({ replay }: Recorded) => replay.table!;
const entriesIn = (match: Recorded) => record(match).entries;
const record = (match: Recorded) => toKifu(match as LocalMatch);
/** The same match once more, so that both can go on. */
function copied({ kit, replay, remarks }: Recorded): Recorded {
  return { kit, replay: readAll(new Replay(kit.game as Game, replay.nodes), []), remarks };
}
function doAct(match: Recorded, entry: NewEntry): Result<Recorded> {
  const done = copied(match);
  const wrong = done.replay.write(entry, { hash: true });
  if (wrong !== null) return wrong;
  return ok(tableOf(done).outcome === null ? done : ended(done, entry.ms ?? null));
}
function ended(match: Recorded, ms: number | null = null): Recorded {
  const done = copied(match);
  expect(done.replay.writeEnd({ ms })).toBeNull();
  return done;
}
/** The match that a record tells of. */
function open(kit: Kit, kifu: Kifu): Result<Recorded> {
  const { notes, variations } = kifu;
  const replay = recordKifu(kit.game as Game, kifu);
  return replay.ok ? ok({ kit, replay: replay.value, remarks: { notes, variations } }) : replay;
}
/** The same, from JSON that may be spoiled. */
function openJson(kit: Kit, json: KifuJson): Result<Recorded> {
  const checked = checkKifu(json);
  const kifu = checked.ok ? kifuFromJson(kit.game as Game, checked.value) : checked;
  return kifu.ok ? open(kit, kifu.value) : kifu;
}
function play(match: Recorded, ...moves: string[]): Recorded {
  let now = match;
  for (const text of moves) {
    const { state } = tableOf(now);
    const [seat = 0] = now.kit.game.active(state);
    const move = unwrap(readMove(now.kit, state, text));
    now = value(doAct(now, { seat, act: moveAct(now.kit.game, move), ms: 7 }));
  }
  return now;
}
const leaving = (of: number, how: LeaveReason) => ({ type: 'leave', of, how }) as const;
const MATE = ['f3', 'e5', 'g4', 'Qh4'];

test('a match is written down with who, what, when and every hash', () => {
  const kifu = record(play(newMatch(chess), ...MATE));
  expect(kifu.header).toMatchObject({
    game: 'chess',
    version: 1,
    players: [
      { seat: 0, name: 'a' },
      { seat: 1, name: 'b' },
    ],
    startedAt: '2026-01-02T12:00:00.000Z',
  });
  expect(kifu.entries.map(({ seat, ms }) => [seat, ms])).toEqual([
    [0, 7],
    [1, 7],
    [0, 7],
    [1, 7],
  ]);
  expect(kifu.ending).toMatchObject({
    outcome: { winners: [1], reason: 'checkmate' },
    hash: kifu.entries.at(-1)!.hash,
  });
});

test('what is written reads back and plays through to the same match', async () => {
  const race = unwrap(await toys.load('race'));
  const lane = unwrap(await toys.load('lane'));
  const nim = unwrap(await toys.load('nim'));
  const rolling = play(newMatch(race, { seed: 5 }), 'm0', 'm1');
  const resigned = value(
    doAct(play(newMatch(chess), 'e4'), {
      seat: 1,
      act: { type: 'leave', of: 1, how: 'resignation' },
    }),
  );
  const left = value(
    doAct(newMatch(nim, {}, ['a', 'b', 'c']), {
      seat: 0,
      act: { type: 'leave', of: 0, how: 'absence' },
    }),
  );
  for (const match of [
    newMatch(chess),
    play(newMatch(chess), ...MATE),
    rolling,
    resigned,
    left,
    play(newMatch(lane), 'm0'),
  ]) {
    const kifu = record(match);
    const { game } = match.kit;
    const again = unwrap(
      kifuFromJson(game as Game, unwrap(parseKifu(formatKifu(game as Game, kifu)))),
    );
    expect(again).toEqual(kifu);
    expect(record(value(open(match.kit, again)))).toEqual(kifu);
  }
});

test('a match that time ends does not say when the program noticed, and plays through to its end', async () => {
  const lane = unwrap(await toys.load('lane'));
  let match = newMatch(lane);
  for (const at of [0, 10, 20])
    match = value(doAct(match, { seat: 0, act: moveAct(lane.game, at / 10), at }));
  const kifu = record(ended(match));
  expect(kifu.ending).toMatchObject({ outcome: { winners: [0], reason: 'score' }, at: null });
  expect(tableOf(value(open(lane, kifu))).outcome).toEqual(kifu.ending!.outcome);
});

const patch = (kifu: KifuJson, i: number, entry: object): KifuJson => ({
  ...kifu,
  entries: kifu.entries.map((old, j) => (i === j ? { ...old, ...entry } : old)),
});

test.each<
  [why: string, spoil: (kifu: KifuJson) => KifuJson, code: string, says: string, path: string]
>([
  [
    'an illegal move',
    kifu => patch(kifu, 1, { act: { type: 'move', move: { from: [4, 6], to: [4, 3] } } }),
    'illegal-move',
    'entry 2 of 4: ',
    '/entries/1',
  ],
  [
    'a move of no form',
    kifu => patch(kifu, 2, { act: { type: 'move', move: 3 } }),
    'malformed',
    'entry 3 of 4: ',
    '/entries/2',
  ],
  ['the wrong seat', kifu => patch(kifu, 2, { seat: 1 }), 'wrong-seat', 'entry 3', '/entries/2'],
  ['no seat', kifu => patch(kifu, 0, { seat: null }), 'wrong-seat', 'entry 1', '/entries/0'],
  [
    'a wrong hash',
    kifu => patch(kifu, 3, { hash: '00'.repeat(32) }),
    'broken-record',
    'entry 4',
    '/entries/3/hash',
  ],
  [
    'a tick',
    kifu => ({ ...kifu, entries: [...kifu.entries, kifu.entries[0]!] }),
    'game-over',
    'entry 5 of 5',
    '/entries/4',
  ],
  [
    'another ending',
    kifu => ({
      ...kifu,
      ending: { ...kifu.ending!, outcome: { ...(kifu.ending!.outcome as object), winners: [0] } },
    }),
    'broken-record',
    'checkmate',
    '/ending/outcome',
  ],
  [
    'another last hash',
    kifu => ({ ...kifu, ending: { ...kifu.ending!, hash: '00'.repeat(32) } }),
    'broken-record',
    'the ending',
    '/ending/hash',
  ],
  [
    'another game',
    kifu => ({ ...kifu, header: { ...kifu.header, game: 'go' } }),
    'unknown-game',
    'go version 1',
    '/header',
  ],
  [
    'another version',
    kifu => ({ ...kifu, header: { ...kifu.header, version: 2 } }),
    'unknown-game',
    'version 2',
    '/header',
  ],
  [
    'a bad start',
    kifu => ({ ...kifu, header: { ...kifu.header, options: { x: 1 } } }),
    'bad-setup',
    'the start',
    '/header/options/x',
  ],
  [
    'other players',
    kifu => ({ ...kifu, header: { ...kifu.header, players: [] } }),
    'bad-setup',
    'the start',
    '/header/seats',
  ],
  [
    'links',
    kifu => patch(kifu, 0, { seat: null, act: { type: 'links', links: [] } }),
    'unsupported',
    'entry 1',
    '/entries/0',
  ],
  [
    'a claim',
    kifu => patch(kifu, 0, { act: { type: 'claim', reason: 'fiftyMoves' } }),
    'illegal-move',
    'entry 1',
    '/entries/0',
  ],
  [
    'a good move refused',
    kifu =>
      patch(kifu, 0, {
        act: {
          type: 'refused',
          move: { from: [4, 1], to: [4, 3] },
          fault: { code: 'illegal-move', message: 'no' },
        },
      }),
    'broken-record',
    'entry 1',
    '/entries/0',
  ],
])('a record with %s is refused at its place', (_why, spoil, code, says, path) => {
  const good = kifuToJson(chess.game as Game, record(play(newMatch(chess), ...MATE)));
  const folded = openJson(chess, spoil(good));
  expect(folded).toMatchObject({ ok: false, fault: { code, at: { path } } });
  expect(folded.ok ? '' : folded.fault.message).toContain(says);
});

test('words at the table play through too', () => {
  const going = play(newMatch(chess), 'e4', 'e5');
  const refused = chess.game.moves.bytes.encode({ from: [4, 1], to: [4, 3] });
  const fault = { code: 'illegal-move', message: 'no', rule: 'noPiece' } as const;
  let match = value(doAct(going, { seat: 1, act: { type: 'ask-takeback' } }));
  match = value(doAct(match, { seat: 0, act: { type: 'refused', move: refused, fault } }));
  expect(doAct(match, { seat: 0, act: { type: 'allow-takeback', to: 99 } }).ok).toBe(false);
  match = value(doAct(match, { seat: 0, act: { type: 'allow-takeback', to: 1 } }));
  expect(match.kit.game.active(tableOf(match).state)).toEqual([1]);
  match = value(doAct(match, { seat: 0, act: { type: 'offer-draw' } }));
  match = value(doAct(match, { seat: 1, act: { type: 'accept-draw' } }));
  const kifu = record(match);
  expect(kifu.ending!.outcome).toMatchObject({ result: 'draw', reason: 'agreement' });
  expect(record(value(open(chess, kifu)))).toEqual(kifu);
});

test('an ending from outside is taken over where it can be', () => {
  const outcome = { result: 'win', winners: [0], points: null, reason: 'adjudication' } as const;
  const going = record(play(newMatch(chess), 'e4'));
  const end = (change: object, hash: Entry['hash'] = null) =>
    open(chess, { ...going, ending: endingOf({ ...outcome, ...change }, { hash }) });
  expect(value(end({})).replay.settled).toMatchObject({ isDecreed: true });
  expect(tableOf(value(end({}))).outcome).toEqual(outcome);
  expect(end({}, going.entries[0]!.hash).ok).toBe(true);
  const broken = (path: string) => ({ fault: { code: 'broken-record', at: { path } } });
  expect(end({}, new Uint8Array(32))).toMatchObject(broken('/ending/hash'));
  for (const winners of [[7], [0, 0], []])
    expect(end({ winners })).toMatchObject(broken('/ending/outcome/winners'));
  expect(end({ result: 'draw' })).toMatchObject(broken('/ending/outcome/winners'));
});

test.each<[why: string, doing: Parameters<typeof doAct>[1], code: string]>([
  ['resigning for another', { seat: 0, act: leaving(1, 'resignation') }, 'wrong-seat'],
  [
    'resigning for another without a seat',
    { seat: null, act: leaving(1, 'resignation') },
    'wrong-seat',
  ],
  ['sending another away', { seat: 0, act: leaving(1, 'absence') }, 'wrong-seat'],
  [
    'accepting a draw that was not offered',
    { seat: 1, act: { type: 'accept-draw' } },
    'illegal-move',
  ],
  ['accepting a draw without a seat', { seat: null, act: { type: 'accept-draw' } }, 'wrong-seat'],
  ['a word from nowhere', { seat: 7, act: { type: 'offer-draw' } }, 'wrong-seat'],
  ['a tick', { seat: 0, act: { type: 'offer-draw' }, at: 3 }, 'no-ticks'],
])('refused at the table: %s', (_why, doing, code) => {
  expect(doAct(newMatch(chess), doing)).toMatchObject({ ok: false, fault: { code } });
});

test('the referee may send a seat away; an offer stands until it is answered', () => {
  expect(doAct(newMatch(chess), { seat: null, act: leaving(1, 'flag') }).ok).toBe(true);
  const offered = value(doAct(newMatch(chess), { seat: 1, act: { type: 'offer-draw' } }));
  const accept = { seat: 0, act: { type: 'accept-draw' } } as const;
  expect(doAct(offered, accept).ok).toBe(true);
  expect(doAct(offered, { ...accept, seat: 1 }).ok).toBe(false);
  expect(doAct(play(offered, 'e4'), accept).ok).toBe(false);
  expect(doAct(value(doAct(offered, { seat: 0, act: { type: 'decline' } })), accept).ok).toBe(
    false,
  );
});

test('a long record takes time in proportion', () => {
  const entries = Array.from({ length: 20_000 }, (_, i) =>
    entryOf((i + 1) % 2, { type: i % 2 ? 'decline' : 'offer-draw' } as Action),
  );
  const match = value(open(chess, { ...record(newMatch(chess)), entries }));
  expect(entriesIn(match)).toHaveLength(20_000);
}, 2000);

test('reading refuses every value that is no record, and never throws', () => {
  const good = formatKifu(chess.game as Game, record(play(newMatch(chess), ...MATE)));
  const json = JSON.parse(good);
  for (const key of Object.keys(json)) {
    const { [key]: _, ...rest } = json;
    expect(parseKifu(JSON.stringify(rest)).ok).toBe(false);
    expect(parseKifu(JSON.stringify({ ...json, [key]: 7 })).ok).toBe(false);
  }
  for (const [key, spoiled] of [
    ['/extra', { ...json, extra: 1 }],
    ['/header/tags', { ...json, header: { ...json.header, tags: undefined } }],
  ])
    expect(parseKifu(JSON.stringify(spoiled))).toMatchObject({ fault: { at: { path: key } } });
  const typo = good.replace('"type":"move"', '"type":"toString"');
  expect(parseKifu(typo)).toMatchObject({ fault: { at: { path: '/entries/0/act/type' } } });
  fc.assert(
    fc.property(fc.nat(good.length), fc.string(), (at, text) => {
      const read = parseKifu(good.slice(0, at) + text + good.slice(at + text.length));
      if (read.ok) openJson(chess, read.value);
    }),
    { numRuns: 300 },
  );
});

test('saving leaves one whole file, and replaces only what it may', async () => {
  const path = join(folder, 'game.json');
  const kifu = record(play(newMatch(chess), 'e4'));
  expect(await saveKifu(chess, path, kifu, { mayReplace: false })).toEqual(ok(path));
  expect(await readKifu(path)).toEqual(ok(kifu));
  const later = record(play(newMatch(chess), 'd4'));
  expect(await saveKifu(chess, path, later, { mayReplace: false })).toMatchObject({
    fault: { code: 'exists' },
  });
  expect(await readKifu(path)).toEqual(ok(kifu));
  expect(await saveKifu(chess, path, later, { mayReplace: true })).toEqual(ok(path));
  expect(await readFile(path, 'utf8')).toBe(formatKifu(chess.game as Game, later));
  expect(await readdir(folder)).toEqual(['game.json']);
});

test('files that cannot be read or written are faults', async () => {
  const kifu = record(newMatch(chess));
  const nowhere = join(folder, 'no', 'game.json');
  expect(await saveKifu(chess, nowhere, kifu, { mayReplace: false })).toMatchObject({
    fault: { code: 'unwritable', message: expect.stringContaining('not found; create it first') },
  });
  expect(await readKifu(nowhere)).toMatchObject({ fault: { code: 'unreadable' } });
  expect(await readKifu(folder)).toMatchObject({
    fault: { message: expect.stringContaining('folder') },
  });
  const odd = join(folder, 'odd');
  await writeFile(odd, Uint8Array.of(0xff, 0xfe));
  expect(await readKifu(odd)).toMatchObject({
    fault: { code: 'malformed', message: expect.stringContaining('no record in a form') },
  });
});

test('the hash of an entry is that of the state after it', () => {
  const match = play(newMatch(chess), 'e4');
  const hash = hashState(chess.game, tableOf(match).state);
  expect(bytesToHex(entriesIn(match)[0]!.hash!)).toBe(hash);
});

test('what a record says besides its moves is kept', () => {
  const kifu: Kifu = record(play(newMatch(chess), 'e4', 'e5'));
  const [first, second] = kifu.entries;
  const note = (entry: number) => ({ entry, author: null, text: 'hm', glyphs: [1] });
  const remarked: Kifu = {
    ...kifu,
    entries: [{ ...first!, clockMs: 60_000 }, second!],
    notes: [note(1), note(2)],
    variations: [{ entry: 1, entries: [second!], notes: [note(1)], variations: [] }],
  };
  const text = formatKifu(chess.game as Game, remarked);
  const match = value(openJson(chess, value(parseKifu(text))));
  expect(record(match)).toEqual(remarked);
  const { glyphs: _, ...bare } = note(1);
  const spoiled = formatKifu(chess.game as Game, { ...remarked, notes: [bare as never] });
  expect(parseKifu(spoiled)).toMatchObject({ ok: false });
});
