/** The account of the player's key on the server that gave the page: a name, everything about it as a file, and its end. */
import {
  type AccountKey,
  deleteAccount,
  exportAccount,
  playerOf,
  sayOfPlayer,
  signIn,
} from '@kifu/client/account';
import type { Result } from '@kifu/core';
import type { Player } from '@kifu/record/player';
import { sign } from '@kifu/record/sign';
import { html, LitElement, nothing, type TemplateResult } from 'lit';
import { saveFile } from '../share-notes/save.ts';
import { href } from '../site/router.ts';
import { changeSettings, readSettings } from '../site/settings.ts';
import { text } from '../site/texts.ts';
import { playerKey } from './player-key.ts';

class AccountCard extends LitElement {
  static override properties = {
    account: { state: true },
    trouble: { state: true },
    isSure: { state: true },
  };

  /** Undefined before the answer, null where the key is nobody's yet. */
  declare account: Player | null | undefined;
  declare trouble: string;
  /** Whether deleting was asked for once: it is asked twice. */
  declare isSure: boolean;

  constructor() {
    super();
    this.trouble = '';
    this.isSure = false;
  }

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    void this.#find();
  }

  async #find(): Promise<void> {
    const found = await playerOf(location.origin, (await accountKey()).key);
    this.account = found.ok ? found.value : null;
  }

  #take = <T>(result: Result<T>): T | null => {
    this.trouble = result.ok
      ? ''
      : (text.account.faults[result.fault.rule ?? ''] ?? result.fault.message);
    return result.ok ? result.value : null;
  };

  #name = async (event: Event): Promise<void> => {
    event.preventDefault();
    const name = String(new FormData(event.target as HTMLFormElement).get('name') ?? '').trim();
    const { account = null } = this;
    const body = { type: 'profile', name, about: account?.about ?? '' } as const;
    const said = this.#take(
      await sayOfPlayer(location.origin, account, body, [await accountKey()]),
    );
    if (said === null) return;
    this.account = said;
    changeSettings({ name: said.name });
  };

  #export = async (): Promise<void> => {
    const session = this.#take(await signIn(location.origin, await accountKey()));
    const all = session && this.#take(await exportAccount(location.origin, session.token));
    if (all !== null)
      saveFile('kifu-account.json', `${JSON.stringify(all, null, 2)}\n`, 'application/json');
  };

  #delete = async (): Promise<void> => {
    if (!this.isSure) {
      this.isSure = true;
      return;
    }
    const session = this.#take(await signIn(location.origin, await accountKey()));
    if (session === null) return;
    if (!this.#take(await deleteAccount(location.origin, session.token)) && this.trouble !== '')
      return;
    this.account = null;
    this.isSure = false;
  };

  override render(): TemplateResult | typeof nothing {
    const { account } = this;
    if (account === undefined) return nothing;
    const words = text.account;
    return html`<form class="card" @submit=${this.#name}>
      <h2>${words.title}</h2>
      <p>${
        account === null
          ? words.none
          : html`${words.you} <a href=${href(`/players/${encodeURIComponent(account.name)}`)} data-page><b>${account.name}</b></a>.`
      }</p>
      <label class="field"><span>${words.name}</span>
        <input class="input" name="name" maxlength="80" required autocomplete="nickname" .value=${account?.name ?? readSettings().name} />
      </label>
      <button class=${account === null ? 'btn primary' : 'btn'} type="submit">${account === null ? words.begin : words.rename}</button>
      ${this.trouble === '' ? nothing : html`<p class="notice bad" role="alert">${this.trouble}</p>`}
      ${
        account === null
          ? nothing
          : html`<p class="soft small">${words.stays}</p>
            <div class="choices">
              <button class="btn" type="button" @click=${this.#export}>${words.export}</button>
              <button class="btn" type="button" @click=${this.#delete}>${this.isSure ? words.sure : words.delete}</button>
            </div>`
      }
    </form>`;
  }
}

async function accountKey(): Promise<AccountKey> {
  const { key, secret } = await playerKey();
  return { key, sign: message => sign(secret, message) };
}

customElements.define('kifu-account-card', AccountCard);
