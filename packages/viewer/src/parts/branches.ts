/** Variations in the list of moves: below the move that they are another way to, and within each other. */
import { html, nothing, type TemplateResult } from 'lit';
import type { NoteLine } from '../engine/types.ts';
import { leavesAt } from '../model/variation-path.ts';
import type { Context } from './context.ts';

/** Draws a variation; null until there is one. */
let line: typeof import('./variation-line.ts').variationLine | null = null;
let loading: Promise<void> | null = null;

/** The variations that leave before an entry, as items of the list; nothing where there are none. */
export function branchesAt(context: Context, n: number): readonly TemplateResult[] {
  const here = context.state.branches.filter(branch => branch.n === n - 1);
  if (here.length === 0) return [];
  if (line === null) {
    loading ??= import('./variation-line.ts').then(loaded => {
      line = loaded.variationLine;
    });
    // the list is drawn again where the variations are others
    void loading.then(() => {
      const { branches } = context.player.state;
      context.player.set({ branches: [...branches] });
    });
    return [];
  }
  return here.map(branch => html`<li class="variation">${line!(context, branch)}</li>`);
}

/** While a variation is shown: what this is, and the way back. */
export function variationBadge({ state, variations }: Context): TemplateResult {
  return html`<button type="button" class="badge variation" title="Back to the main line (b)" @click=${() => void variations.leave()}>
    <span>variation: back to ${leavesAt(state.branches, state.path)}</span>
  </button>`;
}

/** The entry of the list that is current: null where it lies within a variation. */
export function currentOf({ state, picture }: Context): number | null {
  if (state.main === null) return picture.n;
  return picture.n <= leavesAt(state.branches, state.path) ? picture.n : null;
}

/** What is written behind a move that these notes are about: signs, and how the position was judged. */
export const judgedBy = (notes: readonly NoteLine[]): TemplateResult[] =>
  notes.map(
    ({ signs, judged }) =>
      html`${signs}${judged === '' ? nothing : html`<span class="eval">${judged}</span>`}`,
  );
