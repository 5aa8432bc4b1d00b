/** Page of a tournament: standings, pairings, and what players and the organizer can do. */
import {
  type ServedTournament,
  sayInTournament,
  type TournamentBoard,
  type TournamentWord,
  takeBoard,
} from '@kifu/client/tournament';
import { describeTimeControl, type Result } from '@kifu/core';
import { saveFile } from '@kifu/viewer/shared';
import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { playerKey } from '../../play/player-key.ts';
import { keepSeat } from '../../play/saved-seats.ts';
import { inSession } from '../../play/session.ts';
import { faultText } from '../fault-text.ts';
import { matchTexts } from '../game-texts.ts';
import { icon } from '../icons.ts';
import { noAnswer } from '../no-answer.ts';
import { Page } from '../page.ts';
import { href, navigate } from '../router.ts';
import { text } from '../texts.ts';
import { titleOfWindow } from '../turn-count.ts';
import type { HistoryWarning } from './seen-tournaments.ts';
import { aboutTournament, ownBoard, points, resultWords } from './tournament-words.ts';

/** How often it is asked for, in milliseconds; where nothing has changed, nothing is sent. */
const AGAIN_MS = 2000;

class TournamentPage extends Page {
  static override properties = {
    ...Page.properties,
    tournament: { state: true },
    problem: { state: true },
    own: { state: true },
    warning: { state: true },
    isSilent: { state: true },
  };

  /** Undefined before the answer, null where there is none. */
  declare tournament: ServedTournament | null | undefined;
  declare problem: string;
  /** Whether the server does not answer. */
  declare isSilent: boolean;
  /** The key of this browser. */
  declare own: string;
  /** What is wrong with the history of the tournament; null if nothing is. */
  declare warning: HistoryWarning | null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #tag = '';
  /** The newest node that was compared with what this browser saw before. */
  #compared = '';

  constructor() {
    super();
    this.problem = '';
    this.own = '';
    this.warning = null;
    this.isSilent = false;
  }

  override get heading(): string {
    return this.tournament?.name ?? text.tournament.title;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    void playerKey().then(({ key }) => {
      this.own = key;
    });
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearTimeout(this.#timer);
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (!changed.has('params')) return;
    clearTimeout(this.#timer);
    this.tournament = undefined;
    this.warning = null;
    this.#tag = '';
    this.#compared = '';
    void this.#look(this.params.id ?? '');
  }

  async #look(id: string): Promise<void> {
    if (document.visibilityState === 'visible') await this.#ask(id);
    if (this.isConnected && id === this.params.id)
      this.#timer = setTimeout(() => void this.#look(id), AGAIN_MS);
  }

  /** Polls for changes, also after the server did not answer. */
  async #ask(id: string): Promise<void> {
    const headers = this.#tag === '' ? {} : { 'if-none-match': this.#tag };
    const path = `/api/tournaments/${encodeURIComponent(id)}`;
    const answer = await fetch(path, { headers, cache: 'no-store' }).catch(() => null);
    if (id !== this.params.id) return;
    this.isSilent = answer === null || answer.status >= 500;
    if (answer === null) return;
    if (answer.ok) {
      const tournament = (await answer.json()) as ServedTournament;
      this.#tag = answer.headers.get('etag') ?? '';
      this.tournament = tournament;
      document.title = titleOfWindow(`${tournament.name} · Kifu`);
      await this.#compare(id, tournament.head);
    } else if (answer.status === 404) this.tournament = null;
  }

  /** Warns if the tournament does not continue what this browser saw of it. */
  async #compare(id: string, head: string): Promise<void> {
    if (head === this.#compared) return;
    const { compareWithSeen } = await import('./seen-tournaments.ts');
    // a browser that stores nothing remembers nothing
    const warning = await compareWithSeen(id, head).catch(() => null);
    if (id !== this.params.id) return;
    this.#compared = head;
    this.warning = warning;
  }

