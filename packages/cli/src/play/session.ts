/** A match in play: what is on the table, who sits there, and how it is shown. */
import type { Writable } from 'node:stream';
import {
  type Fault,
  type GameEvent,
  type Json,
  type Kit,
  type Part,
  type Scene,
  type Seat,
  type SeatNames,
  spaced,
} from '@kifu/core';
import type { Stored } from '@kifu/record';
import { type BoardStyle, drawBoard } from '../board.ts';
import { movedBy, spellShort } from '../input.ts';
import type { Colors, Io } from '../io.ts';
import type { StoredKey } from '../keys.ts';
import type { Library } from '../library/open.ts';
import type { Recorder } from '../library/recorder.ts';
import { actWords, isNewRound, outcomeWords, PART_LABELS, sayEvent } from '../match-words.ts';
import type { LivePublisher } from '../publish/live.ts';
import { printable, wrap } from '../text.ts';
import { entriesIn, type LocalMatch, type Point, present } from './local-match.ts';
import type { Players } from './players.ts';

/** Everything that a match in play consists of; the one value here that changes. */
export interface Session {
  readonly io: Io;
  readonly kit: Kit;
  readonly colors: Colors;
  /** Where people look: standard output, or standard error where that carries JSON; a part of the screen in live play. */
  screen: Writable;
  readonly players: Players;
  readonly names: SeatNames;
  style: BoardStyle;
  match: LocalMatch;
  /** The seats asked so far, newest last; in rounds, those of this round. */
  asked: readonly Seat[];
  /** The files that the match on the table was loaded from or saved to, newest last; it may replace them. */
  files: readonly string[];
  /** Where the match is kept after each act; null where nobody asked for it. */
  autosave: string | null;
  /** The newest node that was written there. */
  kept: Stored | null;
  /** Whether the match was begun here and now, and not read from somewhere. */
  isNew: boolean;
  /** The library that is open; null where nothing is kept in it. */
  readonly library: Library | null;
  /** Keeps the match on the table in the library; null where it is not kept there. */
  recorder: Recorder | null;
  /** The key of the person here; null where nothing is signed. */
  readonly signer: StoredKey | null;
  /** The time of a match that runs by the clock; null where time passes between turns only. */
  live: LiveTime | null;
  /** Who publishes the match while it is played; null where nobody does. */
  readonly publisher: LivePublisher | null;
}

/** Where a match that runs by the clock stands: at the last act, and what time has done since. */
interface LiveTime {
  readonly tick: number;
  readonly state: unknown;
}

/** The state of the match now. */
export const stateNow = ({ live, match }: Session): unknown => live?.state ?? present(match).state;

/** Writes lines to the screen. */
export const tell = ({ screen }: Session, ...lines: readonly string[]): void =>
  void screen.write(lines.map(line => `${line}\n`).join(''));

/** Tells why something cannot be: at the table the sentence is enough, codes and rule names are for programs. */
export const tellFault = (session: Session, { code, message }: Fault): void =>
  tell(
    session,
    `  ${session.colors.red('✗')} ${printable(message)}${code === 'malformed' ? session.colors.dim(' (? for help)') : ''}`,
  );

/** Tells a longer text, in lines that fit. */
export const tellText = (session: Session, text: string): void =>
  tell(
    session,
    ...wrap(text.split(' '), Math.min(session.io.columns, 80) - 4).map(line => `  ${line}`),
  );

/** The seats of the people. */
export const peopleOf = (players: Players): Seat[] =>
  [...players].filter(([, { bot }]) => bot === null).map(([seat]) => seat);

/** The picture of the match as it stands, with its last move marked. */
function sceneOf({ kit, match, live }: Session): Scene {
  if (live !== null) return kit.scene(live.state);
  const { points } = match;
  const { state } = present(match);
  const last = points.findLastIndex(({ entry }) => entry !== null);
  const act = points[last]?.entry?.act;
  if (act?.type !== 'move') return kit.scene(state);
  return kit.scene(state, {
    scene: kit.scene(points[last - 1]!.state),
    move: movedBy(kit, act),
  });
}

/** Whether something must be kept from the people at the table. */
export const isHiding = ({ kit, match, players }: Session): boolean =>
  kit.game.secrets !== undefined && present(match).outcome === null && peopleOf(players).length > 0;

/** The seat whose player looks at the screen; where several people share it nobody may learn more than a spectator. */
function eyeOf({ players }: Session): Seat | null {
  const people = peopleOf(players);
  return people.length === 1 ? people[0]! : null;
}

