/**
 * The view of a match with hidden hands, for spectators: it cannot be replayed yet, but its server shows the table after each entry.
 * Where a state is needed, one that looks like it is sampled; nothing hidden in it is shown.
 */
import {
  canonicalText,
  type Fault,
  fail,
  type GameEvent,
  type Json,
  type Kit,
  type Seat,
} from '@kifu/core';
import { type EntryNode, isEnding } from '@kifu/record/node';
import type { Replay, SeatView } from '@kifu/record/replay';
import type { RecordTexts } from '../language.ts';
import type { EntryStep } from './describe-entry.ts';
import { listedEntry } from './lines.ts';
import { eventMark } from './marks.ts';
import type { RecordView } from './played-view.ts';
import { textsOf } from './record-texts.ts';
import type { BarMark, ListedEntry } from './types.ts';

/** The fault of questions that need the hidden hands. */
export const SEALED: Fault = fail('unsupported', 'hands of this match are still hidden', {
  rule: 'sealed',
}).fault;

/** Creates the view from the spectator view after each node, the header first: `seen` grows with them. */
export function createSealedView(
  kit: Kit,
  seen: readonly SeatView[],
  texts: RecordTexts,
): RecordView {
  const game = textsOf(kit, texts);
  const lines: ListedEntry[] = [];
  const marks: BarMark[] = [];
  const seats: Seat[] = [];
  let durationMs = 0;

  function take(replay: Replay): void {
    const { n, header } = replay;
    const after = seen[n];
    if (replay.blind === null || after === undefined) return;
    if (n === 0) {
      seats.push(...header!.players.map(({ seat }) => seat));
      return;
    }
    if (n !== lines.length + 1 || isEnding(replay.node)) return; // what was seen before it is missing
    const entry = replay.node;
    durationMs = entry.ms ?? durationMs;
    lines.push(listSealed(kit, entry, seen[n - 1]!, after, texts));
    const state = kit.game.secrets!.sample(after.view, 0);
    for (const event of after.events as readonly GameEvent[])
      marks.push(eventMark(kit, { n, part: 0, event, tick: null, ms: entry.ms }, state, texts));
  }

  return {
    take,
    lines,
    marks,
    worth: null,
    timeline: null,
    fixed: () => ({ turns: seats.map(() => 0), hz: null, firstTick: 0 }),
    now: () => ({ durationMs, longPauseMs: 0, anchor: null }),
    picture(moment) {
      const n = 'n' in moment ? Math.max(0, Math.min(lines.length, moment.n)) : lines.length;
      const { view, active } = seen[n]!;
      return {
        ...{ n, tick: null, clockwork: null, outcome: null, active },
        scene: kit.sceneOfView!(
          view,
          null,
          n === 0 ? undefined : kit.sceneOfView!(seen[n - 1]!.view, null, undefined, game),
          game,
        ),
        said: kit.describe.position(kit.game.secrets!.sample(view, 0), game),
      };
    },
    draw: () => null,
  };
}

/** Describes an entry by a state in which its move leads to the next spectator view, else by its events. */
function listSealed(
  kit: Kit,
  entry: EntryNode,
  before: SeatView,
  after: SeatView,
  texts: RecordTexts,
): ListedEntry {
  const events = after.events as readonly GameEvent[];
  const { seat, act } = entry;
  const read = act.type === 'move' ? kit.game.moves.bytes.decode(act.move) : null;
  const move = read?.ok === true && seat !== null ? read.value : null;
  const state = move === null ? null : stateBefore(kit, before.view, after.view, seat!, move);
  const step: EntryStep = { entry, move, before: state, parts: [{ by: 'move', events }] };
  if (move === null || state !== null) return listedEntry(kit, step, null, texts);
  const text = events.map(formatEvent).join(', ') || texts.viewerEngine.aMove;
  return { ...listedEntry(kit, { ...step, move: null }, null, texts), text, spoken: text };
}

const formatEvent = ({ type, tile }: GameEvent): string =>
  Array.isArray(tile) ? `${type} ${tile.join('-')}` : type;

/** How many states are sampled to find one in which a move leads to the next view. */
const MOST_TRIES = 5000;

function stateBefore({ game }: Kit, before: Json, after: Json, seat: Seat, move: Json): unknown {
  const { sample, view } = game.secrets!;
  const wanted = canonicalText(after);
  for (let seed = 0; seed < MOST_TRIES; seed++) {
    const state = sample(before, seed);
    const played = game.play(state, seat, move);
    if (played.ok && canonicalText(view(played.value.state, null)) === wanted) return state;
  }
  return null;
}
