/** What is played now and what waits for a player, as the home page and the page for watching show it. */
import type { Invite } from '@kifu/client';
import { html, nothing, type TemplateResult } from 'lit';
import { isBlocked } from '../../play/hidden-players.ts';
import { boardPicture, titleOf } from '../games.ts';
import { noAnswer } from '../no-answer.ts';
import { href } from '../router.ts';
import { listLive } from '../server.ts';
import { text } from '../texts.ts';

/** How often it is asked for, in milliseconds. */
export const AGAIN_MS = 5000;

/** What is known of live matches: null before the first answer, `silent` while the server does not answer. */
export type LiveState = readonly Invite[] | 'silent' | null;

/** Asks the server for live matches. */
export const lookLive = (): Promise<LiveState> => listLive().catch(() => 'silent' as const);

/** Matches in progress, and open seats. */
export function liveLists(invites: LiveState, retry: () => void): TemplateResult | typeof nothing {
  if (invites === null) return nothing;
  if (invites === 'silent') return noAnswer(retry);
  const live = invites.filter(({ phase }) => phase === 'live');
  const open = invites.filter(
    ({ phase, seats }) =>
      phase === 'open' && !seats.some(({ player }) => player !== undefined && isBlocked(player)),
  );
  return html`
    <section aria-labelledby="live">
      <div class="head"><h2 id="live">${text.home.live}</h2></div>
      ${
        live.length === 0
          ? html`<p class="soft">${text.home.nobody}</p>`
          : html`<ul>${live.map(liveRow)}</ul>`
      }
    </section>
    <section aria-labelledby="open">
      <div class="head"><h2 id="open">${text.home.open}</h2></div>
      ${
        open.length === 0
          ? html`<p class="soft">${text.home.nobodyWaits}</p>`
          : html`<ul class="seats">${open.map(seatRow)}</ul>`
      }
    </section>
  `;
}

const namesOf = ({ seats }: Invite): string =>
  text.match.against(seats.map(({ name }) => name ?? text.match.anonymous));

const liveRow = (invite: Invite): TemplateResult => html`
  <li>
    <a class="live-row" href=${href(`/live/${invite.id}`)} data-page>
      <span class="pic"><img src=${boardPicture(invite.game)} alt="" width="54" height="54" /></span>
      <span class="grow"><b>${namesOf(invite)}</b><br /><span class="soft small">${titleOf(invite.game)}</span></span>
    </a>
  </li>
`;

const seatRow = (invite: Invite): TemplateResult => html`
  <li>
    <span class="grow">
      <b>${invite.seats.find(({ name }) => name !== null)?.name ?? text.match.anonymous}</b><br />
      <span class="soft small">${titleOf(invite.game)}</span>
    </span>
    <a class="btn slim" href=${href(`/live/${invite.id}`)} data-page>${text.home.sit}</a>
  </li>
`;
