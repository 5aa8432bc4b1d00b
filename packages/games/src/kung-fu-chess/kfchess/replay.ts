/** A replay as it is played: commands that are taken, commands that are refused, and those that never take effect. */
import {
  type Entry,
  entryOf,
  type Fault,
  type GameEvent,
  type JsonObject,
  moveAct,
  type Outcome,
  ok,
  type Result,
  setUp,
} from '@kifu/core';
import { type Move, moves } from '../move-codec.ts';
import { game } from '../rules.ts';
import { columnOf, rowOf } from '../squares.ts';
import type { State } from '../state.ts';
import type { KfchessReplay, ReplayCommand } from './form.ts';

/** What came of a replay. */
export interface PlayedReplay {
  readonly entries: readonly Entry[];
  /** Sentences about commands that a record has no room for. */
  readonly lost: readonly string[];
  readonly refused: number;
  /** All that happened, to compare two ways of playing it. */
  readonly events: readonly GameEvent[];
  readonly outcome: Outcome | null;
  /** The tick at which the match ended; null while it is in progress. */
  readonly endTick: number | null;
}

/** Plays a replay by the given options, or says why they do not go together. */
export function playReplay(replay: KfchessReplay, options: JsonObject): Result<PlayedReplay> {
  const seats = replay.players.map(([player]) => player - 1);
  const first = setUp(game, { seats, options });
  return first.ok ? ok(playAll(replay, first.value)) : first;
}

/** A replay as far as it has been played. */
interface ReplayRun {
  state: State;
  readonly entries: Entry[];
  readonly lost: string[];
  readonly events: GameEvent[];
  refused: number;
  /** The rook's halves of castlings: the file has them as entries of their own. */
  halves: readonly ReplayCommand[];
}

function playAll({ commands, totalTicks }: KfchessReplay, first: State): PlayedReplay {
  const run: ReplayRun = {
    state: first,
    entries: [],
    lost: [],
    events: [],
    refused: 0,
    halves: [],
  };
  for (const command of inOrder(commands)) {
    const { tick, index } = command;
    const isTimely = tick >= 0 && tick < totalTicks;
    if (isTimely) pass(run, tick);
    if (isTimely && run.state.end === null) give(run, command);
    else {
      const when = tick < 0 ? 'before the start' : 'not before the end';
      run.lost.push(`move ${index + 1}, at tick ${tick}, which is ${when}`);
    }
  }
  pass(run, totalTicks);
  const { entries, lost, events, refused, state } = run;
  const outcome = game.outcome(state);
  return { entries, lost, refused, events, outcome, endTick: state.end?.tick ?? null };
}

function pass(run: ReplayRun, tick: number): void {
  const { state, events } = game.time!.advance(run.state, tick);
  run.state = state;
  run.events.push(...events);
}

/** Gives a command at its tick. */
function give(run: ReplayRun, command: ReplayCommand): void {
  const { tick, player, piece, row, column } = command;
  const half = run.halves.find(other => isSame(other, command));
  run.halves = run.halves.filter(other => other !== half && other.tick === tick);
  if (half !== undefined) return;
  const move = moves.json.decode({ piece, to: [row, column] });
  if (!move.ok || player < 1 || player > MAX_PLAYER) {
    run.lost.push(describe(command));
    return;
  }
  const played = game.play(run.state, player - 1, move.value);
  run.entries.push(toEntry(command, move.value, played.ok ? null : played.fault));
  if (!played.ok) {
    run.refused++;
    return;
  }
  const { state, events } = played.value;
  run.state = state;
  run.events.push(...events);
  const rook = state.moves.at(-1)!;
  if (events.some(({ type }) => type === 'castle')) {
    const { id } = state.setting.ground.men[rook.man]!;
    const to = { row: rowOf(rook.to), column: columnOf(rook.to) };
    run.halves = [...run.halves, { ...command, piece: id, ...to }];
  }
}

/** Whether two entries say the same. */
const isSame = (a: ReplayCommand, b: ReplayCommand): boolean =>
  a.tick === b.tick &&
  a.player === b.player &&
  a.piece === b.piece &&
  a.row === b.row &&
  a.column === b.column;

/** Seats that a record may name. */
const MAX_PLAYER = 16;

/** By tick; what stands at one tick keeps its order. */
const inOrder = (commands: readonly ReplayCommand[]): ReplayCommand[] =>
  commands.toSorted((a, b) => a.tick - b.tick || a.index - b.index);

/** Describes a command that is not a move at all. */
function describe({ piece, row, column, player, index }: ReplayCommand): string {
  const id = JSON.stringify(piece.slice(0, 20));
  const what = `${id} to row ${row}, column ${column}`;
  return `move ${index + 1} of player ${player}, ${what}: unknown player, piece or square`;
}

function toEntry({ tick, player }: ReplayCommand, move: Move, fault: Fault | null): Entry {
  const act = moveAct({ moves }, move);
  return entryOf(player - 1, fault === null ? act : { ...act, type: 'refused', fault }, {
    at: tick,
  });
}
