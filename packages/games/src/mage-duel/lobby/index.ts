/** The lobby: waiting players, pairings, boards, snapshots, balances. */
export { actInLobby, type LobbyResult } from './act.ts';
export { type Command, parseCommand } from './commands.ts';
export {
  type Board,
  emptyLobby,
  type Lobby,
  type LobbyStep,
  type Player,
  playerOf,
  type Snapshot,
  type Status,
} from './lobby.ts';
export type { LobbyRefusal } from './refuse.ts';
