/**
 * What there is to see of a match whose hands are still hidden, for those who look on: it cannot be played through, but its server
 * shows what lies on the table after each entry. Where a state is needed, one is made up that looks like it; nothing of it is shown.
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
import { listedEntry } from './lines.ts';
import { eventMark } from './marks.ts';
import type { RecordView } from './played-view.ts';
import type { BarMark, ListedEntry } from './types.ts';
import type { EntryStep } from './words.ts';

/** Why most of what can be had of a record cannot be had of this one. */
export const SEALED: Fault = fail('unsupported', 'the hands of this match are still hidden', {
  rule: 'sealed',
}).fault;

/** Shows nodes by what was seen after each of them, the header first: `seen` grows with them. */
export function createSealedView(kit: Kit, seen: readonly SeatView[]): RecordView {
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
    lines.push(tell(kit, entry, seen[n - 1]!, after));
    const state = kit.game.secrets!.sample(after.view, 0);
    for (const event of after.events as readonly GameEvent[])
      marks.push(eventMark(kit, { n, part: 0, event, tick: null, ms: entry.ms }, state));
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
          n === 0 ? undefined : kit.sceneOfView!(seen[n - 1]!.view, null),
        ),
        said: kit.describe.position(kit.game.secrets!.sample(view, 0)),
      };
    },
    draw: () => null,
  };
}

/** An entry in words: by a state in which its move leads to what was seen, so that the move is called what it was; else by its events. */
function tell(kit: Kit, entry: EntryNode, before: SeatView, after: SeatView): ListedEntry {
  const events = after.events as readonly GameEvent[];
  const { seat, act } = entry;
  const read = act.type === 'move' ? kit.game.moves.bytes.decode(act.move) : null;
  const move = read?.ok === true && seat !== null ? read.value : null;
  const state = move === null ? null : stateBefore(kit, before.view, after.view, seat!, move);
  const step: EntryStep = { entry, move, before: state, parts: [{ by: 'move', events }] };
  if (move === null || state !== null) return listedEntry(kit, step, null);
  const text = events.map(eventWords).join(', ') || 'a move';
  return { ...listedEntry(kit, { ...step, move: null }, null), text, spoken: text };
}

const eventWords = ({ type, tile }: GameEvent): string =>
  Array.isArray(tile) ? `${type} ${tile.join('-')}` : type;

/** How many states are made up to find one in which a move does what was seen. */
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
