/** Games that the player has begun and can continue: on the server, and in this browser. */
import { html, nothing, type TemplateResult } from 'lit';
import { clockLabel } from '../../find/pools.ts';
import type { LocalGame } from '../../play/local-games.ts';
import type { OwnGame } from '../../play/own-games.ts';
import { titleOf } from '../games.ts';
import { icon } from '../icons.ts';
import { dayOf } from '../library/match-words.ts';
import { href } from '../router.ts';
import { text } from '../texts.ts';

/** More are shown on request. */
const SHOWN = 4;

/** What a card shows. */
interface ContinuedGame {
  readonly id: string;
  readonly path: string;
  readonly game: string;
  readonly names: string;
  /** What it is and when it was played last, as far as that is known. */
  readonly about: readonly string[];
  readonly state: string;
  readonly isTurn: boolean;
  /** Whether it is stored in this browser alone, and can be deleted here. */
  readonly isLocal: boolean;
  /** The position; null while it is not drawn. */
  readonly picture: string | null;
}

/** What the list needs besides the games. */
interface ListContext {
  /** The positions of games in this browser, by id. */
  readonly pictures: ReadonlyMap<string, string>;
  readonly remove: (id: string) => void;
}

/** Both kinds, those first that wait for the player; nothing where there are none. */
export function continueList(
  own: readonly OwnGame[],
  local: readonly LocalGame[],
  { pictures, remove }: ListContext,
): TemplateResult | typeof nothing {
  const all = [...own.map(ofServer), ...local.map(game => ofBrowser(game, pictures))].sort(
    (a, b) => Number(b.isTurn) - Number(a.isTurn),
  );
  if (all.length === 0) return nothing;
  const cards = (some: readonly ContinuedGame[]) =>
    html`<ul>${some.map(game => card(game, remove))}</ul>`;
  const more = all.slice(SHOWN);
  return html`
    <section class="own-games" aria-labelledby="own">
      <div class="head"><h2 id="own">${text.home.own}</h2></div>
      ${cards(all.slice(0, SHOWN))}
      ${more.length === 0 ? nothing : html`<details><summary>${text.home.moreGames(more.length)}</summary>${cards(more)}</details>`}
    </section>
  `;
}

function ofServer({
  id,
  game,
  clock,
  others,
  isOpen,
  isTurn,
  isSilent,
  picture,
}: OwnGame): ContinuedGame {
  const names = others.filter(name => name !== null);
  return {
    ...{ id, path: `/live/${id}`, game, isTurn, isLocal: false, picture },
    names: names.join(', ') || text.play.openSeat,
    about: [text.find.about(titleOf(game), clockLabel(clock))],
    state: isSilent
      ? text.home.offline
      : isTurn
        ? text.play.yourTurn
        : isOpen
          ? text.play.waiting
          : text.home.theirTurn,
  };
}

function ofBrowser(
  { id, game, roles, active, playedAt }: LocalGame,
  pictures: ReadonlyMap<string, string>,
): ContinuedGame {
  const people = roles.filter(({ level }) => level === null);
  const movers = roles.filter(({ seat }) => active.includes(seat));
  const isTurn = people.some(({ seat }) => active.includes(seat));
  // at one screen all are people, and all of them play
  const others = people.length === 1 ? roles.filter(role => role !== people[0]) : roles;
  return {
    ...{ id, path: `/play/${id}`, game, isTurn, isLocal: true, picture: pictures.get(id) ?? null },
    names: others.map(({ name }) => name).join(', '),
    about: [titleOf(game), dayOf(new Date(playedAt).toISOString())],
    state: !isTurn
      ? text.home.theirTurn
      : people.length > 1
        ? text.play.turnOf(movers.map(({ name }) => name).join(', '))
        : text.play.yourTurn,
  };
}

const card = (
  { id, path, game, names, about, state, isTurn, isLocal, picture }: ContinuedGame,
  remove: (id: string) => void,
): TemplateResult => html`<li class="continued ${isTurn ? 'yours' : ''}">
  <a href=${href(path)} data-page>
    <span class="pic">${picture === null ? nothing : html`<img src=${picture} alt="" width="72" height="72" />`}</span>
    <span class="grow"><b>${names}</b> <span class="soft small">${about.join(' · ')}</span> <span class="small state">${state}</span></span>
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
