/** How go is drawn: stones with a little light on them, on wood. */
import type { Area, Art, MarkDrawing } from '@kifu/core';
import { CELL, color, drawLines } from '@kifu/core/svg';

/** The pictures of go. */
export const art: Art = {
  drawing: look => (Object.hasOwn(DRAWINGS, look) ? { body: DRAWINGS[look]! } : undefined),
  board: (area, margin) => drawGrain(area, margin) + drawLines(area.columns, area.rows),
  mark: kind => (kind === 'danger' ? DEAD : undefined),
  colors: {
    to: ['#dd4a2f', '#e2553a'],
    shell: ['#f7f4ec', '#eeeae1'],
    'shell-edge': ['#8a8474', '#5d5849'],
    slate: ['#2b2c30', '#232428'],
    'slate-edge': ['#0f1012', '#0b0b0d'],
  },
};

const SHADOW = `<circle cx="2" cy="5" r="47" fill="${color('shadow')}" opacity=".22"/>`;
const SHINE = (opacity: number): string =>
  `<path d="M-32-8A33 33 0 0 1 6-32A42 42 0 0 0-32-8z" fill="#fff" opacity="${opacity}"/>`;

const DRAWINGS: { readonly [look: string]: string } = {
  'black-stone': `${SHADOW}<circle r="46" fill="${color('slate')}" stroke="${color('slate-edge')}" stroke-width="2"/>${SHINE(0.2)}`,
  'white-stone': `${SHADOW}<circle r="46" fill="${color('shell')}" stroke="${color('shell-edge')}" stroke-width="2.5"/><path d="M38 14A40 40 0 0 1-14 38A50 50 0 0 0 38 14z" fill="${color('shadow')}" opacity=".09"/>`,
  star: `<circle r="9" fill="${color('line')}"/>`,
  'black-territory': `<rect x="-16" y="-16" width="32" height="32" rx="5" fill="${color('slate')}"/>`,
  'white-territory': `<rect x="-16" y="-16" width="32" height="32" rx="5" fill="${color('shell')}" stroke="${color('shell-edge')}" stroke-width="3"/>`,
};

/** A stone that is marked dead. */
const DEAD: MarkDrawing = {
  body: `<path d="M-18-18L18 18M18-18L-18 18" fill="none" stroke="${color('danger')}" stroke-width="9" stroke-linecap="round"/>`,
  isAbove: true,
};

/** Faint lines down the plate, never quite straight. */
function drawGrain({ columns, rows }: Area, margin: number): string {
  const [width, height] = [CELL * columns + 2 * margin, CELL * rows + 2 * margin];
  const count = 2 * columns;
  const lines = Array.from({ length: count }, (_, i) => {
    const x = Math.round(((i + 0.5) * width) / count) - margin;
    const bend = Math.round(18 * Math.sin(2.4 * i));
    return `M${x} ${-margin}c${bend} ${Math.round(height / 3)} ${-bend} ${Math.round(height / 2)} 0 ${height}`;
  });
  return `<path d="${lines.join('')}" fill="none" stroke="${color('line')}" stroke-width="7" opacity=".045"/>`;
}
