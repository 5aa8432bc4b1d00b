/** A scene as lines for the terminal: figures or letters, coloured squares or brackets around what is marked. */
import {
  type Area,
  type CellLook,
  drawText,
  glyphWidth,
  type Kit,
  type Mark,
  type Piece,
  type Scene,
  type SceneCaption,
  type Seat,
} from '@kifu/core';
import { columnsOf } from './columns.ts';
import { figureOf } from './figures.ts';
import { type Io, wantsColor } from './io.ts';

/** How to draw. */
export interface BoardStyle {
  /** Number of colors of the terminal; 0 for none. */
  readonly depth: 0 | 16 | 256;
  readonly pieces: 'figures' | 'letters';
  /** Seen from the other side of the table. */
  readonly isFlipped: boolean;
}

/** How the user's terminal can be drawn on. */
export function boardStyle(io: Io, isColorOff: boolean, pieces?: BoardStyle['pieces']): BoardStyle {
  const isColored = wantsColor(io, 'stdout', isColorOff);
  const { TERM = '', COLORTERM = '', FORCE_COLOR = '' } = io.env;
  const isRich = /256|direct|kitty/.test(TERM) || COLORTERM !== '' || /[23]/.test(FORCE_COLOR);
  const locale = io.env.LC_ALL || io.env.LC_CTYPE || io.env.LANG || '';
  return {
    depth: !isColored ? 0 : isRich ? 256 : 16,
    // without color, letters distinguish the sides better than small figures
    pieces: pieces ?? (isColored && /utf-?8/i.test(locale) ? 'figures' : 'letters'),
    isFlipped: false,
  };
}

/** Whether a seat sits across the board from where it is drawn; what is drawn from the side is not turned in text. */
export const isFlippedFor = (kit: Kit, scene: Scene, seat: Seat | null): boolean =>
  seat !== null && kit.side?.(seat, scene) === 180;

/** All areas of a scene, one below the other; each under its name; a first one without a name is the board. */
export function drawBoard(scene: Scene, style: BoardStyle): string[] {
  const seen = style.isFlipped ? flip(scene) : scene;
  const areas = seen.areas.flatMap((area, i) => [
    ...(i === 0 ? [] : ['', area.label ?? area.id]),
    ...(i === 0 && area.label !== undefined ? [area.label] : []),
    ...drawArea(seen, area, style),
  ]);
  return seen.facts === undefined ? areas : [...areas, '', ...seen.facts.map(factLine)];
}

/** Returns how many columns a line of a board takes; color codes take none. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: color codes start with one
export const widthOf = (line: string): number => columnsOf(line.replace(/\x1b\[[\d;]*m/g, ''));

const factLine = ({ label, value }: SceneCaption): string => `  ${label}: ${value}`;

function drawArea(scene: Scene, area: Area, style: BoardStyle): string[] {
  // the column labels are written here, since cells are wider than those of plain text
  const unlabelled = { ...scene, areas: [{ ...area, columnLabels: [] }] };
  const width = glyphWidth(scene, area.id);
  const ink = (_glyph: string, look: CellLook) => drawCell(area, look, width, style);
  const lines = drawText(unlabelled, area.id, ink).map(line => `  ${line}`);
  if (area.columnLabels.length === 0) return lines;
  const margin = Math.max(0, ...area.rowLabels.map(label => label.length));
  const labels = area.columnLabels.map(label => ` ${label}`.padEnd(width + 2)).join('');
  return [...lines, `${' '.repeat(2 + margin + (margin > 0 ? 1 : 0))}${labels}`.trimEnd()];
}

function drawCell(area: Area, look: CellLook, width: number, style: BoardStyle): string {
  const { piece, marks } = look;
  if (isHole(look)) return ' '.repeat(width + 2);
  const figure = piece !== null && style.pieces === 'figures' ? figureFor(piece) : null;
  if (style.depth === 0) {
    const text = figure ?? piece?.glyph ?? (area.look === 'lines' ? '+' : '·');
    const [before, after] = MARKS.find(([kind]) => marks.includes(kind))?.[1] ?? '  ';
    return `${before}${text}${after}`.padEnd(width + 2);
  }
  const text = figure ?? piece?.glyph ?? (area.look === 'chequered' ? ' ' : '·');
  const palette = style.depth === 256 ? RICH : BASIC;
  const plain = piece?.rest === undefined ? 'none' : 'rest';
  const kind = MARKS.find(([mark]) => marks.includes(mark))?.[0] ?? plain;
  const codes = `${palette.squares[kind][look.dark ? 1 : 0]};${inkOf(palette, piece)}`;
  return `\x1b[${codes}m ${text.padEnd(width)} \x1b[0m`;
}

/** A piece that shows nothing leaves a hole in the board: boards are not always square. */
const isHole = ({ piece, marks }: CellLook): boolean =>
  piece !== null && piece.glyph.trim() === '' && marks.length === 0;

