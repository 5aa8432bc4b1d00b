/** The list of moves: in pairs where two seats take turns, else in rows by seat. */
import { formatTime } from '@kifu/core';
import { html, nothing, type TemplateResult } from 'lit';
import { guard } from 'lit/directives/guard.js';
import type { ListedEntry, NoteLine } from '../engine/types.ts';
import { moveLabel } from '../model/move-label.ts';
import { isPaired, type Round, roundsOf } from '../model/rounds.ts';
import { branchesAt, currentOf, judgedBy } from './branches.ts';
import type { Context } from './context.ts';
import { seatDot } from './players.ts';

/** The end of a broken record; null until there is one. */
let broken: typeof import('./broken-end.ts') | null = null;

/** Longer lists show the moves around the current one, in whole ranges, so that the list does not move with every step. */
const MOST_LINES = 300;
const STRETCH = 100;
/** How many entries are rendered together when one of them changes. */
const BLOCK = 25;

export function moves(within: Context): TemplateResult {
  // the list is always that of the main line; a variation is shown where it branches off
  const context = within.state.main === null ? within : { ...within, record: within.state.main };
  const { record, picture } = context;
  const { lines } = record;
  const { moves: t } = context.state.texts.viewer;
  const first = firstShown(lines.length, picture.n);
  const until = Math.min(lines.length, first + MOST_LINES);
  const inPairs = isPaired(record);
  const left = lines.length - until;
  const look = inPairs ? 'paired' : 'rows';
  const gap = (label: string, n: number) =>
    html`<li class="gap"><button type="button" class="move" tabindex="-1" @click=${() => context.player.go(n)}>${label}</button></li>`;
  return html`<ol class="moves ${look}" aria-label=${t.label} tabindex="0" @keydown=${walk}>
    ${first > 0 ? gap(t.earlier(first), first) : commentLines(saidAt(context, 0))}
    ${blocks(context, roundsOf(lines, first, until), first, inPairs)}
    ${left > 0 ? gap(t.later(left), until + 1) : nothing}
    ${left > 0 ? nothing : ending(context)}
  </ol>`;
}

/** The list is one Tab stop: up and down move through it, Enter goes to a move. */
function walk(event: KeyboardEvent): void {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
  event.preventDefault();
  const list = event.currentTarget as HTMLElement;
  const buttons = [...list.querySelectorAll<HTMLElement>('button.move')];
  const here = buttons.indexOf(event.target as HTMLElement);
  const from = here >= 0 ? here : buttons.findIndex(button => button.ariaCurrent === 'step');
  buttons[from + (event.key === 'ArrowDown' ? 1 : -1)]?.focus();
}

function firstShown(length: number, n: number): number {
  if (length <= MOST_LINES) return 0;
  return Math.max(0, Math.floor((n - STRETCH) / STRETCH) * STRETCH);
}

/** The entries from a number on, in blocks that are rendered only if something in them changed. */
function blocks(
  context: Context,
  rounds: readonly Round[],
  first: number,
  inPairs: boolean,
): unknown[] {
  const { record, state } = context;
  const current = currentOf(context) ?? 0;
  const drawn: unknown[] = [];
  for (let i = 0; i < rounds.length; i += BLOCK) {
    const from = first + i;
    const lines = record.lines.slice(from, first + Math.min(rounds.length, i + BLOCK));
    const hasCurrent = current > from && current <= from + lines.length;
    const seen = [lines[0], lines.at(-1), inPairs, hasCurrent ? current : 0];
    const said = [record.notes, state.notes, state.chat, state.branches, state.path, state.main];
    const { language } = record;
    // within a variation the current move may be anywhere
    const within = state.main === null ? 0 : context.picture.n;
    drawn.push(
      guard([...seen, ...said, within, language], () =>
        lines.map((line, k) => entry(context, line, from + k + 1, rounds[i + k]!, inPairs)),
      ),
    );
  }
  return drawn;
}

