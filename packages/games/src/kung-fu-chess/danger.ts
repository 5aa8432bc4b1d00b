/** What will be taken if no player gives another command. */
import type { Seat } from '@kifu/core';
import { isStraight, loserOf, movingOf } from './captures.ts';
import { endOf, type Moving, meetMoving, meetResting } from './motion.ts';
import { isResting, NEVER, type State, squareOf, TAKEN } from './state.ts';

/** The tick at which a piece will fall to a moving enemy, on its way or at rest after it; −1 where it will not. */
export function fallsAt(state: State, victim: number, enemy: Moving): number {
  const { setting, men, moves, tick } = state;
  const word = men[victim]!;
  const own = isResting(word) ? null : movingOf(moves, victim);
  if (own !== null) {
    const met = meetMoving(setting, enemy, own, tick + 1, NEVER);
    if (met >= 0) return loserOf(men, victim, own, enemy.man, enemy) === enemy.man ? -1 : met;
  }
  if (isStraight(men, enemy)) return -1;
  const [square, from] = own === null ? [squareOf(word), tick + 1] : [own.to, endOf(own) + 1];
  return meetResting(setting, enemy, square, from, NEVER);
}

/** Whether the king of a seat will fall to a piece that is on the way. */
export function isKingInDanger(state: State, seat: Seat): boolean {
  const { armies, seatOf } = state.setting.ground;
  const { king } = armies[seat]!;
  if ((state.men[king]! & TAKEN) !== 0) return false;
  return state.moves.some(enemy => seatOf[enemy.man] !== seat && fallsAt(state, king, enemy) >= 0);
}
