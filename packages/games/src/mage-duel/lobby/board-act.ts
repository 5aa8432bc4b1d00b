/** Moves, skips and claims of players on their boards. */
import {
  type Fault,
  type GameEvent,
  type Json,
  ok,
  type Seat,
  type StepResult,
  step,
} from '@kifu/core';
import type { Move } from '../moves.ts';
import { game } from '../rules.ts';
import type { State } from '../state.ts';
import type { Command } from './commands.ts';
import { boardUpdated, tellEvent } from './events.ts';
import {
  type Board,
  type Lobby,
  type LobbyStep,
  moveIdAfter,
  playerOf,
  withBoard,
  withPlayers,
} from './lobby.ts';
import { type LobbyRefusal, refuse } from './refuse.ts';

type ActCommand = Command & { readonly cmd: 'act' };
type Acted = ReturnType<typeof ok<LobbyStep>> | LobbyRefusal;

/** Plays a move of a player whose match is under way. */
export function actOnBoard(lobby: Lobby, command: ActCommand): Acted {
  const { as, move, t } = command;
  const { status, board: number } = playerOf(lobby, as);
  const isOwn = command.board === null || command.board === number;
  if (number === null || !isOwn || (status !== 'InProgress' && status !== 'Finished'))
    return refuse(
      'PlayerNotInGame',
      `${as} plays no match there`,
      { player: as, board: number ?? 0 },
      'wrong-seat',
    );
  if (status === 'Finished')
    return refuse(
      'GameIsAlreadyFinished',
      'the match is over',
      { player: as, board: number },
      'game-over',
    );
  const board = lobby.boards[number]!;
  const seat: Seat = board.players[0] === as ? 0 : 1;
  // two clocks may differ by a little, and the order of acceptance decides
  const at = Math.max(t - board.startedAt!, board.state.now);
  const stepped = step(game, board.state, { do: 'move', seat, move, at });
  if (!stepped.ok) return refuseAct(lobby, number, as, move, stepped.fault);
  return ok(accept(lobby, number, { seat, move, at }, stepped.value));
}

function accept(
  lobby: Lobby,
  number: number,
  act: Board['acts'][number],
  { parts, state, outcome }: StepResult<State>,
): LobbyStep {
  const board = lobby.boards[number]!;
  const timestamp = board.startedAt! + act.at;
  const moveIds = [...board.moveIds];
  let [moves, lastMove] = [lobby.moves, moveIdAfter(lobby, number, board.state.done)];
  const events: GameEvent[] = [];
  for (const event of parts.flatMap(part => part.events)) {
    if (event.type === 'TileDrawn' || event.type === 'GameCanceled') continue; // told with the board, and below
    const isMove = event.type === 'Moved' || event.type === 'Skipped';
    const link = isMove ? { move: moves, prevMove: lastMove, timestamp } : null;
    events.push(tellEvent(event, number, board.players, link));
    if (!isMove) continue;
    moveIds.push(moves);
    lastMove = moves++;
  }
  const next: Board = {
    ...board,
    acts: [...board.acts, act],
    moveIds,
    state,
    isRunning: outcome === null,
  };
  const after = withBoard({ ...lobby, moves }, number, next);
  if (state.end === null)
    return { lobby: after, events: [...events, boardUpdated(number, next, lastMove)] };
  if (state.end.reason === 'canceled') return cancelBoard(after, number, act.seat);
  return pay(after, number, [...events], lastMove);
}

/** Both players leave a running board, the opponent of who did it first; nothing is scored. */
export function cancelBoard(lobby: Lobby, number: number, by: Seat): LobbyStep {
  const board = lobby.boards[number]!;
  const names = [board.players[1 - by]!, board.players[by]!];
  return {
    lobby: withPlayers(
      withBoard(lobby, number, { ...board, isRunning: false }),
      names.map(name => [name, { status: 'Canceled', board: null, snapshot: null }]),
    ),
    events: names.map(player => ({ type: 'GameCanceled', player, status: 'Canceled' })),
  };
}

/** Both have finished a match that was scored. */
function pay(
  lobby: Lobby,
  number: number,
  events: readonly GameEvent[],
  lastMove: number | null,
): LobbyStep {
  const board = lobby.boards[number]!;
  const { paid } = board.state.end!;
  const changes = board.players.map((name, side) => {
    const { balance, games } = playerOf(lobby, name!);
    const more = { balance: balance + paid[side as 0 | 1], games: games + 1 };
    return [name!, { status: 'Finished', ...more }] as const;
  });
  const balances = changes.map(([player, { balance }]) => ({
    type: 'CurrentPlayerBalance',
    player,
    balance,
  }));
  return {
    lobby: withPlayers(lobby, changes),
    events: [...events, ...balances, boardUpdated(number, board, lastMove)],
  };
}

/** What the rules refuse, with the payload that the sheet gives such an error. */
function refuseAct(
  lobby: Lobby,
  number: number,
  player: string,
  move: Move,
  { code, rule = code, message }: Fault,
): LobbyRefusal {
  const [name, reason] = rule.split(':') as [string, string?];
  if (reason === undefined) return refuse(name, message, { player, board: number }, code);
  const { state } = lobby.boards[number]!;
  const { rot = 0, col = 0, row = 0, tile = state.top } = move as { readonly [key: string]: Json };
  const refused = refuse(
    name,
    message,
    {
      player,
      prevMove: moveIdAfter(lobby, number, state.done),
      tile,
      rotation: rot,
      col,
      row,
      isJoker: move.op === 'joker',
      board: number,
      reason,
    },
    code,
  );
  return { ...refused, fault: { ...refused.fault, rule } };
}
