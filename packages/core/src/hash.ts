/** State hashes: SHA-256 of the canonical text. Move format §3. */
import { putSha256, sha256, sha256Hex, sha256Text } from '#crypto';
import type { Game } from './game.ts';
import { canonicalText } from './json.ts';

export { putSha256, sha256 };

/** The canonical text of a state. */
export const stateText = <State>({ states }: Game<State>, state: State): string =>
  states.text?.(state) ?? canonicalText(states.canon(state));

/** The hash of a state: 64 lower-case hex digits. It names neither game nor match: a signed message must name those besides. */
export const hashState = <State>(game: Game<State>, state: State): string =>
  sha256Hex(stateText(game, state));

/** The same as 32 bytes. */
export function digestState<State>(game: Game<State>, state: State): Uint8Array {
  const { bytes } = game.states;
  if (bytes === undefined) return sha256Text(stateText(game, state));
  if (room.length < bytes.most) room = new Uint8Array(bytes.most);
  return sha256(room.subarray(0, bytes.write(state, room, 0)));
}

/** Room for a text, used again: making it takes longer than writing a state. */
let room = new Uint8Array();
