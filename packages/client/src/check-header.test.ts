/** A header that differs from its invite in any field is refused. */
import type { Game, Header } from '@kifu/core';
import { backgammon } from '@kifu/games/backgammon';
import { NO_TERMS } from '@kifu/record/match-state';
import { expect, test } from 'vitest';
import { type Agreement, checkHeader } from './check-header.ts';
import type { Invite } from './protocol/messages.ts';

const NONCE = 'ab'.repeat(16);
const OWN = '11'.repeat(32);
const THEIRS = '22'.repeat(32);
const REFEREE = '33'.repeat(32);
const KEY = '44'.repeat(32);

const INVITE: Invite = {
  ...{ id: 'x', phase: 'open', game: 'backgammon', version: 1, options: {}, match: null },
  seats: [
    { seat: 0, type: 'person', name: 'Ann', key: KEY, isReady: true },
    { seat: 1, type: 'person', name: 'Bob', isReady: true },
  ],
  clock: { type: 'absolute', mainMs: 60_000 },
  ...{ visibility: 'public', rated: false, chance: 'fair', waitMs: 120_000, absenceMs: null },
  ...{
    countdownMs: 0,
    referee: true,
    mayCancel: false,
    chatOff: [],
    branch: null,
    nonce: NONCE,
    createdAt: '',
    outcome: null,
  },
};
const HEADER = {
  ...{ game: 'backgammon', version: 1, options: {}, seed: null, start: null, tags: {} },
  startedAt: '2026-01-01T00:00:00Z',
  players: [
    { seat: 0, name: 'Ann', key: KEY },
    { seat: 1, name: 'Bob', key: '55'.repeat(32) },
  ],
  terms: {
    ...{ ...NO_TERMS, nonce: NONCE, rated: false, clock: INVITE.clock, referee: REFEREE },
    fair: { commitments: [THEIRS, OWN, REFEREE], waitMs: 120_000, deal: null },
  },
} as unknown as Header;
const BOB = '55'.repeat(32);
const AGREED: Agreement = {
  ...{ invite: INVITE, seat: 1, name: 'Bob', key: BOB, commitment: OWN, referee: REFEREE },
  nowMs: Date.parse('2026-01-01T00:01:00Z'),
};
const check = (change: Partial<Header>, agreed: Partial<Agreement> = {}) =>
  checkHeader(backgammon.game as Game, { ...HEADER, ...change }, { ...AGREED, ...agreed });

test('takes the header that was agreed to', () => expect(check({})).toBeNull());

const terms = HEADER.terms!;
const fair = terms.fair!;
const [ann, bob] = HEADER.players as [Header['players'][number], Header['players'][number]];
const START = { canon: { board: [] }, aside: null } as unknown as NonNullable<Header['start']>;

test.each<[field: string, change: Partial<Header>]>([
  ['game', { game: 'ludo' }],
  ['version of the game', { version: 2 }],
  ['options', { options: { cube: true } }],
  ['seats', { players: [bob] }],
  ['your key', { players: [ann, { ...bob, key: THEIRS }] }],
  ['your key', { players: [ann, { seat: 1, name: 'Bob' }] }],
  ['your name', { players: [ann, { ...bob, name: 'Eve' }] }],
  ['names', { players: [{ ...ann, name: 'Eve' }, bob] }],
  ['keys', { players: [{ seat: 0, name: 'Ann' }, bob] }],
  ['keys', { players: [{ ...ann, key: THEIRS }, bob] }],
  ['start position', { start: START }],
  ['branch', { terms: { ...terms, branch: { node: 'bafy', part: 0, at: null } } }],
  ['tags', { tags: { Annotator: 'verified by FIDE' } }],
  ['nonce', { terms: { ...terms, nonce: 'cd'.repeat(16) } }],
  ['rated', { terms: { ...terms, rated: true } }],
  ['clock', { terms: { ...terms, clock: null } }],
  ['clock', { terms: { ...terms, clock: { type: 'absolute', mainMs: 1 } } }],
  ['referee', { terms: { ...terms, referee: null } }],
  ['referee', { terms: { ...terms, referee: THEIRS } }],
  ['hash interval', { terms: { ...terms, hashEvery: 1024 } }],
  ['randomness', { terms: { ...terms, fair: null }, seed: 1 }],
  ['seed', { seed: 7 }],
  ['start time', { startedAt: '2016-01-01T00:00:00Z' }],
  ['start time', { startedAt: null }],
  ['start time', { startedAt: '2026-01-01T01:00:00Z' }],
  ['time limit for reveals', { terms: { ...terms, fair: { ...fair, waitMs: 1 } } }],
  ['your commitment', { terms: { ...terms, fair: { ...fair, commitments: [OWN, THEIRS] } } }],
  ['deal', { terms: { ...terms, fair: { ...fair, deal: THEIRS } } }],
])('refuses a header with another %s', (field, change) => {
  expect(check(change)?.fault).toEqual({
    ...{ code: 'broken-record', rule: 'header' },
    message: `the server changed what you agreed to: ${field}`,
  });
});

test('takes a header of long ago where it was agreed to then', () => {
  expect(check({ startedAt: '2016-01-01T00:00:00Z' }, { nowMs: null })).toBeNull();
});

test('takes the start position of a branch that the invite shows', () => {
  const from = { node: 'bafy', part: 0, at: null } as unknown as NonNullable<
    NonNullable<Header['terms']>['branch']
  >;
  const branch = { from, start: START };
  const change = { start: START, terms: { ...terms, branch: from } };
  expect(check(change, { invite: { ...INVITE, branch } })).toBeNull();
  expect(check({}, { invite: { ...INVITE, branch } })?.fault.message).toContain('start position');
});
