/** Dashboard of a peer: the player's challenges, games, archive and known players, from the peer that serves the page. */
import type { Json, Kit, Result } from '@kifu/core';
import type { RequestInput, RequestName, RequestOutput } from '@kifu/peer/api';
import { html, nothing, type TemplateResult } from 'lit';
import '@kifu/viewer/board';
import type { BoardMove, KifuBoard } from '@kifu/viewer/board';
import { faultText } from '../site/fault-text.ts';
import { gameCards, titleOf } from '../site/games.ts';
import { icon } from '../site/icons.ts';
import { loadKitHere } from '../site/language-kit.ts';
import { Page } from '../site/page.ts';
import { href, navigate } from '../site/router.ts';
import { readSettings } from '../site/settings.ts';
import { text } from '../site/texts.ts';
import { askPeer, hasToken, news, recordOf, storeToken } from './dashboard.ts';

type Listing<K extends RequestName> = Extract<RequestOutput<K>, { readonly json: unknown }>['json'];
type DashboardGame = Listing<'game.list'>['games'][number] & Partial<Listing<'game.show'>>;

/** Everything that the page shows. */
interface DashboardState {
  readonly status: NonNullable<RequestOutput<'peer.status'>>;
  readonly challenges: Listing<'challenge.list'>['challenges'];
  readonly games: readonly DashboardGame[];
  readonly archive: Listing<'archive.list'>['games'];
  readonly players: Listing<'player.list'>['players'];
}

/** Games that two peers play by commits: for two, with nothing hidden, in turns. */
const pairGames = () =>
  gameCards().filter(({ hasSecrets, isFree, seats }) => !hasSecrets && !isFree && seats[0] === 2);
/** How long a game may take: for all moves of a player, or for each; ten hours unless the player chooses. */
const PACES: readonly { readonly hours: number; readonly isEach: boolean }[] = [
  { hours: 1, isEach: false },
  { hours: 10, isEach: false },
  { hours: 24, isEach: true },
  { hours: 72, isEach: true },
];
const USUAL_PACE = 1;
const RETRY_MS = 2000;
/** The name of a match, or a content id of one. */
const NAME = '\\s*(/ip[nf]s/)?[A-Za-z0-9]{40,100}\\s*';

type Doing = 'resign' | 'draw' | 'score' | 'agree' | 'sign';

/** What a player may do besides moving, by how far a game has come. */
const DOINGS: { readonly [phase: string]: readonly Doing[] } = {
  confirmed: ['resign'],
  playing: ['resign', 'draw', 'score'],
  scoring: ['score', 'resign'],
  proposed: ['agree'],
  finished: ['sign'],
  unsigned: ['sign'],
};

class DashboardPage extends Page {
  static override properties = {
    ...Page.properties,
    dashboard: { state: true },
    shown: { state: true },
    problem: { state: true },
    isAway: { state: true },
  };

  declare dashboard: DashboardState | null;
  /** The game whose board is shown. */
  declare shown: { readonly game: DashboardGame; readonly kit: Kit } | null;
  declare problem: string;
  /** Whether the peer does not answer. */
  declare isAway: boolean;
  #watch: AbortController | null = null;

  constructor() {
    super();
    this.dashboard = null;
    this.shown = null;
    this.problem = '';
    this.isAway = false;
    this.addEventListener('kifu-move', event =>
      this.#move((event as CustomEvent<BoardMove>).detail.move),
    );
  }

  override get heading(): string {
    return text.dashboard.title;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    const token = new URLSearchParams(location.hash.split('?')[1] ?? '').get('token');
    if (token !== null) {
      storeToken(token);
      // the token is a secret, and would stand in the history of the browser
      navigate('/dashboard', { replace: true });
    }
    this.#watch = new AbortController();
    if (hasToken()) void this.#follow(this.#watch.signal);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#watch?.abort();
  }

