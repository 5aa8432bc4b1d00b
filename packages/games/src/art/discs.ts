/** Round pieces seen from above, for checkers and backgammon. */
import { color } from '@kifu/core/svg';

/** Fill, outline and what is drawn on it, by side. */
const INKS: { readonly [side: string]: readonly [string, string, string] } = {
  white: ['white', 'white-edge', 'white-edge'],
  black: ['black', 'black-edge', 'black-line'],
};

/** A disc with a groove, or with the picture `inner` on it. */
export function drawDisc(side: 'white' | 'black', inner = ''): string {
  const [fill, edge, line] = INKS[side]!.map(color);
  return `<circle cy="4" r="43" fill="${color('shadow')}" opacity=".22"/><circle r="41" fill="${fill}" stroke="${edge}" stroke-width="5"/>${inner === '' ? `<circle r="30" fill="none" stroke="${line}" stroke-width="3" opacity=".5"/>` : inner}`;
}

/** The color for words on a disc. */
export const onDisc = (side: 'white' | 'black'): string => INKS[side]![2];
