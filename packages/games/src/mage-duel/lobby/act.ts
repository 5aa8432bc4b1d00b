/** The life of matches: a pure state machine, and its errors under the names of the rule sheet (§16.1, §16.2, §16.5). */
import { type Ok, ok, start, unwrap } from '@kifu/core';
import { game } from '../rules.ts';
import { actOnBoard, cancelBoard } from './board-act.ts';
import { type Command, SKIN_PRICES } from './commands.ts';
import { boardBranched, boardCreated } from './events.ts';
import {
  type Board,
  type Lobby,
  type LobbyStep,
  moveIdAfter,
  playerOf,
  stateAfter,
  withBoard,
  withPlayers,
} from './lobby.ts';
import { type LobbyRefusal, refuse } from './refuse.ts';

/** What a command leads to. A refusal changes nothing. */
export type LobbyResult = Ok<LobbyStep> | LobbyRefusal;

type Of<Cmd extends Command['cmd']> = Command & { readonly cmd: Cmd };

/** Does what a player asks for, or says why not. */
export function actInLobby(lobby: Lobby, command: Command): LobbyResult {
  switch (command.cmd) {
    case 'create':
      return create(lobby, command.as);
    case 'create-from-snapshot':
      return createFromSnapshot(lobby, command);
    case 'join':
      return join(lobby, command);
    case 'cancel':
      return cancel(lobby, command.as);
    case 'snapshot':
      return takeSnapshot(lobby, command);
    case 'act':
      return actOnBoard(lobby, command);
    case 'username':
      return rename(lobby, command);
    case 'skin':
      return dress(lobby, command);
  }
}

/** Whether a player waits or plays; there is one match a player at a time. */
const isBusy = (lobby: Lobby, name: string): boolean => {
  const { status } = playerOf(lobby, name);
  return status === 'Created' || status === 'InProgress';
};

const busy = (lobby: Lobby, host: string): LobbyRefusal =>
  refuse('GameCreateFailed', `${host} has a match already`, {
    host,
    status: playerOf(lobby, host).status,
  });

function create(lobby: Lobby, host: string): LobbyResult {
  if (isBusy(lobby, host)) return busy(lobby, host);
  const change = { status: 'Created', board: null, snapshot: null } as const;
  const events = [{ type: 'GameCreated', host, status: 'Created' }];
  return ok({ lobby: withPlayers(lobby, [[host, change]]), events });
}

/** The board is built at once, exactly as the source was, and waits for a guest. */
function createFromSnapshot(
  lobby: Lobby,
  { as, snapshot, reseed }: Of<'create-from-snapshot'>,
): LobbyResult {
  if (isBusy(lobby, as)) return busy(lobby, as);
  const found = lobby.snapshots[snapshot];
  if (found === undefined)
    return refuse('BoardCreateFromSnapshotFailed', `there is no snapshot ${snapshot}`, {
      player: as,
      source: null,
      move: null,
    });
  const origin = { board: found.board, move: found.move, reseed };
  const exact = game.match!.branch!(stateAfter(lobby, found.board, found.move));
  const first = reseed === null ? exact : game.chance!.reseed(exact, reseed);
  const board: Board = { ...freshBoard(first, as, null, null), origin };
  const number = lobby.boards.length;
  const lastMove = moveIdAfter(lobby, found.board, found.move);
  const change = { status: 'Created', board: number, snapshot } as const;
  return ok({
    lobby: withPlayers({ ...lobby, boards: [...lobby.boards, board] }, [[as, change]]),
    events: [
      boardBranched(number, board, origin, lastMove),
      { type: 'GameCreated', host: as, status: 'Created' },
    ],
  });
}

const freshBoard = (
  first: Board['first'],
  blue: string,
  red: string | null,
  startedAt: number | null,
): Board => ({
  players: [blue, red],
  isRunning: true,
  origin: null,
  first,
  acts: [],
  state: first,
  startedAt,
  moveIds: [],
});

/** A new board is made, or the board of a snapshot gets its guest; its clock starts now. */
function join(lobby: Lobby, { as: guest, host, seed, t }: Of<'join'>): LobbyResult {
  const { status, board: waiting, snapshot } = playerOf(lobby, host);
  if (status !== 'Created' || guest === host || isBusy(lobby, guest))
    return refuse('GameJoinFailed', `${guest} cannot join ${host}`, {
      host,
      guest,
      hostStatus: status,
      guestStatus: playerOf(lobby, guest).status,
    });
  const number = waiting ?? lobby.boards.length;
  const both = { status: 'InProgress', board: number, snapshot } as const;
  const started = { type: 'GameStarted', host, guest, board: number };
  const seated = withPlayers(lobby, [
    [host, both],
    [guest, both],
  ]);
  if (waiting !== null) {
    const board: Board = { ...lobby.boards[waiting]!, players: [host, guest], startedAt: t };
    return ok({ lobby: withBoard(seated, waiting, board), events: [started] });
  }
  const { state } = unwrap(start(game, { seed, options: lobby.rules }));
  const board = freshBoard(state, host, guest, t);
  return ok({
    lobby: { ...seated, boards: [...lobby.boards, board] },
    events: [boardCreated(number, board), started],
  });
}

function cancel(lobby: Lobby, name: string): LobbyResult {
  const { status, board } = playerOf(lobby, name);
  if (status === 'InProgress' && board !== null)
    return ok(cancelBoard(lobby, board, lobby.boards[board]!.players[0] === name ? 0 : 1));
  if (status !== 'Created')
    return refuse('GameCancelFailed', `${name} has nothing to cancel`, { player: name, status });
  const change = { status: 'Canceled', board: null, snapshot: null } as const;
  return ok({
    lobby: withPlayers(lobby, [[name, change]]),
    events: [{ type: 'GameCanceled', player: name, status: 'Canceled' }],
  });
}

/** Any player may take a snapshot of any board. */
function takeSnapshot(lobby: Lobby, { as: player, board, move }: Of<'snapshot'>): LobbyResult {
  const found = lobby.boards[board];
  if (found === undefined || move < 0 || move > found.state.done)
    return refuse('SnapshotCreateFailed', `board ${board} has no move ${move}`, {
      player,
      board,
      state: found === undefined ? null : found.isRunning ? 'InProgress' : 'Finished',
      move,
    });
  const snapshot = lobby.snapshots.length;
  return ok({
    lobby: { ...lobby, snapshots: [...lobby.snapshots, { creator: player, board, move }] },
    events: [{ type: 'SnapshotCreated', snapshot, player, board, move }],
  });
}

const rename = (lobby: Lobby, { as: player, username }: Of<'username'>): LobbyResult =>
  ok({
    lobby: withPlayers(lobby, [[player, { username }]]),
    events: [{ type: 'PlayerUsernameChanged', player, username }],
  });

/** A skin is worn by who could pay for it; nothing is deducted. */
function dress(lobby: Lobby, { as: player, skin }: Of<'skin'>): LobbyResult {
  const { balance } = playerOf(lobby, player);
  const price = SKIN_PRICES[skin]!;
  if (balance < price)
    return refuse('PlayerSkinChangeFailed', `skin ${skin} is for a balance of ${price}`, {
      player,
      skin,
      price,
      balance,
    });
  return ok({
    lobby: withPlayers(lobby, [[player, { skin }]]),
    events: [{ type: 'PlayerSkinChanged', player, skin }],
  });
}
