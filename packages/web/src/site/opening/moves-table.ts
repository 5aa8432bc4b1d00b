/** Moves that were played next, with how the matches ended. */
import { html, nothing, type TemplateResult } from 'lit';
import { shares } from '../player/shares.ts';
import { text } from '../texts.ts';
import type { NextMove } from './next-moves.ts';

/** A table of moves, each a link to what came after it. */
export function movesTable(
  moves: readonly NextMove[],
  addressOf: (move: string) => string,
): TemplateResult | typeof nothing {
  if (moves.length === 0) return nothing;
  return html`<table class="plain">
    <caption class="hide">${text.opening.next}</caption>
    <thead><tr>${text.opening.columns.map(words => html`<th scope="col">${words}</th>`)}</tr></thead>
    <tbody>
      ${moves.map(
        ({ move, count, results }) => html`<tr>
          <th scope="row" class="notation"><a href=${addressOf(move)} data-page data-move=${move}>${move}</a></th>
          <td>${count}</td>
          <td>${shares(...results)}</td>
        </tr>`,
      )}
    </tbody>
  </table>`;
}
