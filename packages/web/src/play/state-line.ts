/** What is the case at the table, in one line, and what can be done about it. The one place where offers, pauses and results stand. */
import { type Invite, remoteOf } from '@kifu/client';
import { type Action, formatDuration, type Kit, type Outcome, type Seat } from '@kifu/core';
import { activeSeats, type Match } from '@kifu/record/match';
import { reasonTexts } from '../site/game-texts.ts';
import { dayOf } from '../site/library/match-words.ts';
import { text } from '../site/texts.ts';
import { isOffline, nameOf } from './players.ts';

/** A button: what it says, and what it does. */
export interface ActButton {
  readonly label: string;
  readonly seat: Seat;
  readonly act: Action;
  readonly isPrimary?: boolean;
}

/** The line. */
export interface StateLine {
  readonly kind: 'yours' | 'wait' | 'asked' | 'lost' | 'over';
  readonly words: string;
  readonly detail: string;
  /** What answers it; empty for the usual acts. */
  readonly choices: readonly ActButton[];
}

const line = (
  kind: StateLine['kind'],
  words: string,
  detail = '',
  choices: readonly ActButton[] = [],
): StateLine => ({ kind, words, detail, choices });

/** The line of a match as it stands; how many moves there are is asked once it is over. */
export function stateLine(
  kit: Pick<Kit, 'texts'>,
  match: Match,
  { news, moves }: { readonly news: string; readonly moves: () => number },
): StateLine {
  const { replay, connection } = match;
  const words = text.play;
  if (replay === null) return line('wait', words.waiting);
  const { outcome, game } = replay;
  if (remoteOf(match)?.stopped) return line('lost', words.stopped.title);
  if (outcome !== null) return over(kit, match, outcome, moves());
  if (connection?.isConnected === false) {
    const own = replay.table?.clocks?.running ?? null;
    const isRunning = own !== null && match.seats.includes(own);
    const detail = isRunning ? `${words.lostClock} ${words.lostMoves}` : words.lostMoves;
    return line('lost', words.lost, match.seats.length === 0 ? '' : detail);
  }
  const talk = replay.table?.talk ?? null;
  const asked = talk === null ? null : askedLine(match);
  if (asked !== null) return asked;
  const active = activeSeats(match);
  const absent = active.find(seat => isOffline(match, seat));
  if (absent !== undefined) {
    const isRunning = replay.table?.clocks?.running === absent;
    const detail = isRunning ? words.offlineClock : news;
    return line('wait', words.offlineNow(nameOf(match, absent)), detail);
  }
  if (match.seats.length === 0) {
    const [mover] = active;
    return line(
      'wait',
      mover === undefined ? words.youWatch : words.turnOf(nameOf(match, mover)),
      news,
    );
  }
  if (game.pace === 'free') return line('yours', words.allMove, news);
  const own = active.filter(seat => match.seats.includes(seat));
  if (own.length > 0)
    return line(
      'yours',
      match.seats.length > 1 ? words.turnOf(nameOf(match, own[0]!)) : words.yourTurn,
      news,
    );
  const [mover] = active;
  return mover === undefined
    ? line('wait', words.drawing, news)
    : line('wait', words.thinking(nameOf(match, mover)), news);
}

/** What a player asks, or waits for an answer to. */
function askedLine(match: Match): StateLine | null {
  const { seats } = match;
  const talk = match.replay!.table!.talk;
  const words = text.play;
  const other = (by: Seat) => seats.find(seat => seat !== by);
  const vacations = remoteOf(match)?.invite?.vacations ?? [];
  if (talk.isPaused && vacations.length > 0) return vacationLine(match, vacations);
  if (talk.isPaused) {
    const seat = seats.find(seat => !talk.resume.includes(seat));
    const goOn = seat === undefined ? [] : [choice(words.goOn, seat, { type: 'resume' }, true)];
    return line('asked', words.paused, '', goOn);
  }
  if (talk.offer !== null) {
    const { by, agreed } = talk.offer;
    const seat = other(by);
    if (seat === undefined || agreed.includes(seat))
      return seats.includes(by) ? line('wait', words.youOffered) : null;
    return line('asked', words.offersDraw(nameOf(match, by)), '', [
      choice(words.accept, seat, { type: 'accept-draw' }, true),
      choice(words.decline, seat, { type: 'decline' }),
    ]);
  }
  if (talk.takeback !== null) {
    const { by } = talk.takeback;
    const seat = other(by);
    if (seat === undefined) return seats.includes(by) ? line('wait', words.youAskedBack) : null;
    return line('asked', words.asksBack(nameOf(match, by)), '', [
      choice(words.allow, seat, { type: 'allow-takeback', to: beforeMoveOf(match, by) }, true),
      choice(words.decline, seat, { type: 'decline' }),
    ]);
  }
  const [wanting] = talk.pause;
  if (wanting === undefined) return null;
  const seat = seats.find(seat => !talk.pause.includes(seat));
  if (seat === undefined) return line('wait', words.youWantPause);
  return line('asked', words.wantsPause(nameOf(match, wanting)), '', [
    choice(words.pause, seat, { type: 'pause' }, true),
    choice(words.decline, seat, { type: 'decline' }),
  ]);
}

/** Why the match is paused: a player is on vacation. */
function vacationLine(match: Match, vacations: NonNullable<Invite['vacations']>): StateLine {
  const words = text.vacation;
  const others = vacations.filter(({ seat }) => !match.seats.includes(seat));
  const names = others.map(({ seat }) => nameOf(match, seat)).join(', ');
  const until = Math.max(...vacations.map(({ until }) => until));
  return line(
    'wait',
    others.length === 0 ? words.youAre : words.isAway(names),
    words.until(dayOf(new Date(until).toISOString().slice(0, 10))),
  );
}

const choice = (label: string, seat: Seat, act: Action, isPrimary = false): ActButton => ({
  ...{ label, seat, act, isPrimary },
});

/** The entry before the newest move of a seat. */
function beforeMoveOf({ replay }: Match, seat: Seat): number {
  let here = replay!.table!.trail;
  while (here !== null && here.mover !== seat) here = here.before;
  return here?.n ?? 0;
}

function over(
  { texts }: Pick<Kit, 'texts'>,
  match: Match,
  outcome: Outcome,
  moves: number,
): StateLine {
  const words = text.play;
  const { by } = reasonTexts(outcome.reason, texts);
  const { winners } = outcome;
  const who = winners.map(seat => nameOf(match, seat)).join(', ');
  const isOwn = match.seats.length === 1 && winners.includes(match.seats[0]!);
  const what =
    outcome.result === 'draw'
      ? words.drawn
      : outcome.result === 'void'
        ? words.noResult
        : isOwn
          ? words.youWon
          : words.youLost(who);
  const { table } = match.replay!;
  const detail = words.movesIn(moves, formatDuration(table?.ms ?? 0));
  return line('over', `${what} ${by}`.trim(), detail);
}
