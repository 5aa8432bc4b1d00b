/** A match at the terminal, here or on a server: who sits here, what they see, and how it is told. */
import {
  type Action,
  type Entry,
  type Fault,
  formatClock,
  type GameEvent,
  type Json,
  type Kifu,
  type Kit,
  type Part,
  type Result,
  type Scene,
  type Seat,
  type SeatNames,
  seatNamesOf,
  spaced,
  step,
  unwrap,
} from '@kifu/core';
import { readKifu } from '@kifu/record';
import { legalMoves, type Match, type NodeEvent, presentOf } from '@kifu/record/match';
import { type Clocks, openingsOf, shownMs } from '@kifu/record/match-state';
import type { Replay } from '@kifu/record/replay';
import { type BoardStyle, boardStyle, drawBoard } from '../board.ts';
import { movedBy, spellShort } from '../input.ts';
import { type Colors, type Context, colorsFor, type Io } from '../io.ts';
import { actWords, isNewRound, outcomeWords, PART_LABELS, sayEvent } from '../match-words.ts';
import { counted, oneLine, printable, wrap } from '../text.ts';
import type { HostedMatch } from './hosted-match.ts';
import { standingIn } from './local-match.ts';
import type { RecordFiles } from './record-files.ts';

/** Everything that a match at the terminal consists of; the one value here that changes. */
export interface Session {
  readonly io: Io;
  readonly kit: Kit;
  readonly colors: Colors;
  readonly names: SeatNames;
  /** Where people look: standard output, or standard error where that carries JSON; a part of the screen where that is drawn. */
  screen: { write(text: string): unknown };
  /** Whether the board is drawn in place, with the time that passes. */
  isDrawn: boolean;
  style: BoardStyle;
  /** On the table, wherever it is played; the people here have its seats. */
  match: Match;
  /** Null where the match is played elsewhere. */
  readonly host: HostedMatch | null;
  readonly files: RecordFiles;
  /** Stops telling what happens in the match. */
  leave: () => void;
  /** How far the time has been told; null where it is told only with what was done. */
  clock: { readonly tick: number; readonly state: unknown } | null;
  /** The newest move and the state before it, to be marked on the board. */
  lastMove: { readonly move: Json; readonly before: unknown } | null;
  /** Who made each move so far. */
  movers: readonly Seat[];
}

/** What the sessions here and on a server have in common, before anything has happened. */
export const createSession = (
  { io, isJson, colors }: Context,
  kit: Kit,
  { pieces, color }: LookOptions,
  own: Pick<Session, 'isDrawn' | 'match' | 'host' | 'files'> & { readonly isFlipped: boolean },
): Session => ({
  ...own,
  io,
  kit,
  colors: isJson ? colorsFor(false) : colors,
  names: seatNamesOf(kit),
  screen: isJson ? io.stderr : io.stdout,
  style: {
    ...boardStyle(io, isJson || color === false, pieces),
    isFlipped: own.isFlipped && kit.sceneOfView === undefined,
  },
  clock: null,
  lastMove: null,
  movers: [],
  leave() {},
});

/** How a session looks. */
export interface LookOptions {
  readonly pieces?: BoardStyle['pieces'];
  readonly color?: boolean;
}

/** Writes lines to the screen. */
export const tell = ({ screen }: Pick<Session, 'screen'>, ...lines: readonly string[]): void =>
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

/** Whose view the screen shows: that of the only person here; where several share it, and where there is none, null for what spectators see. */
export const viewerOf = ({ match: { seats } }: Session): Seat | null =>
  seats.length === 1 ? seats[0]! : null;

/** The state that the moves of a seat are written and read by; of hidden hands one that looks like the true one. */
export function stateFor({ kit, match }: Session, seat: Seat | null): unknown {
  const view = match.viewsOf(seat)?.at(-1);
  if (view === undefined) return presentOf(match)?.state ?? null;
  return kit.game.secrets?.sample(view.view, 0) ?? null;
}

/** How long until the match begins, in milliseconds; 0 once it has. */
export const msToStart = ({ match, host }: Session): number =>
  Math.max(0, -match.elapsedMs(), host?.leadMs() ?? 0);

