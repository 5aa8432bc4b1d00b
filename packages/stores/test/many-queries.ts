/** Queries as people ask them of the many listings, each with what is alike in all of its kind. */
import type { Rng } from '@kifu/core';
import { eachPosition, type Query } from '@kifu/record/store';
import { GAMES, manyListing, NAMES, nameOf, wordOf } from './many-listings.ts';

/** A query of one kind about a number of matches. */
type Kind = (luck: Rng, of: number) => Query;

const SORTS = ['newest', 'oldest', 'longest', 'shortest', 'player'] as const;
const oneOf = <T>(luck: Rng, list: readonly T[]): T => list[luck(list.length)]!;
const some = (luck: Rng, of: number) => manyListing(luck(of), of);
const part = (luck: Rng, length: number): string => {
  const name = nameOf(luck(NAMES)).toLowerCase();
  const start = luck(Math.max(1, name.length - length));
  return name.slice(start, start + length);
};
const day = (luck: Rng): string =>
  new Date(Date.UTC(2016, luck(120), 1 + luck(28))).toISOString().slice(0, 10);

/** By name, so that a slow kind can be told from the others. */
export const KINDS: { readonly [kind: string]: Kind } = {
  all: () => ({}),
  game: luck => ({ game: oneOf(luck, GAMES)[0] }),
  'game and result': luck => ({
    game: oneOf(luck, GAMES)[0],
    result: oneOf(luck, ['win', 'draw', 'open']),
  }),
  'game and reason': luck => ({
    game: oneOf(luck, GAMES)[0],
    reason: oneOf(luck, ['flag', 'agreement', 'home', 'stalemate']),
  }),
  'a player': (luck, of) => ({ player: oneOf(luck, some(luck, of).players) }),
  'a player in a game': (luck, of) => ({
    player: oneOf(luck, some(luck, of).players),
    game: oneOf(luck, GAMES)[0],
  }),
  'a player who won': (luck, of) => ({
    player: oneOf(luck, some(luck, of).players),
    result: 'win',
    rated: true,
  }),
  'part of a name, 1 letter': luck => ({ player: part(luck, 1) }),
  'part of a name, 2 letters': luck => ({ player: part(luck, 2) }),
  'part of a name, 3 letters': luck => ({ player: part(luck, 3) }),
  'part of a name, 5 letters': luck => ({ player: part(luck, 5) }),
  'no such name': () => ({ player: 'zzz' }),
  'no such short name': () => ({ player: 'zz' }),
  'a day': luck => ({ from: day(luck) }),
  'a day of a game': luck => ({ before: day(luck), game: oneOf(luck, GAMES)[0] }),
  'a word': luck => ({ text: wordOf(luck(5000)) }),
  'two words': luck => ({ text: `${wordOf(luck(30))} ${wordOf(luck(300))}` }),
  'part of a word': luck => ({ text: part(luck, 4) }),
  'a letter': luck => ({ text: oneOf(luck, ['a', 'b', 'k', 'w', '1']) }),
  'words and a game': luck => ({ text: wordOf(luck(50)), game: oneOf(luck, GAMES)[0] }),
  'a position': (luck, of) => ({
    position: oneOf(luck, [...eachPosition(some(luck, of).positions!)]),
  }),
  'a position and a player': (luck, of) => ({
    position: oneOf(luck, [...eachPosition(some(luck, of).positions!)]),
    player: part(luck, 3),
  }),
  'an opening': (luck, of) => ({ opening: some(luck, of).opening.slice(0, 1 + luck(6)) }),
  'an opening of a game': (luck, of) => ({
    opening: some(luck, of).opening.slice(0, 1 + luck(6)),
    game: oneOf(luck, GAMES)[0],
  }),
  lengths: luck => ({ minEntries: 1 + luck(400), maxEntries: 400 }),
  'lengths of a game': luck => ({ minEntries: luck(300), game: oneOf(luck, GAMES)[0] }),
  source: luck => ({ source: `server ${luck(20)}` }),
  'private, not rated': () => ({ visibility: 'private', rated: false }),
  'an opening by its code': luck => ({ eco: `${'ABCDE'[luck(5)]}${luck(10)}` }),
  ratings: luck => ({ minRating: 1500 + luck(1300) }),
  'ratings of a game': luck => ({ minRating: 2000 + luck(700), game: oneOf(luck, GAMES)[0] }),
  'an event, a round': luck => ({ event: `Open ${luck(60)}`, round: `${1 + luck(11)}` }),
  hidden: () => ({ hidden: true }),
  sorted: luck => ({ sort: oneOf(luck, SORTS) }),
  'a game, sorted': luck => ({ sort: oneOf(luck, SORTS), game: oneOf(luck, GAMES)[0] }),
  'a player, sorted': (luck, of) => ({
    sort: oneOf(luck, SORTS),
    player: oneOf(luck, some(luck, of).players),
  }),
  'a word, sorted': luck => ({ sort: oneOf(luck, SORTS), text: wordOf(luck(5000)) }),
  'an opening, sorted': (luck, of) => ({
    sort: oneOf(luck, SORTS),
    opening: some(luck, of).opening.slice(0, 1 + luck(5)),
  }),
};
