/**
 * `npx node scripts/sample-collection.ts FOLDER [GAMES]`: a collection to try queries on. It plays GAMES games (default: 600) of chess, go,
 * Mage Duel, ludo and backgammon by players of different strength, and writes them as packs. The same number gives the same games.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  type Ending,
  type Entry,
  endingOf,
  entryOf,
  type Game,
  type Header,
  type Json,
  type Kifu,
  type Kit,
  moveAct,
  type Note,
  type Rng,
  rngFrom,
  type Seat,
  start,
  step,
  unwrap,
} from '@kifu/core';
import { loadKit } from '@kifu/games';
import { recordKifu } from '@kifu/record';
import { writeWhole } from '@kifu/record/file';

const GAMES = 600;
/** Of twelve games in a row. */
const KINDS = [
  ...['chess', 'chess', 'chess', 'chess', 'chess', 'chess'],
  ...['go', 'go', 'mage-duel', 'mage-duel', 'ludo', 'backgammon'],
];
const PLAYERS = `Ada Ben Cleo Dov Elif Finn Gro Hana Ivo June Kai Lea Mika Nour Orla Pim`.split(
  ' ',
);
/** Seconds for the game, and for each move. */
const CONTROLS = [
  [60, 0],
  [180, 2],
  [600, 5],
  [1800, 0],
] as const;
const OPENINGS = [
  'e4 e5 Nf3 Nc6 Bb5 a6',
  'e4 e5 Nf3 Nc6 Bc4 Bc5',
  'e4 c5 Nf3 d6 d4 cxd4',
  'e4 e6 d4 d5 Nc3 Nf6',
  'e4 c6 d4 d5 exd5 cxd5',
  'd4 d5 c4 e6 Nc3 Nf6',
  'd4 Nf6 c4 g6 Nc3 Bg7',
  'c4 e5 Nc3 Nf6',
].map(line => line.split(' '));
const SITES = ['Reykjavik', 'Kyoto', 'Lyon'];
/** Games of people are this long at most, in moves. */
const MOST_MOVES = 110;
/** Longest game of the other kinds, in moves. */
const LONGEST = 900;

/** A record that was made, with a name for its file. */
export interface Sample {
  readonly name: string;
  readonly pack: Uint8Array;
}

/** The records, one after the other. */
export async function* sampleCollection(games: number): AsyncGenerator<Sample> {
  for (let i = 0; i < games; i++) {
    const name = KINDS[i % KINDS.length]!;
    const kit = unwrap(await loadKit(name)) as unknown as Kit;
    const game = kit.game as Game;
    const kifu = name === 'chess' ? playChess(kit, i) : playOther(kit, i);
    const { nodes, head } = unwrap(recordKifu(game, kifu));
    const pack = unwrap(writeWhole({ kit, kifu, nodes, head }, 'pack')) as Uint8Array;
    yield { name: `${name}-${String(i + 1).padStart(5, '0')}`, pack };
  }
}

/** Two different players, by their numbers. */
function pairOf(luck: Rng, seats: number): number[] {
  const all = PLAYERS.map((_, player) => player);
  return Array.from({ length: seats }, () => all.splice(luck(all.length), 1)[0]!);
}

const ratingOf = (player: number): number => 1100 + 100 * player;

/** More games in the evening. */
function startOf(i: number, luck: Rng): string {
  const hour = luck(3) === 0 ? luck(24) : 17 + luck(6);
  const day = new Date(Date.UTC(2024, 0, 1 + ((i * 7) % 730), hour, luck(60), luck(60)));
  return day.toISOString().replace('.000', '');
}