/** Looks at a match that is on the table from now on: what came before is not told. */
export function lookAt(session: Session): void {
  const { match, host, kit } = session;
  const { replay } = match;
  const entries = replay === null ? [] : kifuOf(session).entries;
  session.movers = standingIn(entries).flatMap(({ seat, act }) =>
    act.type === 'move' ? [seat!] : [],
  );
  session.lastMove = replay === null ? null : lastMoveIn(replay, kit, entries);
  const now = presentOf(match);
  const isClocked = host !== null || session.isDrawn;
  session.clock =
    isClocked && now !== null && now.tick !== null ? { tick: now.tick, state: now.state } : null;
}

/** The newest move that was not taken back, as far as it is known. */
function lastMoveIn(
  { entry, before, table }: Replay,
  kit: Kit,
  entries: readonly Entry[],
): Session['lastMove'] {
  if (entry?.act.type === 'move' && before !== null)
    return { move: movedBy(kit, entry.act), before: before.state };
  const trail = table?.trail ?? null;
  const act = trail === null ? undefined : entries[trail.n]?.act;
  return act?.type === 'move' ? { move: movedBy(kit, act), before: trail!.state } : null;
}

/** The match as a record, as far as it has come. */
export const kifuOf = ({ match, host }: Session): Kifu => ({
  ...unwrap(readKifu(match.replay!.nodes)),
  ...host?.match.remarks,
});

/** Brings the file of `--save` up to date, if there is one. */
export const keepFile = (session: Session): Promise<Result<string | null>> =>
  session.files.keep(session.match.replay?.nodes.at(-1), () => kifuOf(session));

/** Puts a match on the table, and tells what happens in it from now on. */
export function follow(session: Session, match = session.match): void {
  session.leave();
  session.match = match;
  lookAt(session);
  session.leave = match.on('node', node => {
    if (node.replay.n === 0) lookAt(session);
    tellNews(session, node);
  });
}

/** Whether the match is over; on a server, when its ending has come. */
export const isOver = ({ match: { replay }, host }: Session): boolean =>
  replay !== null && (replay.isEnded || (host !== null && replay.outcome !== null));

/** The picture of the match as it stands, with its last move marked; of one that is drawn as time passes, as it is now. */
function sceneOf({ kit, match, isDrawn, lastMove }: Session): Scene {
  const { state } = presentOf(match)!;
  if (isDrawn || lastMove === null) return kit.scene(state);
  return kit.scene(state, { scene: kit.scene(lastMove.before), move: lastMove.move });
}

/** Shows the board, or in games with secrets what the seat may know; what a bot sees is not shown. */
export function tellBoard(session: Session, seat: Seat | null): void {
  const { style, match } = session;
  if (match.replay === null) return;
  const of = match.seats.find(own => own === seat) ?? viewerOf(session);
  const view = match.viewsOf(of)?.at(-1);
  const lines =
    view === undefined ? drawBoard(sceneOf(session), style) : viewLines(session, view.view, of);
  tell(session, '', ...lines, '');
}

/** What a seat sees, as the game draws it, else as data: a picture of the whole state would show too much. */
const viewLines = ({ kit, style }: Session, view: Json, seat: Seat | null): string[] =>
  kit.sceneOfView !== undefined
    ? drawBoard(kit.sceneOfView(view, seat), style)
    : Object.entries(view as { [key: string]: Json }).map(
        ([key, value]) => `  ${spaced(key)}: ${JSON.stringify(value)}`,
      );

/** Tells what time has brought about until now. */
export function tellTime(session: Session, tick = presentOf(session.match)?.tick ?? 0): void {
  const { clock, kit } = session;
  if (clock === null || tick <= clock.tick) return;
  const passed = step(kit.game, clock.state, { do: 'time', at: tick });
  if (!passed.ok) return;
  session.clock = { tick, state: passed.value.state };
  for (const part of passed.value.parts) tellEvents(session, part);
}

