/** Which verdicts prove a result, and whose word it takes. */
import { expect, test } from 'vitest';
import type { Judgment, SeatVerdict, Verdict } from '../verdict.ts';
import { type Unproven, whyUnproven } from './index.ts';

const [REFEREE, OTHER] = ['aa'.repeat(32), 'bb'.repeat(32)];
const seat = (key: string | null, signedThrough: number): SeatVerdict => ({
  ...{ seat: 0, name: 'Ann', namedBy: 'player', known: null, key, signedThrough },
});
const SIGNED = [seat(OTHER, 3), seat('cc'.repeat(32), 0)];
const HALF_SIGNED = [seat(OTHER, 3), seat('cc'.repeat(32), -1)];
const NAMES = [seat(null, -1), seat(null, -1)];

test.each<[string, Verdict, readonly SeatVerdict[], string | null, Unproven | null]>([
  ['all players signed all of it', 'verified', SIGNED, null, null],
  ['all players signed, and some referee', 'verified', SIGNED, OTHER, null],
  ['a known referee, all players signed the header', 'refereed', SIGNED, REFEREE, null],
  ['a known referee and players without keys', 'refereed', NAMES, REFEREE, null],
  ['an unknown referee', 'refereed', SIGNED, OTHER, 'unknown referee'],
  ['a player signed nothing', 'refereed', HALF_SIGNED, REFEREE, 'not signed by every player'],
  ['the word of one player', 'partial', SIGNED, null, 'not verified'],
  ['names only', 'unsigned', NAMES, null, 'unsigned'],
  ['hidden hands', 'sealed', SIGNED, REFEREE, 'not verified'],
  ['unknown rules', 'unknown', SIGNED, REFEREE, 'not verified'],
  ['a broken record', 'broken', SIGNED, REFEREE, 'not verified'],
])('%s', (_, verdict, seats, key, why) => {
  const referee: Judgment['referee'] = key === null ? null : { key, known: null };
  const judged = { verdict, seats, referee };
  expect(whyUnproven(judged, { referees: new Set([REFEREE]) })).toBe(why);
});

test('counts unsigned matches on request, and only those of players without keys', () => {
  const rule = { referees: new Set<string>(), countsUnsigned: true };
  const judged = { verdict: 'unsigned', referee: null } as const;
  expect(whyUnproven({ ...judged, seats: NAMES }, rule)).toBeNull();
  expect(whyUnproven({ ...judged, seats: HALF_SIGNED }, rule)).toBe('unsigned');
});
