/** What has been played so far, entry by entry: for the list of moves, for looking back, and for what is told of the newest. */
import {
  type Entry,
  type GameEvent,
  type Json,
  type Kit,
  type Scene,
  type Seat,
  seatNamesOf,
} from '@kifu/core';
import { toEntry } from '@kifu/record';
import { decodeNext, isEnding } from '@kifu/record/node';
import { Replay, readAll, seatView } from '@kifu/record/replay';
import { entryText } from '@kifu/viewer/shared';
import type { MatchNews, TableMatch } from './table-match.ts';

/** The match after an entry. */
export interface MatchStep {
  readonly n: number;
  readonly seat: Seat | null;
  readonly kind: 'start' | 'move' | 'chance' | 'word';
  /** As it stands in the list. */
  readonly text: string;
  /** As it is said aloud. */
  readonly said: string;
  /** Null while hands are hidden. */
  readonly state: unknown;
  /** What the seat here sees, where hands are hidden. */
  readonly view: Json;
  readonly move: Json | null;
  readonly ms: number | null;
  /** What happened, as far as the seat may know. */
  readonly events: readonly GameEvent[];
  /** Whether chance has drawn. */
  readonly isDrawn: boolean;
}

/** What a node did. */
interface PlayedNode extends MatchNews {
  readonly n: number;
  /** After it; null while hands are hidden. */
  readonly state: unknown;
}

/** The step of the newest node; null for an ending, which shows nothing new. */
export function newestStep(
  match: TableMatch,
  news: MatchNews,
  before: MatchStep | null,
): MatchStep | null {
  const { followed } = match;
  if (followed === null || (news.entry === null && followed.n > 0)) return null;
  const sight = news.sight ?? match.sightOf(match.seats[0] ?? null);
  return stepOf(match, { ...news, sight, n: followed.n, state: followed.table?.state }, before);
}

/** The steps of a match so far, by playing it through once more; of hidden hands, what was seen. */
export function pastSteps(match: TableMatch, seat: Seat | null): MatchStep[] {
  const { followed, live } = match;
  if (followed === null) return [];
  const steps: MatchStep[] = [];
  const add = (played: PlayedNode) => steps.push(stepOf(match, played, steps.at(-1) ?? null));
  if (followed.table === null) {
    for (const sight of live?.viewsOf(live.seat) ?? []) {
      const node = sight.n === 0 ? null : decodeNext(followed.nodes[sight.n]!);
      const entry = node?.ok && !isEnding(node.value) ? toEntry(node.value) : null;
      add({ n: sight.n, entry, parts: [], sight, state: null });
    }
    return steps;
  }
  const isHidden = match.sightOf(null) !== null;
  readAll(new Replay(followed.game, followed.nodes), [
    {
      take(replay) {
        const { n, table, parts } = replay;
        const node = n === 0 ? null : replay.node;
        if (table === null || (node !== null && isEnding(node))) return;
        const entry = node === null || isEnding(node) ? null : toEntry(node);
        const sight = isHidden ? seatView(table, seat, parts) : null;
        add({ n, entry, parts, sight, state: table.state });
      },
    },
  ]);
  return steps;
}

/** The step that a node makes. */
function stepOf(match: TableMatch, played: PlayedNode, before: MatchStep | null): MatchStep {
  const { kit } = match;
  const { n, entry, parts, sight } = played;
  const isHidden = sight !== null;
  const events = isHidden
    ? (sight.events as readonly GameEvent[])
    : parts.flatMap(part => part.events);
  const move = entry === null ? null : moveIn(kit, entry);
  const known = before?.state ?? (isHidden && before ? sampled(kit, before.view) : null);
  const kinds = { start: entry === null, move: move !== null, chance: entry?.act.type === 'links' };
  return {
    n,
    seat: entry?.seat ?? null,
    kind: (['start', 'move', 'chance'] as const).find(kind => kinds[kind]) ?? 'word',
    text: entry === null ? '' : textOf(match, entry, move, known, played, events),
    said: entry === null ? '' : saidOf(kit, entry, move, known, events),
    state: isHidden ? null : played.state,
    view: isHidden ? sight.view : null,
    move,
    ms: entry?.ms ?? null,
    events,
    isDrawn: kinds.chance || parts.some(({ by }) => by === 'draw'),
  };
}

const sampled = ({ game }: Kit, view: Json): unknown => game.secrets?.sample(view, 0) ?? null;

function moveIn({ game }: Kit, { act }: Entry): Json | null {
  if (act.type !== 'move') return null;
  const decoded = game.moves.bytes.decode(act.move);
  return decoded.ok ? decoded.value : null;
}

function textOf(
  match: TableMatch,
  entry: Entry,
  move: Json | null,
  before: unknown,
  { parts, sight }: MatchNews,
  events: readonly GameEvent[],
): string {
  const { kit } = match;
  const isOwn = entry.seat !== null && match.seats.includes(entry.seat);
  // of others' hidden hands only what happened is known
  if (sight !== null && move !== null && !isOwn)
    return before === null ? '…' : kit.say.move(before, move, events);
  return entryText(kit, { entry, move: before === null ? null : move, before, parts });
}

function saidOf(
  kit: Kit,
  entry: Entry,
  move: Json | null,
  before: unknown,
  events: readonly GameEvent[],
): string {
  const who = entry.seat === null ? '' : seatNamesOf(kit)(entry.seat);
  const what =
    move === null || before === null
      ? eventWords(kit, before, events)
      : kit.say.move(before, move, events);
  // some games say themselves who it was
  return who === '' || what === '' || what.startsWith(who) ? what : `${who}: ${what}`;
}

const eventWords = ({ say }: Kit, state: unknown, events: readonly GameEvent[]): string =>
  state === null
    ? ''
    : events
        .map(event => say.event?.(state, event) ?? '')
        .filter(words => words !== '')
        .join(', ');

/** The picture of a step; with the scene before, pieces keep their names and the move is marked. */
export function sceneOf(kit: Kit, step: MatchStep, before: Scene | null, seat: Seat | null): Scene {
  if (step.state === null && step.view !== null && kit.sceneOfView !== undefined)
    return kit.sceneOfView(step.view, seat);
  return before === null || step.move === null
    ? kit.scene(step.state)
    : kit.scene(step.state, { scene: before, move: step.move });
}
