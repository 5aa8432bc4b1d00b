/** Lobbies of Mage Duel for tests. */
import { type Json, unwrap } from '@kifu/core';
import {
  actInLobby,
  emptyLobby,
  type Lobby,
  type LobbyResult,
  parseCommand,
} from '../src/mage-duel/lobby/index.ts';
import { STANDARD } from '../src/mage-duel/options.ts';
import { game } from '../src/mage-duel/rules.ts';
import { turnOf } from '../src/mage-duel/state.ts';

/** Does what a player asks for. */
export const doIn = (lobby: Lobby, command: Json): LobbyResult =>
  actInLobby(lobby, unwrap(parseCommand(command)));

/** The lobby after commands that must all be accepted. */
export const after = (lobby: Lobby, ...commands: readonly Json[]): Lobby =>
  commands.reduce<Lobby>((now, command) => unwrap(doIn(now, command)).lobby, lobby);

/** Makes a state one to go on from. */
export const reopen = game.match!.branch!;
/** Without players and boards. */
export const empty = emptyLobby(STANDARD);
/** Ann plays blue against Bob. */
export const begun = after(
  empty,
  { as: 'ann', cmd: 'create' },
  { as: 'bob', cmd: 'join', host: 'ann', seed: 1, t: 100 },
);

/** A command that lays the tile at hand on a board. */
export function placing(
  lobby: Lobby,
  number: number,
  t: number,
): { as: string } & { [key: string]: Json } {
  const { players, state } = lobby.boards[number]!;
  const seat = turnOf(state);
  const { op, ...fields } = [...game.legal(state, seat)].find(move => move.op === 'place')!;
  return { as: players[seat]!, cmd: op, ...(fields as { [key: string]: Json }), t };
}
