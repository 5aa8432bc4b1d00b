/** All tournaments of the server, and a form to make one. */
import {
  listTournaments,
  makeTournament,
  type NewTournament,
  type TournamentCard,
} from '@kifu/client/tournament';
import type { TimeControl } from '@kifu/core';
import { html, nothing, type TemplateResult } from 'lit';
import { clockForm } from '../../play/clock-form.ts';
import { inSession } from '../../play/session.ts';
import { faultText } from '../fault-text.ts';
import { gameCards, titleOf } from '../games.ts';
import { dayOf } from '../library/match-words.ts';
import { noAnswer } from '../no-answer.ts';
import { Page } from '../page.ts';
import { hasServer, href, navigate } from '../router.ts';
import { text } from '../texts.ts';
import { aboutTournament } from './tournament-words.ts';

const HOUR_MS = 3_600_000;
/** How long players may have to come, in hours. */
const TIMES = [1, 24, 72, 168];
const ROUNDS = 5;

class TournamentsPage extends Page {
  static override properties = {
    ...Page.properties,
    tournaments: { state: true },
    system: { state: true },
    clock: { state: true },
    isOwnClock: { state: true },
    problem: { state: true },
  };

  /** Null before the answer. */
  declare tournaments: readonly TournamentCard[] | 'silent' | null;
  declare system: NewTournament['system'];
  declare clock: TimeControl | null;
  declare isOwnClock: boolean;
  declare problem: string;

  constructor() {
    super();
    this.tournaments = null;
    this.system = 'swiss';
    this.clock = { type: 'fischer', mainMs: 600_000, incrementMs: 5000 };
    this.isOwnClock = false;
    this.problem = '';
  }

  override get heading(): string {
    return text.tournament.all;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    if (hasServer()) void this.#look();
  }

  async #look(): Promise<void> {
    const all = await listTournaments(location.origin);
    this.tournaments = all.ok ? all.value.tournaments : 'silent';
  }

  #make = async (event: Event): Promise<void> => {
    event.preventDefault();
    const form = new FormData(event.target as HTMLFormElement);
    const { system, clock } = this;
    const wanted: NewTournament = {
      name: String(form.get('name')).trim(),
      game: String(form.get('game')),
      ...{ system, clock, rounds: Number(form.get('rounds') ?? 0) },
      rated: form.has('rated'),
      isAutomatic: form.has('isAutomatic'),
      roundMs: Number(form.get('hours')) * HOUR_MS,
    };
    const made = await inSession((server, token) => makeTournament(server, token, wanted));
    this.problem = made.ok
      ? ''
      : made.fault.code === 'not-found'
        ? text.tournament.needsName
        : faultText(made.fault);
    if (made.ok) navigate(`/tournament/${made.value.id}`);
  };

  override render(): TemplateResult {
    const words = text.tournament;
    const tournaments = this.tournaments === 'silent' ? null : this.tournaments;
    return html`<div class="page narrow">
      <h1>${words.all}</h1>
      ${hasServer() ? nothing : html`<p class="soft">${text.watch.noServer}</p>`}
      ${this.tournaments === 'silent' ? noAnswer(() => void this.#look()) : nothing}
      ${tournaments?.length === 0 ? html`<p class="soft lead">${words.none}</p>` : nothing}
      <ul class="lines">
        ${(tournaments ?? []).map(
          card => html`<li>
            <span class="grow"><a href=${href(`/tournament/${card.id}`)} data-page><b>${card.name}</b></a><br />
              <span class="soft small">${aboutTournament(card)}, ${words.players(card.count)}</span></span>
            <span class="soft small">${dayOf(card.startedAt)}</span>
          </li>`,
        )}
      </ul>
      ${hasServer() ? this.#form() : nothing}
    </div>`;
  }

  #form(): TemplateResult {
    const words = text.tournament;
    const isCounted = this.system === 'swiss' || this.system === 'arena';
    return html`<form class="card new-tournament" @submit=${this.#make}>
      <h2>${words.make}</h2>
      <label class="field"><span>${words.name}</span><input class="input" name="name" required maxlength="100" autocomplete="off" /></label>
      <label class="field"><span>${words.game}</span>
        <select class="input" name="game">${gameCards()
          .filter(({ seats }) => seats[0] <= 2)
          .map(({ name }) => html`<option value=${name}>${titleOf(name)}</option>`)}</select>
      </label>
      <label class="field"><span>${words.system}</span>
        <select class="input" @change=${(event: Event) => (this.system = (event.target as HTMLSelectElement).value as NewTournament['system'])}>
          ${Object.entries(words.systems).map(([system, name]) => html`<option value=${system} ?selected=${system === this.system}>${name}</option>`)}
        </select>
      </label>
      ${isCounted ? html`<label class="field"><span>${words.rounds}</span><input class="input" name="rounds" type="number" min="1" max="100" required .value=${`${ROUNDS}`} /></label>` : nothing}
      <fieldset>
        <legend>${text.play.clock}</legend>
        ${clockForm(this.clock, this.isOwnClock, (clock, isOwn) => {
          this.clock = clock;
          this.isOwnClock = isOwn;
        })}
      </fieldset>
      <label class="field"><span>${words.time}</span>
        <select class="input" name="hours">${TIMES.map(hours => html`<option value=${hours} ?selected=${hours === 24}>${words.hours(hours)}</option>`)}</select>
      </label>
      <label class="switch">${words.rated}<input type="checkbox" role="switch" name="rated" /></label>
      <label class="switch">${words.automatic}<input type="checkbox" role="switch" name="isAutomatic" /></label>
      <button class="btn primary" type="submit">${words.make}</button>
      ${this.problem === '' ? nothing : html`<p class="notice bad" role="alert">${this.problem} <a href=${href('/key')} data-page>${text.account.title}</a></p>`}
    </form>`;
  }
}

customElements.define('kifu-tournaments-page', TournamentsPage);
