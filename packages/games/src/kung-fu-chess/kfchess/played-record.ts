/** The commands of a record as replays can have them: only those that were taken, none of them taken back. */
import {
  type Entry,
  type Fail,
  fail,
  type Kifu,
  type Outcome,
  ok,
  type Result,
  step,
} from '@kifu/core';
import type { Losses } from '../../formats/losses.ts';
import { game } from '../rules.ts';
import type { State } from '../state.ts';

/** A command as files have it; castling is two. */
interface WrittenCommand {
  readonly tick: number;
  readonly piece: string;
  readonly row: number;
  readonly column: number;
  readonly player: number;
}

/** A replayed record. */
export interface PlayedRecord {
  readonly commands: readonly WrittenCommand[];
  readonly state: State;
  /** By the rules, or because a seat left. */
  readonly outcome: Outcome | null;
}

/** A point of a record, to which a takeback may return. */
interface TakebackPoint {
  readonly state: State;
  readonly outcome: Outcome | null;
  readonly count: number;
}

/** Plays a record; what replays have no room for is counted. */
export function playLine({ entries }: Kifu, first: State, losses: Losses): Result<PlayedRecord> {
  let commands: WrittenCommand[] = [];
  const points: TakebackPoint[] = [{ state: first, outcome: null, count: 0 }];
  for (const [i, entry] of entries.entries()) {
    countLosses(entry, losses);
    const before = points[i]!;
    const { act } = entry;
    if (act.type === 'allow-takeback') {
      const back = points[act.to];
      if (back === undefined) return within(GONE, i);
      losses.add('a move that was taken back', commands.length - back.count);
      commands = commands.slice(0, back.count);
      points.push(back);
      continue;
    }
    const done = follow(before, entry, commands);
    if (!done.ok) return within(done, i);
    points.push({ ...done.value, count: commands.length });
  }
  const { state, outcome } = points.at(-1)!;
  return ok({ commands, state, outcome });
}

const GONE = fail('broken-record', 'this takes back moves that were not made', {
  rule: 'takeback',
});

const within = ({ fault }: Fail, index: number): Fail => ({
  ok: false,
  fault: { ...fault, at: { path: `/entries/${index}` } },
});

const LOST_ACTS: { readonly [type: string]: string } = {
  refused: 'a move that was refused',
  leave: 'a player who left',
};

function countLosses({ act, ms, clockMs, hash, signed, referee }: Entry, losses: Losses): void {
  if (act.type !== 'move') losses.add(LOST_ACTS[act.type] ?? `a match action: ${act.type}`);
  if (ms !== null) losses.add('the time of a move, in milliseconds');
  if (clockMs !== null) losses.add('a clock reading');
  if (hash !== null) losses.add('a state hash');
  if (signed !== null || referee !== null) losses.add('a signature');
}

/** What an entry leads to; its commands are added to the list. */
function follow(
  { state, outcome }: TakebackPoint,
  { seat, act, at }: Entry,
  commands: WrittenCommand[],
): Result<Pick<TakebackPoint, 'state' | 'outcome'>> {
  if (outcome !== null) return fail('game-over', `the game is over (${outcome.reason})`);
  const when = at === null ? {} : { at };
  if (act.type === 'leave')
    return step(game, state, { do: 'leave', of: act.of, how: act.how, ...when });
  if (act.type === 'move') {
    const move = game.moves.bytes.decode(act.move);
    if (!move.ok) return move;
    const stepped = step(game, state, { do: 'move', seat: seat ?? -1, move: move.value, ...when });
    if (stepped.ok) addCommands(state, stepped.value.state, commands);
    return stepped;
  }
  if (act.type === 'refused' || at === null) return ok({ state, outcome });
  return step(game, state, { do: 'time', at });
}

/** The moves that are new in a state, king before rook. */
function addCommands(
  before: State,
  { moves, setting, lastCommand }: State,
  commands: WrittenCommand[],
): void {
  const isNew = ({ man, start }: State['moves'][number]) =>
    start === lastCommand + 1 && !before.moves.some(old => old.man === man && old.start === start);
  for (const { man, to } of moves.filter(isNew)) {
    const { id, seat } = setting.ground.men[man]!;
    commands.push({
      tick: lastCommand,
      piece: id,
      row: to >> 4,
      column: to & 15,
      player: seat + 1,
    });
  }
}
