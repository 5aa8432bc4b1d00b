/** A match at the terminal, in this process or on a server: the local players, their views, and the output. */
import {
  type Action,
  describeFault,
  describeRefusal,
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
  spaced,
  step,
  unwrap,
} from '@kifu/core';
import { readKifu } from '@kifu/record';
import { legalMoves, type Match, type NodeEvent, presentOf } from '@kifu/record/match';
import { type Clocks, openingsOf, shownMs } from '@kifu/record/match-state';
import type { Replay } from '@kifu/record/replay';
import type { SessionTexts } from '@kifu/texts/en/cli/session';
import { type BoardStyle, boardStyle, drawBoard } from '../board.ts';
import { columnsOf, fit } from '../columns.ts';
import { failureNotes } from '../engines/failure-note.ts';
import { faultTexts } from '../fault-text.ts';
import { movedBy, spellShort } from '../input.ts';
import { type Colors, type Context, colorsFor, type Io } from '../io.ts';
import {
  describeAction,
  describeEvent,
  describeOutcome,
  isNewRound,
  type MatchVoice,
  voiceFor,
} from '../match-words.ts';
import { oneLine, printable, wrap } from '../text.ts';
import type { HostedMatch } from './hosted-match.ts';
import { standingIn } from './local-match.ts';
import type { RecordFiles } from './record-files.ts';

/** State of a match at the terminal. */
export interface Session {
  readonly io: Io;
  readonly kit: Kit;
  readonly colors: Colors;
  readonly names: SeatNames;
  readonly voice: MatchVoice;
  readonly t: SessionTexts;
  /** Where to print: standard output, standard error with `--json`, or a part of the screen that is drawn. */
  screen: { write(text: string): unknown };
  /** Whether the board is redrawn in place as time passes. */
  isDrawn: boolean;
  style: BoardStyle;
  /** The match, wherever it is played; the people here have its seats. */
  match: Match;
  /** Null if another process hosts the match. */
  readonly host: HostedMatch | null;
  readonly files: RecordFiles;
  /** Stops printing events. */
  leave: () => void;
  /** Up to when events of time have been printed; null if they are printed only with actions. */
  clock: { readonly tick: number; readonly state: unknown } | null;
  /** The newest move and the state before it, marked on the board. */
  lastMove: { readonly move: Json; readonly before: unknown } | null;
  /** Who made each move so far. */
  movers: readonly Seat[];
  /** Why engines of this terminal have given up their seats in a match that another process hosts. */
  failures: readonly Fault[];
}

