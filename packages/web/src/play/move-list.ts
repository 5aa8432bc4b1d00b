/** The moves of a match that is played, and the way through them. */
import type { Kit } from '@kifu/core';
import type { Match } from '@kifu/record/match';
import { html, nothing, type TemplateResult } from 'lit';
import { guard } from 'lit/directives/guard.js';
import { repeat } from 'lit/directives/repeat.js';
import { type IconName, icon } from '../site/icons.ts';
import { text } from '../site/texts.ts';
import type { MatchStep } from './course.ts';

export interface ListContext {
  readonly kit: Kit;
  readonly match: Match;
  readonly steps: readonly MatchStep[];
  /** The step that is looked at. */
  readonly at: number;
  readonly go: (step: number) => void;
  /** Turns the board round. */
  readonly flip: () => void;
  /** Fills the screen, or leaves it. */
  readonly fill: () => void;
}

/** All moves; those at which something was said have a mark. */
export function moveList({ kit, match, steps, at, go }: ListContext): TemplateResult {
  const said = new Set(match.chat?.messages.map(({ n }) => n));
  const list = () =>
    repeat(
      steps.map((step, i) => ({ step, i })).filter(({ step }) => step.kind !== 'start'),
      ({ step }) => step.n,
      ({ step, i }) => html`<li class=${step.kind}>
        <button
          type="button"
          tabindex=${i === at ? 0 : -1}
          aria-current=${i === at ? 'step' : nothing}
          @click=${() => go(i)}
        >
          ${step.seat === null ? nothing : html`<span class="seat" data-name=${kit.seatNames[step.seat] ?? ''}></span>`}
          <span class="notation">${step.text}</span>${said.has(step.n) ? html`<span class="chat-mark" role="img" aria-label=${text.play.chat} title=${text.play.chat}>${icon('chat')}</span>` : nothing}
        </button>
      </li>`,
    );
  return html`<section class="moves" aria-label=${text.play.moves}>
    <ol>
      ${guard([steps.at(-1), at, said.size, text], list)}
    </ol>
  </section>`;
}

/** From move to move, and the board round or large. */
export function moveControls({ steps, at, go, flip, fill }: ListContext): TemplateResult {
  const last = steps.length - 1;
  const tool = (name: IconName, label: string, act: () => void, isOff = false) =>
    html`<button class="tool" type="button" aria-label=${label} title=${label} ?disabled=${isOff} @click=${act}>${icon(name)}</button>`;
  return html`<div class="controls">
    ${tool('first', text.play.first, () => go(0), at === 0)}
    ${tool('prev', text.play.back, () => go(at - 1), at === 0)}
    ${tool('next', text.play.on, () => go(at + 1), at === last)}
    ${tool('last', text.play.newest, () => go(last), at === last)}
    <span class="grow"></span>
    ${tool('flip', text.play.flip, flip)}
    ${tool('full', text.play.fullScreen, fill)}
  </div>`;
}
