/** The board as tables, to be read with a screen reader or by the arrow keys, cell by cell. */
import type { Area, Scene } from '@kifu/core';
import { html, nothing, type TemplateResult } from 'lit';
import type { Context } from './context.ts';
import { panelTexts } from './panel-texts.ts';

export function textBoard({ picture, state }: Context): TemplateResult {
  const { scene, said } = picture;
  const { text } = panelTexts(state.texts);
  const names = new Map(
    state.cells?.names.map(({ area, column, row, name }) => [`${area} ${column} ${row}`, name]),
  );
  const nameOf = (area: Area, column: number, row: number, isMarked: boolean) =>
    [names.get(`${area.id} ${column} ${row}`) ?? '', ...(isMarked ? [text.marked] : [])].join(', ');
  return html`<p class="said">${said}</p>
    ${scene.areas.map((area, i) => table(scene, area, nameOf, i === 0 ? text.areas : null))}`;
}

/** One area as a table: the arrow keys go from cell to cell, and each cell says its name. */
function table(
  scene: Scene,
  area: Area,
  nameOf: (area: Area, column: number, row: number, isMarked: boolean) => string,
  board: string | null,
): TemplateResult | typeof nothing {
  const isBoard = board !== null;
  const pieces = scene.pieces.filter(piece => piece.area === area.id);
  if (!isBoard && pieces.length === 0) return nothing;
  const marks = scene.marks.filter(mark => mark.area === area.id);
  const rows = Array.from({ length: area.rows }, (_, row) => row);
  const columns = Array.from({ length: area.columns }, (_, column) => column);
  const labels = area.columnLabels.length > 0;
  const isLabelled = area.rowLabels.length > 0;
  const at = (thing: { column: number; row: number }, column: number, row: number) =>
    Math.round(thing.column) === column && Math.round(thing.row) === row;
  return html`<div class="scroll" tabindex="-1">
    <table class="text-board" role="grid" aria-label=${board ?? area.label ?? area.id} @keydown=${walk}>
      ${
        labels
          ? html`<thead><tr role="row">${isLabelled ? html`<td></td>` : nothing}${columns.map(column => heading('col', area.columnLabels[column]))}</tr></thead>`
          : nothing
      }
      <tbody>
        ${rows.map(
          row => html`<tr role="row">
            ${isLabelled ? heading('row', area.rowLabels[row]) : nothing}
            ${columns.map(column => {
              const here = pieces.filter(piece => at(piece, column, row));
              const isMarked = marks.some(mark => at(mark, column, row));
              return html`<td
                role="gridcell"
                tabindex=${column === 0 && row === 0 && isBoard ? 0 : -1}
                aria-label=${nameOf(area, column, row, isMarked)}
                class=${isMarked ? 'marked' : ''}
              >${here.map(({ glyph }) => glyph).join(' ')}</td>`;
            })}
          </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}

/** Rims of boards have no labels, and a heading without text is not one. */
const heading = (scope: 'col' | 'row', label = ''): TemplateResult =>
  label === '' ? html`<td class="rim"></td>` : html`<th scope=${scope}>${label}</th>`;

const STEPS: { readonly [key: string]: readonly [columns: number, rows: number] } = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** Arrow keys go from cell to cell instead of from move to move. */
function walk(event: KeyboardEvent): void {
  const step = STEPS[event.key];
  const cell = event.target as HTMLElement;
  if (step === undefined || cell.getAttribute('role') !== 'gridcell' || event.shiftKey) return;
  event.preventDefault();
  event.stopPropagation();
  const row = cell.closest('tr')!;
  const cells = (of: Element | null) => [
    ...(of?.querySelectorAll<HTMLElement>('[role=gridcell]') ?? []),
  ];
  const column = cells(row).indexOf(cell) + step[0];
  const other =
    step[1] === 0 ? row : step[1] > 0 ? row.nextElementSibling : row.previousElementSibling;
  const next = cells(other)[column];
  if (next === undefined) return;
  cell.tabIndex = -1;
  next.tabIndex = 0;
  next.focus();
}