/** Chess by players who see a move ahead, and err the more the weaker they are and the less time they have. */
function playChess(kit: Kit, i: number): Kifu {
  const { game } = kit;
  const luck = rngFrom(i + 1);
  const players = pairOf(luck, 2);
  const [mainS, incrementS] = CONTROLS[luck(CONTROLS.length)]!;
  const left = [1000 * mainS, 1000 * mainS];
  const book = OPENINGS[luck(OPENINGS.length)]!;
  const [entries, notes]: [Entry[], Note[]] = [[], []];
  let { state, outcome } = unwrap(start(game, {}));
  let ending: Ending | null = null;
  let score = 0;
  while (outcome === null && ending === null) {
    const seat = game.active(state)[0]!;
    const n = entries.length;
    const noise = (2800 - ratingOf(players[seat]!)) / 5 + (left[seat]! < 15_000 ? 150 : 0);
    const move =
      n < book.length ? readSan(kit, state, book[n]!) : pickBest(kit, state, seat, luck, noise);
    const share = n < book.length ? 0.002 : 0.01 + luck(40) / 1000;
    left[seat] = Math.max(100, Math.round(left[seat]! * (1 - share)) + 1000 * incrementS);
    ({ state, outcome } = unwrap(step(game, state, { do: 'move', seat, move })));
    entries.push(entryOf(seat, moveAct(game, move), { clockMs: left[seat]! }));
    const before = score;
    score = outcome === null ? scoreOf(kit, state) : hundredths(kit.evaluate!(state, 0));
    const lost = (seat === 0 ? 1 : -1) * (before - score);
    const glyphs = lost >= 300 ? [4] : lost >= 150 ? [2] : [];
    notes.push({ entry: n + 1, author: null, text: '', glyphs, evaluation: { score, depth: 1 } });
    const isDrawish =
      n >= 50 && Math.abs(score) < 100 && luck(15 - Math.min(12, Math.floor(mainS / 150))) === 0;
    if (outcome === null)
      ending = isDrawish ? decided([], 'agreement') : giveUp(score, n + 1, game.active(state)[0]!);
  }
  return {
    header: headerOf(kit, i, players, luck, {
      TimeControl: incrementS === 0 ? `${mainS}` : `${mainS}+${incrementS}`,
      WhiteElo: `${ratingOf(players[0]!)}`,
      BlackElo: `${ratingOf(players[1]!)}`,
    }),
    entries,
    ending: ending ?? endingOf(outcome!),
    notes,
    variations: [],
  };
}

/** Players resign when about a rook is gone, and agree to a draw when nothing has come of a long game. */
function giveUp(score: number, moves: number, turn: Seat): Ending | null {
  const ahead = turn === 0 ? score : -score;
  if (ahead < -600) return decided([1 - turn], 'resignation');
  if (moves < MOST_MOVES) return null;
  return Math.abs(score) < 150
    ? decided([], 'agreement')
    : decided([score > 0 ? 0 : 1], 'resignation');
}

const decided = (winners: readonly Seat[], reason: string): Ending =>
  endingOf({ result: winners.length === 0 ? 'draw' : 'win', winners, points: null, reason });

/** The worth of a position in hundredths of a pawn: bots keep it below 1,000. */
const hundredths = (worth: number): number =>
  Math.max(-2000, Math.min(2000, Math.round((1000 * worth) / (1001 - Math.abs(worth)))));

function readSan(kit: Kit, state: unknown, san: string): Json {
  const [notation] = kit.notations;
  const move = notation!.parse(state, san);
  return unwrap(move);
}

/** The move after which the position is worth most, with some noise; of the best few, what the best capture in answer leaves of it. */
function pickBest(kit: Kit, state: unknown, seat: Seat, luck: Rng, noise: number): Json {
  const { game } = kit;
  const tried = [...game.legal(state, seat)].map(move => {
    const next = unwrap(step(game, state, { do: 'move', seat, move })).state;
    return { move, next, worth: hundredths(kit.evaluate!(next, seat)) };
  });
  const few = tried.sort((a, b) => b.worth - a.worth).slice(0, FEW);
  const judged = few.map(({ move, next, worth }) => ({
    move,
    worth: Math.min(worth, afterAnswer(kit, next, seat)) + luck(Math.max(1, Math.round(noise))),
  }));
  return judged.reduce((best, one) => (one.worth > best.worth ? one : best)).move;
}

/** What a position is worth to the first seat after the best answer, as a program that looks one move ahead writes it. */
function scoreOf(kit: Kit, state: unknown): number {
  const mover = 1 - kit.game.active(state)[0]!;
  const worth = afterAnswer(kit, state, mover);
  return mover === 0 ? worth : 0 - worth;
}

/** Number of moves that are examined further. */
const FEW = 6;

