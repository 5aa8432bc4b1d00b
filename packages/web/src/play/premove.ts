/** Moves ahead: what a seat may choose while it waits for another. */
import type { Game, Json, Seat } from '@kifu/core';

/** Most replies that are tried; a move that none of them makes legal is hardly intended. */
const MOST_ANSWERS = 48;

/** The moves that some answer of the seat on turn would make legal; none where chance or hidden hands stand between. */
export function aheadOf(game: Game, state: unknown, seat: Seat): readonly Json[] {
  if (game.chance !== undefined || game.secrets !== undefined || game.pace === 'free') return [];
  const [mover, ...others] = game.active(state);
  if (mover === undefined || mover === seat || others.length > 0) return [];
  const found = new Map<string, Json>();
  const answers = [...game.legal(state, mover)];
  // evenly from all of them, since those at the beginning are often of one piece
  const step = Math.max(1, answers.length / MOST_ANSWERS);
  for (let i = 0; i < answers.length; i += step) {
    const played = game.play(state, mover, answers[Math.floor(i)]!);
    if (!played.ok) continue;
    for (const move of game.legal(played.value.state, seat))
      found.set(game.moves.hex.encode(move), move);
  }
  return [...found.values()];
}
