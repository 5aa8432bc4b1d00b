/**
 * Describes any match for people: seats, actions, outcomes, time controls. The terminal and the page use the same texts. Reasons and names
 * from records appear in them unchanged: the caller escapes them before showing them.
 */
import { match as english, type MatchTexts } from '@kifu/texts/en/match';
import type { GameTexts, ReasonTexts } from '@kifu/texts/games';
import type { ActionOf, ActionType } from './acts.ts';
import { formatDuration } from './format-time.ts';
import type { Outcome, Seat } from './game.ts';
import type { Entry } from './kifu.ts';
import type { Kit } from './kit.ts';
import type { Fault } from './result.ts';
import type { TimeControl, TimeControlType } from './time-control.ts';

/** Texts of all games in one language, as `@kifu/texts` loads them. */
export interface LanguageTexts {
  readonly language: string;
  readonly games: { readonly [game: string]: GameTexts };
}

/** Returns the texts of a game in a language: its own translation, or the one of `@kifu/texts`, or English. */
export function gameTexts(
  { game, translations = {}, texts: english }: Pick<Kit, 'game' | 'translations' | 'texts'>,
  { language, games }: LanguageTexts,
): GameTexts {
  if (Object.hasOwn(translations, language)) return translations[language]!;
  return Object.hasOwn(games, game.name) ? games[game.name]! : english;
}

/** Names a seat. */
export type SeatNames = (seat: Seat) => string;

/** Returns the names of seats in a language; a seat without a name has its number. */
export const seatNamesOf =
  (
    kit: Pick<Kit, 'texts'>,
    { seats }: Pick<GameTexts, 'seats'> = kit.texts,
    texts: MatchTexts = english,
  ): SeatNames =>
  seat =>
    seats[seat] ?? texts.seat(seat);

/** Writes a code in plain letters: `threefoldRepetition` as `threefold repetition`, `king_captured` as `king captured`. */
export const spaced = (word: string): string =>
  word
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/[-_]/g, ' ')
    .toLowerCase();

/** The texts of a game that describe reasons, refusals and points. */
type Reasons = Pick<GameTexts, 'reasons' | 'refusals' | 'perPoint'> | null;

/** Finds the text of a reason; null for one that neither the game nor any match knows. */
const findReason = (reason: string, game: Reasons, { reasons }: MatchTexts): ReasonTexts | null => {
  for (const known of [game?.reasons ?? {}, reasons] as GameTexts['reasons'][])
    if (Object.hasOwn(known, reason)) return known[reason]!;
  return null;
};

/** Returns the texts of a reason that a game knows; of any other in plain letters. */
export const reasonTexts = (
  reason: string,
  { reasons }: Pick<GameTexts, 'reasons'>,
): ReasonTexts =>
  Object.hasOwn(reasons, reason)
    ? reasons[reason]!
    : { label: spaced(reason), by: `(${spaced(reason)})` };

/** Names the reason of an outcome, for lists and filters: `Checkmate`. */
export function reasonLabel(
  reason: string,
  texts: MatchTexts = english,
  game: Reasons = null,
): string {
  return findReason(reason, game, texts)?.label ?? spaced(reason);
}

/** Says to the player why the game refuses a move: `Your king would be in check.` Null for a rule without a sentence. */
export function describeRefusal(
  { rule }: Pick<Fault, 'rule'>,
  game: Pick<GameTexts, 'refusals'>,
  texts: MatchTexts = english,
): string | null {
  if (rule === undefined) return null;
  for (const known of [game.refusals, texts.refusals] as GameTexts['refusals'][])
    if (Object.hasOwn(known, rule)) return known[rule]!;
  return null;
}

/** What there is to say of each type of action; `who` is who did it. A type without a text does not compile. */
const ACTIONS: {
  readonly [Type in ActionType]: (
    texts: MatchTexts,
    who: string,
    action: ActionOf<Type>,
    name: SeatNames,
    game: Reasons,
  ) => string;
} = {
  move: ({ actions }, who) => actions.move(who),
  refused: (t, who, { fault }, _, game) =>
    t.actions.refused(who, (game && describeRefusal(fault, game, t)) ?? fault.message),
  links: ({ actions }) => actions.links(),
  leave: ({ actions }, _, { of, how }, name) => actions.leave[how](name(of)),
  claim: (t, who, { reason }, _, game) => t.actions.claim(who, reasonLabel(reason, t, game)),
  'offer-draw': ({ actions }, who) => actions['offer-draw'](who),
  'accept-draw': ({ actions }, who) => actions['accept-draw'](who),
  decline: ({ actions }, who) => actions.decline(who),
  'ask-takeback': ({ actions }, who) => actions['ask-takeback'](who),
  'allow-takeback': ({ actions }, who, { to }) => actions['allow-takeback'](who, to),
  pause: ({ actions }, who) => actions.pause(who),
  resume: ({ actions }, who) => actions.resume(who),
  abort: ({ actions }, who) => actions.abort(who),
};

/** Describes an entry: `Black resigns`. Games describe their moves better. */
export function describeAction(
  { seat, act }: Pick<Entry, 'seat' | 'act'>,
  name: SeatNames,
  texts: MatchTexts = english,
  game: Reasons = null,
): string {
  const say = ACTIONS[act.type] as (
    texts: MatchTexts,
    who: string,
    action: Entry['act'],
    name: SeatNames,
    game: Reasons,
  ) => string;
  return say(texts, seat === null ? texts.referee : name(seat), act, name, game);
}

/** Describes how a match ended: `White wins by checkmate`. Reasons of a game need its texts. */
export function describeOutcome(
  { result, winners, points, reason }: Outcome,
  name: SeatNames,
  texts: MatchTexts = english,
  game: Reasons = null,
): string {
  const { outcome } = texts;
  const by = findReason(reason, game, texts)?.by ?? outcome.other(spaced(reason));
  const text =
    result !== 'win'
      ? outcome[result](by)
      : winners.length === 0
        ? outcome.nobody(by)
        : outcome.win(winners.map(name), by);
  if (points !== null)
    return outcome.points(text, points.map(count => count / (game?.perPoint ?? 1)).join('–'));
  // some foreign records say nothing but the result
  const isBare = result === 'win' && reason === 'unknown' && winners.length === 1;
  return isBare ? outcome.points(text, winners[0] === 0 ? '1–0' : '0–1') : text;
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
