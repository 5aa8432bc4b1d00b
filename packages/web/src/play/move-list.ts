/** The moves of a match that is played, and the way through them. */
import { formatTime, type Kit, type Seat } from '@kifu/core';
import type { Match } from '@kifu/record/match';
import { html, nothing, type TemplateResult } from 'lit';
import { guard } from 'lit/directives/guard.js';
import { repeat } from 'lit/directives/repeat.js';
import { type IconName, icon } from '../site/icons.ts';
import { text } from '../site/texts.ts';
import type { MatchStep } from './course.ts';
import {
  isPaired,
  type ListedTurn,
  type TurnItem,
  type TurnMark,
  turnAt,
  turnsOf,
} from './turns.ts';

export interface ListContext {
  readonly kit: Kit;
  readonly match: Match;
  readonly steps: readonly MatchStep[];
  /** The step that is looked at. */
  readonly at: number;
  /** Moves of a turn that are not confirmed, as they are written; null where no turn is composed. */
  readonly draft: readonly string[] | null;
  /** Whether the newest roll is not yet shown to the player. */
  readonly isToRoll: boolean;
  readonly go: (step: number) => void;
  /** Goes to the previous or next change of the position. */
  readonly walk: (by: 1 | -1) => void;
  /** Turns the board round. */
  readonly flip: () => void;
  /** Fills the screen, or leaves it. */
  readonly fill: () => void;
}

/** All moves: in numbered pairs, by turns with their dice, or in order of time; actions are marks on the move they belong to. */
export function moveList(list: ListContext): TemplateResult {
  const { kit, match, steps, at, draft, isToRoll } = list;
  const said = match.chat?.messages.map(({ n }) => n) ?? [];
  const isFree = kit.game.pace === 'free';
  const rows = () => {
    const turns = turnsOf(steps, isFree);
    const pairs = isPaired(turns, match.replay?.header?.players.length ?? 0, isFree);
    const current = turnAt(turns, at);
    const chats = new Set(said.map(n => steps.findLastIndex(step => step.n <= n)));
    const row = (turn: ListedTurn) => turnRow(list, turn, { pairs, current, chats, isFree });
    return html`<ol class=${isFree ? 'timed' : pairs ? 'pairs' : 'turns'}>
      ${repeat(turns, ({ from }) => from, row)}
    </ol>`;
  };
  return html`<section class="moves" aria-label=${text.play.moves}>
    ${guard([steps.at(-1), at, said.length, draft?.join() ?? null, isToRoll, text], rows)}
  </section>`;
}

interface RowContext {
  readonly pairs: boolean;
  readonly current: ListedTurn | undefined;
  /** The steps at which something was said. */
  readonly chats: ReadonlySet<number>;
  readonly isFree: boolean;
}

function turnRow(
  { kit, steps, draft, isToRoll, go }: ListContext,
  turn: ListedTurn,
  { pairs, current, chats, isFree }: RowContext,
): TemplateResult {
  const { seat, items, from, to } = turn;
  const isNow = turn === current;
  const isFirst = seat === steps.find(step => step.kind === 'move')?.seat;
  const hasChat = [...chats].some(i => i >= from && i <= to && turnAt([turn], i) !== undefined);
  const shown = items.findLast(({ isStruck }) => !isStruck) ?? items.at(-1);
  const { ms = null } = steps[shown?.step ?? from] ?? {};
  const hidden = isToRoll ? steps.findLastIndex(({ rolls }) => rolls.length > 0) : -1;
  const isOpen = draft !== null && shown?.kind === 'roll' && shown.step >= steps.length - 1;
  const number = pairs ? isFirst || turn.number === 1 : !isFree;
  const name = kit.seatNames[seat ?? -1] ?? '';
  return html`<li class="move ${isFirst ? 'left' : ''} ${items.every(({ isStruck }) => isStruck) ? 'gone' : ''}">
    ${number && (isFirst || !pairs) ? html`<span class="round">${turn.number}</span>` : nothing}
    <button
      type="button"
      tabindex=${isNow ? 0 : -1}
      aria-current=${isNow ? 'step' : nothing}
      @click=${() => go(to)}
    >
      ${isFree && ms !== null ? html`<span class="at-time">${formatTime(ms)}</span>` : nothing}
      ${pairs && kit.game.chance === undefined ? nothing : html`<span class="seat" data-name=${name}></span>`}
      ${repeated(items).map(({ kind, text: words, step, isStruck }) =>
        kind === 'roll'
          ? html`<span class="rolled">${step === hidden ? '…' : words.replace('-', '')}</span>`
          : isStruck
            ? html`<s class="struck">${words}</s>`
            : html`<span class="notation">${words}</span>`,
      )}
      ${isOpen ? html`<span class="drafted">${[...draft, '…'].join(' ')}</span>` : nothing}
      ${turn.marks.map(mark)} ${hasChat ? chatMark() : nothing}
    </button>
  </li>`;
}

/** Moves that are written alike, one after the other, as one: `draw ×3`. */
function repeated(items: ListedTurn['items']): ListedTurn['items'] {
  const runs: { item: TurnItem; count: number }[] = [];
  for (const item of items) {
    const last = runs.at(-1);
    const isSame =
      item.kind === 'move' && last?.item.text === item.text && last.item.isStruck === item.isStruck;
    if (isSame) last!.count++;
    else runs.push({ item, count: 1 });
  }
  return runs.map(({ item, count }) =>
    count === 1 ? item : { ...item, text: `${item.text} ×${count}` },
  );
}

const MARK_ICONS: { readonly [kind in TurnMark['kind']]: IconName } = {
  draw: 'half',
  takeback: 'undo',
  pause: 'pause',
  leave: 'flag',
};

function mark({ kind, words }: TurnMark): TemplateResult {
  const said = words.join(' · ');
  return html`<span class="act-mark" role="img" aria-label=${said} title=${said}>${icon(MARK_ICONS[kind])}</span>`;
}

const chatMark = (): TemplateResult =>
  html`<span class="chat-mark" role="img" aria-label=${text.play.chat} title=${text.play.chat}>${icon('chat')}</span>`;

/** Names a move for the chat that refers to it: `12. Bc2`; empty before the first. */
export function moveNameAt(steps: readonly MatchStep[], isFree: boolean, at: number): string {
  const turn = turnAt(turnsOf(steps.slice(0, at + 1), isFree), at);
  if (turn === undefined) return '';
  const first: Seat | null | undefined = steps.find(({ kind }) => kind === 'move')?.seat;
  const words = turn.items.filter(({ isStruck }) => !isStruck).map(({ text }) => text);
  return isFree
    ? words.join(' ')
    : `${turn.number}${turn.seat === first ? '.' : '…'} ${words.join(' ')}`;
}

/** From move to move, and the board round or large. */
export function moveControls({ steps, at, go, walk, flip, fill }: ListContext): TemplateResult {
  const last = steps.length - 1;
  const tool = (name: IconName, label: string, act: () => void, isOff = false) =>
    html`<button class="tool" type="button" aria-label=${label} title=${label} ?disabled=${isOff} @click=${act}>${icon(name)}</button>`;
  return html`<div class="controls">
    ${tool('first', text.play.first, () => go(0), at === 0)}
    ${tool('prev', text.play.back, () => walk(-1), at === 0)}
    ${tool('next', text.play.on, () => walk(1), at === last)}
    ${tool('last', text.play.newest, () => go(last), at === last)}
    <span class="grow"></span>
    ${tool('flip', text.play.flip, flip)}
    ${tool('full', text.play.fullScreen, fill)}
  </div>`;
}
