/** A scene as a whole picture: a pure function, for pages, servers and files. */
import type { Scene, SceneCaption } from '../scene.ts';
import type { Art } from './art.ts';
import { drawBoard, drawCoordinates } from './board.ts';
import { CELL, type Layout, type LayoutOptions, layout } from './layout.ts';
import { drawMarks, drawPieces, drawSymbols, PREFIX } from './pieces.ts';
import { elementId, escapeText, num } from './text.ts';
import { color, paint, type Theme, themeCss } from './theme.ts';

/** How to draw. */
export interface SvgOptions extends LayoutOptions {
  /** Default: `auto`, light or dark like the page of the reader. */
  readonly theme?: Theme;
  /** Pixels per cell (default: 48). */
  readonly cellPx?: number;
  /** Width and height of the whole picture in pixels, with the board centered (default: from `cellPx`). */
  readonly sizePx?: readonly [number, number];
  /** What it is a picture of, for people who listen. */
  readonly title?: string;
  /** The position in words (default: the captions of the scene). */
  readonly description?: string;
  /** Whether the captions of the scene are written below the board (default: no). */
  readonly facts?: boolean;
  /** Prefix of all IDs and of the class of its colors, for several pictures on one page. */
  readonly prefix?: string;
}

/** A scene as SVG text, whole and standing alone. */
export function svg(scene: Scene, art: Art | undefined, options: SvgOptions = {}): string {
  const { theme = 'auto', cellPx = 48, title = 'A position' } = options;
  const prefix = elementId('', options.prefix ?? PREFIX);
  const laid = layout(scene, options);
  const told = (scene.facts ?? []).filter(({ isAboutText = false }) => !isAboutText);
  const facts = options.facts === true ? factLines(told, laid.width) : [];
  const height = laid.height + (facts.length === 0 ? 0 : LINE * facts.length + 20);
  const description = options.description ?? told.map(sentence).join(' ');
  const [titleId, descId] = [elementId(prefix, 'title'), elementId(prefix, 'desc')];
  const px = (units: number) => (units / CELL) * cellPx;
  const size = options.sizePx ?? [px(laid.width), px(height)];
  const [left, top, across, down] = sheet(laid.width, height, size).map(num);
  const corner = options.sizePx === undefined ? '' : ` x="${left}" y="${top}"`;
  const body = [
    `<rect${corner} width="${across}" height="${down}" fill="${color('paper')}"/>`,
    drawBoard(laid, art),
    drawMarks(scene, laid, art, 'below'),
    drawCoordinates(laid, options),
    drawPieces(scene, laid, art, prefix),
    drawMarks(scene, laid, art, 'above'),
    drawFacts(facts, laid),
  ].join('');
  const defs = `<defs>${drawSymbols(
    art,
    scene.pieces.map(({ look }) => look),
    prefix,
  )}</defs>`;
  const drawn = theme === 'auto' ? defs + body : paint(defs + body, art, theme);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" class="kifu ${prefix}theme" viewBox="${left} ${top} ${across} ${down}" width="${num(size[0])}" height="${num(size[1])}" role="img" aria-labelledby="${titleId} ${descId}" font-family="${FONT}">`,
    `<title id="${titleId}">${escapeText(title)}</title><desc id="${descId}">${escapeText(description)}</desc>`,
    theme === 'auto' ? `<style>${themeCss(art, 'auto', `.${prefix}theme`)}</style>` : '',
    drawn,
    '</svg>',
  ].join('');
}

/** The sheet of paper on which the board stands in the middle, in units: x, y, width, height, with the sides of `size`. */
function sheet(width: number, height: number, [wide, high]: readonly [number, number]) {
  const across = Math.max(width, (height * wide) / high);
  const down = Math.max(height, (width * high) / wide);
  return [(width - across) / 2, (height - down) / 2, across, down];
}

const FONT = 'system-ui,-apple-system,Segoe UI,Roboto,Noto Sans,sans-serif';

/** A line of facts, in units. */
const LINE = 42;
const FACT_SIZE = 30;

const sentence = ({ label, value }: SceneCaption): string => `${label}: ${value}.`;

/** Facts as lines of words that fit: letters are taken to be a little wider than they mostly are. */
function factLines(facts: readonly SceneCaption[], width: number): string[] {
  const most = Math.max(20, Math.floor(width / (0.55 * FACT_SIZE)));
  return facts.flatMap(({ label, value }) => {
    const lines: string[] = [];
    for (const word of `${label}: ${value}`.split(' ')) {
      const line = lines.at(-1);
      if (line === undefined || line.length + 1 + word.length > most) lines.push(word);
      else lines[lines.length - 1] = `${line} ${word}`;
    }
    return lines;
  });
}

const drawFacts = (lines: readonly string[], { height }: Layout): string =>
  lines.length === 0
    ? ''
    : `<g font-size="${FACT_SIZE}" fill="${color('ink')}">${lines
        .map(
          (line, i) => `<text x="22" y="${num(height + LINE * i + 26)}">${escapeText(line)}</text>`,
        )
        .join('')}</g>`;
