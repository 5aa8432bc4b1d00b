/** Verifies a list of moves of any game: each must be legal, and the last state must have the expected hash. */
import { fail, formatFault, hashState, type Json, ok, type Result, start, step } from '@kifu/core';
import { loadKit } from '@kifu/games';

/** Plays moves in hex; the fault names the first illegal one. */
async function verify(
  name: string,
  setup: Json,
  moves: readonly string[],
  hash: string,
): Promise<Result<null>> {
  const kit = await loadKit(name);
  if (!kit.ok) return kit;
  const { game } = kit.value;
  const started = start(game, setup);
  if (!started.ok) return started;
  let { state } = started.value;
  for (const [i, hex] of moves.entries()) {
    const at = { path: `/${i}` };
    const move = game.moves.hex.decode(hex);
    if (!move.ok) return { ok: false, fault: { ...move.fault, at } };
    const [seat = 0] = game.active(state);
    const stepped = step(game, state, { do: 'move', seat, move: move.value });
    if (!stepped.ok) return { ok: false, fault: { ...stepped.fault, at } };
    ({ state } = stepped.value);
  }
  return hashState(game, state) === hash
    ? ok(null)
    : fail('broken-record', 'the last state has a different hash');
}

const HASH = '1570ffbabbc3f438a49ae8c9ed4802ab89a6925ee7b981dba62c915fe46c270d';
for (const [name, moves] of [
  ['chess', ['0x0C1C00', '0x342400']], // e4 e5
  ['chess', ['0x0C1C00', '0x342C00']], // e4 e6
  ['chess', ['0x0C1C00', '0x341C00']], // e4, and a pawn that jumps over three ranks
  ['ches', []],
] as const) {
  const verified = await verify(name, {}, moves, HASH);
  console.log(verified.ok ? 'good' : formatFault(verified.fault));
}
