/** Asks the player of a seat about what others offer, beside its moves: nothing waits for the answer, and it has a deadline. */
import type { Action, Seat } from '@kifu/core';
import type { MatchState } from '../match-state/match-state.ts';
import { answerOf, answerTo, openOffers } from './offer-policy.ts';
import type { PresentMatch } from './present.ts';
import type { Offer, SeatPlayer } from './seat-player.ts';
import type { Timer } from './timer.ts';

/** After this many milliseconds an offer is answered by the usual policy. */
export const ANSWER_MS = 10_000;

export interface AnswerOptions {
  readonly match: PresentMatch;
  readonly seat: Seat;
  readonly timer: Timer;
  /** Performs the answer. */
  submit(action: Action): void;
}

export class OfferAnswers {
  readonly #options: AnswerOptions;
  #asked: { readonly offer: Offer; readonly asking: AbortController } | null = null;

  constructor(options: AnswerOptions) {
    this.#options = options;
  }

  /** Asks about an offer that is new, and no longer about one that is answered or withdrawn. */
  look(player: SeatPlayer): void {
    const state = this.#state();
    const [offer] = state === null ? [] : openOffers(state, this.#options.seat);
    const { kind, by } = this.#asked?.offer ?? {};
    if (kind === offer?.kind && by === offer?.by) return;
    this.stop();
    if (offer !== undefined && player.answer !== undefined) void this.#ask(player, offer);
  }

  /** Cancels the question that is under way. */
  stop(): void {
    this.#asked?.asking.abort();
    this.#asked = null;
  }

  async #ask(player: SeatPlayer, offer: Offer): Promise<void> {
    const { timer, seat, submit } = this.#options;
    const asking = new AbortController();
    this.#asked = { offer, asking };
    const { signal } = asking;
    const late = Promise.withResolvers<null>();
    const cancel = timer.after(ANSWER_MS, () => late.resolve(null));
    signal.addEventListener('abort', () => late.resolve(null), { once: true });
    // called in another function, so that a player that throws fails like one that rejects
    const asked = (async () => player.answer!(offer, signal))().catch(() => null);
    const said = await Promise.race([asked, late.promise]);
    cancel();
    const state = this.#state();
    if (signal.aborted || state === null) return;
    if (said === null) asking.abort();
    const answer =
      said === null ? answerOf(state, seat, null) : answerTo(state, offer, said === 'accept');
    if (answer !== null) submit(answer);
  }

  /** Where offers can be open: the transport of a seat agrees to the header. */
  #state(): MatchState | null {
    const table = this.#options.match.replay?.table ?? null;
    return table === null || table.talk.isOpening ? null : table;
  }
}