  /** Looks again whenever the peer says that something has happened. */
  async #follow(signal: AbortSignal): Promise<void> {
    for (let heard = 0; !signal.aborted; ) {
      try {
        await this.#look();
        heard = await news(heard);
        this.isAway = false;
      } catch {
        this.isAway = true;
        await new Promise(resolve => setTimeout(resolve, RETRY_MS));
      }
    }
  }

  async #look(): Promise<void> {
    const status = await askPeer('peer.status', {});
    const challenges = await askPeer('challenge.list', {});
    const games = await askPeer('game.list', {});
    const archive = await askPeer('archive.list', {});
    const players = await askPeer('player.list', {});
    if (!status.ok || status.value === null) return this.#tell(status);
    this.dashboard = {
      status: status.value,
      challenges: challenges.ok ? challenges.value.json.challenges : [],
      games: games.ok ? games.value.json.games : [],
      archive: archive.ok ? archive.value.json.games : [],
      players: players.ok ? players.value.json.players : [],
    };
    if (this.#chosen !== null) await this.#show(this.#chosen);
  }

  get #chosen(): string | null {
    return this.query.get('game');
  }

  #tell(answer: Result<unknown>): void {
    this.problem = answer.ok ? '' : faultText(answer.fault);
  }

  async #do<K extends RequestName>(request: K, input: RequestInput<K>): Promise<void> {
    try {
      this.#tell(await askPeer(request, input));
      await this.#look();
    } catch {
      this.isAway = true;
    }
  }

  async #show(id: string): Promise<void> {
    const found = await askPeer('game.show', { game: id });
    if (!found.ok) return this.#tell(found);
    const { json } = found.value;
    const kit = await loadKitHere(json.game);
    if (kit.ok) this.shown = { game: json, kit: kit.value };
  }

  protected override willUpdate(): void {
    const chosen = this.#chosen;
    if (chosen === null) this.shown = null;
    else if (this.shown?.game.id !== chosen && hasToken()) void this.#show(chosen);
  }

  protected override updated(): void {
    const board = this.querySelector<KifuBoard>('kifu-board');
    const { shown } = this;
    if (board === null || shown?.game.position == null) return;
    const { kit, game } = shown;
    const { canon, aside } = game.position!;
    const state = kit.game.states.restore(canon, aside);
    if (!state.ok) return;
    const isMine = game.seat !== null && game.turn.includes(game.seat);
    board.position = {
      ...{ kit, scene: kit.scene(state.value), state: state.value, from: game.seat },
      seat: isMine ? game.seat : null,
      legal: isMine ? [...kit.game.legal(state.value, game.seat!)] : [],
      label: kit.title,
    };
  }

  #move(move: Json): void {
    const { shown } = this;
    if (shown !== null)
      void this.#do('game.play', {
        game: shown.game.id,
        move: shown.kit.game.moves.hex.encode(move),
      });
  }

  async #replay(cid: string): Promise<void> {
    const record = await recordOf(cid);
    if (!record.ok) return this.#tell(record);
    const url = URL.createObjectURL(record.value);
    navigate(`/file?src=${encodeURIComponent(url)}&at=0`);
  }

  override render(): TemplateResult {
    const words = text.dashboard;
    if (!hasToken())
      return html`<div class="page narrow"><h1>${words.title}</h1><p class="notice" role="status">${words.noToken}</p></div>`;
    const { dashboard, shown } = this;
    return html`<div class="page narrow peer-dashboard">
      <h1>${words.title}</h1>
      ${this.isAway ? html`<p class="notice bad" role="alert">${words.away}</p>` : nothing}
      ${this.problem === '' ? nothing : html`<p class="notice bad" role="alert">${this.problem}</p>`}
      ${dashboard === null ? html`<p class="soft">…</p>` : shown === null ? this.#overview(dashboard) : this.#board(shown.game)}
    </div>`;
  }

  #overview({ status, challenges, games, archive, players }: DashboardState): TemplateResult {
    const words = text.dashboard;
    const others = status.connections.map(({ player, node }) => player ?? node);
    const button = (
      name: string,
      request: 'challenge.accept' | 'challenge.confirm' | 'challenge.cancel',
      id: string,
    ) =>
      html`<button type="button" class="btn" @click=${() => void this.#do(request, { challenge: id })}>${name}</button>`;
    return html`<section class="card dashboard-connections">
        <h2>${status.player}</h2>
        <p role="status">${others.length === 0 ? words.alone : words.connectedTo(others.join(', '))}</p>
        <p class="soft small">${words.address} ${status.addresses.map(address => html`<code>${address}</code> `)}</p>
      </section>
      <section class="card dashboard-challenges">
        <h2>${words.challenges}</h2>
        <ul class="seat-list">
          ${challenges.map(
            ({ id, game, by, isMine, state }) => html`<li>
              <span class="grow"><b>${titleOf(game)}</b> <span class="soft">${isMine ? text.play.you : by}</span></span>
              ${
                state === 'accepted'
                  ? isMine
                    ? html`<span class="soft small">${words.waitsForConfirm}</span>`
                    : button(words.confirm, 'challenge.confirm', id)
                  : isMine
                    ? button(text.play.callOff, 'challenge.cancel', id)
                    : button(words.accept, 'challenge.accept', id)
              }
            </li>`,
          )}
        </ul>
        <form class="row" @submit=${this.#offer}>
          <label class="field grow"
            ><span>${text.play.game}</span>
            <select class="input" name="game">${pairGames().map(({ name }) => html`<option value=${name}>${titleOf(name)}</option>`)}</select>
          </label>
          <label class="field"
            ><span>${text.play.clock}</span>
            <select class="input" name="pace">
              ${PACES.map(({ hours, isEach }, i) => html`<option value=${i} ?selected=${i === USUAL_PACE}>${text.tournament.hours(hours)} ${isEach ? text.play.aMove : ''}</option>`)}
            </select>
          </label>
          <label class="field"
            ><span>${text.play.who}</span>
            <select class="input" name="opponent">
              <option value="">${text.play.anyone}</option>
              ${players.filter(({ name }) => name !== status.player).map(({ name }) => html`<option value=${name}>${name}</option>`)}
            </select>
          </label>
          <button class="btn primary" type="submit">${words.offer}</button>
        </form>
      </section>
      <section class="card dashboard-games">
        <h2>${words.games}</h2>
        <ul class="seat-list">
          ${games.map(
            game => html`<li>
              <a class="grow" href=${href(`/dashboard?game=${game.id}`)} data-page><b>${titleOf(game.game)}</b> ${game.opponent}</a>
              <span class="soft small">${this.#standing(game)}</span>
            </li>`,
          )}
        </ul>
      </section>
      <section class="card dashboard-follow">
        <h2>${words.follow}</h2>
        <form class="row" @submit=${this.#followMatch}>
          <label class="field grow"
            ><span>${words.matchName}</span>
            <input class="input" name="of" required pattern=${NAME} placeholder="12D3KooW…" />
          </label>
          <button class="btn" type="submit">${icon('play')}${words.watch}</button>
        </form>
      </section>
      <section class="card dashboard-archive">
        <h2>${words.archive}</h2>
        <ul class="seat-list">
          ${archive.map(
            ({ cid, game, result, players: names }) => html`<li>
              <span class="grow"><b>${game === undefined ? cid : titleOf(game)}</b> ${(names ?? []).join(' – ')}</span>
              <span class="soft small">${result}</span>
              <button type="button" class="btn" @click=${() => void this.#replay(cid)}>${icon('play')}${text.play.replay}</button>
            </li>`,
          )}
        </ul>
      </section>
      <section class="card dashboard-players">
        <h2>${words.players}</h2>
        <ul class="seat-list">
          ${players.map(
            ({ name, games: count, rating }) => html`<li>
              <b class="grow">${name}</b><span class="soft small">${words.record(count, Math.round(rating / 100))}</span>
            </li>`,
          )}
        </ul>
      </section>`;
  }

  #followMatch = (event: Event): void => {
    event.preventDefault();
    const of = String(new FormData(event.target as HTMLFormElement).get('of'));
    navigate(`/follow/${of.trim().replace(/^\/ip[nf]s\//, '')}`);
  };

  #offer = (event: Event): void => {
    event.preventDefault();
    const form = new FormData(event.target as HTMLFormElement);
    const [game, opponent] = [String(form.get('game')), String(form.get('opponent'))];
    const { hours, isEach } = PACES[Number(form.get('pace'))]!;
    const seconds = 3600 * hours;
    void this.#do('challenge.offer', {
      game,
      ...(isEach ? { perMove: seconds } : { time: seconds }),
      ...(opponent === '' ? {} : { opponent }),
    });
  };

  #standing({ seat, turn, phase, result }: DashboardGame): string {
    if (result !== null) return result;
    if (seat === null || turn.length === 0) return phase;
    return turn.includes(seat) ? text.play.yourTurn : text.dashboard.theirTurn;
  }

  #board(game: DashboardGame): TemplateResult {
    const words = text.dashboard;
    const { id } = game;
    const ways: Record<Doing, readonly [name: string, ask: () => Promise<void>]> = {
      resign: [words.resign, () => this.#do('game.resign', { game: id })],
      draw: [words.proposeDraw, () => this.#do('game.propose', { game: id, result: 'draw' })],
      score: [words.proposeScore, () => this.#do('game.propose', { game: id, result: 'score' })],
      agree: [words.agree, () => this.#do('game.agree', { game: id })],
      sign: [words.sign, () => this.#do('game.sign', { game: id })],
    };
    return html`<p><a href=${href('/dashboard')} data-page>${words.back}</a></p>
      <h2>${titleOf(game.game)}, ${game.opponent}</h2>
      <p role="status" class="standing">${this.#standing(game)}</p>
      ${game.position == null ? nothing : html`<kifu-board .theme=${readSettings().theme}></kifu-board>`}
      <div class="row">
        ${(DOINGS[game.phase] ?? []).map(doing => {
          const [name, ask] = ways[doing];
          return doing === 'score' && game.game !== 'go'
            ? nothing
            : html`<button type="button" class="btn" @click=${() => void ask()}>${name}</button>`;
        })}
      </div>`;
  }
}

customElements.define('kifu-dashboard-page', DashboardPage);
