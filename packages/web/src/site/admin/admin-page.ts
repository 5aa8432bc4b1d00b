/** Page of moderators: reports, actions, and the log of decisions. */
import { ask } from '@kifu/client';
import type { Result } from '@kifu/core';
import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { inSession } from '../../play/session.ts';
import { faultText } from '../fault-text.ts';
import { dayOf } from '../library/match-words.ts';
import { Page } from '../page.ts';
import { href } from '../router.ts';
import { text } from '../texts.ts';

/** An entry of the log, as the server tells it. */
interface LogEntry {
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly type: 'report' | 'decision';
  readonly by: string;
  readonly player: string | null;
  readonly match: string | null;
  readonly words: string;
  readonly names: { readonly by: string | null; readonly player: string | null };
  readonly reason?: string;
  readonly action?: string;
  readonly until?: number | null;
}

interface Sanction {
  readonly mutedUntil: number | null;
  readonly suspendedUntil: number | null;
}

interface OpenReport extends LogEntry {
  readonly sanction: Sanction | null;
}

const DAYS = [1, 7, 30, 365];
const USUAL_DAYS = 7;
const PAGE = 50;

class AdminPage extends Page {
  static override properties = {
    ...Page.properties,
    reports: { state: true },
    log: { state: true },
    problem: { state: true },
  };

  /** Null before the answer, and for all who may not see them. */
  declare reports: readonly OpenReport[] | null;
  declare log: readonly LogEntry[];
  declare problem: string;

  constructor() {
    super();
    this.reports = null;
    this.log = [];
    this.problem = '';
  }

