/**
 * Words for people about any match: seats, acts at the table, outcomes, time controls. The terminal and the page say them alike. What
 * strangers wrote, such as the reason of an outcome, stands in them as it is: the caller makes it harmless before showing it.
 */
import { match as english, type MatchTexts } from '@kifu/texts/en/match';
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

/** What there is to say of each type of action; `who` is who did it. A type without a text does not compile. */
const ACTIONS: {
  readonly [Type in ActionType]: (
    texts: MatchTexts['actions'],
    who: string,
    action: ActionOf<Type>,
    name: SeatNames,
  ) => string;
} = {
  move: (t, who) => t.move(who),
  refused: (t, who, { fault }) => t.refused(who, fault.message),
  links: t => t.links(),
  leave: (t, _, { of, how }, name) => t.leave(name(of), spaced(how)),
  claim: (t, who, { reason }) => t.claim(who, spaced(reason)),
  'offer-draw': (t, who) => t['offer-draw'](who),
  'accept-draw': (t, who) => t['accept-draw'](who),
  decline: (t, who) => t.decline(who),
  'ask-takeback': (t, who) => t['ask-takeback'](who),
  'allow-takeback': (t, who, { to }) => t['allow-takeback'](who, to),
  pause: (t, who) => t.pause(who),
  resume: (t, who) => t.resume(who),
  abort: (t, who) => t.abort(who),
};

/** Says what an entry did: `black leaves: resignation`. Games describe their moves better. */
export function describeAction(
  { seat, act }: Pick<Entry, 'seat' | 'act'>,
  name: SeatNames,
  texts: MatchTexts = english,
): string {
  const say = ACTIONS[act.type] as (
    texts: MatchTexts['actions'],
    who: string,
    action: Entry['act'],
    name: SeatNames,
  ) => string;
  return say(texts.actions, seat === null ? texts.referee : name(seat), act, name);
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

const CLOCKS: {
  readonly [Type in TimeControlType]: (
    texts: MatchTexts['clock'],
    control: Extract<TimeControl, { readonly type: Type }>,
  ) => string;
} = {
  absolute: (t, { mainMs }) => t.absolute(formatDuration(mainMs)),
  fixed: (t, { moveMs }) => t.fixed(formatDuration(moveMs)),
  fischer: (t, { mainMs, incrementMs }) =>
    t.fischer(formatDuration(mainMs), formatDuration(incrementMs)),
  'byo-yomi': (t, { mainMs, periods, periodMs }) =>
    t['byo-yomi'](formatDuration(mainMs), periods, formatDuration(periodMs)),
};

/** Says how much time seats have: `5:00 + 3 s per move`. */
export const describeTimeControl = (control: TimeControl, texts: MatchTexts = english): string =>
  (CLOCKS[control.type] as (texts: MatchTexts['clock'], control: TimeControl) => string)(
    texts.clock,
    control,
  );

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
