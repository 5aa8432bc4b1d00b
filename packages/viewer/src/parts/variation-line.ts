/** A variation in the list of moves, with nested ones. */
import { html, nothing, type TemplateResult } from 'lit';
import type { ListedVariation } from '../engine/on-demand-types.ts';
import type { NoteLine } from '../engine/types.ts';
import { moveLabel } from '../model/move-label.ts';
import { numberAfter } from '../model/variation-numbers.ts';
import { isSame } from '../model/variation-path.ts';
import { judgedBy } from './branches.ts';
import type { Context } from './context.ts';

/** Renders a variation. */
export function variationLine(
  context: Context,
  branch: ListedVariation,
  begin = numberAfter(context.record, branch.n),
): TemplateResult {
  const { state, picture } = context;
  const isShown = state.main !== null && isSame(state.path, branch.path);
  return html`<span class="line" role="group" aria-label=${state.texts.viewer.variation.label} data-path=${branch.path.join('.')}>${branch.moves.map(
    ({ text, spoken }, i) => {
      const n = branch.n + i + 1;
      const said = branch.notes.filter(note => note.n === n);
      return html`${numbered(begin, i)}<button
          type="button"
          class="move"
          tabindex="-1"
          data-n=${n}
          aria-current=${isShown && n === picture.n ? 'step' : nothing}
          aria-label=${moveLabel({ text, spoken })}
          title=${spoken}
          @click=${() => void context.variations.enter(branch.path, n)}
        >${text}${judgedBy(said)}</button>
        ${said.map(comment)}
        ${branch.branches.filter(inner => inner.n === n - 1).map(inner => variationLine(context, inner, later(begin, i)))}`;
    },
  )}</span>`;
}

type Begin = ReturnType<typeof numberAfter>;

/** The number of the i-th move of a variation. */
function later(begin: Begin, i: number): Begin {
  if (begin === null) return null;
  const plies = i + (begin.isFirst ? 0 : 1);
  return { number: begin.number + (plies >> 1), isFirst: plies % 2 === 0 };
}

/** The number before a move of a variation: for moves of the first seat, and for its first move. */
function numbered(begin: Begin, i: number): TemplateResult | typeof nothing {
  const here = later(begin, i);
  if (here === null || (!here.isFirst && i > 0)) return nothing;
  return html`<span class="round">${here.number}${here.isFirst ? '.' : '…'}</span>`;
}

const comment = ({ text }: NoteLine): TemplateResult | typeof nothing =>
  text === '' ? nothing : html`<span class="soft said">${text}</span>`;
