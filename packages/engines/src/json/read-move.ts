/** Moves as programs that speak JSON lines write them. */
import type { Json, Kit } from '@kifu/core';
import { EngineError, quoted } from '../process/engine-error.ts';

/** Reads a move as JSON, as hex, or in a notation of the game; `state` is null where the hands are hidden. */
export function readMove({ game, notations }: Kit, state: unknown, given: Json): Json {
  const decoded =
    typeof given === 'string' && given.startsWith('0x')
      ? game.moves.hex.decode(given)
      : game.moves.json.decode(given);
  if (decoded.ok) return decoded.value;
  const parsed =
    typeof given === 'string' && state !== null
      ? notations.map(notation => notation.parse(state, given)).find(({ ok }) => ok)
      : undefined;
  if (parsed?.ok) return parsed.value;
  throw new EngineError(
    'illegal-move',
    `it answered ${quoted(JSON.stringify(given))}, which is not a move`,
  );
}
