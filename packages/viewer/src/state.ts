/** Everything that a viewer shows, as one value. Parts draw it; the player changes it. */
import { AT_START, ORIGINAL, type Pace, type Playback, type Times } from '@kifu/client/playback';
import type { Fault, Seat, Shape, Turn } from '@kifu/core';
import type { Art } from '@kifu/core/svg';
import type { ListedVariation } from './engine/on-demand-types.ts';
import type { BarMark, CellName, Draw, NoteLine, OpenedRecord, Picture } from './engine/types.ts';
import type { CheckedRecord } from './engine/verdict.ts';
import type { LoadProgress } from './load/fetch.ts';
import type { Panel } from './model/keys.ts';
import { matchMs } from './model/moment.ts';
import type { RulerKind } from './model/ruler.ts';
import { ENGLISH, type PageLanguage } from './page-texts.ts';

/** What the viewer shows at all. */
type Phase =
  | { readonly type: 'empty' }
  | { readonly type: 'loading'; readonly progress: LoadProgress | null }
  | { readonly type: 'failed'; readonly fault: Fault }
  /** A match that has not started; names of its players by seat. */
  | { readonly type: 'waiting'; readonly seats: readonly (string | null)[] }
  | { readonly type: 'ready' };

/** A viewer at a moment. */
export interface ViewerState extends PageLanguage {
  readonly phase: Phase;
  /** Progress of a record that is already shown in part; null once it is complete. */
  readonly arriving: LoadProgress | null;
  /** Whether the match is live, and the replay follows it. */
  readonly isLive: boolean;
  /** The connection by which it is followed; null where the page provides the nodes. */
  readonly link: Link | null;
  /** Chat since it is followed. */
  readonly chat: readonly ChatLine[];
  readonly record: OpenedRecord | null;
  /** The match itself while a variation is shown; otherwise null. */
  readonly main: OpenedRecord | null;
  /** Which variation is shown: indices from the outermost inwards. */
  readonly path: readonly number[];
  /** The variations of the match. */
  readonly branches: readonly ListedVariation[];
  /** The name of the opening by its positions; null where there is none. */
  readonly opening: { readonly match: string; readonly text: string } | null;
  /** Shared notes: the layers that are shown. */
  readonly notes: readonly ShownNote[];
  /** Shapes that the reader has drawn but not saved, and after how many entries. */
  readonly draft: { readonly n: number; readonly shapes: readonly Shape[] };
  /** The markers of the record that are worth showing. */
  readonly marks: readonly BarMark[];
  readonly art: Art | undefined;
  readonly times: Times;
  readonly pace: Pace;
  readonly playback: Playback;
  readonly picture: Picture | null;
  readonly checked: CheckedRecord | null;
  /** Names of the cells of a picture with what is on them, while the board is shown as text; otherwise null. */
  readonly cells: { readonly of: Picture; readonly names: readonly CellName[] } | null;
  /** How the random draw of this entry was computed; null where there was none. */
  readonly draw: Draw | null;
  readonly panel: Panel | null;
  readonly ruler: RulerKind;
  /** Kinds of markers that are hidden. */
  readonly hidden: readonly string[];
  readonly isPausingOnMarks: boolean;
  /** The seat whose point of view is shown; null for everything. */
  readonly as: Seat | null;
  readonly isFlipped: boolean;
  readonly isMuted: boolean;
  readonly isDragging: boolean;
  /** Whether moves are tried on the board. */
  readonly isTrying: boolean;
  /** Whether the reader is asked where to go. */
  readonly isAsking: boolean;
  /** A message that is shown for a moment; null for none. */
  readonly toast: string | null;
}

/** A connection to a live match. */
interface Link {
  /** False while it is lost. */
  readonly isUp: boolean;
  /** How many spectators there are. */
  readonly watching: number;
  /** Elapsed time of the match, in milliseconds, when it was last needed. */
  readonly ms: number;
}

/** A line of chat, never part of the record. */
interface ChatLine {
  /** The entry after which it was sent. */
  readonly n: number;
  readonly name: string;
  readonly text: string;
}

