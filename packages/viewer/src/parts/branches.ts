/** Variations in the list of moves: below the move to which they are alternatives, and nested. */
import { html, nothing, type TemplateResult } from 'lit';
import type { NoteLine } from '../engine/types.ts';
import { leavesAt } from '../model/variation-path.ts';
import type { Context } from './context.ts';

/** Renders a variation; null until there is one. */
let line: typeof import('./variation-line.ts').variationLine | null = null;
let loading: Promise<void> | null = null;

/** The variations that branch off before an entry, as list items. */
export function branchesAt(context: Context, n: number): readonly TemplateResult[] {
  const here = context.state.branches.filter(branch => branch.n === n - 1);
  if (here.length === 0) return [];
  if (line === null) {
    loading ??= import('./variation-line.ts').then(loaded => {
      line = loaded.variationLine;
    });
    // another array makes the list render again
    void loading.then(() => {
      const { branches } = context.player.state;
      context.player.set({ branches: [...branches] });
    });
    return [];
  }
  return here.map(branch => html`<li class="variation">${line!(context, branch)}</li>`);
}

/** While a variation is shown: a badge that leads back. */
export function variationBadge({ state, variations }: Context): TemplateResult {
  return html`<button type="button" class="badge variation" title=${state.texts.viewer.variation.help} @click=${() => void variations.leave()}>
    <span>${state.texts.viewer.variation.back(leavesAt(state.branches, state.path))}</span>
  </button>`;
}

/** The current entry of the main line; null within a variation. */
export function currentOf({ state, picture }: Context): number | null {
  if (state.main === null) return picture.n;
  return picture.n <= leavesAt(state.branches, state.path) ? picture.n : null;
}

/** Signs and evaluations of notes, behind their move. */
export const judgedBy = (notes: readonly NoteLine[]): TemplateResult[] =>
  notes.map(
    ({ signs, judged }) =>
      html`${signs}${judged === '' ? nothing : html`<span class="eval">${judged}</span>`}`,
  );