/** Tells what a node brought: the act in words, and what chance, time and the rules did. */
function tellNews(session: Session, { entry, replay: { table } }: NodeEvent): void {
  tellTime(session, entry?.at ?? undefined);
  const before = stateBefore(session, entry?.seat ?? null);
  if (entry !== null && !isOpening(session, entry))
    tellAct(session, entry, partsOf(session), before);
  if (session.clock !== null && table !== null && entry?.act.type !== 'refused')
    session.clock = { ...session.clock, state: table.state };
}

/** That everybody agrees to the header is how a match begins: nothing to tell of. */
function isOpening({ match }: Session, { act }: Entry): boolean {
  const { header, n } = match.replay!;
  return act.type === 'resume' && n <= openingsOf(header!);
}

/** The state before the newest node, for the words of a move; null where hands hide it. */
function stateBefore({ clock, match, kit }: Session, seat: Seat | null): unknown {
  if (clock !== null) return clock.state;
  const before = match.replay?.before ?? null;
  if (before !== null) return before.state;
  // of its own hand a seat knows what it played
  const view = seat === null ? undefined : match.viewsOf(seat)?.at(-2);
  return view === undefined ? null : (kit.game.secrets?.sample(view.view, 0) ?? null);
}

/** What happened, as far as the screen may show it: of hidden hands a server tells events alone. */
function partsOf(session: Session): readonly Part[] {
  const { match, kit } = session;
  const viewer = viewerOf(session);
  const { parts, table } = match.replay!;
  const views = match.viewsOf(viewer);
  if (views === null) return parts;
  const seen = (events: readonly GameEvent[]) =>
    events.map(event => kit.game.secrets!.see(event, viewer)).filter(event => event !== null);
  if (table !== null) return parts.map(part => ({ ...part, events: seen(part.events) }));
  const events = (views.at(-1)?.events ?? []) as readonly GameEvent[];
  return [{ by: 'move', state: stateFor(session, viewer), events }];
}

const TAKEBACKS: readonly Action['type'][] = ['ask-takeback', 'allow-takeback'];

function tellAct(session: Session, entry: Entry, parts: readonly Part[], before: unknown): void {
  const { clock, kit, names, match } = session;
  const { act, seat } = entry;
  // `undo` tells by itself what it took back
  if (session.host !== null && TAKEBACKS.includes(act.type)) return;
  // who made the move has been told why it is refused
  if (act.type === 'refused' && seat !== null && match.seats.includes(seat)) return;
  const isMove = act.type === 'move' && seat !== null;
  if (isMove) {
    const move = movedBy(kit, act);
    session.movers = [...session.movers, seat];
    session.lastMove = before === null ? null : { move, before };
  }
  // time that was let pass before has been told of; the entry goes through it once more
  const seen = clock === null ? parts : parts.filter(({ by }) => by !== 'time');
  // who leaves says so first, and then it has consequences
  const first = isMove ? seen.length : seen.filter(({ by }) => by === 'time').length;
  for (const part of seen.slice(0, first)) {
    if (part.by === 'move' && isMove)
      tell(session, moveLine(session, movedBy(kit, act), before, part));
    else tellEvents(session, part);
  }
  if (!isMove) tell(session, `${stampOr(session, ' ')} ${actWords(entry, names)}`);
  for (const part of seen.slice(first)) tellEvents(session, part);
}

/** `12. white  Nf3   knight to f3`, the number where a round begins. */
function moveLine(session: Session, move: Json, before: unknown, { events }: Part): string {
  const { kit, match, names, colors, movers } = session;
  const rounds = movers.filter((seat, i) => isNewRound(movers[i - 1], seat)).length;
  const number = isNewRound(movers.at(-2), movers.at(-1)!) ? `${rounds}.` : '';
  const label = stampOr(session, number.padStart(5));
  const width = Math.max(...match.players.map(({ seat }) => names(seat).length));
  const who = names(movers.at(-1)!).padEnd(width);
  if (before === null) return `${label} ${who}  ${eventLine(session, events)}`;
  const text = colors.bold(spellShort(kit, before, move).padEnd(7));
  return `${label} ${who}  ${text} ${colors.dim(oneLine(kit.describe.move(before, move, events)))}`;
}

