/** The parts of a viewer put together. */
import { html, type TemplateResult } from 'lit';
import { guard } from 'lit/directives/guard.js';
import type { Keyboard } from '../keyboard.ts';
import { bar } from './bar.ts';
import type { Context } from './context.ts';
import { controls } from './controls.ts';
import { head, matchTitle } from './head.ts';
import { moves } from './moves.ts';
import { overlay } from './overlay.ts';
import { panel } from './panel.ts';
import { strip } from './players.ts';

/** Board, bar and buttons, and beside them the moves or a panel. */
export function layout(
  context: Context,
  board: HTMLElement,
  keyboard: Keyboard,
  trials: ((context: Context) => TemplateResult) | null,
): TemplateResult {
  const { state, record } = context;
  return html`
    <div
      class="frame"
      role="group"
      tabindex="0"
      aria-label=${matchTitle(record)}
      @keydown=${keyboard.onKeyDown}
      @keyup=${keyboard.onKeyUp}
      @focusout=${keyboard.onKeyUp}
    >
      <div class="stage" part="stage">
        ${strip(context, 'far')}
        <div class="board">${state.isTrying ? (trials?.(context) ?? board) : board}${overlay(context)}</div>
        ${strip(context, 'near')}
      </div>
      <div class="foot" part="controls">${bar(context)} ${controls(context)}</div>
      <div class="side" part="side">
        ${head(context)}
        ${
          state.panel === null
            ? guard(seenInMoves(context), () => moves(context))
            : panel(state.panel, context)
        }
      </div>
      <div class="live visually-hidden" aria-live="polite"></div>
    </div>
  `;
}

/** What the list of moves depends on, so that long lists are not rendered needlessly. */
const seenInMoves = ({ record, picture, state }: Context): unknown[] => [
  record,
  picture.n,
  state.arriving === null,
  state.path,
  state.branches,
  state.notes,
  state.chat,
  state.texts,
];