/** Creates a session before its first event. */
export const createSession = (
  { io, isJson, colors }: Context,
  kit: Kit,
  { pieces, color }: LookOptions,
  own: Pick<Session, 'isDrawn' | 'match' | 'host' | 'files'> & { readonly isFlipped: boolean },
  voice: MatchVoice = voiceFor(io, kit),
): Session => ({
  ...own,
  io,
  kit,
  colors: isJson ? colorsFor(false) : colors,
  names: voice.names,
  voice,
  t: io.texts.session,
  screen: isJson ? io.stderr : io.stdout,
  style: {
    ...boardStyle(io, isJson || color === false, pieces),
    isFlipped: own.isFlipped && kit.sceneOfView === undefined,
  },
  clock: null,
  lastMove: null,
  movers: [],
  failures: [],
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

/** Prints a fault as a sentence; codes and rule names are for programs. */
export const tellFault = (session: Session, fault: Fault): void =>
  tell(
    session,
    `  ${session.colors.red('✗')} ${printable(faultText(session, fault))}${fault.code === 'malformed' ? ` ${session.colors.dim(session.t.helpHint)}` : ''}`,
  );

/** Describes a fault in the language of the user. In English its own message says more: it quotes what was refused. */
function faultText({ io, voice }: Session, fault: Fault): string {
  const texts = faultTexts(io);
  if (texts === null) return fault.message;
  const refusal = describeRefusal(fault, voice.game, voice.match);
  if (refusal !== null) return refusal;
  const text = describeFault(fault, texts);
  // of a code alone there is nothing to tell but its kind
  return text === texts.codes[fault.code] ? `${text} (${fault.message})` : text;
}

/** Prints a longer text, wrapped. */
export const tellText = (session: Session, text: string): void =>
  tell(
    session,
    ...wrap(text.split(' '), Math.min(session.io.columns, 80) - 4).map(line => `  ${line}`),
  );

/** Returns whose view the screen shows: that of the only person here, otherwise null for the spectator view. */
export const viewerOf = ({ match: { seats } }: Session): Seat | null =>
  seats.length === 1 ? seats[0]! : null;

/** Returns the state by which moves of a seat are formatted and parsed; with hidden hands, one that is consistent with its view. */
export function stateFor({ kit, match }: Session, seat: Seat | null): unknown {
  const view = match.viewsOf(seat)?.at(-1);
  if (view === undefined) return presentOf(match)?.state ?? null;
  return kit.game.secrets?.sample(view.view, 0) ?? null;
}

/** Returns the time until the match starts, in milliseconds; 0 once it has. */
export const msToStart = ({ match, host }: Session): number =>
  Math.max(0, -match.elapsedMs(), host?.leadMs() ?? 0);

/** Takes note of the present state, so that earlier events are not printed. */
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

/** Returns the newest move that was not taken back, if it is known. */
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

/** Returns the record so far. */
export function kifuOf({
  match,
  host,
  failures,
}: Pick<Session, 'match' | 'host' | 'failures'>): Kifu {
  const kifu = unwrap(readKifu(match.replay!.nodes));
  return { ...kifu, notes: failureNotes(kifu, failures), ...host?.match.remarks };
}

/** Brings the file of `--save` up to date, if there is one. */
export const keepFile = (session: Session): Promise<Result<string | null>> =>
  session.files.keep(session.match.replay?.nodes.at(-1), () => kifuOf(session));

/** Switches to a match and prints its events from now on. */
export function follow(session: Session, match = session.match): void {
  session.leave();
  session.match = match;
  lookAt(session);
  session.leave = match.on('node', node => {
    if (node.replay.n === 0) lookAt(session);
    tellNews(session, node);
  });
}

/** Returns whether the match is over; on a server, once its ending has arrived. */
export const isOver = ({ match: { replay }, host }: Session): boolean =>
  replay !== null && (replay.isEnded || (host !== null && replay.outcome !== null));

/** Returns the scene of the present state, with the last move marked unless the board is redrawn as time passes. */
function sceneOf({ kit, match, isDrawn, lastMove, voice }: Session): Scene {
  const { state } = presentOf(match)!;
  if (isDrawn || lastMove === null) return kit.scene(state, undefined, voice.game);
  const before = { scene: kit.scene(lastMove.before), move: lastMove.move };
  return kit.scene(state, before, voice.game);
}

/** Prints the board, or in games with secrets the view of the seat, but never the view of a bot. */
export function tellBoard(session: Session, seat: Seat | null): void {
  const { style, match } = session;
  if (match.replay === null) return;
  const of = match.seats.find(own => own === seat) ?? viewerOf(session);
  const view = match.viewsOf(of)?.at(-1);
  const lines =
    view === undefined ? drawBoard(sceneOf(session), style) : viewLines(session, view.view, of);
  tell(session, '', ...lines, '');
}

/** Returns the view of a seat as the game draws it, otherwise as data. The scene of the whole state would show too much. */
const viewLines = ({ kit, style, voice }: Session, view: Json, seat: Seat | null): string[] =>
  kit.sceneOfView !== undefined
    ? drawBoard(kit.sceneOfView(view, seat, undefined, voice.game), style)
    : Object.entries(view as { [key: string]: Json }).map(
        ([key, value]) => `  ${spaced(key)}: ${JSON.stringify(value)}`,
      );

/** Prints events of time until now. */
export function tellTime(session: Session, tick = presentOf(session.match)?.tick ?? 0): void {
  const { clock, kit } = session;
  if (clock === null || tick <= clock.tick) return;
  const passed = step(kit.game, clock.state, { do: 'time', at: tick });
  if (!passed.ok) return;
  session.clock = { tick, state: passed.value.state };
  for (const part of passed.value.parts) tellEvents(session, part);
}

/** Prints the action of a node, and what random draws, time and the rules did. */
function tellNews(session: Session, { entry, replay: { table } }: NodeEvent): void {
  tellTime(session, entry?.at ?? undefined);
  const before = stateBefore(session, entry?.seat ?? null);
  if (entry !== null && !isOpening(session, entry))
    tellAct(session, entry, partsOf(session), before);
  if (session.clock !== null && table !== null && entry?.act.type !== 'refused')
    session.clock = { ...session.clock, state: table.state };
}

/** Returns whether an entry only agrees to the header, as every match starts. */
function isOpening({ match }: Session, { act }: Entry): boolean {
  const { header, n } = match.replay!;
  return act.type === 'resume' && n <= openingsOf(header!);
}

/** Returns the state before the newest node, to describe a move; null if hidden hands make it unknown. */
function stateBefore({ clock, match, kit }: Session, seat: Seat | null): unknown {
  if (clock !== null) return clock.state;
  const before = match.replay?.before ?? null;
  if (before !== null) return before.state;
  // a seat knows what it played from its own hand
  const view = seat === null ? undefined : match.viewsOf(seat)?.at(-2);
  return view === undefined ? null : (kit.game.secrets?.sample(view.view, 0) ?? null);
}

/** Returns the events that the screen may show. Of hidden hands, a server sends events only. */
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
  const { clock, kit, match } = session;
  const { act, seat } = entry;
  // `undo` prints what it took back
  if (session.host !== null && TAKEBACKS.includes(act.type)) return;
  // the player has already seen why the move is refused
  if (act.type === 'refused' && seat !== null && match.seats.includes(seat)) return;
  const isMove = act.type === 'move' && seat !== null;
  if (isMove) {
    const move = movedBy(kit, act);
    session.movers = [...session.movers, seat];
    session.lastMove = before === null ? null : { move, before };
  }
  // events of time before the entry have already been printed
  const seen = clock === null ? parts : parts.filter(({ by }) => by !== 'time');
  // leaving is printed before its consequences
  const first = isMove ? seen.length : seen.filter(({ by }) => by === 'time').length;
  for (const part of seen.slice(0, first)) {
    if (part.by === 'move' && isMove)
      tell(session, moveLine(session, movedBy(kit, act), before, part));
    else tellEvents(session, part);
  }
  if (!isMove) tell(session, `${stampOr(session, ' ')} ${describeAction(entry, session.voice)}`);
  for (const part of seen.slice(first)) tellEvents(session, part);
}

/** `12. White  Nf3   knight to f3`, with the number at the start of a round. */
function moveLine(session: Session, move: Json, before: unknown, { events }: Part): string {
  const { kit, match, names, colors, movers } = session;
  const rounds = movers.filter((seat, i) => isNewRound(movers[i - 1], seat)).length;
  const number = isNewRound(movers.at(-2), movers.at(-1)!) ? `${rounds}.` : '';
  const label = stampOr(session, number.padStart(5));
  const width = Math.max(...match.players.map(({ seat }) => columnsOf(names(seat))));
  const who = fit(names(movers.at(-1)!), width);
  if (before === null) return `${label} ${who}  ${eventLine(session, events)}`;
  const text = colors.bold(spellShort(kit, before, move).padEnd(7));
  return `${label} ${who}  ${text} ${colors.dim(oneLine(kit.describe.move(before, move, events, session.voice.game)))}`;
}

/** Prints the players, what can be typed, and random draws before the first move. */
export function tellStart(session: Session, facts: readonly string[] = []): void {
  const { kit, match, colors, io } = session;
  const { n, isEnded } = match.replay!;
  const all = [playersLine(session), ...facts].join(' · ');
  tell(session, `${colors.bold(kit.game.name)}  ${colors.dim(all)}`);
  const hint = session.t.start(example(session));
  if (match.seats.length > 0 && !isOver(session))
    tell(session, ...wrap(hint.split(' '), io.columns).map(line => colors.dim(line)));
  if (n > 0) tell(session, session.t.verified(isEnded ? n - 1 : n));
  else for (const part of partsOf(session)) tellEvents(session, part);
}

/** Returns an example of a legal move of the seat that is asked first; null if a bot or another player starts. Moves with long notations are avoided. */
function example(session: Session): string | null {
  const { kit, match } = session;
  const moves = match.seats.map(seat =>
    legalMoves(match, seat).map(move => spellShort(kit, stateFor(session, seat), move)),
  );
  const all = moves.find(({ length }) => length > 0) ?? [];
  const shortest = Math.min(...all.map(text => text.length));
  const middle = all[all.length >> 1];
  const usual = all.filter(text => text.length < 2 * shortest);
  const one = middle === undefined || usual.includes(middle) ? middle : usual[usual.length >> 1];
  return one ?? null;
}

/** Prints the events of a part. */
function tellEvents(session: Session, { by, state, events }: Part): void {
  for (const event of events) {
    const words = `${session.isDrawn ? '' : session.voice.causes[by]}${describeEvent(session.kit, state, event, session.voice)}`;
    tell(session, `${stampOr(session, '     ')} ${oneLine(words)}`);
  }
}

function eventLine(session: Session, events: readonly GameEvent[]): string {
  const state = stateFor(session, viewerOf(session));
  return oneLine(
    events.map(event => describeEvent(session.kit, state, event, session.voice)).join(', '),
  );
}

/** Returns the seconds of a real-time match, `   12.3`, otherwise the label. */
const stampOr = ({ io, kit, isDrawn, clock }: Session, label: string): string =>
  isDrawn && clock !== null
    ? io.texts.counts.decimal(clock.tick / kit.game.time!.hz(clock.state), 1).padStart(7)
    : label;

/** Describes how the match ended; null while it is in progress. */
export function endLine({ match: { replay }, voice, colors, t }: Session): string | null {
  if (replay === null || replay.outcome === null) return null;
  const line = colors.bold(describeOutcome(replay.outcome, voice));
  return replay.settled?.isDecreed ? `${line} ${t.notByRules}` : line;
}

/** Describes the players; a person alone against bots is `you`. */
export function playersLine(session: Session): string {
  const { match, host, names, t } = session;
  const you = host === null ? null : viewerOf(session);
  return match.players
    .map(
      ({ seat, name }) => `${names(seat)}: ${seat === you ? t.you : oneLine(name ?? t.openSeat)}`,
    )
    .join(' · ');
}

/** Describes the clocks, with the running one marked: `[▸White 4:58  Black 5:00]`. Null without clocks. */
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

/** Returns the time until the clocks change; null if none runs. */
export function nextClockMs({ match }: Session): number | null {
  const clocks = match.replay?.table?.clocks ?? null;
  if (clocks === null || !isRunning(clocks) || match.replay?.outcome != null) return null;
  const left = shownMs(clocks, clocks.running!, match.elapsedMs()) ?? 0;
  return left > TENTHS_MS ? (left % 1000) + 1 : 100;
}

/** Below this clocks show tenths of seconds. */
const TENTHS_MS = 20_000;
