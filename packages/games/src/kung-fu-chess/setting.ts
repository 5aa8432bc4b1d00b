/** What a match is played by: board, speed, ticks a second, rule set, seats, and the numbers that follow from them. */
import { fail, type GameOptions, type JsonObject, ok, type Result, type Seat } from '@kifu/core';
import { BOARDS, type Board, type BoardName } from './board.ts';

export type Speed = 'standard' | 'lightning';
/** `v2-2026-01` is the rewrite of January 2026, `classic` the older program. */
type RuleSet = 'v2-2026-01' | 'classic';
/** What happens at a distance of exactly 0.4 squares: nothing yet, or what floating point makes of it. Rule sheet §12. */
type Ties = 'exact' | 'float';

/** The options of a setup, all of them said. */
interface Options {
  readonly board: BoardName;
  readonly speed: Speed;
  readonly hz: number;
  readonly rules: RuleSet;
  readonly ties: Ties;
}

/** Options, seats, and everything that is computed from them once. Ticks are whole numbers. */
export interface Setting extends Options {
  readonly ground: Board;
  readonly seats: readonly Seat[];
  readonly isClassic: boolean;
  readonly isFloat: boolean;
  /** Ticks that a piece takes for one square. */
  readonly squareTicks: number;
  readonly cooldownTicks: number;
  /** A draw needs so many ticks without a command, so many without a capture, and so many in all. */
  readonly idleTicks: number;
  readonly peaceTicks: number;
  readonly earliestDraw: number;
  /** A knight can be met from this tick of its way on, and can take from that: at once, but for the classic rules. */
  readonly knightSeen: number;
  readonly knightTakes: number;
  /** Two pieces touch when the square of their distance is at most this, in units of 1/(2 · squareTicks) of a square. */
  readonly reach: number;
  /** The square of the distance at which exact and floating point arithmetic differ; −1 where it cannot occur. */
  readonly tie: number;
  /** Two moving pieces of the classic rules must be looked at when the square of their distance is at most this. */
  readonly wideReach: number;
}

/** The most ticks a second. */
export const MAX_HZ = 240;
const USUAL_HZ = 30;
const CLASSIC_HZ = 10;

/** What each option may be. */
export const OPTIONS: GameOptions = {
  board: {
    enum: ['standard', 'four_player'],
    description:
      'Standard for two players, large for up to four (default: the board that fits the seats).',
  },
  hz: {
    ...{ type: 'integer', minimum: 1, maximum: MAX_HZ },
    description: `Ticks per second (default: ${USUAL_HZ}; always ${CLASSIC_HZ} with classic rules; at least 5 at lightning speed).`,
  },
  rules: {
    enum: ['v2-2026-01', 'classic'],
    description:
      'The rewrite of January 2026, or the original program, which has only the standard board.',
    default: 'v2-2026-01',
  },
  speed: {
    enum: ['standard', 'lightning'],
    description: 'Time per square: 1 s, or 0.2 s.',
    default: 'standard',
  },
  ties: {
    enum: ['exact', 'float'],
    description:
      'What happens at a distance of exactly 0.4 squares: nothing yet, or the result of floating-point arithmetic.',
    default: 'exact',
  },
};

/** Durations in fifths of a second, by speed: the one that is no whole number of seconds is a fifth. */
const FIFTHS = {
  standard: { square: 5, cooldown: 50, idle: 600, peace: 900, earliest: 1800 },
  lightning: { square: 1, cooldown: 10, idle: 150, peace: 225, earliest: 450 },
} as const;

/**
 * The setting for options that have been checked one by one. What they do not say is usual: the board that the seats fit,
 * standard speed, the newer rules, exact arithmetic, and 30 ticks a second, or 10 with the classic rules.
 */
export function makeSetting(options: JsonObject, seats: readonly Seat[]): Result<Setting> {
  const { board = isPair(seats) ? 'standard' : 'four_player', speed = 'standard' } = options;
  const { rules = 'v2-2026-01', ties = 'exact' } = options;
  const { hz = rules === 'classic' ? CLASSIC_HZ : USUAL_HZ } = options;
  const all = { board, speed, hz, rules, ties } as unknown as Options;
  const clash = clashOf(all);
  if (clash !== null)
    return fail('bad-setup', clash.why, { at: { path: `/options/${clash.key}` } });
  const misfit =
    all.board === 'standard' ? !isPair(seats) : seats.length < 2 || seats.some(seat => seat > 3);
  if (misfit)
    return fail(
      'bad-setup',
      all.board === 'standard'
        ? 'the seats of the standard board are 0 and 1'
        : 'the four-player board takes two to four of the seats 0 to 3',
      { at: { path: '/seats' } },
    );
  return ok(derive(all, seats));
}

const isPair = (seats: readonly Seat[]): boolean =>
  seats.length === 2 && seats[0] === 0 && seats[1] === 1;

interface Clash {
  readonly key: string;
  readonly why: string;
}

/** Options that do not go together. */
function clashOf({ board, speed, hz, rules, ties }: Options): Clash | null {
  if (speed === 'lightning' && hz < 5)
    return { key: 'hz', why: 'at lightning speed a second has at least 5 ticks, one for a square' };
  if (rules !== 'classic') return null;
  if (board !== 'standard')
    return { key: 'board', why: 'the classic rules are for the standard board' };
  if (hz !== CLASSIC_HZ) return { key: 'hz', why: 'the classic rules have 10 ticks a second' };
  if (ties !== 'exact') return { key: 'ties', why: 'the classic rules know no ties' };
  return null;
}

function derive(options: Options, seats: readonly Seat[]): Setting {
  const { hz, speed, rules, ties, board } = options;
  const fifths = FIFTHS[speed];
  const ticks = (duration: number) => Math.floor((duration * hz) / 5);
  const squareTicks = ticks(fifths.square);
  const area = squareTicks * squareTicks;
  const isClassic = rules === 'classic';
  const hasTies = !isClassic && squareTicks % 5 === 0;
  const knightTakes = Math.ceil((17 * 2 * squareTicks) / 20); // 85 %
  return Object.freeze({
    ...options,
    ground: BOARDS[board],
    seats: Object.freeze([...seats]),
    isClassic,
    isFloat: ties === 'float' && hasTies,
    squareTicks,
    cooldownTicks: ticks(fifths.cooldown),
    idleTicks: ticks(fifths.idle),
    // the classic rules want more than so many ticks since the last capture
    peaceTicks: ticks(fifths.peace) + (isClassic ? 1 : 0),
    earliestDraw: ticks(fifths.earliest),
    knightSeen: isClassic ? 2 * squareTicks - (squareTicks >> 1) : knightTakes,
    knightTakes,
    // distance d, unit u = 1/(2 · squareTicks): (d/u)² < (0.4/u)² = 16/25 · squareTicks²; classic: (0.4001/u)², never equal
    reach: isClassic
      ? Math.floor((64_032_004 * area) / 100_000_000)
      : Math.ceil((16 * area) / 25) - 1,
    tie: hasTies ? (16 * area) / 25 : -1,
    // (0.71/u)²
    wideReach: Math.floor((20_164 * area) / 10_000),
  });
}
