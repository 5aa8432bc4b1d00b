/**
 * A collection of chess games in PGN, like those of tournaments: names, 17 tags, some comments, 80 plies on average. Each begins as a real game
 * does, and leaves it: repeating the moves of few games would make a library smaller than it is.
 */
import { type Rng, rngFrom, start, step, unwrap } from '@kifu/core';
import { chess, formatSan, formatUci, type Move, parseUci } from '@kifu/games/chess';
import { realGames } from './real-games.ts';

/** Different courses; a larger collection repeats them under other names and dates. */
const MOST_COURSES = 5000;
const SEED = 77;
const RESULTS = ['1-0', '0-1', '1/2-1/2'] as const;
const { game } = chess;

/** The games, one text each; the same for the same count. */
export function* tournament(count: number): Generator<string> {
  const luck = rngFrom(SEED);
  const models = realGames();
  const courses: Course[] = [];
  for (let i = 0; i < count; i++) {
    const n = i % MOST_COURSES;
    courses[n] ??= playOn(models[n % models.length]!, n, luck);
    const { moves, result } = courses[n];
    yield `${tagsOf(i, result)}\n${moves} ${result}\n\n`;
  }
}

/** The moves as PGN has them, and how it ended. */
interface Course {
  readonly moves: string;
  readonly result: string;
}

/** Leaves a game after its opening or later and goes on to some length; where neither is mated then, one resigns or both agree. */
function playOn(model: readonly string[], i: number, luck: Rng): Course {
  const shared = 8 + luck(Math.max(1, Math.min(40, model.length - 8)));
  const length = 52 + luck(61);
  const words: string[] = [];
  let { state, outcome } = unwrap(start(game, {}));
  for (let n = 0; n < length && outcome === null; n++) {
    const uci = n < shared ? model[n] : undefined;
    const move = uci === undefined ? pick(state, luck) : unwrap(parseUci(uci));
    const comment =
      i % 10 === 0 && n % 20 === 7 ? ` {after ${formatUci(move)} White is better}` : '';
    words.push(`${n % 2 === 0 ? `${1 + n / 2}. ` : ''}${formatSan(state, move)}${comment}`);
    ({ state, outcome } = unwrap(step(game, state, { do: 'move', seat: state.turn, move })));
  }
  const which = outcome === null ? i % 3 : (outcome.winners[0] ?? 2);
  return { moves: words.join(' '), result: RESULTS[which]! };
}

/** The best of four legal moves. */
function pick(state: Parameters<typeof formatSan>[0], luck: Rng): Move {
  const legal = [...game.legal(state, state.turn)];
  const worth = (move: Move) =>
    chess.evaluate!(unwrap(game.play(state, state.turn, move)).state, state.turn);
  return Array.from({ length: 4 }, () => legal[luck(legal.length)]!)
    .map(move => ({ move, worth: worth(move) }))
    .reduce((best, one) => (one.worth > best.worth ? one : best)).move;
}

const TITLES = ['GM', 'IM', 'FM', 'WGM', 'CM'];
const OPENINGS = ['Sicilian', 'French', 'Caro-Kann', 'Ruy Lopez', "Queen's Gambit Declined"];
const VARIATIONS = [
  ...['Najdorf, Byrne (English) attack', 'Winawer, advance, poisoned pawn variation'],
  ...['classical, Capablanca variation', 'closed, Breyer defence', 'Ragozin', 'Exchange'],
];

/** As many tags as collections of news have; no two games have the same. */
const tagsOf = (i: number, result: string): string =>
  Object.entries({
    Event: `Open ${Math.floor(i / 1000)}`,
    Site: 'Berlin GER',
    Date: `${2000 + (i % 25)}.${two(1 + (i % 12))}.${two(1 + (i % 28))}`,
    Round: `${1 + (i % 1000)}`,
    White: `Player, Name ${(i * 7919) % 997}`,
    Black: `Player, Name ${(i * 104_729) % 991}`,
    Result: result,
    WhiteTitle: TITLES[i % 4]!,
    BlackTitle: TITLES[(i * 3) % 5]!,
    WhiteElo: `${2000 + (i % 700)}`,
    BlackElo: `${2000 + ((i * 3) % 700)}`,
    ECO: `B${two(i % 100)}`,
    Opening: OPENINGS[i % OPENINGS.length]!,
    Variation: VARIATIONS[(i * 5) % VARIATIONS.length]!,
    WhiteFideId: `${1_000_000 + ((i * 7919) % 997) * 41_011}`,
    BlackFideId: `${1_000_000 + ((i * 104_729) % 991) * 39_019}`,
    EventDate: `${2000 + (i % 25)}.${two(1 + (i % 12))}.01`,
  })
    .map(([name, value]) => `[${name} "${value}"]\n`)
    .join('');

const two = (n: number): string => `${n}`.padStart(2, '0');
