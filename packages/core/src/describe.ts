/**
 * Words for people about any match: seats, acts at the table, outcomes, time controls. The terminal and the page say them alike. What
 * strangers wrote, such as the reason of an outcome, stands in them as it is: the caller makes it harmless before showing it.
 */
import type { ActionOf, ActionType } from './acts.ts';
import type { Outcome, Seat } from './game.ts';
import type { Entry } from './kifu.ts';
import type { Kit } from './kit.ts';
import type { TimeControl, TimeControlType } from './time-control.ts';

/** What to call a seat. */
export type SeatNames = (seat: Seat) => string;

/** Seats by the names that their game gives them; by number where it gives none. */
export const seatNamesOf =
  ({ seatNames }: Pick<Kit, 'seatNames'>): SeatNames =>
  seat =>
    seatNames[seat] ?? `seat ${seat}`;

/** `threefoldRepetition` as `threefold repetition`, `king_captured` as `king captured`. */
export const spaced = (word: string): string =>
  word
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/[-_]/g, ' ')
    .toLowerCase();

/** The words of each kind of act; `who` is who did it. A kind without words does not compile. */
const ACT_WORDS: {
  readonly [Type in ActionType]: (who: string, act: ActionOf<Type>, name: SeatNames) => string;
} = {
  move: who => `${who} moves`,
  refused: (who, { fault }) => `${who}: a move refused: ${fault.message}`,
  links: () => 'chance: random draw',
  leave: (_, { of, how }, name) => `${name(of)} leaves: ${spaced(how)}`,
  claim: (who, { reason }) => `${who} claims: ${spaced(reason)}`,
  'offer-draw': who => `${who} offers a draw`,
  'accept-draw': who => `${who} accepts the draw`,
  decline: who => `${who} declines`,
  'ask-takeback': who => `${who} asks to take a move back`,
  'allow-takeback': (who, { to }) => `${who} allows going back to entry ${to}`,
  pause: who => `${who} pauses`,
  resume: who => `${who} goes on`,
  abort: who => `${who} calls the match off`,
};

/** What an entry did: `black leaves: resignation`. Moves have better words of their own, in their game. */
export function describeAction(
  { seat, act }: Pick<Entry, 'seat' | 'act'>,
  name: SeatNames,
): string {
  const say = ACT_WORDS[act.type] as (who: string, act: Entry['act'], name: SeatNames) => string;
  return say(seat === null ? 'the referee' : name(seat), act, name);
}

/** How a match ended, as a sentence without its full stop. */
export function describeOutcome(
  { result, winners, points, reason }: Outcome,
  name: SeatNames,
): string {
  // what foreign records tell where they do not show the end: a result, and nothing else
  const why = reason === 'unknown' ? '' : `: ${spaced(reason)}`;
  const count = points === null ? '' : `, points ${points.join(' to ')}`;
  if (result === 'draw') return `a draw${why}${count}`;
  if (result === 'void') return `no result${why}${count}`;
  const who = winners.map(name).join(' and ') || 'nobody';
  const told = why + count || `, ${winners[0] === 0 ? '1-0' : '0-1'}`;
  return `${who} ${winners.length > 1 ? 'win' : 'wins'}${told}`;
}

/** The words of each kind of time control. A kind without words does not compile. */
const CONTROL_WORDS: {
  readonly [Type in TimeControlType]: (
    control: Extract<TimeControl, { readonly type: Type }>,
  ) => string;
} = {
  absolute: ({ mainMs }) => `${formatDuration(mainMs)} for all moves`,
  fixed: ({ moveMs }) => `${formatDuration(moveMs)} for each move`,
  fischer: ({ mainMs, incrementMs }) =>
    `${formatDuration(mainMs)} and ${formatDuration(incrementMs)} for each move`,
  'byo-yomi': ({ mainMs, periods, periodMs }) =>
    `${formatDuration(mainMs)}, then ${periods} times ${formatDuration(periodMs)}`,
};

/** How much time seats have: `5:00 and 3 s for each move`. */
export const describeTimeControl = (control: TimeControl): string =>
  (CONTROL_WORDS[control.type] as (control: TimeControl) => string)(control);

/** How long something lasts: `5:03`, with hours where there are any, and seconds and tenths below a minute. */
export function formatDuration(ms: number): string {
  const seconds = Math.floor(ms / 1000);
  const tenths = Math.floor(ms / 100) % 10;
  if (seconds < 60) return tenths === 0 ? `${seconds} s` : `${seconds}.${tenths} s`;
  const two = (n: number) => `${n}`.padStart(2, '0');
  const [hours, rest] = [Math.floor(seconds / 3600), seconds % 3600];
  const short = `${hours === 0 ? Math.floor(rest / 60) : two(Math.floor(rest / 60))}:${two(rest % 60)}`;
  return hours === 0 ? short : `${hours}:${short}`;
}

/** `4:10`, `1:02:03`. */
export function formatTime(ms: number): string {
  const seconds = Math.floor(Math.max(0, ms) / 1000);
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const two = (value: number) => `${value}`.padStart(2, '0');
  return h > 0 ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`;
}

/** What a clock shows: tenths of seconds where it matters. */
export function formatClock(ms: number): string {
  if (ms >= 20_000) return formatTime(ms);
  return `0:${`${Math.floor(Math.max(0, ms) / 1000)}`.padStart(2, '0')}.${Math.floor(Math.max(0, ms) / 100) % 10}`;
}