  override get heading(): string {
    return text.moderation.title;
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('params')) void this.#look();
  }

  /** Takes an answer, or says why there is none. */
  #take<T>(answer: Result<T>): T | null {
    this.problem = answer.ok
      ? ''
      : answer.fault.code === 'unsupported'
        ? text.moderation.notYours
        : faultText(answer.fault);
    return answer.ok ? answer.value : null;
  }

  async #look(): Promise<void> {
    const open = this.#take(await admin<{ reports: OpenReport[] }>('GET', 'reports'));
    if (open === null) return;
    this.reports = open.reports;
    this.log =
      this.#take(await admin<{ entries: LogEntry[] }>('GET', `log?limit=${PAGE}`))?.entries ?? [];
  }

  #older = async (): Promise<void> => {
    const path = `log?limit=${PAGE}&before=${this.log.at(-1)!.id}`;
    const more = this.#take(await admin<{ entries: LogEntry[] }>('GET', path));
    if (more !== null) this.log = [...this.log, ...more.entries];
  };

  #decide = async (event: SubmitEvent, report?: string): Promise<void> => {
    event.preventDefault();
    const target = event.target as HTMLFormElement;
    const form = new FormData(target, event.submitter);
    const player = String(form.get('player') ?? '').trim();
    const decided = await admin('POST', 'decisions', {
      action: form.get('action'),
      days: Number(form.get('days')),
      words: String(form.get('words') ?? '').trim(),
      ...(report === undefined ? {} : { report }),
      ...(player === '' ? {} : { player }),
    });
    if (this.#take(decided) === null) return;
    target.reset();
    await this.#look();
  };

  override render(): TemplateResult {
    const words = text.moderation;
    const { reports, problem } = this;
    return html`<div class="page narrow admin">
      <h1>${words.title}</h1>
      ${problem === '' ? nothing : html`<p class="notice bad" role="alert">${problem}</p>`}
      ${
        reports === null
          ? nothing
          : html`<section aria-labelledby="open">
              <h2 id="open">${words.open}</h2>
              ${reports.length === 0 ? html`<p class="soft">${words.none}</p>` : reports.map(report => this.#card(report))}
            </section>
            <form class="card" @submit=${(event: SubmitEvent) => void this.#decide(event)}>
              <h2>${words.moderate}</h2>
              <label class="field"><span>${words.player}</span><input class="input" name="player" required maxlength="80" autocomplete="off" /></label>
              ${terms()} ${buttons(['mute', 'suspend', 'lift'])}
            </form>
            ${this.#log()}`
      }
    </div>`;
  }

  #card(report: OpenReport): TemplateResult {
    const words = text.moderation;
    const { id, player, match, reason, words: said, sanction } = report;
    const actions = [
      'dismiss',
      ...(player === null ? [] : ['mute', 'suspend']),
      ...(match === null ? [] : ['silence']),
    ];
    return html`<form class="card" @submit=${(event: SubmitEvent) => void this.#decide(event, id)}>
      <h3>${words.tells(nameOf(report, 'by'), player === null ? words.aMatch : nameOf(report, 'player'))}</h3>
      <p><b>${words.reasons[reason ?? ''] ?? reason}</b> <span class="soft small">${dayOf(new Date(report.at).toISOString())}</span></p>
      ${said === '' ? nothing : html`<blockquote>${said}</blockquote>`}
      ${sanction === null ? nothing : standing(sanction)}
      ${match === null ? nothing : html`<p><a href=${href(`/match/${match}`)} data-page>${words.match}</a></p>`}
      ${terms()} ${buttons(actions)}
    </form>`;
  }

  #log(): TemplateResult {
    const words = text.moderation;
    return html`<section aria-labelledby="log">
      <h2 id="log">${words.log}</h2>
      <ol class="log">
        ${this.log.map(
          entry => html`<li>
            <span class="soft small">${dayOf(new Date(entry.at).toISOString())}</span>
            <span>${describeLogEntry(entry)}</span>
            ${entry.words === '' ? nothing : html`<q class="soft">${entry.words}</q>`}
          </li>`,
        )}
      </ol>
      ${this.log.length === 0 || this.log.length % PAGE !== 0 ? nothing : html`<button type="button" class="btn" @click=${this.#older}>${words.older}</button>`}
    </section>`;
  }
}

/** Sends a request that only moderators may send. */
const admin = <T>(method: string, path: string, body?: object): Promise<Result<T>> =>
  inSession((server, token) =>
    ask<T>(server, method, `/api/admin/${path}`, {
      token,
      ...(body === undefined ? {} : { body }),
    }),
  );

const SHOWN_OF_KEY = 8;

/** A name, or else how the key begins. */
function nameOf(entry: LogEntry, which: 'by' | 'player'): string {
  const id = entry[which];
  if (id === 'operator') return text.moderation.operator;
  return entry.names[which] ?? id?.slice(0, SHOWN_OF_KEY) ?? '';
}

function describeLogEntry(entry: LogEntry): string {
  const words = text.moderation;
  const about = entry.player === null ? words.aMatch : nameOf(entry, 'player');
  if (entry.type === 'report') return words.tells(nameOf(entry, 'by'), about);
  const until = entry.until == null ? '' : untilWords(entry.until);
  const decision = words.decisions[entry.action ?? ''] ?? entry.action ?? '';
  return words.decided(nameOf(entry, 'by'), about, decision, until);
}

const untilWords = (ms: number): string => text.moderation.until(dayOf(new Date(ms).toISOString()));

/** What a player may already not do. */
const standing = ({ mutedUntil, suspendedUntil }: Sanction): TemplateResult =>
  html`${[['mute', mutedUntil] as const, ['suspend', suspendedUntil] as const].map(
    ([action, until]) =>
      until === null
        ? nothing
        : html`<p class="notice warn">${text.moderation.decisions[action]} ${untilWords(until)}</p>`,
  )}`;

/** Why, and for how long. */
const terms = (): TemplateResult => html`<div class="how">
  <label class="field"><span>${text.moderation.why}</span><input class="input" name="words" maxlength="500" autocomplete="off" /></label>
  <label class="field"><span>${text.moderation.days}</span>
    <select class="input" name="days">${DAYS.map(days => html`<option value=${days} ?selected=${days === USUAL_DAYS}>${text.moderation.daysOf(days)}</option>`)}</select>
  </label>
</div>`;

const buttons = (actions: readonly string[]): TemplateResult =>
  html`<div class="row">${actions.map(action => html`<button class="btn" type="submit" name="action" value=${action}>${text.moderation.actions[action]}</button>`)}</div>`;

customElements.define('kifu-admin-page', AdminPage);