  #take<T>(result: Result<T>): T | null {
    this.problem = result.ok ? '' : faultText(result.fault);
    return result.ok ? result.value : null;
  }

  async #say(word: TournamentWord): Promise<void> {
    const id = this.params.id!;
    const said = this.#take(
      await inSession((server, token) => sayInTournament(server, token, id, word)),
    );
    if (said !== null) this.tournament = said;
  }

  #sitDown = async (): Promise<void> => {
    const id = this.params.id!;
    const seat = this.#take(await inSession((server, token) => takeBoard(server, token, id)));
    if (seat === null) return;
    keepSeat(seat.invite.id, seat.token);
    navigate(`/live/${seat.invite.id}`);
  };

  #noAnswer(): TemplateResult {
    return noAnswer(() => void this.#ask(this.params.id ?? ''));
  }

  override render(): TemplateResult {
    const { tournament } = this;
    const words = text.tournament;
    if (tournament == null)
      return html`<div class="page">${this.isSilent ? this.#noAnswer() : html`<p class="soft lead">${tournament === null ? words.nowhere : '…'}</p>`}</div>`;
    const { organizer, clock } = tournament;
    return html`<div class="page tournament">
      <p class="crumbs"><a href=${href('/tournaments')} data-page>${words.all}</a></p>
      <h1>${tournament.name}</h1>
      ${this.isSilent ? this.#noAnswer() : nothing}
      <p class="soft">${aboutTournament(tournament)}${clock === null ? nothing : html`, ${describeTimeControl(clock, matchTexts())}`}. ${words.runBy} <a href=${playerHref(organizer.name)} data-page>${organizer.name}</a>.</p>
      ${historyNotice(tournament, this.warning)}
      ${this.#acts(tournament)}
      ${this.problem === '' ? nothing : html`<p class="notice bad" role="alert">${this.problem}</p>`}
      <div class="tournament-parts">
        ${standings(tournament)}
        <div>${tournament.rounds.map((_, i) => this.#round(tournament, tournament.rounds.length - 1 - i))}</div>
      </div>
      ${files(tournament)}
    </div>`;
  }

  /** What there is to do, for players and for the organizer. */
  #acts(tournament: ServedTournament): TemplateResult {
    const words = text.tournament;
    const { players, organizer, isOver, isOpen, round, system } = tournament;
    const isIn = players.some(({ id, isOut }) => id === this.own && !isOut);
    const board = ownBoard(tournament, this.own);
    const isClosed = round > 0 && (system === 'round-robin' || system === 'knock-out');
    const mayBegin = this.own === organizer.id && !isOver && (!isOpen || system === 'arena');
    return html`${
      board === null
        ? nothing
        : html`<div class="card board-waits">
            <p role="status"><b>${words.waits(board.opponent)}</b></p>
            <button type="button" class="btn primary" @click=${this.#sitDown}>${icon('play')}${words.sitDown}</button>
          </div>`
    }
    <div class="row">
      ${isOver || isIn || isClosed ? nothing : html`<button type="button" class=${board === null ? 'btn primary' : 'btn'} @click=${() => void this.#say({ type: 'enter' })}>${words.enter}</button>`}
      ${isIn && !isOver ? html`<button type="button" class="btn" @click=${() => void this.#say({ type: 'withdraw' })}>${words.withdraw}</button>` : nothing}
      ${mayBegin ? html`<button type="button" class="btn" @click=${() => void this.#say({ type: 'round' })}>${words.begin(round + 1)}</button>` : nothing}
    </div>`;
  }

  #round(tournament: ServedTournament, i: number): TemplateResult {
    const words = text.tournament;
    const { players, rounds } = tournament;
    const { pairings, byes, deadline } = rounds[i]!;
    const isOpen = pairings.some(({ result }) => result === null);
    const when = new Date(deadline).toLocaleString(document.documentElement.lang || 'en', {
      ...{ day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' },
    });
    return html`<section aria-labelledby=${`round-${i + 1}`}>
      <h2 id=${`round-${i + 1}`}>${words.round(i + 1)}</h2>
      ${isOpen ? html`<p class="soft small">${words.until(when)}</p>` : nothing}
      <ol class="boards">
        ${pairings.map((board, b) => boardRow(tournament, board, b + 1))}
      </ol>
      ${byes.length === 0 ? nothing : html`<p class="soft small">${words.free(byes.map(player => players[player]!.name).join(', '))}</p>`}
    </section>`;
  }
}

const historyNotice = ({ id }: ServedTournament, warning: HistoryWarning | null) => {
  if (warning === null) return nothing;
  const words = text.tournament;
  if (warning.type === 'shortened')
    return html`<p class="notice" role="alert">${words.shortened(warning.now, warning.before)}</p>`;
  const { entry, proof } = warning;
  const save = () =>
    saveFile(`tournament-${id.slice(-10)}-entry-${entry}.cbor`, proof!, 'application/cbor');
  return html`<div class="notice bad" role="alert">
    <p>${words.rewritten(entry)} ${proof === null ? nothing : words.signedBoth}</p>
    ${proof === null ? nothing : html`<button type="button" class="btn" @click=${save}>${words.proof}</button>`}
  </div>`;
};

const playerHref = (name: string): string => href(`/players/${encodeURIComponent(name)}`);

const boardRow = (
  { players }: ServedTournament,
  board: TournamentBoard,
  number: number,
): TemplateResult => {
  const words = text.tournament;
  const [first, second] = board.players.map(player => players[player]!.name);
  const { result, invite, phase } = board;
  const path =
    result?.match != null ? `/match/${result.match}` : invite === null ? null : `/live/${invite}`;
  const state =
    result !== null ? resultWords(board) : phase === 'live' ? words.live : words.waiting;
  return html`<li>
    <span class="soft number">${number}</span>
    <span class="grow">${first} – ${second}</span>
    ${path === null ? html`<span class="soft">${state}</span>` : html`<a class=${phase === 'live' ? 'is-live' : ''} href=${href(path)} data-page aria-label=${`${first} – ${second}: ${state}`}>${state}</a>`}
  </li>`;
};

const standings = ({ standings: all, players }: ServedTournament): TemplateResult => html`
  <section aria-labelledby="standings">
    <h2 id="standings">${text.tournament.standings}</h2>
    ${
      all.length === 0
        ? html`<p class="soft">${text.tournament.nobody}</p>`
        : html`<table class="plain">
            <caption class="hide">${text.tournament.standings}</caption>
            <thead><tr>${text.tournament.columns.map(([short, long]) => html`<th scope="col"><abbr title=${long}>${short}</abbr></th>`)}</tr></thead>
            <tbody>
              ${all.map(
                ({
                  rank,
                  player,
                  score,
                  buchholzCut1,
                  buchholz,
                  sonnebornBerger,
                }) => html`<tr class=${players[player]!.isOut ? 'soft' : ''}>
                  <td>${rank}</td>
                  <th scope="row"><a href=${playerHref(players[player]!.name)} data-page>${players[player]!.name}</a>${players[player]!.isOut ? html` <span class="small">${text.tournament.out}</span>` : nothing}</th>
                  <td><b>${points(score)}</b></td>
                  <td>${points(buchholzCut1)}</td><td>${points(buchholz)}</td><td>${sonnebornBerger / 4}</td>
                </tr>`,
              )}
            </tbody>
          </table>`
    }
  </section>
`;

const files = ({ id, game, system, signer }: ServedTournament): TemplateResult => {
  const words = text.tournament;
  const link = (form: string, what: string) =>
    html`<a href=${`/api/tournaments/${id}/file?form=${form}`} download>${what}</a>`;
  return html`<section aria-labelledby="files">
    <h2 id="files">${words.files}</h2>
    <p class="row">${link('car', words.car)} ${link('json', words.json)} ${game === 'chess' && (system === 'swiss' || system === 'round-robin') ? link('trf', words.trf) : nothing}</p>
    <p class="soft small">${words.signed} <code>${signer}</code></p>
  </section>`;
};

customElements.define('kifu-tournament-page', TournamentPage);
