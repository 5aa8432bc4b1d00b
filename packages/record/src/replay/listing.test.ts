/** The summary of a record says what the record says, and names the positions that it reached. */
import { type Entry, type Game, moveAct, NO_FACTS, start, step, unwrap } from '@kifu/core';
import { chess, parseUci, pgn } from '@kifu/games/chess';
import { bytesToHex } from '@noble/hashes/utils.js';
import { describe, expect, test } from 'vitest';
import { tricks } from '../../../core/test/toys/tricks.ts';
import { beginMatch, endMatch, type Playing, playOn } from '../../test/matches.ts';
import { append, begin, nodesOf, recordKifu } from '../index.ts';
import { decodeNext } from '../node/index.ts';
import { eachPosition } from '../store/index.ts';
import { matchSummaryOf, positionKey, Replay, SummaryWriter, startedAtOf } from './index.ts';

const PGN = `[Event "Club"]
[Date "2026.03.01"]
[White "Ann"]
[Black "Bob"]
[Result "1-0"]

1. e4 {best by test} e5 (1... c5 {Sicilian} 2. Nf3 {open}) 2. Nf3 Nf6 3. Ng1 Ng8 4. Qh5 1-0
`;

describe('the listing of a foreign game', () => {
  const { game } = chess;
  const kifu = unwrap(pgn.read(PGN));
  const { match, head, nodes } = unwrap(recordKifu(game, kifu));
  const ids = { match, head };
  const listed = (options = {}) => unwrap(matchSummaryOf(new Replay(game, nodes), kifu, options));
  const { comments, positions, ...listing } = listed();

  test('is what the record says', () => {
    expect(listing).toMatchObject({
      ...ids,
      ...{ game: 'chess', players: ['Ann', 'Bob'], startedAt: '2026-03-01', entries: 7 },
      ...{ rated: false, source: null, visibility: 'private' },
      facts: { ...NO_FACTS, event: 'Club' },
    });
    expect(listing.outcome).toMatchObject({ result: 'win', winners: [0] });
    expect(listing.opening).toHaveLength(7);
    expect(comments).toEqual(['best by test', 'Sicilian', 'open']);
  });

  test.each<[date: string, startedAt: string | null]>([
    ['2024.05.17', '2024-05-17'],
    ['2024.05.??', '2024-05'],
    ['2024.??.??', '2024'],
    ['2024.??.17', '2024'],
    ['2024.02.30', '2024-02'],
    ['2024.13.01', '2024'],
    ['0000.??.??', null],
    ['????.05.17', null],
    ['yesterday', null],
  ])('is dated %s as far as that is known', (date, startedAt) => {
    const dated = unwrap(pgn.read(PGN.replace('2026.03.01', date)));
    expect(startedAtOf(dated.header)).toBe(startedAt);
  });

  test.each<[tags: Record<string, string>, startedAt: string | null]>([
    [{ DT: '1846' }, '1846'],
    [{ DT: '1846-07,08' }, '1846-07'],
    [{ DT: '1846-7' }, '1846'],
    [{ DT: '18467' }, null],
    [{ DT: '1840s' }, null],
    [{ DT: 'about 1846' }, null],
    [{ EventDate: '2024.05' }, '2024-05'],
    [{ Date: '????.??.??', UTCDate: '2024.05.??' }, '2024-05'],
    [{}, null],
  ])('is dated by the tags of other forms: %o', (tags, startedAt) => {
    expect(startedAtOf({ startedAt: null, tags })).toBe(startedAt);
    expect(startedAtOf({ startedAt: '2026-03-01', tags })).toBe('2026-03-01');
  });

  test('has the opening in the notation, and the labels, that the caller gives', () => {
    const { format } = chess.notations[0]!;
    const options = { formatMove: format, source: 'club', visibility: 'public' } as const;
    const told = listed(options);
    expect(told).toMatchObject({ source: 'club', visibility: 'public' });
    expect(told.opening.slice(0, 3)).toEqual(['e4', 'e5', 'Nf3']);
  });

  test('has each position once, under the name that others look for', () => {
    let { state } = unwrap(start(game, {}));
    const keys = [positionKey(game, state)];
    for (const uci of ['e2e4', 'e7e5', 'g1f3', 'g8f6', 'f3g1', 'f6g8', 'd1h5']) {
      const move = unwrap(parseUci(uci));
      ({ state } = unwrap(step(game, state, { do: 'move', seat: state.turn, move })));
      keys.push(positionKey(game, state));
    }
    expect(keys.every(({ length }) => length === 8)).toBe(true);
    const wanted = new Set(keys.map(bytesToHex));
    expect(new Set(Array.from(eachPosition(positions!), bytesToHex))).toEqual(wanted);
    expect(positions).toHaveLength(8 * wanted.size);
    // libraries keep these: SHA-256 of the game's name, a line break and the first four fields of the FEN
    expect(bytesToHex(keys[0]!)).toBe('00b455b3a49f53c5');
  });

  test('is the same where the nodes are made during the replay', () => {
    const options = { formatMove: chess.notations[0]!.format, source: 'club' };
    const lister = new SummaryWriter(game, options);
    const made = unwrap(recordKifu(game, kifu, { readers: [lister] }));
    expect(made.nodes).toEqual(nodes);
    expect(lister.listing(made, kifu)).toEqual(listed(options));
  });

  test('is a fault where the record cannot be played', () => {
    const broken = new Replay(game, nodes.toSpliced(1, 1));
    expect(matchSummaryOf(broken)).toMatchObject({ fault: { code: 'broken-chain' } });
  });
});

