/** Passkeys on the server that gave the page: those of an account, making one, and becoming a player by one. */
import {
  findWrappedKey,
  listPasskeys,
  type Passkey,
  removePasskey,
  storeWrappedKey,
} from '@kifu/client/account';
import type { Result } from '@kifu/core';
import type { Player } from '@kifu/record/player';
import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { faultText } from '../site/fault-text.ts';
import { dayOf } from '../site/library/match-words.ts';
import { text } from '../site/texts.ts';
import { forgetPasskey, hasPasskeys, makePasskey, openSealed, showPasskey } from './passkey.ts';
import { playerKey, takeSecret } from './player-key.ts';
import { inSession } from './session.ts';

/** Dispatches `kifu-key` when a passkey has replaced the key. */
class PasskeyCard extends LitElement {
  static override properties = {
    account: { attribute: false },
    passkeys: { state: true },
    isAble: { state: true },
    problem: { state: true },
  };

  /** Null where the key of the browser has no account. */
  declare account: Player | null;
  declare passkeys: readonly Passkey[];
  /** Whether the browser can; undefined before it has said so. */
  declare isAble: boolean | undefined;
  declare problem: string;

  constructor() {
    super();
    this.account = null;
    this.passkeys = [];
    this.problem = '';
  }

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    void hasPasskeys().then(isAble => {
      this.isAble = isAble;
    });
  }

  protected override willUpdate(changed: PropertyValues): void {
    if (!changed.has('account')) return;
    this.passkeys = [];
    if (this.account !== null)
      void inSession(listPasskeys).then(listed => {
        if (listed.ok) this.passkeys = listed.value;
      });
  }

  #take = <T>(result: Result<T>): T | null => {
    const words = text.passkeys;
    this.problem = result.ok
      ? ''
      : (words.faults[result.fault.rule ?? result.fault.code] ?? faultText(result.fault));
    return result.ok ? result.value : null;
  };

  #make = async (): Promise<void> => {
    const { account, passkeys } = this;
    if (account === null) return;
    const others = passkeys.map(({ id }) => id);
    const made = this.#take(await makePasskey(account, await playerKey(), others));
    if (made === null) return;
    const label = navigator.platform.slice(0, 40);
    const kept = this.#take(
      await inSession((server, token) => storeWrappedKey(server, token, { ...made, label })),
    );
    if (kept === null) forgetPasskey(made.id);
    else this.passkeys = kept;
  };

  #remove = async (id: string): Promise<void> => {
    const left = this.#take(await inSession((server, token) => removePasskey(server, token, id)));
    if (left === null) return;
    forgetPasskey(id);
    this.passkeys = left;
  };

  #signIn = async (): Promise<void> => {
    const shown = this.#take(await showPasskey());
    if (shown === null) return;
    const found = this.#take(await findWrappedKey(location.origin, shown.player, shown.id));
    const secret = found && this.#take(await openSealed(shown, found));
    if (secret === null) return;
    await takeSecret(secret);
    this.dispatchEvent(new CustomEvent('kifu-key', { bubbles: true }));
  };

  override render(): TemplateResult | typeof nothing {
    const { account, passkeys, isAble } = this;
    if (isAble === undefined) return nothing;
    const words = text.passkeys;
    return html`<section class="card">
      <h2>${words.title}</h2>
      <p>${words.what}</p>
      ${passkeys.length === 0 ? nothing : html`<ul class="lines">${passkeys.map(this.#line)}</ul>`}
      ${isAble ? nothing : html`<p class="notice">${words.faults.browser}</p>`}
      ${
        isAble
          ? html`<div class="choices">
              ${account === null ? nothing : html`<button class="btn" type="button" @click=${this.#make}>${words.make}</button>`}
              <button class="btn" type="button" @click=${this.#signIn}>${words.signIn}</button>
            </div>
            <p class="soft small">${account === null ? words.first : nothing} ${words.instead}</p>`
          : nothing
      }
      ${this.problem === '' ? nothing : html`<p class="notice bad" role="alert">${this.problem}</p>`}
    </section>`;
  }

  #line = ({ id, label, at }: Passkey): TemplateResult => {
    const day = dayOf(new Date(at).toISOString());
    return html`<li>
      <span class="grow">${label} <span class="soft small">${day}</span></span>
      <button class="btn slim" type="button" @click=${() => void this.#remove(id)}>${text.passkeys.remove}</button>
    </li>`;
  };
}

customElements.define('kifu-passkey-card', PasskeyCard);
