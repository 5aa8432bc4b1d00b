/** The account of the player's key on the server that gave the page: a name, everything about it as a file, and its end. */
import {
  type BlockedPlayer,
  deleteAccount,
  exportAccount,
  listBlocked,
  lookAtVacation,
  playerOf,
  sayOfPlayer,
} from '@kifu/client/account';
import { DAY_MS, type Result } from '@kifu/core';
import type { Player, VacationState } from '@kifu/record/player';
import { saveFile } from '@kifu/viewer/shared';
import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { dayOf } from '../site/library/match-words.ts';
import { href } from '../site/router.ts';
import { changeSettings, readSettings } from '../site/settings.ts';
import { text } from '../site/texts.ts';
import { block } from './block-player.ts';
import { rememberBlocked } from './hidden-players.ts';
import './passkey-card.ts';
import { faultText } from '../site/fault-text.ts';
import { forgetServerKey } from './server-key.ts';
import { accountKey, inSession } from './session.ts';

class AccountCard extends LitElement {
  static override properties = {
    key: { attribute: false },
    account: { state: true },
    blocked: { state: true },
    problem: { state: true },
    isSure: { state: true },
    hasNewServerKey: { state: true },
    vacation: { state: true },
  };

  /** The key of the browser. */
  declare key: string;
  /** Undefined before the answer, null where the key has no account yet. */
  declare account: Player | null | undefined;
  declare blocked: readonly BlockedPlayer[];
  declare problem: string;
  /** Whether deleting was asked for once: it is asked twice. */
  declare isSure: boolean;
  /** Whether the server has another key than at the first sign-in. */
  declare hasNewServerKey: boolean;
  /** Null before the answer. */
  declare vacation: VacationState | null;

  constructor() {
    super();
    this.blocked = [];
    this.problem = '';
    this.isSure = false;
    this.hasNewServerKey = false;
    this.vacation = null;
  }

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  protected override willUpdate(changed: PropertyValues): void {
    if (changed.has('key')) void this.#find();
  }

  async #find(): Promise<void> {
    const found = await playerOf(location.origin, this.key);
    this.account = found.ok ? found.value : null;
    this.blocked = [];
    this.vacation = null;
    if (this.account !== null) await Promise.all([this.#listBlocked(), this.#lookAtVacation()]);
  }

  async #lookAtVacation(): Promise<void> {
    const stands = await lookAtVacation(location.origin, this.account!.id);
    this.vacation = stands.ok ? stands.value : null;
  }

  #turn = async (): Promise<void> => {
    const body = { type: 'vacation', isAway: this.vacation?.until === null } as const;
    const { account = null } = this;
    const said = this.#take(
      await sayOfPlayer(location.origin, account, body, [await accountKey()]),
    );
    if (said === null) return;
    this.account = said;
    await this.#lookAtVacation();
  };

  async #listBlocked(): Promise<void> {
    const blocked = await inSession(listBlocked);
    this.hasNewServerKey = isServerKey(blocked);
    if (!blocked.ok) return;
    this.blocked = blocked.value;
    rememberBlocked(blocked.value);
  }

  async #unblock({ id }: BlockedPlayer): Promise<void> {
    if (this.#take(await block(id, false)) === null && this.problem !== '') return;
    this.blocked = this.blocked.filter(other => other.id !== id);
  }

  #acceptServerKey = async (): Promise<void> => {
    forgetServerKey();
    this.problem = '';
    await this.#find();
  };

  #take = <T>(result: Result<T>): T | null => {
    this.hasNewServerKey = isServerKey(result);
    this.problem = result.ok
      ? ''
      : (text.account.faults[result.fault.rule ?? ''] ?? faultText(result.fault));
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
    await this.#lookAtVacation();
  };

  #export = async (): Promise<void> => {
    const all = this.#take(await inSession(exportAccount));
    if (all !== null)
      saveFile('kifu-account.json', `${JSON.stringify(all, null, 2)}\n`, 'application/json');
  };

  #delete = async (): Promise<void> => {
    if (!this.isSure) {
      this.isSure = true;
      return;
    }
    if (!this.#take(await inSession(deleteAccount)) && this.problem !== '') return;
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
      ${this.problem === '' || this.hasNewServerKey ? nothing : html`<p class="notice bad" role="alert">${this.problem}</p>`}
      ${
        this.hasNewServerKey
          ? html`<p class="notice bad" role="alert">${words.faults['server-key']}</p>
            <button class="btn" type="button" @click=${this.#acceptServerKey}>${words.acceptServerKey}</button>`
          : nothing
      }
      ${
        account === null
          ? nothing
          : html`${this.#vacation()} ${this.blocked.length === 0 ? nothing : this.#blocked()}
            <p class="soft small">${words.stays}</p>
            <div class="choices">
              <button class="btn" type="button" @click=${this.#export}>${words.export}</button>
              <button class="btn" type="button" @click=${this.#delete}>${this.isSure ? words.sure : words.delete}</button>
            </div>`
      }
    </form>
    <kifu-passkey-card .account=${account}></kifu-passkey-card>`;
  }

  #vacation(): TemplateResult | typeof nothing {
    const { vacation } = this;
    if (vacation === null) return nothing;
    const words = text.vacation;
    const { until, leftMs } = vacation;
    const days = words.left(Math.floor(leftMs / DAY_MS));
    const day = until === null ? '' : dayOf(new Date(until).toISOString().slice(0, 10));
    return html`<h3>${words.title} ${until === null ? nothing : html`<span class="badge">${words.badge}</span>`}</h3>
      <p class="small">${until === null ? words.about : `${words.youAre}, ${words.until(day)}.`} ${days}</p>
      <button class="btn" type="button" ?disabled=${until === null && leftMs === 0} @click=${this.#turn}>${until === null ? words.begin : words.end}</button>`;
  }

  #blocked(): TemplateResult {
    return html`<h3>${text.moderation.blocked}</h3>
      <ul class="lines">
        ${this.blocked.map(
          player => html`<li>
            <span class="grow">${player.name ?? text.match.anonymous}</span>
            <button class="btn slim" type="button" @click=${() => void this.#unblock(player)}>${text.moderation.unblock}</button>
          </li>`,
        )}
      </ul>`;
  }
}

const isServerKey = (result: Result<unknown>): boolean =>
  !result.ok && result.fault.rule === 'server-key';

customElements.define('kifu-account-card', AccountCard);