describe('recording', () => {
  const { game } = chess;
  const kifu = unwrap(pgn.read(PGN));

  test.each<[name: string, change: Partial<Entry>, code: string]>([
    ['a hash that is not the one of the state', { hash: new Uint8Array(32) }, 'broken-record'],
    ['a time before the start', { ms: -1 }, 'malformed'],
    ['a referee where there is none', { referee: new Uint8Array(64) }, 'bad-signature'],
  ])('refuses %s, and says where', (_name, change, code) => {
    const entries = kifu.entries.map((entry, i) => (i === 3 ? { ...entry, ...change } : entry));
    const refused = recordKifu(game, { ...kifu, entries });
    expect(refused).toMatchObject({ fault: { code } });
    if (!refused.ok) expect(refused.fault.at?.path).toMatch(/^\/entries\/3/);
  });

  test('refuses moves out of order, and an ending with another state', () => {
    const broken = { ...kifu, entries: kifu.entries.slice(1) };
    expect(recordKifu(game, broken)).toMatchObject({ fault: { at: { path: '/entries/0' } } });
    const odd = { ...kifu, ending: { ...kifu.ending!, hash: new Uint8Array(32) } };
    expect(recordKifu(game, odd)).toMatchObject({ fault: { at: { path: '/ending/hash' } } });
  });
});

test('hidden hands stay hidden until the ending', async () => {
  const game = tricks as Game;
  const playing = await beginMatch({ game, referee: true, fair: true });
  await playOn(playing, 4);
  const live = unwrap(listed(playing));
  expect(live).toMatchObject({ opening: [], entries: 7, outcome: null });
  expect(live.positions).toHaveLength(0);
  await playOn(playing, 9);
  await endMatch(playing);
  const over = unwrap(listed(playing));
  expect(over.outcome).toMatchObject({ reason: 'tricks' });
  expect(over.opening).toHaveLength(6);
  expect(over.positions!.length).toBeGreaterThan(5 * 8);
});

function listed({ chain, plan: { game } }: Playing) {
  return matchSummaryOf(new Replay(game, nodesOf(chain)));
}

test('stores a requested hash, which makes the same record as a given one', () => {
  const { game } = chess;
  const { chain } = unwrap(begin(game as Game, unwrap(pgn.read('*')).header));
  const entry = { seat: 0, act: moveAct(game, unwrap(parseUci('e2e4'))) };
  const { last } = unwrap(append(chain, entry, { hash: true })).chain;
  const { hash } = unwrap(decodeNext(last.bytes));
  const told = unwrap(append(chain, { ...entry, hash })).chain;
  expect(told.last.bytes).toEqual(last.bytes);
});