/** A shared note as it is shown. */
export interface ShownNote extends NoteLine {
  /** The tick, in games that have ticks; null for the moment of the entry. */
  readonly tick: number | null;
  readonly shapes: readonly Shape[];
}

const NO_TIMES: Times = { at: [0], endMs: 0, isExact: false };

/** Before anything was loaded. */
export const NOTHING: ViewerState = {
  language: 'en',
  texts: ENGLISH,
  cells: null,
  phase: { type: 'empty' },
  arriving: null,
  isLive: false,
  link: null,
  chat: [],
  record: null,
  main: null,
  path: [],
  branches: [],
  opening: null,
  notes: [],
  draft: { n: 0, shapes: [] },
  marks: [],
  art: undefined,
  times: NO_TIMES,
  pace: ORIGINAL,
  playback: AT_START,
  picture: null,
  checked: null,
  draw: null,
  panel: null,
  ruler: 'events',
  hidden: [],
  isPausingOnMarks: false,
  as: null,
  isFlipped: false,
  isMuted: true,
  isDragging: false,
  isTrying: false,
  isAsking: false,
  toast: null,
};

/** All markers: of the record, of notes, and of chat. */
export function allMarks({ marks, notes, chat, main, texts }: ViewerState): readonly BarMark[] {
  if (main !== null) return marks;
  const shown = notes.filter(({ text, shapes }) => text !== '' || shapes.length > 0);
  return [
    ...marks,
    ...shown.map(note => noteMark(note, texts.viewer.timeline.note)),
    ...chat.map(chatMark),
  ];
}

/** The markers that are shown. */
export const shownMarks = (state: ViewerState): readonly BarMark[] =>
  allMarks(state).filter(({ kind }) => !state.hidden.includes(kind));

const chatMark = ({ n, name, text }: ChatLine): BarMark => ({
  n,
  ms: null,
  kind: 'chat',
  label: `${name}: ${text.slice(0, 100)}`,
});

/** The moment of the replay by the clock of the match: now at the newest entry of a live one. Null where the record has no times. */
export function momentNow({ record, times, playback, link, isLive }: ViewerState): number | null {
  if (record === null) return null;
  const ms = matchMs(record.lines, times, playback.ms);
  const isNow = isLive && link !== null && playback.ms >= times.endMs && !times.isExact;
  return isNow ? Math.max(ms ?? 0, link.ms) : ms;
}

const noteMark = ({ n, author, text }: ShownNote, unnamed: string): BarMark => ({
  n,
  ms: null,
  kind: 'note',
  label: `${author === null || author === '' ? unnamed : author}${text === '' ? '' : `: ${text.slice(0, 100)}`}`,
});

/** The shapes on the board now: of the record, of notes on this move, and those not saved yet. */
export function shapesNow(state: ViewerState): readonly Shape[] {
  const { picture, record, notes, draft, main } = state;
  if (picture === null) return [];
  const all = [...(record?.notes ?? []), ...(main === null ? notes : [])];
  const here = all.filter(({ n }) => n === picture.n).flatMap(({ shapes = [] }) => shapes);
  return [...here, ...(draft.n === picture.n ? draft.shapes : [])];
}

/** By how much the board is turned: for the point of view, and once more if it is flipped. */
export function turnOf({ record, as, isFlipped }: ViewerState): Turn {
  const own = as === null ? 0 : (record?.turns[record.seats.indexOf(as)] ?? 0);
  return ((own + (isFlipped ? 180 : 0)) % 360) as Turn;
}

/** The seats around the board, from the one at the bottom on. */
export function seatsAround(state: ViewerState): readonly Seat[] {
  const { record, as, isFlipped } = state;
  if (record === null) return [];
  const { seats, turns } = record;
  const turn = turnOf(state);
  const facing = turns.indexOf(turn);
  const own = as === null || isFlipped ? facing : seats.indexOf(as);
  const near = own >= 0 ? own : isFlipped ? seats.length >> 1 : 0;
  return seats.map((_, i) => seats[(near + i) % seats.length]!);
}
