/** Colors by name, as CSS custom properties with a value for light and one for dark pages. */
import type { Art, Shades } from './art.ts';

/** `auto` follows the page or the system; the others are written out, for programs that know no custom properties. */
export type Theme = 'light' | 'dark' | 'auto';

/** What art writes for a color: `color('ink')`. */
export const color = (name: string): string => `var(--kifu-${name})`;

/** The colors that all games share. */
const COLORS: { readonly [name: string]: Shades } = {
  paper: ['#fbfaf7', '#1b1d20'],
  ink: ['#2c2f33', '#e6e4df'],
  faint: ['#66645d', '#9a9b9b'],
  tray: ['#efece5', '#26292d'],
  frame: ['#51606b', '#343d45'],
  label: ['#dfe5e8', '#b3bec6'],
  light: ['#eae6dc', '#bfc3c1'],
  dark: ['#8fa3b0', '#6f8492'],
  'on-light': ['#54636e', '#3f4c56'],
  'on-dark': ['#1f2c36', '#080f15'],
  wood: ['#e3bd7e', '#b98f56'],
  line: ['#5f4a2b', '#3a2c17'],
  from: ['#e8c04a', '#d8ac35'],
  to: ['#e8c04a', '#d8ac35'],
  danger: ['#b3261e', '#b3261e'],
  choice: ['#0b4a2b', '#052414'],
  rest: ['#9277c4', '#8064b8'],
  'rest-line': ['#4b3584', '#2c1d57'],
  shadow: ['#000000', '#000000'],
  white: ['#fbf8f1', '#f1ede4'],
  'white-edge': ['#3b3a38', '#2a2927'],
  black: ['#3a3a3e', '#2b2b2f'],
  'black-edge': ['#18181a', '#0c0c0d'],
  'black-line': ['#cfccc5', '#b5b2ab'],
  red: ['#c9432e', '#c4442f'],
  'red-edge': ['#64180d', '#4e130a'],
  green: ['#4f9d5f', '#4b965a'],
  'green-edge': ['#173f20', '#123219'],
  yellow: ['#eebb34', '#e0ae2c'],
  'yellow-edge': ['#6d4f05', '#5a4104'],
  blue: ['#3d6fb4', '#4273b6'],
  'blue-edge': ['#152f55', '#102546'],
};

/** The custom properties as CSS: `.kifu{--kifu-ink:#2c2f33;…}`, for `auto` with those of dark pages after them. */
export function themeCss(art: Art | undefined, theme: Theme = 'auto', selector = '.kifu'): string {
  if (theme !== 'auto') return rule(selector, art, theme);
  const dark = rule(selector, art, 'dark');
  return `${rule(selector, art, 'light')}@media(prefers-color-scheme:dark){${dark}}`;
}

const rule = (selector: string, art: Art | undefined, theme: 'light' | 'dark'): string =>
  `${selector}{color-scheme:${theme};${[...colorsOf(art, theme)].map(([name, value]) => `--kifu-${name}:${value}`).join(';')}}`;

/** SVG with its colors written out. */
export function paint(text: string, art: Art | undefined, theme: 'light' | 'dark'): string {
  const colors = colorsOf(art, theme);
  return text.replace(
    /var\(--kifu-([a-z0-9-]+)\)/g,
    (_, name: string) => colors.get(name) ?? 'none',
  );
}

function colorsOf(art: Art | undefined, theme: 'light' | 'dark'): Map<string, string> {
  const shades = Object.entries({ ...COLORS, ...art?.colors });
  return new Map(shades.map(([name, [light, dark]]) => [name, theme === 'light' ? light : dark]));
}
