/** Premoves of a match: each waits until the turn of its seat, is played then where it is legal, and dropped where it is not. */
import type { Json, Result, Seat } from '@kifu/core';
import type { Match } from './match.ts';
import { activeSeats, legalMoves } from './present.ts';

/** What premoves need of their match. */
export interface PremoveHost {
  readonly match: Match;
  play(seat: Seat, move: Json): Promise<Result<number>>;
  /** Called when a premove was set, played or dropped. */
  changed(): void;
}

export class Premoves extends Map<Seat, Json> {
  readonly #host: PremoveHost;

  constructor(host: PremoveHost) {
    super();
    this.#host = host;
  }

  /** Sets the premove of a seat, or clears it; one whose turn it is already is played at once. */
  change(seat: Seat, move: Json | null): void {
    if (move === null) this.delete(seat);
    else this.set(seat, move);
    this.#host.changed();
    this.tryAll();
  }

  /** Plays those whose turn has come. Called after every node, and when time alone may have brought a turn. */
  tryAll(): void {
    const { match, play, changed } = this.#host;
    for (const [seat, move] of [...this]) {
      if (!activeSeats(match).includes(seat)) continue;
      const { hex } = match.replay!.game.moves;
      const wanted = hex.encode(move);
      const isLegal = legalMoves(match, seat).some(each => hex.encode(each) === wanted);
      this.delete(seat);
      if (isLegal) void play(seat, move);
      changed();
    }
  }
}
