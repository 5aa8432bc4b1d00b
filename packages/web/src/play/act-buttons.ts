/** Actions of a player besides moves on the board: answers, draw offer, takeback, pause, resignation, and a field to enter a move. */
import type { Seat } from '@kifu/core';
import type { Match } from '@kifu/record/match';
import { html, nothing, type TemplateResult } from 'lit';
import { type IconName, icon } from '../site/icons.ts';
import { href } from '../site/router.ts';
import { text } from '../site/texts.ts';
import type { ActButton, StateLine } from './state-line.ts';
import type { DraftState } from './turn-draft.ts';

interface ActContext {
  readonly match: Match;
  readonly state: StateLine;
  /** The seat that acts here; undefined for spectators. */
  readonly seat: Seat | undefined;
  /** Moves that have no cell on the board, as words. */
  readonly words: readonly string[];
  /** The cell that is aimed at; null where none is. */
  readonly aim: string | null;
  readonly nudge: (columns: number, rows: number) => void;
  readonly playAim: () => void;
  /** A turn that is to be rolled for, or confirmed; null where there is none. */
  readonly turn: TurnButtons | null;
  /** Whether the player is asked to confirm a resignation. */
  readonly isAsking: boolean;
  readonly do: (act: Pick<ActButton, 'seat' | 'act'>) => void;
  readonly ask: (isAsking: boolean) => void;
  /** Plays a move that has no cell, by that word. */
  readonly touch: (word: string) => void;
  /** Plays a move by its notation; false if it is not a legal one. */
  readonly type: (move: string) => boolean;
}

/** A turn that is composed, and what can be done with it. */
export interface TurnButtons extends DraftState {
  readonly roll: () => void;
  readonly undo: () => void;
  readonly confirm: () => void;
}

/** Returns the buttons for the current state of the match. */
export function actButtons(context: ActContext): TemplateResult {
  const { match, state, seat, isAsking } = context;
  if (state.choices.length > 0) return choices(context);
  if (seat === undefined) return html`<div class="acts">${howToPlay(match)}</div>`;
  return isAsking ? resignation(context, seat) : usual(context, seat);
}

const choices = ({ state, do: act }: ActContext): TemplateResult =>
  html`<div class="row">
    ${state.choices.map(
      choice =>
        html`<button type="button" class="btn ${choice.isPrimary ? 'primary' : ''}" @click=${() => act(choice)}>${choice.label}</button>`,
    )}
  </div>`;

/** Opens a new tab, so that the match continues here. */
const howToPlay = ({ replay }: Match): TemplateResult =>
  html`<a class="act" href=${href(`/learn/${replay!.game.name}`)} target="_blank" aria-label=${text.game.howToPlay} title=${text.game.howToPlay}>${icon('help')}<span>${text.game.howToPlay}</span></a>`;

function resignation({ do: act, ask }: ActContext, seat: Seat): TemplateResult {
  const resign = () => act({ seat, act: { type: 'leave', of: seat, how: 'resignation' } });
  return html`<div class="row">
    <span class="grow"><b>${text.play.resignSure}</b></span>
    <button type="button" class="btn" @click=${resign}>${text.play.resign}</button>
    <button type="button" class="btn primary" @click=${() => ask(false)}>${text.play.keepOn}</button>
  </div>`;
}

function usual(context: ActContext, seat: Seat): TemplateResult {
  const { match, state, words, do: act, ask, touch } = context;
  const game = match.replay!.game;
  const trail = match.replay?.table?.trail ?? null;
  const isTwo = (match.replay?.header?.players.length ?? 0) === 2;
  const takeBack = () => {
    // on a shared screen, the seat that moved last takes back
    const own = match.seats.length > 1 ? (trail?.mover ?? seat) : seat;
    act({ seat: own, act: { type: 'ask-takeback' } });
  };
  const button = (name: IconName, label: string, run: () => void, isOff = false) =>
    html`<button type="button" class="act" aria-label=${label} title=${label} ?disabled=${isOff} @click=${run}>${icon(name)}<span>${label}</span></button>`;
  return html`${context.aim === null ? nothing : aimButtons(context.aim, context)}${context.turn === null ? nothing : turnButtons(context.turn)}${
    words.length === 0
      ? nothing
      : html`<div class="row words">
          ${words.map(word => html`<button type="button" class="btn slim" @click=${() => touch(word)}>${word}</button>`)}
        </div>`
  }
    <div class="acts">
      ${isTwo ? button('half', text.play.draw, () => act({ seat, act: { type: 'offer-draw' } })) : nothing}
      ${game.time === undefined ? button('undo', text.play.takeBack, takeBack, trail === null) : nothing}
      ${button('pause', text.play.pause, () => act({ seat, act: { type: 'pause' } }))}
      ${button('flag', text.play.resign, () => ask(true))}
      ${howToPlay(match)}
    </div>
    ${state.kind === 'yours' && game.pace !== 'free' ? typedMove(context) : nothing}`;
}

/** Moves what is aimed at by a cell, and plays there. */
function aimButtons(
  cell: string,
  { nudge, playAim }: Pick<ActContext, 'nudge' | 'playAim'>,
): TemplateResult {
  const { play } = text;
  const ways = [
    ['←', play.nudge.left, -1, 0],
    ['↑', play.nudge.up, 0, -1],
    ['↓', play.nudge.down, 0, 1],
    ['→', play.nudge.right, 1, 0],
  ] as const;
  return html`<div class="row aim-acts">
    ${ways.map(([arrow, label, columns, rows]) => html`<button type="button" class="btn" aria-label=${label} @click=${() => nudge(columns, rows)}>${arrow}</button>`)}
    <button type="button" class="btn primary grow" @click=${playAim}>${play.playAt(cell)}</button>
  </div>`;
}

function turnButtons({ isToRoll, texts, isComplete, ...run }: TurnButtons): TemplateResult {
  const { play } = text;
  if (isToRoll)
    return html`<div class="row turn-acts">
      <button type="button" class="btn primary grow" @click=${run.roll}>${play.roll}</button>
    </div>`;
  return html`<div class="row turn-acts">
    <button type="button" class="btn grow" ?disabled=${texts.length === 0} @click=${run.undo}>${icon('undo')}${play.undo}</button>
    <button type="button" class="btn primary grow" ?disabled=${!isComplete} @click=${run.confirm}>${play.confirm}</button>
  </div>`;
}

function typedMove({ type }: ActContext): TemplateResult {
  const play = (event: Event) => {
    event.preventDefault();
    const field = (event.target as HTMLFormElement).querySelector('input')!;
    if (type(field.value)) field.value = '';
  };
  return html`<form class="typed" @submit=${play}>
    <input class="input" autocomplete="off" autocapitalize="off" spellcheck="false" aria-label=${text.play.typeMove} placeholder=${text.play.typeMove} />
  </form>`;
}
