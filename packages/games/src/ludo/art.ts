/** How ludo is drawn: the cross with its yards, and tokens that differ by color and sign. */
import type { Art, MarkDrawing } from '@kifu/core';
import { color } from '@kifu/core/svg';
import { drawDie } from '../art/dice.ts';
import { SEAT_NAMES } from './names.ts';

/** The pictures of ludo. */
export const art: Art = {
  drawing(look) {
    if (look === 'star' || look === 'die-0') return null;
    if (/^die-[1-6]$/.test(look)) return { body: drawDie(Number(look.slice(4))) };
    if (look === 'unused') return { body: UNUSED, width: 6, height: 6, isFlat: true };
    const seat = SEAT_NAMES.findIndex(name => look.startsWith(`${name}-`));
    if (seat < 0) return undefined;
    const kind = look.slice(SEAT_NAMES[seat]!.length + 1);
    const token = /^token-([1-4])$/.exec(kind);
    if (token !== null) return { body: drawToken(seat, Number(token[1])) };
    return PRINTED.includes(kind) ? null : undefined;
  },
  board: () => BOARD,
  mark: (kind, width) => (kind === 'choice' ? drawChoice(width / 100) : undefined),
  colors: {
    from: ['#8c99a3', '#5f6b75'],
    to: ['#8c99a3', '#5f6b75'],
    cross: ['#f6f2e9', '#d9d5cb'],
    rule: ['#b9b4a8', '#9d988c'],
    base: ['#fbf8f1', '#ded9ce'],
  },
};

/** What the board shows already. */
const PRINTED = ['start', 'column', 'home', 'yard', 'corner'];

/** Around the number of a token, so that colors that some cannot tell apart differ by more than color. */
const SIGNS = [
  '<circle r="23"/>',
  '<path d="M0-31L27 19H-27z"/>',
  '<rect x="-20" y="-20" width="40" height="40" rx="2"/>',
  '<path d="M0-30L30 0L0 30L-30 0z"/>',
] as const;

/** The numbers of tokens as lines: words of a picture would not stay upright. */
const DIGITS = [
  'M-5-7L1-12V12',
  'M-8-6C-8-14 8-14 8-5C8 1-8 6-8 12H8',
  'M-7-9C-4-14 8-13 7-6C6-1 1-1-2-1C1-1 8 0 8 6C8 14-5 14-8 8',
  'M4 12V-12L-9 5H9',
] as const;

function drawToken(seat: number, number: number): string {
  const name = SEAT_NAMES[seat]!;
  return `<g transform="scale(1.2)"><circle cy="5" r="37" fill="${color('shadow')}" opacity=".25"/><circle r="35" fill="${color(name)}" stroke="${color(`${name}-edge`)}" stroke-width="5"/><g fill="${color('white')}" opacity=".94">${SIGNS[seat]}</g><path fill="none" stroke="${color(`${name}-edge`)}" stroke-width="5" stroke-linecap="round" stroke-linejoin="round" d="${DIGITS[number - 1]}"/></g>`;
}

/** Over the quarter of a seat that nobody has. */
const UNUSED = `<rect x="-294" y="-294" width="588" height="588" rx="26" fill="${color('cross')}" opacity=".72"/>`;

/** Around a token that can move, as large as it is. */
const drawChoice = (size: number): MarkDrawing => ({
  body: `<g transform="scale(${Math.round(100 * size) / 100})"><circle r="47" fill="none" stroke="${color('white')}" stroke-width="9"/><circle r="47" fill="none" stroke="${color('white-edge')}" stroke-width="5" stroke-dasharray="13 10"/></g>`,
  isAbove: true,
});

const STAR = 'M0-32L8-11L30-10L13 4L19 26L0 14L-19 26L-13 4L-30-10L-8-11z';

/** A quarter of the board as red has it, at the top left; the others are the same, turned. */
function drawQuarter(name: string, seat: number): string {
  const fill = color(name);
  const bases = [205, 395].flatMap(x =>
    [205, 395].map(y => `<circle cx="${x}" cy="${y}" r="80"/>`),
  );
  return `<g transform="rotate(${90 * seat} 750 750)"><rect x="8" y="8" width="584" height="584" rx="26" fill="${fill}"/><rect x="120" y="120" width="360" height="360" rx="60" fill="${color('base')}"/><g fill="${fill}" opacity=".3">${bases.join('')}</g><path d="M100 600h100v100h400v100H100z" fill="${fill}"/><path d="M600 600L750 750L600 900z" fill="${fill}" stroke="${color('cross')}" stroke-width="5" stroke-linejoin="round"/><path d="M134 650h26m0 0l-12-15m12 15l-12 15" transform="translate(150 650) scale(1.6) translate(-147 -650)" fill="none" stroke="${color('cross')}" stroke-width="7" stroke-linecap="round" stroke-linejoin="round"/><path d="${STAR}" transform="translate(250 850) rotate(${-90 * seat})" fill="none" stroke="${color('faint')}" stroke-width="5" stroke-linejoin="round"/></g>`;
}

/** Lines between the cells of the cross. */
const RULES = (() => {
  const lines: string[] = [];
  for (let i = 0; i <= 3; i++)
    lines.push(
      `M${600 + 100 * i} 0V600M${600 + 100 * i} 900V1500M0 ${600 + 100 * i}H600M900 ${600 + 100 * i}H1500`,
    );
  for (let i = 0; i <= 6; i++)
    lines.push(
      `M600 ${100 * i}H900M600 ${900 + 100 * i}H900M${100 * i} 600V900M${900 + 100 * i} 600V900`,
    );
  return `<path d="${lines.join('')}" fill="none" stroke="${color('rule')}" stroke-width="4"/>`;
})();

const BOARD = `<rect width="1500" height="1500" rx="26" fill="${color('cross')}"/>${SEAT_NAMES.map(drawQuarter).join('')}${RULES}`;