function entry(
  context: Context,
  { text, spoken, kind, seat, ms }: ListedEntry,
  n: number,
  round: Round,
  inPairs: boolean,
): TemplateResult {
  const { record, state, player, variations } = context;
  const said = saidAt(context, n);
  const isFirst = inPairs ? round.isRound : round.isRun;
  // with dice, a line begins with the roll
  const isBreak = !inPairs && (kind === 'chance' || (round.isRun && !round.isRolled));
  return html`${isBreak ? html`<li class="break" aria-hidden="true"></li>` : nothing}<li class="${kind} ${isFirst ? 'first' : ''} ${seat === round.first ? 'left' : ''}">
      ${inPairs && round.isRound ? html`<span class="round">${round.number}</span>` : nothing}
      ${record.isFree && round.isRun && ms !== null ? html`<span class="when soft">${formatTime(ms)}</span>` : nothing}
      ${!inPairs && round.isRun && seat !== null ? html`${seatDot(record, seat)}<span class="visually-hidden">${record.seatNames[seat]}: </span>` : nothing}
      <button
        type="button"
        class="move"
        tabindex="-1"
        data-n=${n}
        aria-current=${n === currentOf(context) ? 'step' : nothing}
        aria-label=${moveLabel({ text, spoken })}
        title=${spoken}
        @click=${() => (state.main === null ? player.go(n) : void variations.leave(n))}
      >${text}${judgedBy(said)}</button>
    </li>
    ${commentLines(said)}
    ${branchesAt(context, n)}`;
}

/** Notes on an entry, and chat while it was the newest. */
const saidAt = ({ record, state }: Context, n: number): CommentLine[] => [
  ...[...record.notes, ...state.notes].filter(note => note.n === n),
  ...state.chat
    .filter(line => line.n === n)
    .map(({ name, text }) => ({ n, author: name, text, signs: '', judged: '', isChat: true })),
];

interface CommentLine extends NoteLine {
  readonly isChat?: boolean;
}

const commentLines = (said: readonly CommentLine[]): TemplateResult[] =>
  said
    .filter(({ text }) => text !== '')
    .map(
      ({ author, text, isChat = false }) =>
        html`<li class="comment ${isChat ? 'chat' : ''}">${author === null ? nothing : html`<b>${author}: </b>`}${text}</li>`,
    );

/** The end of the record: an outcome, a fault, or not yet. */
function ending({ record, state, player }: Context): TemplateResult | typeof nothing {
  const { moves: t } = state.texts.viewer;
  if (record.fault !== null) {
    if (broken !== null) return broken.brokenEnd(record, record.fault, state.texts);
    void import('./broken-end.ts').then(loaded => {
      broken = loaded;
      // another array makes the list render again
      player.set({ branches: [...player.state.branches] });
    });
    return nothing;
  }
  if (record.isPartial && !state.isLive)
    return html`<li class="outcome soft">${state.arriving === null ? t.incomplete : t.arriving}</li>`;
  if (record.outcomeText !== null) return html`<li class="outcome">${record.outcomeText}</li>`;
  return html`<li class="outcome soft">${t.unfinished}</li>`;
}

/** Scrolls the list, not the page, to the current move and the lines next to it. */
export function showCurrent(list: HTMLElement | null): void {
  const current = list?.querySelector<HTMLElement>('[aria-current]');
  if (list == null) return;
  if (current == null) {
    list.scrollTop = 0;
    return;
  }
  const [box, own] = [list.getBoundingClientRect(), current.getBoundingClientRect()];
  const [over, under] = [box.top + MARGIN_PX - own.top, own.bottom + MARGIN_PX - box.bottom];
  if (over > 0) list.scrollTop -= over;
  else if (under > 0) list.scrollTop += under;
}

/** Room for the line before or after it: the outcome, at the end. */
const MARGIN_PX = 44;