/** Color from the look of a piece (`red-token`), otherwise by its owner. */
function inkOf({ inks }: Palette, piece: Piece | null): string {
  const [color = ''] = piece?.look.split('-') ?? [];
  return inks.get(color) ?? [...inks.values()][(piece?.owner ?? 0) % inks.size]!;
}

/** The figure stands for the letters of a glyph; what a game writes behind them stays. */
function figureFor({ look, glyph }: Piece): string | null {
  const figure = figureOf(look);
  const sign = /^\p{L}+(.*)$/u.exec(glyph)?.[1] ?? '';
  return figure && figure + sign;
}

/** Marks by precedence, each with the signs around the cell without color. */
const MARKS: readonly [Mark['kind'], string][] = [
  ['danger', '!!'],
  ['to', '[]'],
  ['from', '()'],
  ['choice', '**'],
];

interface Palette {
  /** Background codes for light and dark squares, by mark, and under pieces at rest. */
  readonly squares: {
    readonly [kind in Mark['kind'] | 'none' | 'rest']: readonly [string, string];
  };
  /** Foreground codes by color, in this order for owners whose pieces name none. */
  readonly inks: ReadonlyMap<string, string>;
}

/** Squares of middling brightness, on which white and black pieces both stand out. */
const RICH: Palette = {
  squares: {
    none: ['48;5;108', '48;5;65'],
    rest: ['48;5;110', '48;5;67'], // blue: it cannot be ordered to move yet
    from: ['48;5;137', '48;5;94'],
    to: ['48;5;137', '48;5;94'],
    danger: ['48;5;167', '48;5;160'],
    choice: ['48;5;73', '48;5;66'],
  },
  inks: new Map([
    ['white', '1;38;5;231'],
    ['black', '38;5;16'],
    ['red', '1;38;5;124'],
    ['green', '1;38;5;22'],
    ['yellow', '1;38;5;227'],
    ['blue', '1;38;5;19'],
  ]),
};

const BASIC: Palette = {
  squares: {
    none: ['46', '42'],
    rest: ['46', '42'],
    from: ['43', '43'],
    to: ['43', '43'],
    danger: ['41', '41'],
    choice: ['45', '45'],
  },
  inks: new Map([
    ['white', '1;97'],
    ['black', '30'],
    ['red', '1;91'],
    ['green', '1;92'],
    ['yellow', '1;93'],
    ['blue', '1;94'],
  ]),
};

/** The scene turned by half a turn. */
function flip(scene: Scene): Scene {
  const areas = new Map(scene.areas.map(area => [area.id, area]));
  const turn = <T extends { area: string; column: number; row: number }>(cell: T): T => {
    const { columns, rows } = areas.get(cell.area)!;
    return { ...cell, column: columns - 1 - cell.column, row: rows - 1 - cell.row };
  };
  return {
    areas: scene.areas.map(area => ({
      ...area,
      columnLabels: area.columnLabels.toReversed(),
      rowLabels: area.rowLabels.toReversed(),
    })),
    ...(scene.facts === undefined ? {} : { facts: scene.facts }),
    pieces: scene.pieces.map(turn),
    marks: scene.marks.map(turn),
    tweens: [],
  };
}
