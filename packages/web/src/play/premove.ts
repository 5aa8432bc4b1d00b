/** Moves ahead: what a seat may choose while it waits for another. */
import type { Game, Json, Kit, Seat } from '@kifu/core';

/** Most replies that are tried; a move that none of them makes legal is hardly intended. */
const MOST_ANSWERS = 48;

/** The moves that some answer of the seat on turn would make legal; none where chance or hidden hands stand between. */
export function aheadOf(game: Game, state: unknown, seat: Seat): readonly Json[] {
  const found = new Map<string, Json>();
  for (const after of answered(game, state, seat))
    for (const move of game.legal(after, seat)) found.set(game.moves.hex.encode(move), move);
  return [...found.values()];
}

/** A move ahead as the list of moves will have it: notations need a position in which it is legal, and say the least where nothing else has happened. */
export function formatAhead(
  { game, notations }: Pick<Kit, 'game' | 'notations'>,
  state: unknown,
  [seat, move]: readonly [Seat, Json],
): string {
  const [notation] = notations;
  if (notation === undefined) return '';
  const hex = game.moves.hex.encode(move);
  let shortest: string | null = null;
  for (const after of answered(game as Game, state, seat)) {
    if (![...game.legal(after, seat)].some(legal => game.moves.hex.encode(legal) === hex)) continue;
    const form = notation.format(after, move);
    if (shortest === null || form.length < shortest.length) shortest = form;
  }
  return shortest ?? notation.format(state, move);
}

/** The states after some answers of the seat on turn. */
function* answered(game: Game, state: unknown, seat: Seat): Generator<unknown> {
  if (game.chance !== undefined || game.secrets !== undefined || game.pace === 'free') return;
  const [mover, ...others] = game.active(state);
  if (mover === undefined || mover === seat || others.length > 0) return;
  const answers = [...game.legal(state, mover)];
  // evenly from all of them, since those at the beginning are often of one piece
  const step = Math.max(1, answers.length / MOST_ANSWERS);
  for (let i = 0; i < answers.length; i += step) {
    const played = game.play(state, mover, answers[Math.floor(i)]!);
    if (played.ok) yield played.value.state;
  }
}
