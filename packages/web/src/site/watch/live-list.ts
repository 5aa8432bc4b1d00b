/** What is played now and what waits for a player, as the home page and the page for watching show it. */
import type { Invite } from '@kifu/client';
import { html, nothing, type TemplateResult } from 'lit';
import { clockLabel } from '../../find/pools.ts';
import { isOwnChallenge } from '../../find/search-state.ts';
import { isBlocked } from '../../play/hidden-players.ts';
import { titleOf } from '../games.ts';
import '../library/row-picture.ts';
import { noAnswer } from '../no-answer.ts';
import { href } from '../router.ts';
import { listLive, pictureUrl } from '../server.ts';
import { text } from '../texts.ts';

/** How often it is asked for, in milliseconds. */
export const AGAIN_MS = 5000;

/** What is known of live matches: null before the first answer, `silent` while the server does not answer. */
export type LiveState = readonly Invite[] | 'silent' | null;

/** Asks the server for live matches. */
export const lookLive = (): Promise<LiveState> => listLive().catch(() => 'silent' as const);

/** Matches in progress, and open challenges. */
export function liveLists(invites: LiveState, retry: () => void): TemplateResult | typeof nothing {
  if (invites === null) return nothing;
  if (invites === 'silent') return noAnswer(retry);
  return html`${liveGames(invites)} ${openChallenges(invites)}`;
}

/** Matches in progress: all of them, or only the first, with a link to the others. */
export function liveGames(
  invites: readonly Invite[],
  most = Number.POSITIVE_INFINITY,
): TemplateResult {
  const live = invites.filter(({ phase }) => phase === 'live');
  return html`<section aria-labelledby="live">
    <div class="head"><h2 id="live">${text.home.live}</h2>${live.length > most ? html`<a href=${href('/watch')} data-page>${text.home.allLive(live.length)}</a>` : nothing}</div>
    ${
      live.length === 0
        ? html`<p class="soft">${text.home.nobody}</p>`
        : html`<ul>${live.slice(0, most).map(liveRow)}</ul>`
    }
  </section>`;
}

/** Open challenges of players who are not blocked. */
export function openChallenges(invites: readonly Invite[]): TemplateResult {
  const open = invites.filter(
    ({ id, phase, seats }) =>
      phase === 'open' &&
      !isOwnChallenge(id) &&
      !seats.some(({ player }) => player !== undefined && isBlocked(player)),
  );
  return html`<section aria-labelledby="open">
    <div class="head"><h2 id="open">${text.home.open}</h2></div>
    ${
      open.length === 0
        ? html`<p class="soft">${text.home.nobodyWaits}</p>`
        : html`<ul class="seats">${open.map(seatRow)}</ul>`
    }
  </section>`;
}

const namesOf = ({ seats }: Invite): string =>
  text.match.against(seats.map(({ name }) => name ?? text.match.anonymous));

const termsOf = ({ game, clock }: Invite): string =>
  text.find.about(titleOf(game), clockLabel(clock));

/** The terms, and how many watch. */
const aboutOf = (invite: Invite): string => {
  const { watching = 0 } = invite;
  return watching === 0 ? termsOf(invite) : `${termsOf(invite)} · ${text.play.watching(watching)}`;
};

const liveRow = (invite: Invite): TemplateResult => html`
  <li>
    <a class="live-row" href=${href(`/live/${invite.id}`)} data-page>
      <span class="pic"><kifu-row-picture .src=${pictureUrl(invite.id)}></kifu-row-picture></span>
      <span class="grow"><b>${namesOf(invite)}</b><br /><span class="soft small">${aboutOf(invite)}</span></span>
    </a>
  </li>
`;

const seatRow = (invite: Invite): TemplateResult => html`
  <li>
    <span class="grow">
      <b>${invite.seats.find(({ name }) => name !== null)?.name ?? text.match.anonymous}</b><br />
      <span class="soft small">${termsOf(invite)}</span>
    </span>
    <a class="btn slim" href=${href(`/live/${invite.id}`)} data-page>${text.home.sit}</a>
  </li>
`;
