/** A header that differs from its invite in any field is refused. */
import type { Header } from '@kifu/core';
import { NO_TERMS } from '@kifu/record/table';
import { expect, test } from 'vitest';
import { checkHeader, claimChain, createChainMemory } from './check-header.ts';
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
    { seat: 1, name: 'Bob' },
  ],
  terms: {
    ...{ ...NO_TERMS, nonce: NONCE, rated: false, clock: INVITE.clock, referee: REFEREE },
    fair: { commitments: [THEIRS, OWN, REFEREE], waitMs: 120_000, deal: null },
  },
} as unknown as Header;
const AGREED = { invite: INVITE, seat: 1, commitment: OWN, referee: REFEREE };

test('takes the header that was agreed on', () => expect(checkHeader(HEADER, AGREED)).toBeNull());

const terms = HEADER.terms!;
const fair = terms.fair!;
test.each<[string, Partial<Header>]>([
  ['the game', { game: 'ludo' }],
  ['its version', { version: 2 }],
  ['its options', { options: { cube: true } }],
  ['the seats', { players: [HEADER.players[0]!] }],
  ['the names', { players: [HEADER.players[0]!, { seat: 1, name: 'Eve' }] }],
  ['the keys', { players: [{ seat: 0, name: 'Ann' }, HEADER.players[1]!] }],
  ['the keys', { players: [{ ...HEADER.players[0]!, key: THEIRS }, HEADER.players[1]!] }],
  ['the nonce', { terms: { ...terms, nonce: 'cd'.repeat(16) } }],
  ['whether it counts', { terms: { ...terms, rated: true } }],
  ['the clock', { terms: { ...terms, clock: null } }],
  ['the clock', { terms: { ...terms, clock: { type: 'absolute', mainMs: 1 } } }],
  ['the referee', { terms: { ...terms, referee: null } }],
  ['the referee', { terms: { ...terms, referee: THEIRS } }],
  ['how chance is made', { terms: { ...terms, fair: null }, seed: 1 }],
  ['how long a link', { terms: { ...terms, fair: { ...fair, waitMs: 1 } } }],
  ['the own commitment', { terms: { ...terms, fair: { ...fair, commitments: [OWN, THEIRS] } } }],
])('refuses a header that differs in %s', (what, change) => {
  const wrong = checkHeader({ ...HEADER, ...change }, AGREED);
  expect(wrong?.fault).toMatchObject({ code: 'broken-record', rule: 'header' });
  expect(wrong!.fault.message).toContain(what);
});

test('refuses a second header for a chain that another has', () => {
  const memory = createChainMemory();
  expect(claimChain(memory, OWN, 'a')).toBeNull();
  expect(claimChain(memory, OWN, 'a')).toBeNull();
  expect(claimChain(memory, OWN, 'b')?.fault).toMatchObject({ code: 'conflict', rule: 'header' });
  expect(claimChain(memory, THEIRS, 'b')).toBeNull();
});
