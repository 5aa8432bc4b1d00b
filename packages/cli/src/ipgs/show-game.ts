/** Draws the board of a game between peers. */
import { ok, type Result, type Scene } from '@kifu/core';
import { boardStyle, drawBoard } from '../board.ts';
import type { Context } from '../io.ts';
import type { CommandReport } from '../run-command.ts';
import { askPeer, type PeerOptions } from './ask-peer.ts';

/** Shows a game: board, turn, last comment, clocks. */
export async function showGame(
  { io }: Context,
  game: string,
  options: PeerOptions & { readonly color?: boolean },
): Promise<Result<CommandReport>> {
  const shown = await askPeer(io, options, 'game.show', { game });
  if (!shown.ok) return shown;
  const { json, text, scene } = shown.value;
  const board =
    scene === null
      ? []
      : [...drawBoard(scene as unknown as Scene, boardStyle(io, options.color === false)), ''];
  return ok({ json, text: [...board, text].join('\n') });
}
