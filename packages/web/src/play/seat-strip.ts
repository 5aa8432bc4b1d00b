/** Who sits at a table: name, what was taken, whether they are there, and their clock. */
import { remoteOf } from '@kifu/client';
import { type Kit, type Scene, type Seat, seatNamesOf } from '@kifu/core';
import { activeSeats, type Match } from '@kifu/record/match';
import { html, nothing, type TemplateResult } from 'lit';
import './clock.ts';
import './figures.ts';
import { matchTexts } from '../site/game-texts.ts';
import { lookName } from '../site/look-name.ts';
import { text } from '../site/texts.ts';
import { takenBy } from './captures.ts';
import type { MatchStep } from './course.ts';
import { isOffline, isProgram, nameOf } from './players.ts';

interface StripContext {
  readonly kit: Kit;
  readonly match: Match;
  readonly seat: Seat;
  /** The steps up to the one that is looked at. */
  readonly steps: readonly MatchStep[];
  /** The scene of the start; undefined before it is drawn. */
  readonly first: Scene | undefined;
}

/** The strip of a seat. */
export function seatStrip(context: StripContext): TemplateResult {
  const { kit, match, seat } = context;
  const { connection } = match;
  const isNext = kit.game.pace !== 'free' && activeSeats(match).includes(seat);
  const hasWon = match.replay?.outcome?.winners.includes(seat) ?? false;
  const isAway = remoteOf(match)?.invite?.vacations?.some(other => other.seat === seat) === true;
  const isThere = !isOffline(match, seat);
  const isKnown =
    connection !== null &&
    !isProgram(match, seat) &&
    (connection.isConnected || match.seats.includes(seat));
  const lag =
    isThere && match.seats.includes(seat) && !isAway ? (connection?.roundTripMs ?? null) : null;
  const name = nameOf(match, seat);
  const seatName = seatNamesOf(kit, kit.texts, matchTexts())(seat);
  return html`<li class="strip-row ${isNext ? 'next' : ''}">
    <span class="seat" data-name=${kit.seatNames[seat] ?? ''}></span>
    <span class="grow">
      <b>${name}</b> ${name === seatName ? nothing : html`<span class="soft small">${seatName}</span>`}
      ${captured(context)}
      ${hasWon ? html`<span class="badge good">${text.play.won}</span>` : nothing}
      ${isAway ? html`<span class="badge">${text.vacation.badge}</span>` : nothing}
      ${
        !isKnown
          ? nothing
          : isThere
            ? html`<span class="there" role="img" aria-label=${text.play.present} title=${text.play.present}></span>`
            : html`<span class="there away" aria-hidden="true"></span><span class="small warn">${text.play.away}</span>`
      }
      ${lag === null ? nothing : html`<span class="soft small lag" title=${text.play.lag(Math.round(lag))}>${Math.round(lag)} ms</span>`}
    </span>
    <kifu-clock .match=${match} .seat=${seat} .n=${match.replay!.n} .isKnown=${connection?.isConnected !== false}></kifu-clock>
  </li>`;
}

/** What the seat has taken so far. */
function captured({ kit, seat, steps, first }: StripContext): TemplateResult | typeof nothing {
  if (first === undefined || kit.art === undefined) return nothing;
  const events = steps.flatMap(step => step.events);
  const looks = takenBy(events, seat, first);
  if (looks.length === 0) return nothing;
  const words = looks.map(look => lookName(kit, first, look)).join(', ');
  return html`<kifu-figures .looks=${looks} .art=${kit.art} label=${text.play.took(words)}></kifu-figures>`;
}
