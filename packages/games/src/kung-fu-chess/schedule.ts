/** When something happens next: the first meeting, arrival or draw, as things stand. */
import type { Board } from './board.ts';
import { endOf, meetMoving, meetResting } from './motion.ts';
import { SQUARES } from './squares.ts';
import { drawTick, isResting, type State, squareOf } from './state.ts';

/** Everything that the next happening depends on. */
type ScheduleInput = Pick<
  State,
  'setting' | 'tick' | 'men' | 'moves' | 'lastCommand' | 'lastCapture'
>;

/** The first tick after the present one at which something may happen without a command. */
export function soonest({
  setting,
  tick,
  men,
  moves,
  lastCommand,
  lastCapture,
}: ScheduleInput): number {
  const next = tick + 1;
  const { seatOf } = setting.ground;
  const reach = setting.isClassic ? setting.wideReach : setting.reach;
  let soon = Math.max(next, drawTick(setting, lastCommand, lastCapture));
  if (!setting.isClassic && hasClash(setting.ground, men)) return next;
  for (let i = 0; i < moves.length; i++) soon = Math.min(soon, endOf(moves[i]!));
  for (let i = 0; i < moves.length; i++) {
    const moving = moves[i]!;
    const seat = seatOf[moving.man];
    for (let man = 0; man < men.length; man++) {
      if (seatOf[man] === seat || !isResting(men[man]!)) continue;
      const met = meetResting(setting, moving, squareOf(men[man]!), next, soon);
      if (met >= 0) soon = met;
    }
    for (let j = i + 1; j < moves.length; j++) {
      if (seatOf[moves[j]!.man] === seat) continue;
      const met = meetMoving(setting, moving, moves[j]!, next, soon, reach);
      if (met >= 0) soon = met;
    }
  }
  return soon;
}

/** Whether two enemies rest on one square: a rook that is put back into its corner may find an enemy there. Rule sheet §6. */
export function hasClash({ seatOf }: Board, men: readonly number[]): boolean {
  RESTING.fill(0);
  for (let man = 0; man < men.length; man++) {
    if (!isResting(men[man]!)) continue;
    const square = squareOf(men[man]!);
    const other = RESTING[square]! - 1;
    if (other >= 0 && seatOf[other] !== seatOf[man]) return true;
    RESTING[square] = man + 1;
  }
  return false;
}

/** For each square one more than the index of a piece that rests there; 0 for none. */
const RESTING = new Uint8Array(SQUARES);
