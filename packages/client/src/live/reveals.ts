/** Reveals links of the own hash chain when they are due, in order, and only in a match whose header was agreed to. */
import { bytesToHex } from '@kifu/core';
import { holdersOf } from '@kifu/record/chance';
import { isDrawDue } from '@kifu/record/match-state';
import { chainSecret, type Links, makeLinks } from '../player/links.ts';
import type { LiveSession } from './session.ts';

export class LinkRevealer {
  readonly #session: LiveSession;
  readonly #isAgreed: () => boolean;
  #links: Links | null = null;
  #shown = -1;

  constructor(session: LiveSession, isAgreed: () => boolean) {
    this.#session = session;
    this.#isAgreed = isAgreed;
  }

  get hasLinks(): boolean {
    return this.#links !== null;
  }

  /** To the own hash chain; null where there is none. */
  get commitment(): string | null {
    return this.#links?.commitment ?? null;
  }

  /** Makes the chain from what this device has stored. */
  load(): void {
    const { invite, seat, memory } = this.#session;
    const { nonce, chance } = invite!;
    if (chance === 'fair')
      this.#links = makeLinks(nonce, seat!, chainSecret(memory!.salt, nonce, seat!));
  }

  /** The chain of this match is on another device. */
  drop(): void {
    this.#links = null;
  }

  /** Where hands are hidden the server asks for links after the first, in order, and again for what was lost; else the own table says what is due. */
  answer(k: number): void {
    if (k > 0 && this.#session.replay?.table === null && k <= this.#shown + 1) this.#show(k);
  }

  /** A draw that is due waits for the link of this seat. */
  showDue(): void {
    const { seat, replay } = this.#session;
    if (this.#links === null || seat === null || replay === null) return;
    const { table, blind } = replay;
    if (blind !== null && blind.links === null && blind.opening.size === 0) this.#show(0);
    if (table === null || table.outcome !== null || table.talk.isPaused || !isDrawDue(table))
      return;
    if (holdersOf(table.header, table.game.seated(table.state)).includes(seat))
      this.#show(table.drawn + 1);
  }

  #show(k: number): void {
    const link = this.#links?.link(k) ?? null;
    if (link === null || !this.#isAgreed()) return;
    this.#shown = Math.max(this.#shown, k);
    this.#session.send({ type: 'link', k, link: bytesToHex(link) });
  }
}
