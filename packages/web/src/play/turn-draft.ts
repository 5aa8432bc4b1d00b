/**
 * A turn that the player composes on the board, in games whose turns are several moves: rolls when the player asks for it, takes moves
 * back before they are sent, and sends all of them on confirmation.
 */
import { type Json, type Kit, moveAct, ok, type Result, type Scene, type Seat } from '@kifu/core';
import { legalMoves, type Match, presentOf } from '@kifu/record/match';
import type { MatchStep } from './course.ts';
import { type TriedLine, tryMoves } from './plans.ts';

/** What the player can do with the turn. */
export interface DraftState {
  /** Whether the dice wait for the player. */
  readonly isToRoll: boolean;
  /** The moves that are not sent, in notation. */
  readonly texts: readonly string[];
  readonly isComplete: boolean;
}

export class TurnDraft {
  #moves: readonly Json[] = [];
  /** The step of the newest roll that the player has seen. */
  #seen = -1;
  #sent: TriedLine | null = null;

  /** The turn of a seat as it stands; null where there is none to compose. */
  stateOf(kit: Kit, match: Match, steps: readonly MatchStep[], seat: Seat): DraftState | null {
    if (kit.isTurnConfirmed !== true || this.#sent !== null) return null;
    const isToRoll = this.#isToRoll(steps, seat);
    const line = isToRoll ? null : this.lineOf(kit, match);
    if (line === null) return isToRoll ? { isToRoll, texts: [], isComplete: false } : null;
    const isComplete = this.#moves.length > 0 && legalAfter(kit, line, seat).length === 0;
    return { isToRoll, texts: line.texts, isComplete };
  }

  /** The position with the moves that are not sent, or are just being sent. */
  lineOf(kit: Kit, match: Match, scene?: Scene): TriedLine | null {
    if (this.#sent !== null) return this.#sent;
    const now = presentOf(match);
    return now === null ? null : tryMoves(kit, now.state, this.#moves, scene);
  }

  /** The moves that can follow: none before the roll and while moves are being sent. */
  legal(kit: Kit, match: Match, steps: readonly MatchStep[], seat: Seat): readonly Json[] {
    if (this.#sent !== null || this.#isToRoll(steps, seat)) return [];
    if (this.#moves.length === 0) return legalMoves(match, seat);
    const line = this.lineOf(kit, match);
    return line === null ? [] : legalAfter(kit, line, seat);
  }

  /** Whether there is something that is not sent. */
  get isBegun(): boolean {
    return this.#moves.length > 0 || this.#sent !== null;
  }

  get isSending(): boolean {
    return this.#sent !== null;
  }

  roll(steps: readonly MatchStep[]): void {
    this.#seen = newestRoll(steps)?.n ?? -1;
  }

  add(move: Json): void {
    this.#moves = [...this.#moves, move];
  }

  undo(): void {
    this.#moves = this.#moves.slice(0, -1);
  }

  /** Forgets what was not sent: the position has changed. */
  clear(): void {
    this.#moves = [];
  }

  /** Sends the moves one after the other, up to the first that is refused. */
  async send(kit: Kit, match: Match, seat: Seat, scene: Scene): Promise<Result<number>> {
    this.#sent = this.lineOf(kit, match, scene);
    const moves = this.#moves;
    this.#moves = [];
    let done: Result<number> = ok(0);
    for (const move of moves) {
      done = await match.submit(seat, moveAct(kit.game, move));
      if (!done.ok) break;
    }
    this.#sent = null;
    return done;
  }

  #isToRoll(steps: readonly MatchStep[], seat: Seat): boolean {
    const rolled = newestRoll(steps);
    return rolled !== null && rolled.rolls.at(-1)!.seat === seat && rolled.n !== this.#seen;
  }
}

/** The step that has just rolled; null once a move has followed. */
function newestRoll(steps: readonly MatchStep[]): MatchStep | null {
  const last = steps.findLast(({ kind, rolls }) => kind !== 'word' || rolls.length > 0);
  return last !== undefined && last.rolls.length > 0 ? last : null;
}

const legalAfter = ({ game }: Kit, { state, seat }: TriedLine, own: Seat): readonly Json[] =>
  seat === own ? [...game.legal(state, own)] : [];

/** A scene whose dice have not been rolled: they show nothing. */
export const unrolled = (scene: Scene): Scene => ({
  ...scene,
  pieces: scene.pieces.map(piece =>
    /^die-[1-6]$/.test(piece.look) ? { ...piece, look: 'die-0', glyph: '[ ]' } : piece,
  ),
  // the captions tell the roll too
  facts: [],
});
