/** A button that turns notifications on or off, with what they are for; for the settings, an invite and a game with a day per move. */
import type { Result } from '@kifu/core';
import { html, LitElement, nothing, type TemplateResult } from 'lit';
import { faultText } from '../site/fault-text.ts';
import { text } from '../site/texts.ts';
import { type PushState, pushState, turnOffPush, turnOnPush } from './push.ts';

class PushSwitch extends LitElement {
  static override properties = {
    isShort: { attribute: 'short', type: Boolean },
    problem: { state: true },
    isBusy: { state: true },
  };

  /** Whether only the button is shown, and nothing where they are on. */
  declare isShort: boolean;
  declare problem: string;
  declare isBusy: boolean;

  constructor() {
    super();
    this.isShort = false;
    this.problem = '';
    this.isBusy = false;
  }

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  #turn = async (state: PushState): Promise<void> => {
    this.isBusy = true;
    const done: Result<null> =
      state === 'on' ? await turnOffPush().then(() => NOTHING) : await turnOnPush();
    this.problem = done.ok
      ? ''
      : (text.push.faults[done.fault.rule ?? ''] ?? faultText(done.fault));
    this.isBusy = false;
    this.dispatchEvent(new Event('kifu-push', { bubbles: true }));
  };

  override render(): TemplateResult | typeof nothing {
    const words = text.push;
    const state = pushState();
    if (this.isShort && (state === 'on' || state === 'impossible')) return nothing;
    const button =
      state === 'impossible' || state === 'denied'
        ? nothing
        : html`<button type="button" class=${this.isShort ? 'btn slim' : 'btn'} ?disabled=${this.isBusy} @click=${() => void this.#turn(state)}>${state === 'on' ? words.off : this.isShort ? words.notify : words.on}</button>`;
    const problem =
      this.problem === '' ? nothing : html`<p class="small bad" role="alert">${this.problem}</p>`;
    if (this.isShort) return html`${button} ${problem}`;
    return html`<div class="push-switch">
      <p><b>${words.title}</b> <span class="soft small">${state === 'impossible' ? words.impossible : state === 'denied' ? words.faults.denied : words.about}</span></p>
      ${button} ${problem}
    </div>`;
  }
}

const NOTHING: Result<null> = { ok: true, value: null };

customElements.define('kifu-push-switch', PushSwitch);
