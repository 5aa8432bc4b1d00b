/** Numbers of things. */
import { pluralsOf } from '../../plural.ts';

const numbers = new Intl.NumberFormat('en');
const plural = pluralsOf('en');
const count = (one: string, other: string) => (n: number) => plural(n, one, other);

export const counts = {
  number: (n: number) => numbers.format(n),
  /** With as many decimals as told, and no marks for thousands. */
  decimal: (n: number, digits: number) =>
    n.toLocaleString('en', {
      ...{ minimumFractionDigits: digits, maximumFractionDigits: digits, useGrouping: false },
    }),
  moves: count('move', 'moves'),
  entries: count('entry', 'entries'),
  matches: count('match', 'matches'),
  games: count('game', 'games'),
  records: count('record', 'records'),
  proofs: count('proof', 'proofs'),
  players: count('player', 'players'),
  ratings: count('rating', 'ratings'),
  notes: count('note', 'notes'),
  puzzles: count('puzzle', 'puzzles'),
  variations: count('variation', 'variations'),
  commits: count('commit', 'commits'),
  nodes: count('node', 'nodes'),
  blocks: count('block', 'blocks'),
  bytes: count('byte', 'bytes'),
  packs: count('pack', 'packs'),
  secrets: count('secret', 'secrets'),
  links: count('link', 'links'),
  hashes: count('hash', 'hashes'),
  signatures: count('signature', 'signatures'),
  indexEntries: count('index entry', 'index entries'),
  archivedGames: count('archived game', 'archived games'),
  peers: count('peer', 'peers'),
  problems: count('problem', 'problems'),
  days: count('day', 'days'),
};

export type CountTexts = typeof counts;
