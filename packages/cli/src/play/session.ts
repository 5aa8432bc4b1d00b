/** A match at the terminal, here or on a server: who sits here, what they see, and how it is told. */
import type { RemoteMatch } from '@kifu/client';
import {
  type Act,
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
import { type Clocks, openingsOf, shownMs } from '@kifu/record/table';
import { type BoardStyle, boardStyle, drawBoard } from '../board.ts';
import { movedBy, spellShort } from '../input.ts';
import { type Colors, type Context, colorsFor, type Io } from '../io.ts';
import { actWords, isNewRound, outcomeWords, PART_LABELS, sayEvent } from '../match-words.ts';
import { counted, oneLine, printable, wrap } from '../text.ts';
import type { HostedMatch } from './hosted-match.ts';
import { standingIn, toKifu } from './local-match.ts';
import { legalIn, type MatchView, type SeenNode, stateIn } from './match-view.ts';
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
  /** The match as far as those who look at the screen may see it together. */
  readonly eye: MatchView;
  /** The people here, each with what they see. */
  readonly hands: ReadonlyMap<Seat, MatchView>;
  /** Null where the match is played on a server. */
  readonly host: HostedMatch | null;
  /** Null where the match is played in this process. */
  readonly live: RemoteMatch | null;
  readonly files: RecordFiles;
  /** How long until the match begins, in milliseconds; 0 once it has. */
  msToStart: () => number;
  /** How far the time has been told; null where it is told only with what was done. */
  clock: { readonly tick: number; readonly state: unknown } | null;
  /** The newest move and the state before it, to be marked on the board. */
  lastMove: { readonly move: Json; readonly before: unknown } | null;
  /** Who made each move so far. */
  movers: readonly Seat[];
  /** The match that the same people play next, and this one's seat there; null until they agree on one. */
  next: { readonly id: string; readonly seat: Seat } | null;
}

