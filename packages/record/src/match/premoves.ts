/** Premoves of a match: each waits until the turn of its seat, is played then where it is legal, and dropped where it is not. */
import { type Json, moveAct, type Seat } from '@kifu/core';
import type { Match } from './match.ts';
import { activeSeats, legalMoves } from './present.ts';
import type { Timer } from './timer.ts';

export class Premoves extends Map<Seat, Json> {
  readonly #match: Match;
  readonly #after: Timer['after'];
  readonly #onChange: () => void;
  #cancelAlarm: (() => void) | null = null;

  /** `onChange` is called when a premove was set, played or dropped. */
  constructor(match: Match, after: Timer['after'], onChange: () => void) {
    super();
    this.#match = match;
    this.#after = after;
    this.#onChange = onChange;
  }

  /** Sets the premove of a seat that is played here, or clears it; one whose turn it is already is played at once. */
  change(seat: Seat, move: Json | null): void {
    if (!this.#match.seats.includes(seat)) return;
    if (move === null) this.delete(seat);
    else this.set(seat, move);
    this.#onChange();
    this.tryAll();
  }

  /** Plays those whose turn has come. Called after every node, and where the rules change a position by time alone. */
  tryAll(): void {
    const match = this.#match;
    for (const [seat, move] of [...this]) {
      if (!activeSeats(match).includes(seat)) continue;
      const { game } = match.replay!;
      const { hex } = game.moves;
      const wanted = hex.encode(move);
      const isLegal = legalMoves(match, seat).some(each => hex.encode(each) === wanted);
      this.delete(seat);
      if (isLegal) void match.submit(seat, moveAct(game, move));
      this.#onChange();
    }
    this.#awaitStart();
  }

  /** Forgets them: the match is closed here. */
  close(): void {
    this.clear();
    this.#awaitStart();
  }

  /** A turn that begins with the match is announced by no node. */
  #awaitStart(): void {
    this.#cancelAlarm?.();
    const waitMs = this.size === 0 ? 0 : -this.#match.elapsedMs();
    this.#cancelAlarm = waitMs > 0 ? this.#after(waitMs, () => this.tryAll()) : null;
  }
}