/** Shows the board, or in games with secrets what the seat may know; nobody is shown what a bot sees. */
export function tellBoard(session: Session, seat: Seat | null): void {
  const { kit, match, players, style } = session;
  const eye = seat !== null && peopleOf(players).includes(seat) ? seat : eyeOf(session);
  const lines = isHiding(session)
    ? viewLines(session, kit.game.secrets!.view(present(match).state, eye), eye)
    : drawBoard(sceneOf(session), style);
  tell(session, '', ...lines, '');
}

/** What a seat sees, as the game draws it, else as data: a picture of the whole state would show too much. */
const viewLines = ({ kit, style }: Session, view: Json, seat: Seat | null): string[] =>
  kit.sceneOfView !== undefined
    ? drawBoard(kit.sceneOfView(view, seat), style)
    : Object.entries(view as { [key: string]: Json }).map(
        ([key, value]) => `  ${spaced(key)}: ${JSON.stringify(value)}`,
      );

/** Tells what the newest point brought: the act in words, and what chance, time and the rules did. */
export function tellNews(session: Session): void {
  const { points } = session.match;
  // an ending says nothing that the act before it has not said
  const last = points.findLastIndex(({ chain }) => !chain.isEnded);
  const { entry, parts } = points[last]!;
  // time that was let pass before has been told of; the entry goes through it once more
  const hasPassed = last > 1 && points[last - 1]!.entry === null;
  const isTold = entry !== null && (session.live !== null || hasPassed);
  const seen = isTold ? parts.filter(({ by }) => by !== 'time') : parts;
  const isMove = entry?.act.type === 'move';
  // who leaves says so first, and then it has consequences
  const first = isMove ? seen.length : seen.filter(({ by }) => by === 'time').length;
  for (const part of seen.slice(0, first)) {
    if (part.by === 'move' && isMove)
      tell(session, moveLine(session, movedBy(session.kit, entry.act), points[last - 1]!, part));
    else tellEvents(session, part);
  }
  if (entry !== null && !isMove)
    tell(session, `${stampOr(session, ' ')} ${actWords(entry, session.names)}`);
  for (const part of seen.slice(first)) tellEvents(session, part);
}

/** Tells what chance did before anybody moved. */
export const tellOpening = (session: Session): void => {
  for (const part of session.match.points[0].parts) tellEvents(session, part);
};

/** `12. white  Nf3   knight to f3`, the number where a round begins. */
function moveLine(session: Session, move: Json, point: Point, part: Part): string {
  const { kit, match, players, names, colors, live } = session;
  const before = live?.state ?? point.state;
  const movers = entriesIn(match).flatMap(({ seat, act }) => (act.type === 'move' ? [seat!] : []));
  const rounds = movers.filter((seat, i) => isNewRound(movers[i - 1], seat)).length;
  const number = isNewRound(movers.at(-2), movers.at(-1)!) ? `${rounds}.` : '';
  const label = stampOr(session, number.padStart(5));
  const width = Math.max(...[...players.keys()].map(seat => names(seat).length));
  const who = names(movers.at(-1)!).padEnd(width);
  const text = colors.bold(spellShort(kit, before, move).padEnd(7));
  const words = colors.dim(kit.say.move(before, move, seenEvents(session, part)));
  return `${label} ${who}  ${text} ${words}`;
}

/** Tells what happened in a part. */
export function tellEvents(session: Session, part: Part): void {
  for (const event of seenEvents(session, part)) {
    const whose = session.live === null ? PART_LABELS[part.by] : '';
    const words = sayEvent(session.kit, part.state, event);
    tell(session, `${stampOr(session, '     ')} ${whose}${words}`);
  }
}

/** The seconds of a match that runs by the clock: `   12.3`; else what stands there otherwise. */
const stampOr = ({ kit, live }: Session, label: string): string =>
  live === null ? label : (live.tick / kit.game.time!.hz(live.state)).toFixed(1).padStart(7);

/** The events of a part, as whoever looks at the screen may see them. */
function seenEvents(session: Session, { events }: Part): readonly GameEvent[] {
  const { secrets } = session.kit.game;
  if (secrets === undefined || peopleOf(session.players).length === 0) return events;
  const eye = eyeOf(session);
  return events.map(event => secrets.see(event, eye)).filter(event => event !== null);
}

/** How the match ended, as a line; null while it goes on. */
export function endLine({ match, names, colors }: Session): string | null {
  const { outcome, isDecreed } = present(match);
  if (outcome === null) return null;
  const line = colors.bold(printable(outcomeWords(outcome, names)));
  return isDecreed ? `${line} (an ending not decided by the rules)` : line;
}
