/** Games that the player has begun and can continue: on the server, and in this browser. */
import { html, nothing, type TemplateResult } from 'lit';
import type { LocalGame } from '../../play/local-games.ts';
import type { OwnGame } from '../../play/own-games.ts';
import { boardPicture, titleOf } from '../games.ts';
import { icon } from '../icons.ts';
import { dayOf } from '../library/match-words.ts';
import { href } from '../router.ts';
import { text } from '../texts.ts';

/** More are shown on request. */
const SHOWN = 4;

/** What a row shows. */
interface ContinuedGame {
  readonly id: string;
  readonly path: string;
  readonly game: string;
  readonly names: string;
  /** The day on which it was played last; empty where it is not known. */
  readonly played: string;
  readonly state: string;
  readonly isTurn: boolean;
  /** Whether it is stored in this browser alone, and can be deleted here. */
  readonly isLocal: boolean;
}

/** Both kinds, those first that wait for the player; nothing where there are none. */
export function continueList(
  own: readonly OwnGame[],
  local: readonly LocalGame[],
  remove: (id: string) => void,
): TemplateResult | typeof nothing {
  const games = [...own.map(ofServer), ...local.map(ofBrowser)].sort(
    (a, b) => Number(b.isTurn) - Number(a.isTurn),
  );
  if (games.length === 0) return nothing;
  const rows = (some: readonly ContinuedGame[]) =>
    html`<ul>${some.map(game => row(game, remove))}</ul>`;
  const more = games.slice(SHOWN);
  return html`
    <section class="own-games" aria-labelledby="own">
      <div class="head"><h2 id="own">${text.home.own}</h2></div>
      ${rows(games.slice(0, SHOWN))}
      ${more.length === 0 ? nothing : html`<details><summary>${text.home.moreGames(more.length)}</summary>${rows(more)}</details>`}
    </section>
  `;
}

function ofServer({ invite, seat, isTurn }: OwnGame): ContinuedGame {
  const others = invite.seats.filter(other => other.seat !== seat);
  return {
    ...{ id: invite.id, path: `/live/${invite.id}`, game: invite.game, isTurn, isLocal: false },
    names: others.map(({ name }) => name ?? text.match.anonymous).join(', '),
    played: '',
    state: isTurn
      ? text.play.yourTurn
      : invite.phase === 'open'
        ? text.play.waiting
        : text.home.theirTurn,
  };
}

function ofBrowser({ id, game, roles, active, playedAt }: LocalGame): ContinuedGame {
  const people = roles.filter(({ level }) => level === null);
  const movers = roles.filter(({ seat }) => active.includes(seat));
  const isTurn = people.some(({ seat }) => active.includes(seat));
  // at one screen all are people, and all of them play
  const others = people.length === 1 ? roles.filter(role => role !== people[0]) : roles;
  return {
    ...{ id, path: `/play/${id}`, game, isTurn, isLocal: true },
    names: others.map(({ name }) => name).join(', '),
    played: dayOf(new Date(playedAt).toISOString()),
    state: !isTurn
      ? text.home.theirTurn
      : people.length > 1
        ? text.play.turnOf(movers.map(({ name }) => name).join(', '))
        : text.play.yourTurn,
  };
}

const row = (
  { id, path, game, names, played, state, isTurn, isLocal }: ContinuedGame,
  remove: (id: string) => void,
): TemplateResult => html`<li>
  <a class="live-row" href=${href(path)} data-page>
    <span class="pic"><img src=${boardPicture(game)} alt="" width="54" height="54" /></span>
    <span class="grow"><b>${names}</b><br /><span class="soft small">${[titleOf(game), played, isTurn ? '' : state].filter(Boolean).join(' · ')}</span></span>
    ${isTurn ? html`<span class="badge">${state}</span>` : nothing}
  </a>
  ${isLocal ? deleteButton(id, `${names}, ${titleOf(game)}`, remove) : nothing}
</li>`;

/** Asks in place before it deletes. */
function deleteButton(id: string, about: string, remove: (id: string) => void): TemplateResult {
  const { home } = text;
  return html`<details class="delete-game">
    <summary class="tool" aria-label=${home.remove(about)} title=${home.remove(about)}>${icon('cross')}</summary>
    <button type="button" class="btn slim bad" @click=${() => remove(id)}>${home.removeSure}</button>
  </details>`;
}