/** What a position is worth to a seat after the best of some answers. */
function afterAnswer(kit: Kit, state: unknown, seat: Seat): number {
  const { game } = kit;
  let least = Number.POSITIVE_INFINITY;
  for (const other of game.active(state))
    for (const move of game.legal(state, other)) {
      const next = unwrap(step(game, state, { do: 'move', seat: other, move })).state;
      least = Math.min(least, hundredths(kit.evaluate!(next, seat)));
    }
  return least;
}

/** Any other game, by players who look at some of their moves. */
function playOther(kit: Kit, i: number): Kifu {
  const game = kit.game as Game;
  const luck = rngFrom(i + 1);
  const seats = game.name === 'ludo' ? 4 : 2;
  const players = pairOf(luck, seats);
  const header = headerOf(kit, i, players, luck, {});
  const { options, seed } = header;
  const setup = { seats: players.map((_, seat) => seat), options, seed };
  let { state, outcome } = unwrap(start(game, setup));
  const entries: Entry[] = [];
  let ms = 0;
  while (outcome === null && entries.length < LONGEST) {
    const seat = game.active(state)[0]!;
    const move = pickOther(kit, state, seat, luck, entries.length);
    ({ state, outcome } = unwrap(step(game, state, { do: 'move', seat, move })));
    ms += 500 + luck(6000);
    entries.push(entryOf(seat, moveAct(game, move), { ms }));
  }
  const ending = outcome === null ? null : endingOf(outcome);
  return { header, entries, ending, notes: [], variations: [] };
}

function pickOther(kit: Kit, state: unknown, seat: Seat, luck: Rng, n: number): Json {
  if (kit.game.name === 'go') {
    // both pass and count when the board is nearly full
    const legal = [...kit.game.legal(state, seat)];
    const text = (move: Json) => kit.notations[0]!.format(state, move);
    const agree = legal.find(move => text(move) === 'agree');
    const pass = legal.find(move => text(move) === 'pass');
    if (agree !== undefined) return agree;
    if (n >= 64 && pass !== undefined) return pass;
    const plays = legal.filter(move => move !== pass);
    return plays.length === 0 ? pass! : betterOf(kit, state, seat, luck, plays);
  }
  return betterOf(kit, state, seat, luck);
}

/** The best of a few moves, taken by chance. In Mage Duel the tile at hand comes before jokers (`CFRR@e8/2`), and both before a skip. */
function betterOf(
  kit: Kit,
  state: unknown,
  seat: Seat,
  luck: Rng,
  all: readonly Json[] = [...kit.game.legal(state, seat)],
): Json {
  const { game } = kit;
  const plain =
    game.name === 'mage-duel'
      ? all.filter(move => /^[a-h][1-8]/.test(kit.notations[0]!.format(state, move)))
      : all;
  const legal = plain.length > 0 ? plain : all;
  let best = legal[0]!;
  let top = Number.NEGATIVE_INFINITY;
  for (let k = 0; k < TRIED; k++) {
    const move = legal[luck(legal.length)]!;
    const next = unwrap(step(game, state, { do: 'move', seat, move })).state;
    const worth = kit.evaluate!(next, seat);
    if (worth > top) [best, top] = [move, worth];
  }
  return best;
}

const TRIED = 3;

function headerOf(
  { game }: Kit,
  i: number,
  players: readonly number[],
  luck: Rng,
  tags: Header['tags'],
): Header {
  const handicap = game.name === 'go' ? [0, 0, 2, 3, 4][luck(5)]! : 0;
  return {
    game: game.name,
    version: game.version,
    options: game.name === 'go' ? { width: 9, ...(handicap > 0 && { handicap }) } : {},
    players: players.map((player, seat) => ({ seat, name: PLAYERS[player]! })),
    seed: game.chance === undefined ? null : 1000 + i,
    start: null,
    startedAt: startOf(i, luck),
    tags: { Event: 'Sample league', Site: SITES[luck(SITES.length)]!, ...tags },
  };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const [folder, games = `${GAMES}`] = process.argv.slice(2);
  if (folder === undefined || !/^[1-9]\d{0,6}$/.test(games)) {
    console.error('usage: npx node scripts/sample-collection.ts FOLDER [GAMES]');
    process.exit(2);
  }
  mkdirSync(folder, { recursive: true });
  let count = 0;
  for await (const { name, pack } of sampleCollection(Number(games))) {
    writeFileSync(join(folder, `${name}.kifu`), pack);
    count++;
  }
  console.log(`${count} games written to ${folder}`);
}
