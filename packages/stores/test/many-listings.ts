/** As many listings as wanted, alike to those of a server that has been busy for years. The same ones for the same number. */
import { createHash } from 'node:crypto';
import { type Cid, type Metadata, NO_FACTS, type Outcome, rngFrom } from '@kifu/core';
import type { ToList } from '@kifu/record/store';

/** Games with how many of a hundred matches are of each, the usual length, and how they end. */
export const GAMES: readonly [
  name: string,
  share: number,
  length: number,
  reasons: readonly string[],
][] = [
  ['chess', 50, 80, ['checkmate', 'resignation', 'flag', 'stalemate', 'agreement']],
  ['go', 20, 220, ['resignation', 'points', 'flag']],
  ['checkers', 10, 60, ['no-moves', 'resignation', 'agreement']],
  ['backgammon', 10, 120, ['borne-off', 'resignation']],
  ['dominos', 5, 25, ['out', 'blocked']],
  ['ludo', 5, 260, ['home', 'absence']],
];
const DRAWS = ['stalemate', 'agreement', 'blocked'];
const SECONDS = 10 * 365 * 86_400;
const FIRST_SECOND = Date.UTC(2016, 0, 1) / 1000;
const SYLLABLES = [
  'an',
  'bo',
  'ce',
  'da',
  'er',
  'fu',
  'ga',
  'hi',
  'jo',
  'ka',
  'li',
  'mo',
  'ni',
  'os',
];

/** How many there are of each kind. */
export const NAMES = 100_000;
const WORDS = 5000;

const digestOf = (text: string): Uint8Array => createHash('sha256').update(text).digest();
const cid = (text: string): Cid => ({ version: 1, codec: 'dag-cbor', digest: digestOf(text) });
const position = (text: string): Uint8Array => digestOf(text).subarray(0, 8);

/** Few are met often, most seldom. */
const rank = (luck: (n: number) => number, n: number): number =>
  Math.floor(n ** (luck(1 << 20) / (1 << 20))) - 1;

/** A different name for each number, made of the same few syllables. */
export const nameOf = (n: number): string => {
  let name = '';
  for (let rest = n + 1; rest > 0; rest = Math.floor(rest / 14)) name += SYLLABLES[rest % 14];
  return `${name[0]!.toUpperCase()}${name.slice(1)} ${n % 97}`;
};

export const wordOf = (n: number): string => `w${n.toString(36)}x`;

/** The positions of a match: those of its opening, which others share, and some of its own. */
const positionsOf = (game: string, opening: readonly string[], n: number): Uint8Array =>
  Buffer.concat([
    ...Array.from({ length: 4 }, (_, k) => position(`${game} ${opening.slice(0, k).join(' ')}`)),
    position(`${n}`),
  ]);

/** Summary of match number n. */
export function manyListing(n: number, of: number): ToList {
  const luck = rngFrom(Math.imul(n + 1, 0x9e3779b1) >>> 1);
  const [game, , length, reasons] = pick(luck(100));
  const players = Array.from({ length: game === 'ludo' ? 4 : 2 }, () => nameOf(rank(luck, NAMES)));
  const second = FIRST_SECOND + Math.floor((SECONDS / of) * n) + luck(86_400);
  const opening = Array.from({ length: 8 }, (_, k) => `${'abcdefgh'[k]}${rank(luck, 12)}`);
  const reason = reasons[rank(luck, reasons.length)]!;
  const outcome: Outcome = DRAWS.includes(reason)
    ? { result: 'draw', winners: [], points: null, reason }
    : { result: 'win', winners: [luck(players.length)], points: null, reason };
  return {
    match: cid(`match ${n}`),
    head: cid(`head ${n}`),
    game,
    players,
    startedAt: luck(50) === 0 ? null : new Date(second * 1000).toISOString(),
    entries: 1 + Math.floor((length * (luck(100) + luck(100))) / 100),
    outcome: luck(1000) === 0 ? null : outcome,
    rated: luck(10) < 6,
    source: `server ${rank(luck, 20)}`,
    visibility: luck(10) === 0 ? 'private' : 'public',
    opening,
    facts: luck(2) === 0 ? NO_FACTS : factsFor(luck),
    comments:
      luck(20) === 0 ? [Array.from({ length: 20 }, () => wordOf(rank(luck, WORDS))).join(' ')] : [],
    positions: positionsOf(game, opening, n),
  };
}

const factsFor = (luck: (n: number) => number): Metadata => ({
  ...NO_FACTS,
  ratings: luck(3) === 0 ? [1500 + luck(1200), null] : [1500 + luck(1200), 1500 + luck(1200)],
  titles: luck(4) === 0 ? ['GM', null] : [],
  event: `Open ${rank(luck, 40)}`,
  round: `${1 + luck(11)}`,
  eco: `${'ABCDE'[luck(5)]}${luck(10)}${luck(10)}`,
  openingName: `Opening ${rank(luck, 60)}`,
});

function pick(of100: number): (typeof GAMES)[number] {
  let sum = 0;
  for (const game of GAMES) {
    sum += game[1];
    if (of100 < sum) return game;
  }
  throw new Error('the shares make a hundred');
}
