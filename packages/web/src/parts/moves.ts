/** The list of moves, in rounds where seats take turns; the newest is always in sight. */
import { html, nothing, type TemplateResult } from 'lit';
import type { Line, NoteLine, Score } from '../engine/types.ts';

/** What the list shows, and what it asks for. */
export interface MoveOptions {
  readonly score: Score;
  readonly n: number;
  go(n: number): void;
}

/** Longer lists are shown around the present move only. */
const MOST_LINES = 600;

export function moves({ score, n, go }: MoveOptions): TemplateResult {
  const { lines, notes } = score;
  const first =
    lines.length <= MOST_LINES
      ? 0
      : Math.max(0, Math.min(n - MOST_LINES / 2, lines.length - MOST_LINES));
  const shown = lines.slice(first, first + MOST_LINES);
  const numbers = roundsOf(lines);
  return html`<ol class="moves" aria-label="Moves" tabindex="0">
    ${first > 0 ? html`<li class="gap">${first} moves before</li>` : nothing}
    ${shown.map((line, i) => entry(first + i + 1, line, numbers[first + i]!, n, notes, go))}
    ${
      first + shown.length < lines.length
        ? html`<li class="gap">${lines.length - first - shown.length} moves after</li>`
        : nothing
    }
    ${score.outcomeText === null ? nothing : html`<li class="outcome">${score.outcomeText}</li>`}
  </ol>`;
}

function entry(
  n: number,
  { text, spoken, isMove, seat }: Line,
  round: number | null,
  now: number,
  notes: readonly NoteLine[],
  go: (n: number) => void,
): TemplateResult {
  const said = notes.filter(note => note.n === n);
  return html`<li class=${round === null ? '' : 'first'}>
    ${round === null ? nothing : html`<span class="round">${round}</span>`}
    <button
      type="button"
      class=${isMove ? 'move' : 'move act'}
      data-n=${n}
      data-seat=${seat ?? ''}
      aria-current=${n === now ? 'step' : nothing}
      title=${spoken}
      @click=${() => go(n)}
    >${text}${glyphsOf(said)}</button>
    ${said.map(({ text: words }) => (words === '' ? nothing : html`<p class="comment">${words}</p>`))}
  </li>`;
}

/** A round begins with the first move, and whenever a lower seat moves again; null for all other entries. */
function roundsOf(lines: readonly Line[]): (number | null)[] {
  let round = 0;
  let before: number | null = null;
  return lines.map(({ seat, isMove }) => {
    if (!isMove || seat === null) return null;
    const isNew = before === null || seat < before;
    before = seat;
    return isNew ? ++round : null;
  });
}

/** Glyphs that everybody knows (PGN standard §10). */
const GLYPHS: { readonly [nag: number]: string } = {
  1: '!',
  2: '?',
  3: '!!',
  4: '??',
  5: '!?',
  6: '?!',
};

const glyphsOf = (notes: readonly NoteLine[]): string =>
  notes.flatMap(({ glyphs }) => glyphs.map(glyph => GLYPHS[glyph] ?? '')).join('');
