/** Conditional moves at the table: lines are tried on the board while the other thinks, and kept for the server to play. */
import { dropLine, type PlanLines, remoteOf } from '@kifu/client';
import type { Json, Kit, Result, Scene, Seat } from '@kifu/core';
import type { Match } from '@kifu/record/match';
import { isForeseeable } from '@kifu/record/match-state';
import { speedOf } from '@kifu/record/ratings';
import { html, nothing, type TemplateResult } from 'lit';
import { icon } from '../site/icons.ts';
import { text } from '../site/texts.ts';

/** Where a line that is tried has led to. */
export interface TriedLine {
  readonly state: unknown;
  readonly scene: Scene;
  /** Whose turn it is there; null after the end. */
  readonly seat: Seat | null;
  /** Who made the last move. */
  readonly by: Seat | null;
  /** The moves in notation. */
  readonly texts: readonly string[];
}

/** Whether a match allows conditional moves: a correspondence match on a server, without chance and hidden hands. */
function canPlan(match: Match): boolean {
  const { replay, conditional, seats } = match;
  const invite = remoteOf(match)?.invite ?? null;
  return (
    conditional !== null &&
    seats.length === 1 &&
    invite?.referee === true &&
    speedOf(invite.clock) === 'correspondence' &&
    replay?.table?.outcome === null &&
    isForeseeable(replay.game) &&
    !replay.table.talk.isOpening
  );
}

/** Whether it is an opponent's turn, so that there is something to foresee: after an own move once that has been taken. */
const isWaiting = ({ seats, replay }: Match): boolean =>
  replay!.game.active(replay!.table!.state).every(seat => !seats.includes(seat));

/** Plays moves on from where the match stands; as far as they can be played. Pieces keep the IDs of the scene there. */
export function tryMoves(
  kit: Kit,
  from: unknown,
  moves: readonly Json[],
  start: Scene = kit.scene(from),
): TriedLine {
  const { game } = kit;
  let state = from;
  let scene = start;
  let by: Seat | null = null;
  const texts: string[] = [];
  for (const move of moves) {
    const seat = game.active(state)[0];
    const played: Result<{ readonly state: unknown }> | null =
      seat === undefined ? null : game.play(state, seat, move);
    if (!played?.ok) break;
    texts.push(kit.notations[0]?.format(state, move) ?? game.moves.hex.encode(move));
    ({ state } = played.value);
    scene = kit.scene(state, { scene, move });
    by = seat!;
  }
  const next = game.outcome(state) === null ? (game.active(state)[0] ?? null) : null;
  return { state, scene, seat: next, by, texts };
}

/** What the list of planned lines shows and does. */
interface PlanList {
  readonly kit: Kit;
  readonly match: Match;
  /** The moves that are being tried; null where none are. */
  readonly trial: readonly Json[] | null;
  try(moves: readonly Json[] | null): void;
  keep(lines: PlanLines): void;
  /** Keeps what is being tried. */
  keepTrial(): void;
}

/** Planned lines, and the one that is being tried. */
export function planList(plans: PlanList): TemplateResult | typeof nothing {
  const { kit, match, trial } = plans;
  const table = match.replay?.table ?? null;
  if (table === null || !canPlan(match)) return nothing;
  const words = text.plan;
  const { lines: plan } = match.conditional!;
  if (plan.length === 0 && trial === null && !isWaiting(match)) return nothing;
  const spell = (line: readonly Json[]) => {
    const { texts } = tryMoves(kit, table.state, line);
    return words.line(texts.slice(0, -1).join(' '), texts.at(-1) ?? '');
  };
  return html`<section class="plans" aria-label=${words.title}>
    ${
      plan.length === 0
        ? nothing
        : html`<ul>
          ${plan.map(
            line => html`<li>
              <span class="grow notation">${spell(line)}</span>
              <button class="tool" type="button" aria-label=${words.remove(spell(line))} title=${words.remove(spell(line))} @click=${() => plans.keep(dropLine(kit.game, plan, line))}>${icon('cross')}</button>
            </li>`,
          )}
        </ul>`
    }
    ${
      trial !== null
        ? tryingRow(plans, trial, table.state)
        : isWaiting(match)
          ? html`<button type="button" class="btn slim" title=${words.about} @click=${() => plans.try([])}>${words.begin}</button>`
          : nothing
    }
  </section>`;
}

function tryingRow(plans: PlanList, trial: readonly Json[], from: unknown): TemplateResult {
  const words = text.plan;
  const { kit, match } = plans;
  const [own] = match.seats;
  const { texts, by } = tryMoves(kit, from, trial);
  const isWhole = trial.length > 1 && by === own;
  return html`<p class="small" role="status">
      ${texts.length === 0 ? words.firstTheirs : html`<span class="notation">${texts.join(' ')}</span> ${isWhole ? nothing : html`<span class="soft">${by === own ? words.thenTheirs : words.thenYours}</span>`}`}
    </p>
    <div class="row">
      <button type="button" class="btn slim primary" ?disabled=${!isWhole} @click=${() => plans.keepTrial()}>${words.keep}</button>
      <button type="button" class="btn slim" ?disabled=${trial.length === 0} @click=${() => plans.try(trial.slice(0, -1))}>${words.back}</button>
      <button type="button" class="btn slim" @click=${() => plans.try(null)}>${words.stop}</button>
    </div>`;
}
