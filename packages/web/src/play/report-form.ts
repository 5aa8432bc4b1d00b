/** `<kifu-report>`: button that opens a form to report a player to the moderators of the server. */
import { type NewReport, sendReport } from '@kifu/client/account';
import { html, LitElement, nothing, type TemplateResult } from 'lit';
import { faultText } from '../site/fault-text.ts';
import { text } from '../site/texts.ts';
import { inSession } from './session.ts';

type About = Pick<NewReport, 'player' | 'match' | 'seat'>;

class ReportForm extends LitElement {
  static override properties = {
    about: { attribute: false },
    name: { type: String },
    state: { state: true },
    problem: { state: true },
  };

  /** The player or the match that is reported. */
  declare about: About;
  /** Name of the player; empty for a match. */
  declare name: string;
  declare state: 'closed' | 'open' | 'sent';
  declare problem: string;

  constructor() {
    super();
    this.about = {};
    this.name = '';
    this.state = 'closed';
    this.problem = '';
  }

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  #send = async (event: Event): Promise<void> => {
    event.preventDefault();
    const form = new FormData(event.target as HTMLFormElement);
    const reason = String(form.get('reason')) as NewReport['reason'];
    const report = { ...this.about, reason, words: String(form.get('words') ?? '').trim() };
    const sent = await inSession((server, token) => sendReport(server, token, report));
    this.problem = sent.ok ? '' : faultText(sent.fault);
    if (sent.ok) this.state = 'sent';
  };

  override render(): TemplateResult {
    const words = text.moderation;
    const label = this.name === '' ? words.reportMatch : words.report(this.name);
    if (this.state === 'sent') return html`<span class="small" role="status">${words.sent}</span>`;
    const toggle = () => {
      this.state = this.state === 'open' ? 'closed' : 'open';
    };
    return html`<button type="button" class="linked small" aria-expanded=${this.state === 'open'} @click=${toggle}>${label}</button>
      ${
        this.state === 'closed'
          ? nothing
          : html`<form class="report" @submit=${this.#send}>
              <label class="field"><span>${words.reason}</span>
                <select class="input" name="reason">${Object.entries(words.reasons).map(([reason, what]) => html`<option value=${reason}>${what}</option>`)}</select>
              </label>
              <label class="field"><span>${words.words}</span><textarea class="input" name="words" rows="2" maxlength="500"></textarea></label>
              <button class="btn slim" type="submit">${words.send}</button>
              ${this.problem === '' ? nothing : html`<p class="notice bad" role="alert">${this.problem}</p>`}
            </form>`
      }`;
  }
}

customElements.define('kifu-report', ReportForm);
