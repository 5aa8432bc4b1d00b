/** The list of moves: in pairs where two seats take turns, in rows of one seat elsewhere. */
import { html, nothing, type TemplateResult } from 'lit';
import { guard } from 'lit/directives/guard.js';
import type { ListedEntry, NoteLine } from '../engine/types.ts';
import { branchesAt, currentOf, judgedBy } from './branches.ts';
import type { Context } from './context.ts';
import { seatDot } from './players.ts';

/** Of longer lists those around the present move are shown, in whole stretches, so that the list does not move with every step. */
const MOST_LINES = 300;
const STRETCH = 100;
/** So many entries are drawn again together, where one of them changes. */
const BLOCK = 25;

export function moves(within: Context): TemplateResult {
  // a variation is shown where it leaves the match, whose list this always is
  const context = within.state.main === null ? within : { ...within, record: within.state.main };
  const { record, picture } = context;
  const { lines } = record;
  const first = firstShown(lines.length, picture.n);
  const until = Math.min(lines.length, first + MOST_LINES);
  const isPaired = record.seats.length === 2 && !record.isFree && !hasChance(lines);
  const left = lines.length - until;
  const look = isPaired ? 'paired' : record.isFree ? 'rows' : 'rows turns';
  return html`<ol class="moves ${look}" aria-label="Moves" tabindex="0">
    ${first > 0 ? html`<li class="gap">${first} moves before</li>` : commentLines(saidAt(context, 0))}
    ${blocks(context, roundsOf(lines, first, until), first, isPaired)}
    ${left > 0 ? html`<li class="gap">${left} moves after</li>` : nothing}
    ${left > 0 ? nothing : ending(context)}
  </ol>`;
}

function firstShown(length: number, n: number): number {
  if (length <= MOST_LINES) return 0;
  return Math.max(0, Math.floor((n - STRETCH) / STRETCH) * STRETCH);
}

/** The entries from a number on, by blocks that are drawn only where something in them has changed. */
function blocks(
  context: Context,
  rounds: readonly Round[],
  first: number,
  isPaired: boolean,
): unknown[] {
  const { record, state } = context;
  const current = currentOf(context) ?? 0;
  const drawn: unknown[] = [];
  for (let i = 0; i < rounds.length; i += BLOCK) {
    const from = first + i;
    const lines = record.lines.slice(from, first + Math.min(rounds.length, i + BLOCK));
    const hasCurrent = current > from && current <= from + lines.length;
    const seen = [lines[0], lines.at(-1), isPaired, hasCurrent ? current : 0];
    const said = [record.notes, state.notes, state.chat, state.branches, state.path, state.main];
    // within a variation the present move may be anywhere
    const within = state.main === null ? 0 : context.picture.n;
    drawn.push(
      guard([...seen, ...said, within], () =>
        lines.map((line, k) => entry(context, line, from + k + 1, rounds[i + k]!, isPaired)),
      ),
    );
  }
  return drawn;
}

function entry(
  context: Context,
  { text, spoken, kind, seat }: ListedEntry,
  n: number,
  round: Round,
  isPaired: boolean,
): TemplateResult {
  const { record, state, player, variations } = context;
  const said = saidAt(context, n);
  const isFirst = isPaired ? round.isRound : round.isRun;
  // where dice are rolled, a line begins with the roll
  const isBreak = !isPaired && (kind === 'chance' || (round.isRun && !round.isRolled));
  return html`${isBreak ? html`<li class="break" role="presentation"></li>` : nothing}<li class="${kind} ${isFirst ? 'first' : ''} ${seat === round.first ? 'left' : ''}">
      ${isPaired && round.isRound ? html`<span class="round">${round.number}</span>` : nothing}
      ${!isPaired && round.isRun && seat !== null ? seatDot(record, seat) : nothing}
      <button
        type="button"
        class="move"
        data-n=${n}
        aria-current=${n === currentOf(context) ? 'step' : nothing}
        aria-label=${spoken}
        title=${spoken}
        @click=${() => (state.main === null ? player.go(n) : void variations.leave(n))}
      >${text}${judgedBy(said)}</button>
    </li>
    ${commentLines(said)}
    ${branchesAt(context, n)}`;
}

/** What was said about an entry, and while it was the newest. */
const saidAt = ({ record, state }: Context, n: number): Said[] => [
  ...[...record.notes, ...state.notes].filter(note => note.n === n),
  ...state.chat
    .filter(line => line.n === n)
    .map(({ name, text }) => ({ n, author: name, text, signs: '', judged: '', isChat: true })),
];

interface Said extends NoteLine {
  readonly isChat?: boolean;
}

const commentLines = (said: readonly Said[]): TemplateResult[] =>
  said
    .filter(({ text }) => text !== '')
    .map(
      ({ author, text, isChat = false }) =>
        html`<li class="comment ${isChat ? 'chat' : ''}">${author === null ? nothing : html`<b>${author}: </b>`}${text}</li>`,
    );

/** How the record ends: with an outcome, at a fault, or not yet. */
function ending({ record, state }: Context): TemplateResult | typeof nothing {
  if (record.fault !== null)
    return html`<li class="outcome bad">
      Entry ${record.lines.length + 1} of ${record.entries} cannot be played: ${record.fault.message.replace(/^entry \d+( of \d+)?: /, '')}
    </li>`;
  if (record.isPartial && !state.isLive)
    return html`<li class="outcome soft">${state.arriving === null ? 'The rest did not come.' : 'More is on its way…'}</li>`;
  if (record.outcomeText !== null) return html`<li class="outcome">${record.outcomeText}</li>`;
  return html`<li class="outcome soft">The match goes on.</li>`;
}

/** Where an entry stands among turns. */
interface Round {
  /** The seat that moved first of all. */
  readonly first: number | null;
  readonly number: number;
  /** Whether a round begins with it, and whether its seat begins to move. */
  readonly isRound: boolean;
  readonly isRun: boolean;
  /** Whether the dice of this turn stand before it. */
  readonly isRolled: boolean;
}

/** A round begins with the first move, and whenever the first seat moves again; those of the entries from one number to another. */
function roundsOf(lines: readonly ListedEntry[], from: number, until: number): Round[] {
  const rounds: Round[] = [];
  let number = 0;
  let before: number | null = null;
  const first = lines.find(({ kind, seat }) => kind === 'move' && seat !== null)?.seat ?? null;
  for (let i = 0; i < until; i++) {
    const { seat, kind } = lines[i]!;
    const isRun = kind === 'move' && seat !== null && seat !== before;
    const isRound = isRun && seat === first;
    if (isRun) before = seat;
    if (isRound) number++;
    const isRolled = lines[i - 1]?.kind === 'chance';
    if (i >= from) rounds.push({ first, number, isRound, isRun, isRolled });
  }
  return rounds;
}

const hasChance = (lines: readonly ListedEntry[]): boolean =>
  lines.some(({ kind }) => kind === 'chance');

/** Brings the present move into sight, with what stands next to it, without moving the page. */
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
