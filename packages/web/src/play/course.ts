/** Steps of a match so far, one per entry: for the move list, for stepping back, and to announce the newest. */
import {
  type Action,
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
import { entryText, formatRoll } from '@kifu/viewer/shared';
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
  /** The same without the player. */
  readonly what: string;
  /** Null at the start. */
  readonly act: Action | null;
  /** Dice that were rolled, and for whom. */
  readonly rolls: readonly Roll[];
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

/** Dice that a seat rolled: `3-1`. */
export interface Roll {
  readonly seat: Seat | null;
  readonly text: string;
}

/** What a node did. */
interface PlayedNode {
  readonly n: number;
  /** Null for the start. */
  readonly entry: Entry | null;
  /** Null where it is none. */
  readonly move: Json | null;
  readonly parts: readonly Part[];
  /** What is seen after it, where hands are hidden. */
  readonly sight: SeatView | null;
  /** After it; null while hands are hidden. */
  readonly state: unknown;
}

/** The step of the newest node; null for an ending, which shows nothing new. */
export function newestStep(kit: Kit, match: Match, before: MatchStep | null): MatchStep | null {
  if (match.replay === null) return null;
  const { n, entry, parts, table } = match.replay;
  if (entry === null && n > 0) return null;
  const sight = match.viewsOf(match.seats[0] ?? null)?.at(-1) ?? null;
  const move = table === null ? sealedMove(kit, entry) : match.replay.move;
  return stepOf(kit, match, { n, entry, move, parts, sight, state: table?.state }, before);
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
      add({ n: sight.n, entry, move: sealedMove(kit, entry), parts: [], sight, state: null });
    }
    return steps;
  }
  const isHidden = match.viewsOf(null) !== null;
  readAll(new Replay(played.game, played.nodes), [
    {
      take({ n, table, parts, entry, move }) {
        if (table === null || (entry === null && n > 0)) return;
        const sight = isHidden ? seatView(table, seat, parts) : null;
        add({ n, entry, move, parts, sight, state: table.state });
      },
    },
  ]);
  return steps;
}

/** The step that a node makes. */
function stepOf(kit: Kit, match: Match, played: PlayedNode, before: MatchStep | null): MatchStep {
  const { n, entry, move, parts, sight } = played;
  const isHidden = sight !== null;
  const events = isHidden
    ? (sight.events as readonly GameEvent[])
    : parts.flatMap(part => part.events);
  const known = before?.state ?? (isHidden && before ? sampled(kit, before.view) : null);
  const what = entry === null ? '' : whatOf(kit, move, known, events);
  const kinds = { start: entry === null, move: move !== null, chance: entry?.act.type === 'links' };
  return {
    n,
    seat: entry?.seat ?? null,
    kind: (['start', 'move', 'chance'] as const).find(kind => kinds[kind]) ?? 'word',
    text: entry === null ? '' : textOf(kit, match, entry, move, known, played, events),
    said: entry === null ? '' : saidOf(kit, entry, what),
    what,
    act: entry?.act ?? null,
    rolls: entry === null ? firstRoll(kit, played.state) : events.filter(hasDice).map(rollOf),
    state: isHidden ? null : played.state,
    view: isHidden ? sight.view : null,
    move,
    ms: entry?.ms ?? null,
    events,
    isDrawn: kinds.chance || parts.some(({ by }) => by === 'draw'),
  };
}

const sampled = ({ game }: Kit, view: Json): unknown => game.secrets?.sample(view, 0) ?? null;

/** The move of an entry that cannot be played here while hands are hidden. */
function sealedMove({ game }: Kit, entry: Entry | null): Json | null {
  if (entry?.act.type !== 'move') return null;
  const decoded = game.moves.bytes.decode(entry.act.move);
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
    return laidText(events) ?? (before === null ? '…' : kit.describe.move(before, move, events));
  if (move === null && entry.act.type !== 'links')
    return describeAction(
      entry,
      seatNamesOf(kit, kit.texts, matchTexts()),
      matchTexts(),
      kit.texts,
    );
  return entryText(kit, { entry, move: before === null ? null : move, before, parts });
}

function saidOf(kit: Kit, { seat }: Entry, what: string): string {
  const who = seat === null ? '' : seatNamesOf(kit, kit.texts, matchTexts())(seat);
  // some games say themselves who it was
  return who === '' || what === '' || what.startsWith(who) ? what : `${who}: ${what}`;
}

const whatOf = (
  kit: Kit,
  move: Json | null,
  before: unknown,
  events: readonly GameEvent[],
): string =>
  move === null || before === null
    ? eventWords(kit, before, events)
    : kit.describe.move(before, move, events);

/** What was rolled before the first entry, as the dice lie. */
function firstRoll(kit: Kit, state: unknown): readonly Roll[] {
  if (kit.game.chance === undefined || state === null || state === undefined) return [];
  const dice = kit.scene(state).pieces.flatMap(({ look }) => /^die-([1-6])$/.exec(look)?.[1] ?? []);
  return dice.length === 0
    ? []
    : [{ seat: kit.game.active(state)[0] ?? null, text: dice.join('-') }];
}

const hasDice = ({ dice, die }: GameEvent): boolean =>
  Array.isArray(dice) || typeof die === 'number';

const rollOf = (event: GameEvent): Roll => ({
  seat: typeof event.seat === 'number' ? event.seat : null,
  text: formatRoll([event]),
});

const eventWords = ({ describe }: Kit, state: unknown, events: readonly GameEvent[]): string =>
  state === null
    ? ''
    : events
        .map(event => describe.event?.(state, event) ?? '')
        .filter(words => words !== '')
        .join(', ');

/** A tile that was laid out of a hidden hand, as players write their own: `35R`. */
function laidText(events: readonly GameEvent[]): string | null {
  for (const { tile, end } of events)
    if (Array.isArray(tile) && (end === 'left' || end === 'right'))
      return `${tile.join('')}${end === 'left' ? 'L' : 'R'}`;
  return null;
}

/**
 * The picture of a step. After a move, pieces keep their names and the move is marked; it stays marked until the next one, also while
 * dice are rolled and players act otherwise. A takeback shows the picture to which it returns.
 */
export function sceneOf(
  kit: Kit,
  step: MatchStep,
  earlier: readonly MatchStep[],
  scenes: readonly Scene[],
  seat: Seat | null,
): Scene {
  const before = scenes.at(-1) ?? null;
  if (step.state === null && step.view !== null && kit.sceneOfView !== undefined)
    return step.kind === 'word' && before !== null
      ? { ...kit.sceneOfView(step.view, seat), marks: before.marks }
      : kit.sceneOfView(step.view, seat, before ?? undefined);
  if (before === null) return kit.scene(step.state);
  if (step.move !== null) return kit.scene(step.state, { scene: before, move: step.move });
  const here = returnedTo(step, earlier);
  const shown = scenes[here] ?? before;
  if (earlier[here]?.state === step.state) return { ...shown, tweens: [] };
  const scene = kit.scene(step.state);
  return { ...scene, marks: [...shown.marks.filter(isOfMove), ...scene.marks] };
}

/** The step whose picture continues: the one before, or after a takeback the one it returns to. */
function returnedTo({ act }: MatchStep, earlier: readonly MatchStep[]): number {
  if (act?.type !== 'allow-takeback') return earlier.length - 1;
  return Math.max(
    0,
    earlier.findLastIndex(({ n }) => n <= act.to),
  );
}

const isOfMove = ({ kind }: Scene['marks'][number]): boolean => kind === 'from' || kind === 'to';
