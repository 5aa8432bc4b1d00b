/** Blocking a player on the server, by the account of this browser. */
import { blockPlayer } from '@kifu/client/account';
import { ok, type Result } from '@kifu/core';
import { rememberBlocked } from './hidden-players.ts';
import { inSession } from './session.ts';

/** Blocks a player, or no longer, and remembers it in this browser. */
export async function block(player: string, isOn: boolean): Promise<Result<null>> {
  const done = await inSession((server, token) => blockPlayer(server, token, player, isOn));
  if (done.ok) rememberBlocked(done.value);
  return done.ok ? ok(null) : done;
}
