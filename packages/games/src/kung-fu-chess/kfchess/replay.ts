/** A replay played through: commands that are taken, commands that are refused, and those that never take effect. */
import {
  type Entry,
  type Fault,
  type GameEvent,
  type JsonObject,
  type Outcome,
  ok,
  type Result,
} from '@kifu/core';
import { type Move, moves } from '../move-codec.ts';
import { game } from '../rules.ts';
import { squareAt } from '../squares.ts';
import type { State } from '../state.ts';
import type { Command, Replay } from './form.ts';

/** What came of a replay. */
export interface Played {
  readonly entries: readonly Entry[];
  /** Sentences about commands that a record has no room for. */
  readonly lost: readonly string[];
  readonly refused: number;
  /** All that happened, to compare two ways of playing it. */
  readonly events: readonly GameEvent[];
  readonly outcome: Outcome | null;
  /** The tick at which the match ended; null where it goes on. */
  readonly endTick: number | null;
}

/** Plays a replay by the given options, or says why they do not go together. */
export function playReplay(replay: Replay, options: JsonObject): Result<Played> {
  const seats = replay.players.map(([player]) => player - 1);
  const first = game.setup({ seats, seed: null, options, start: null });
  return first.ok ? ok(playAll(replay, first.value)) : first;
}

/** The rook's half of a castling: the file has it as an entry of its own. */
interface Half {
  readonly tick: number;
  readonly piece: string;
  readonly square: number;
}

function playAll(replay: Replay, first: State): Played {
  const entries: Entry[] = [];
  const lost: string[] = [];
  const events: GameEvent[] = [];
  let refused = 0;
  let state = first;
  let halves: Half[] = [];
  const pass = (tick: number) => {
    const passed = game.time!.advance(state, tick);
    state = passed.state;
    events.push(...passed.events);
  };
  for (const command of inOrder(replay.commands)) {
    const { tick, player, index } = command;
    const isTimely = tick >= 0 && tick < replay.totalTicks;
    if (isTimely && state.end === null) pass(tick);
    if (!isTimely || state.end !== null) {
      lost.push(
        `move ${index + 1}, at tick ${tick}, which is ${tick < 0 ? 'before the start' : 'not before the end'}`,
      );
      continue;
    }
    const half = halves.find(half => isHalf(half, command));
    if (half !== undefined) {
      halves = halves.filter(other => other !== half);
      continue;
    }
    const move = moves.json.decode({ piece: command.piece, to: [command.row, command.column] });
    if (!move.ok || player < 1 || player > MAX_PLAYER) {
      lost.push(describe(command));
      continue;
    }
    const played = game.play(state, player - 1, move.value);
    entries.push(entryOf(command, move.value, played.ok ? null : played.fault));
    if (!played.ok) {
      refused++;
      continue;
    }
    state = played.value.state;
    events.push(...played.value.events);
    halves = halves.filter(other => other.tick === tick);
    const rook = played.value.events.some(({ type }) => type === 'castle')
      ? state.moves.at(-1)
      : undefined;
    if (rook !== undefined)
      halves.push({ tick, piece: state.setting.ground.men[rook.man]!.id, square: rook.to });
  }
  if (state.end === null) pass(replay.totalTicks);
  const endTick = state.end?.tick ?? null;
  return { entries, lost, refused, events, outcome: game.outcome(state), endTick };
}

/** Seats that a record may name. */
const MAX_PLAYER = 16;

/** By tick; what stands at one tick keeps its order. */
const inOrder = (commands: readonly Command[]): Command[] =>
  commands.toSorted((a, b) => a.tick - b.tick || a.index - b.index);

const isHalf = ({ tick, piece, square }: Half, command: Command): boolean =>
  command.tick === tick &&
  command.piece === piece &&
  command.row >= 0 &&
  command.column >= 0 &&
  squareAt(command.row, command.column) === square;

/** A command that is no move of ours at all, in words. */
function describe({ piece, row, column, player, index }: Command): string {
  const id = JSON.stringify(piece.slice(0, 20));
  const what = `${id} to row ${row}, column ${column}`;
  return `move ${index + 1} of player ${player}, ${what}: there is no such player, piece or square`;
}

const entryOf = ({ tick, player }: Command, move: Move, fault: Fault | null): Entry => ({
  seat: player - 1,
  act: fault === null ? { type: 'move', move } : { type: 'refused', move, fault },
  at: tick,
  ms: null,
  clockMs: null,
  hash: null,
});