/** Tells who plays what, what can be typed, and what chance did before the first move. */
export function tellStart(session: Session, facts: readonly string[] = []): void {
  const { kit, match, colors, io } = session;
  const { n, isEnded } = match.replay!;
  const all = [playersLine(session), ...facts].join(' · ');
  tell(session, `${colors.bold(kit.game.name)}  ${colors.dim(all)}`);
  const hint = `Type a move${example(session)}, or ? for what else you can say.`;
  if (match.seats.length > 0 && !isOver(session))
    tell(session, ...wrap(hint.split(' '), io.columns).map(line => colors.dim(line)));
  if (n > 0) tell(session, `${counted(isEnded ? n - 1 : n, 'entry', 'entries')} verified`);
  else for (const part of partsOf(session)) tellEvents(session, part);
}

/** A move that a person could make now; empty where a bot or another player begins. What takes twice as long to write as another is unusual. */
function example(session: Session): string {
  const { kit, match } = session;
  const all = match.seats.flatMap(seat =>
    legalMoves(match, seat).map(move => spellShort(kit, stateFor(session, seat), move)),
  );
  const shortest = Math.min(...all.map(text => text.length));
  const middle = all[all.length >> 1];
  const usual = all.filter(text => text.length < 2 * shortest);
  const one = middle === undefined || usual.includes(middle) ? middle : usual[usual.length >> 1];
  return one === undefined ? '' : ` such as ${one}`;
}

/** Tells what happened in a part. */
function tellEvents(session: Session, { by, state, events }: Part): void {
  for (const event of events) {
    const words = `${session.isDrawn ? '' : PART_LABELS[by]}${sayEvent(session.kit, state, event)}`;
    tell(session, `${stampOr(session, '     ')} ${oneLine(words)}`);
  }
}

function eventLine(session: Session, events: readonly GameEvent[]): string {
  const state = stateFor(session, viewerOf(session));
  return oneLine(events.map(event => sayEvent(session.kit, state, event)).join(', '));
}

/** The seconds of a match that is drawn as time passes: `   12.3`; else what stands there otherwise. */
const stampOr = ({ kit, isDrawn, clock }: Session, label: string): string =>
  isDrawn && clock !== null
    ? (clock.tick / kit.game.time!.hz(clock.state)).toFixed(1).padStart(7)
    : label;

/** How the match ended, as a line; null while it goes on. */
export function endLine({ match: { replay }, names, colors }: Session): string | null {
  if (replay === null || replay.outcome === null) return null;
  const line = colors.bold(outcomeWords(replay.outcome, names));
  return replay.settled?.isDecreed ? `${line} (an ending not decided by the rules)` : line;
}

/** Who sits where; a person who plays alone against bots is `you`. */
export function playersLine(session: Session): string {
  const { match, host, names } = session;
  const you = host === null ? null : viewerOf(session);
  return match.players
    .map(({ seat, name }) => `${names(seat)}: ${seat === you ? 'you' : oneLine(name ?? 'open')}`)
    .join(' · ');
}

/** `[▸white 4:58  black 5:00]`: what the clocks show now, the one that runs marked; null where there are none. */
export function clocksLine({ match, names }: Session): string | null {
  const clocks = match.replay?.table?.clocks ?? null;
  if (clocks === null) return null;
  const ms = match.elapsedMs();
  const shown = clocks.left.map(({ seat }) => {
    const mark = isRunning(clocks) && clocks.running === seat ? '▸' : ' ';
    return `${mark}${names(seat)} ${formatClock(shownMs(clocks, seat, ms) ?? 0)}`;
  });
  return `[${shown.join(' ').trimStart()}]`;
}

const isRunning = ({ running, isPaused }: Clocks): boolean => running !== null && !isPaused;

/** When the clocks show something else; null where none runs. */
export function nextClockMs({ match }: Session): number | null {
  const clocks = match.replay?.table?.clocks ?? null;
  if (clocks === null || !isRunning(clocks) || match.replay?.outcome != null) return null;
  const left = shownMs(clocks, clocks.running!, match.elapsedMs()) ?? 0;
  return left > TENTHS_MS ? (left % 1000) + 1 : 100;
}

/** Below this clocks show tenths of seconds. */
const TENTHS_MS = 20_000;
