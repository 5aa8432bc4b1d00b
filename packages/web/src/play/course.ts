/** Steps of a match so far, one per entry: for the move list, for stepping back, and to announce the newest. */
import {
  describeAction,
  type Entry,
  type GameEvent,
  type Json,
  type Kit,
  type Part,
  type Scene,
  type Seat,
  seatNamesOf,
} from '@kifu/core';
import { toEntry } from '@kifu/record';
import type { Match } from '@kifu/record/match';
import { decodeNext, isEnding } from '@kifu/record/node';
import { Replay, readAll, type SeatView, seatView } from '@kifu/record/replay';
import { entryText } from '@kifu/viewer/shared';
import { matchTexts } from '../site/game-texts.ts';

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
interface PlayedNode {
  readonly n: number;
  /** Null for the start. */
  readonly entry: Entry | null;
  readonly parts: readonly Part[];
  /** What is seen after it, where hands are hidden. */
  readonly sight: SeatView | null;
  /** After it; null while hands are hidden. */
  readonly state: unknown;
}

/** The step of the newest node; null for an ending, which shows nothing new. */
export function newestStep(kit: Kit, match: Match, before: MatchStep | null): MatchStep | null {
  const { n = 0, entry = null, parts = [], table = null } = match.replay ?? {};
  if (match.replay === null || (entry === null && n > 0)) return null;
  const sight = match.viewsOf(match.seats[0] ?? null)?.at(-1) ?? null;
  return stepOf(kit, match, { n, entry, parts, sight, state: table?.state }, before);
}

/** Replays a match into its steps; with hidden hands, into what the seat saw. */
export function pastSteps(kit: Kit, match: Match, seat: Seat | null): MatchStep[] {
  const { replay: played } = match;
  if (played === null) return [];
  const steps: MatchStep[] = [];
  const add = (node: PlayedNode) => steps.push(stepOf(kit, match, node, steps.at(-1) ?? null));
  if (played.table === null) {
    for (const sight of match.viewsOf(match.seats[0] ?? null) ?? []) {
      const node = sight.n === 0 ? null : decodeNext(played.nodes[sight.n]!);
      const entry = node?.ok && !isEnding(node.value) ? toEntry(node.value) : null;
      add({ n: sight.n, entry, parts: [], sight, state: null });
    }
    return steps;
  }
  const isHidden = match.viewsOf(null) !== null;
  readAll(new Replay(played.game, played.nodes), [
    {
      take({ n, table, parts, entry }) {
        if (table === null || (entry === null && n > 0)) return;
        const sight = isHidden ? seatView(table, seat, parts) : null;
        add({ n, entry, parts, sight, state: table.state });
      },
    },
  ]);
  return steps;
}

/** The step that a node makes. */
function stepOf(kit: Kit, match: Match, played: PlayedNode, before: MatchStep | null): MatchStep {
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
    text: entry === null ? '' : textOf(kit, match, entry, move, known, played, events),
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
  kit: Kit,
  { seats }: Match,
  entry: Entry,
  move: Json | null,
  before: unknown,
  { parts, sight }: PlayedNode,
  events: readonly GameEvent[],
): string {
  const isOwn = entry.seat !== null && seats.includes(entry.seat);
  // of others' hidden hands only what happened is known
  if (sight !== null && move !== null && !isOwn)
    return before === null ? '…' : kit.describe.move(before, move, events);
  if (move === null && entry.act.type !== 'links')
    return describeAction(
      entry,
      seatNamesOf(kit, kit.texts, matchTexts()),
      matchTexts(),
      kit.texts,
    );
  return entryText(kit, { entry, move: before === null ? null : move, before, parts });
}

function saidOf(
  kit: Kit,
  entry: Entry,
  move: Json | null,
  before: unknown,
  events: readonly GameEvent[],
): string {
  const who = entry.seat === null ? '' : seatNamesOf(kit, kit.texts, matchTexts())(entry.seat);
  const what =
    move === null || before === null
      ? eventWords(kit, before, events)
      : kit.describe.move(before, move, events);
  // some games say themselves who it was
  return who === '' || what === '' || what.startsWith(who) ? what : `${who}: ${what}`;
}

const eventWords = ({ describe }: Kit, state: unknown, events: readonly GameEvent[]): string =>
  state === null
    ? ''
    : events
        .map(event => describe.event?.(state, event) ?? '')
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