/** What the sessions here and on a server have in common, before anything has happened. */
export const createSession = (
  { io, isJson, colors }: Context,
  kit: Kit,
  { pieces, color }: LookOptions,
  own: Pick<Session, 'isDrawn' | 'eye' | 'hands' | 'host' | 'live' | 'files' | 'msToStart'> & {
    readonly isFlipped: boolean;
  },
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
  next: null,
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

/** Looks at a match that is on the table from now on: what came before is not told. */
export function lookAt(session: Session): void {
  const { eye, host, kit } = session;
  const { followed } = eye;
  const entries = followed === null ? [] : kifuOf(session).entries;
  session.movers = standingIn(entries).flatMap(({ seat, act }) =>
    act.type === 'move' ? [seat!] : [],
  );
  session.lastMove = host === null ? null : lastMoveIn(host, kit, entries);
  const now = eye.present();
  const isClocked = host !== null || session.isDrawn;
  session.clock =
    isClocked && now !== null && now.tick !== null ? { tick: now.tick, state: now.state } : null;
}

/** The newest move that was not taken back, as far as it is known. */
function lastMoveIn(
  { match, table }: HostedMatch,
  kit: Kit,
  entries: readonly Entry[],
): Session['lastMove'] {
  const { entry, before } = match.replay;
  if (entry?.act.type === 'move') return { move: movedBy(kit, entry.act), before: before!.state };
  const { trail } = table;
  const act = trail === null ? undefined : entries[trail.n]?.act;
  return act?.type === 'move' ? { move: movedBy(kit, act), before: trail!.state } : null;
}

/** The match as a record, as far as it has come. */
export const kifuOf = ({ host, eye }: Session): Kifu =>
  host === null ? unwrap(readKifu(eye.followed!.nodes)) : toKifu(host.match);

/** Brings the file of `--save` up to date, if there is one. */
export const keepFile = (session: Session): Promise<Result<string | null>> => {
  const { host, eye, files } = session;
  const newest = host === null ? eye.followed?.n : host.match.replay.nodes.at(-1);
  return files.keep(newest, () => kifuOf(session));
};

/** Tells what happens from now on; gives back how to stop. */
export function follow(session: Session): () => void {
  const { eye } = session;
  lookAt(session);
  return eye.on('node', news => {
    if (eye.followed?.n === 0) lookAt(session);
    tellNews(session, news);
  });
}

/** Whether the match is over; on a server, when its ending has come. */
export const isOver = ({ eye: { followed }, host }: Session): boolean =>
  followed !== null && (followed.isEnded || (host !== null && followed.outcome !== null));

/** The picture of the match as it stands, with its last move marked; of one that is drawn as time passes, as it is now. */
function sceneOf({ kit, eye, isDrawn, lastMove }: Session): Scene {
  const { state } = eye.present()!;
  if (isDrawn || lastMove === null) return kit.scene(state);
  return kit.scene(state, { scene: kit.scene(lastMove.before), move: lastMove.move });
}

/** Shows the board, or in games with secrets what the seat may know; what a bot sees is not shown. */
export function tellBoard(session: Session, seat: Seat | null): void {
  const { style, eye, hands } = session;
  const view = (seat === null ? null : hands.get(seat)) ?? eye;
  if (view.followed === null) return;
  const lines =
    view.sight === null
      ? drawBoard(sceneOf(session), style)
      : viewLines(session, view.sight.view, view.seat);
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
export function tellTime(session: Session, tick = session.eye.present()?.tick ?? 0): void {
  const { clock, kit } = session;
  if (clock === null || tick <= clock.tick) return;
  const passed = step(kit.game, clock.state, { do: 'time', at: tick });
  if (!passed.ok) return;
  session.clock = { tick, state: passed.value.state };
  for (const part of passed.value.parts) tellEvents(session, part);
}

/** Tells what a node brought: the act in words, and what chance, time and the rules did. */
function tellNews(session: Session, news: SeenNode): void {
  const { entry } = news;
  tellTime(session, entry?.at ?? undefined);
  const before = stateBefore(session, entry?.seat ?? null);
  if (entry !== null && !isOpening(session, entry))
    tellAct(session, entry, partsOf(session, news), before);
  const table = session.eye.followed?.table ?? null;
  if (session.clock !== null && table !== null && entry?.act.type !== 'refused')
    session.clock = { ...session.clock, state: table.state };
}

/** That everybody agrees to the header is how a match begins: nothing to tell of. */
function isOpening({ eye }: Session, { act }: NonNullable<SeenNode['entry']>): boolean {
  const { header, n } = eye.followed!;
  return act.type === 'resume' && n <= openingsOf(header!);
}

/** The state before the newest node, for the words of a move; null where hands hide it. */
function stateBefore({ clock, host, eye, kit, live }: Session, seat: Seat | null): unknown {
  if (clock !== null) return clock.state;
  if (host !== null) return host.match.replay.before?.state ?? null;
  const before = eye.followed?.before ?? null;
  if (before !== null) return before.state;
  // of its own hand a seat knows what it played
  const sight = live?.viewsOf(live.seat)?.at(-2) ?? null;
  const isOwn = seat !== null && seat === eye.seat && sight !== null;
  return isOwn ? (kit.game.secrets?.sample(sight.view, 0) ?? null) : null;
}

/** What happened, as far as the screen may show it: of hidden hands a server tells events alone. */
function partsOf({ eye, kit }: Session, { parts, sight }: SeenNode): readonly Part[] {
  if (sight === null) return parts;
  return [{ by: 'move', state: stateIn(eye, kit), events: sight.events as readonly GameEvent[] }];
}

const TAKEBACKS: readonly Act['type'][] = ['ask-takeback', 'allow-takeback'];

function tellAct(
  session: Session,
  entry: NonNullable<SeenNode['entry']>,
  parts: readonly Part[],
  before: unknown,
): void {
  const { clock, kit, names, hands } = session;
  const { act, seat } = entry;
  // `undo` tells by itself what it took back
  if (session.host !== null && TAKEBACKS.includes(act.type)) return;
  // who made the move has been told why it is refused
  if (act.type === 'refused' && seat !== null && hands.has(seat)) return;
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
  const { kit, eye, names, colors, movers } = session;
  const rounds = movers.filter((seat, i) => isNewRound(movers[i - 1], seat)).length;
  const number = isNewRound(movers.at(-2), movers.at(-1)!) ? `${rounds}.` : '';
  const label = stampOr(session, number.padStart(5));
  const { players } = eye.followed!.header!;
  const width = Math.max(...players.map(({ seat }) => names(seat).length));
  const who = names(movers.at(-1)!).padEnd(width);
  if (before === null) return `${label} ${who}  ${eventLine(session, events)}`;
  const text = colors.bold(spellShort(kit, before, move).padEnd(7));
  return `${label} ${who}  ${text} ${colors.dim(oneLine(kit.say.move(before, move, events)))}`;
}

/** Tells who plays what, what can be typed, and what chance did before the first move. */
export function tellStart(session: Session, facts: readonly string[] = []): void {
  const { kit, hands, colors, eye, io } = session;
  const { n, parts, isEnded } = eye.followed!;
  const all = [playersLine(session), ...facts].join(' · ');
  tell(session, `${colors.bold(kit.game.name)}  ${colors.dim(all)}`);
  const hint = `Type a move${example(session)}, or ? for what else you can say.`;
  if (hands.size > 0 && !isOver(session))
    tell(session, ...wrap(hint.split(' '), io.columns).map(line => colors.dim(line)));
  if (n > 0) tell(session, `${counted(isEnded ? n - 1 : n, 'entry', 'entries')} verified`);
  else for (const part of parts) tellEvents(session, part);
}

/** A move that a person could make now; empty where a bot or another player begins. What takes twice as long to write as another is unusual. */
function example({ kit, hands }: Session): string {
  const all = [...hands.values()].flatMap(view =>
    legalIn(view, kit).map(move => spellShort(kit, stateIn(view, kit), move)),
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

const eventLine = ({ kit, eye }: Session, events: readonly GameEvent[]): string =>
  oneLine(events.map(event => sayEvent(kit, stateIn(eye, kit), event)).join(', '));

/** The seconds of a match that is drawn as time passes: `   12.3`; else what stands there otherwise. */
const stampOr = ({ kit, isDrawn, clock }: Session, label: string): string =>
  isDrawn && clock !== null
    ? (clock.tick / kit.game.time!.hz(clock.state)).toFixed(1).padStart(7)
    : label;

/** How the match ended, as a line; null while it goes on. */
export function endLine({ eye, host, names, colors }: Session): string | null {
  const outcome = eye.followed?.outcome ?? null;
  if (outcome === null) return null;
  const line = colors.bold(outcomeWords(outcome, names));
  const isDecreed = host?.match.replay.settled?.isDecreed === true;
  return isDecreed ? `${line} (an ending not decided by the rules)` : line;
}

/** Who sits where; a person who plays alone against bots is `you`. */
export function playersLine({ eye, names, hands, host, live }: Session): string {
  const isAlone = host !== null && hands.size === 1;
  const players = eye.followed?.header?.players ?? live?.invite?.seats ?? [];
  const nameOf = ({ seat, name }: { readonly seat: Seat; readonly name: string | null }) =>
    isAlone && hands.has(seat) ? 'you' : oneLine(name ?? 'open');
  return players.map(player => `${names(player.seat)}: ${nameOf(player)}`).join(' · ');
}

/** `[▸white 4:58  black 5:00]`: what the clocks show now, the one that runs marked; null where there are none. */
export function clocksLine({ eye, names }: Session): string | null {
  const table = eye.followed?.table ?? null;
  const clocks = table?.clocks ?? null;
  if (table === null || clocks === null) return null;
  const ms = eye.elapsedMs();
  const shown = clocks.left.map(({ seat }) => {
    const mark = isRunning(clocks) && clocks.running === seat ? '▸' : ' ';
    return `${mark}${names(seat)} ${formatClock(shownMs(clocks, seat, ms) ?? 0)}`;
  });
  return `[${shown.join(' ').trimStart()}]`;
}

const isRunning = ({ running, isPaused }: Clocks): boolean => running !== null && !isPaused;

/** When the clocks show something else; null where none runs. */
export function nextClockMs({ eye }: Session): number | null {
  const clocks = eye.followed?.table?.clocks ?? null;
  if (clocks === null || !isRunning(clocks) || eye.followed?.outcome != null) return null;
  const left = shownMs(clocks, clocks.running!, eye.elapsedMs()) ?? 0;
  return left > TENTHS_MS ? (left % 1000) + 1 : 100;
}

/** Below this clocks show tenths of seconds. */
const TENTHS_MS = 20_000;
