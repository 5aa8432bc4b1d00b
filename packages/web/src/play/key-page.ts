/** The player's key: what it is, a back-up of it, and taking one from a file. */

import { saveFile } from '@kifu/viewer/shared';
import { html, nothing, type TemplateResult } from 'lit';
import { Page } from '../site/page.ts';
import { hasServer } from '../site/router.ts';
import { text } from '../site/texts.ts';
import './account-card.ts';
import { backUp, type PlayerKey, playerKey, restore } from './player-key.ts';

class KeyPage extends Page {
  static override properties = {
    ...Page.properties,
    player: { state: true },
    problem: { state: true },
  };

  declare player: PlayerKey | null;
  declare problem: string;

  constructor() {
    super();
    this.player = null;
    this.problem = '';
  }

  override get heading(): string {
    return text.play.key;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    void this.#find();
  }

  #find = async (): Promise<void> => {
    this.player = await playerKey();
  };

  #save = async (event: Event): Promise<void> => {
    event.preventDefault();
    const { player } = this;
    const passphrase = passphraseIn(event);
    if (player === null || passphrase === '') return;
    const file = await backUp(player, passphrase);
    saveFile('kifu-key.json', file, 'application/json');
  };

  #restore = async (event: Event): Promise<void> => {
    event.preventDefault();
    const form = event.target as HTMLFormElement;
    const file = form.querySelector<HTMLInputElement>('input[type=file]')!.files?.[0];
    if (file === undefined) return;
    const restored = await restore(await file.text(), passphraseIn(event));
    this.problem = restored.ok ? '' : text.play.wrongPassphrase;
    if (restored.ok) this.player = restored.value;
  };

  override render(): TemplateResult {
    const words = text.play;
    const passphrase = (name: string) => html`<label class="field"
      ><span>${words.passphrase}</span>
      <input class="input" name="passphrase" type="password" autocomplete=${name} required />
    </label>`;
    return html`<div class="page narrow keys">
      <h1>${words.key}</h1>
      <p>${hasServer() ? nothing : words.signed} ${words.keyWhere}</p>
      <p><code>${this.player?.key ?? '…'}</code></p>
      ${
        hasServer() && this.player !== null
          ? html`<kifu-account-card .key=${this.player.key} @kifu-key=${this.#find}></kifu-account-card>`
          : nothing
      }
      <form class="card" @submit=${this.#save}>
        <h2>${words.backUp}</h2>
        ${passphrase('new-password')}
        <button class="btn primary" type="submit">${words.backUp}</button>
      </form>
      <form class="card" @submit=${this.#restore}>
        <h2>${words.restore}</h2>
        <label class="field"><span>${words.restore}</span><input type="file" accept=".json,application/json" required /></label>
        ${passphrase('current-password')}
        <button class="btn" type="submit">${words.restore}</button>
        ${this.problem === '' ? nothing : html`<p class="notice bad" role="alert">${this.problem}</p>`}
      </form>
    </div>`;
  }
}

const passphraseIn = (event: Event): string =>
  String(new FormData(event.target as HTMLFormElement).get('passphrase') ?? '');

customElements.define('kifu-key-page', KeyPage);
