/** How to play Kung Fu Chess, and a first lesson, at lightning speed. */
import { type Guide, type JsonObject, unwrap } from '@kifu/core';
import { kungFuChess as texts } from '@kifu/texts/en/guides/kung-fu-chess';
import { kungFuChess } from './index.ts';
import type { Move } from './move-codec.ts';
import { makeSetting, type Speed } from './setting.ts';
import type { State } from './state.ts';

const FAST: JsonObject = { speed: 'lightning', hz: 30 };
const HZ = 30;
/** A second for each square: time to react. */
const SLOW: JsonObject = { speed: 'standard', hz: HZ };

/** Seconds that a piece takes for a square, and that it rests. */
function secondsOf(speed: Speed): { readonly square: number; readonly rest: number } {
  const { squareTicks, cooldownTicks } = unwrap(makeSetting({ speed, hz: HZ }, [0, 1]));
  return { square: squareTicks / HZ, rest: cooldownTicks / HZ };
}

/** Where each piece stands at the start, in piece order: black's above. */
const HOME: readonly string[] = [8, 7, 2, 1].flatMap(rank =>
  [...'abcdefgh'].map(file => `${file}${rank}`),
);

const pairOf = (square: string): readonly [row: number, column: number] => [
  8 - Number(square[1]),
  square.charCodeAt(0) - 97,
];

/** These pieces only, by the squares where the game begins for them: `{ e1: 'e1', a1: 'a4' }` has the rook on a4. */
const only = (places: Readonly<Record<string, string>>): JsonObject => ({
  pieces: HOME.map(home => {
    const now = places[home];
    return now === undefined ? null : [...pairOf(now), now === home ? 0 : 1];
  }),
});

const fromSquare =
  (home: string) =>
  ({ piece }: Move): boolean => {
    const [row, column] = pairOf(home);
    return piece.endsWith(`:${row}:${column}`);
  };

/** White's rook rests. */
const RESTING: JsonObject = { tick: HZ / 2, cooldowns: [['R:1:7:0', HZ / 3]] };

const KINGS = { e1: 'e1', e8: 'e8' };

export const guide: Guide<State, Move> = {
  sections: [
    { name: 'aim', options: FAST, moves: ['e2e4', 'd7d5', 'g1f3'] },
    {
      ...{ name: 'move', options: FAST, canon: only({ ...KINGS, a1: 'a4', a7: 'h5' }) },
      numbers: () => ({ fastSquare: secondsOf('lightning').square }),
      shows: fromSquare('a1'),
      legal: ['a4h4'],
      refused: [['a4b5', 'geometry']],
    },
    {
      ...{ name: 'rest', options: FAST, canon: { ...only({ ...KINGS, a1: 'h4' }), ...RESTING } },
      refused: [['h4h8', 'cooldown']],
      numbers: () => ({ rest: secondsOf('standard').rest, fastRest: secondsOf('lightning').rest }),
    },
    {
      ...{ name: 'meet', options: FAST, canon: only({ ...KINGS, a1: 'a4', h8: 'h4' }) },
      legal: ['a4g4', 'h4b4'],
    },
    {
      ...{ name: 'dodge', options: FAST, canon: only({ ...KINGS, a1: 'a4', b8: 'h4' }) },
      moves: ['a4h4'],
      legal: ['h4g2'],
    },
    {
      ...{ name: 'king', options: FAST, canon: only({ ...KINGS, d1: 'd7', e7: 'e7' }) },
      shows: fromSquare('d1'),
      legal: ['d7e8'],
    },
  ],
  lesson: [
    {
      ...{ name: 'send', options: FAST },
      goal: { type: 'moves', moves: ['e2e4'] },
      solution: ['e2e4'],
    },
    {
      ...{ name: 'take', options: FAST, canon: only({ ...KINGS, a1: 'a4', g8: 'h4' }) },
      ticks: 12 * HZ,
      within: 9,
      seat: 0,
      goal: { type: 'event', event: { type: 'capture', seat: 1 } },
      solution: ['a4h4'],
    },
    {
      ...{
        name: 'both',
        options: FAST,
        canon: only({ ...KINGS, a1: 'a4', h1: 'h1', g8: 'd4', b8: 'h6' }),
      },
      ticks: 20 * HZ,
      within: 9,
      seat: 0,
      goal: { type: 'state', isReached: state => countOf(state, 1) === 1 },
      solution: ['a4d4', 'h1h6'],
    },
    {
      ...{ name: 'dodge', options: SLOW, canon: only({ ...KINGS, g1: 'h4', a8: 'a4' }) },
      moves: ['a4h4'],
      seat: 0,
      ticks: 9 * HZ,
      within: 9,
      goal: { type: 'state', isReached: state => nowOf(state) > 8 * HZ && countOf(state, 0) === 2 },
      solution: ['h4g6'],
    },
    {
      ...{ name: 'king', options: FAST, canon: only({ ...KINGS, d1: 'd7', a7: 'a6' }) },
      seat: 0,
      ticks: 12 * HZ,
      within: 9,
      goal: { type: 'outcome', reason: 'king_captured' },
      solution: ['d7e8'],
    },
  ],
  texts,
};

/** How many pieces a seat has left. */
function countOf(state: State, seat: 0 | 1): number {
  const { pieces } = kungFuChess.game.states.canon(state) as {
    readonly pieces: readonly unknown[];
  };
  const own = seat === 1 ? pieces.slice(0, 16) : pieces.slice(16);
  return own.filter(piece => piece !== null).length;
}

const nowOf = (state: State): number => kungFuChess.game.time?.now(state) ?? 0;
