/** Texts of Dominoes. */

import { counted, ending } from '../helpers.ts';
import { match } from '../match.ts';

/** Names of the ends. */
const ENDS: { readonly [end: string]: string } = { left: 'left', right: 'right' };

export const dominos = {
  title: 'Dominoes',
  seats: ['South', 'West', 'North', 'East'],
  reasons: {
    ...match.reasons,
    emptyHand: { label: 'Went out', by: 'by going out' },
    blocked: { label: 'Blocked game', by: 'with the game blocked' },
  },
  refusals: {
    emptyBoneyard: 'The boneyard is empty: pass.',
    mustDraw: 'Draw from the boneyard first.',
    mustPlay: 'You have a playable tile: play it.',
    noTile: 'You do not hold that tile.',
    noFit: 'That tile does not fit this end.',
    flip: 'That tile fits this end only when turned around.',
    lead: 'The first tile must be the leading one.',
    ambiguous: 'That tile fits both ends; choose one.',
  },
  demos: {
    '': { about: "Hidden hands: replay it from either player's point of view." },
  },
  ...ending,
  /** A tile by its halves, the lower one first. */
  tile: (one: number, other: number) => (one === other ? `double ${one}` : `${one}-${other}`),
  aTile: 'a tile',
  passes: 'passes',
  draws: (tile: string) => `draws ${tile}`,
  leads: (tile: string) => `leads ${tile}`,
  plays: (tile: string, end: string) => `plays ${tile} on the ${ENDS[end]}`,
  goesOut: 'goes out',
  isBlocked: 'the game is blocked',
  noLine: 'No tiles played.',
  line: (count: number, left: number, right: number) =>
    `${counted(count, 'tile')} in the line, ${left} on the left, ${right} on the right.`,
  boneyard: (count: number) =>
    count === 0 ? 'The boneyard is empty.' : `${counted(count, 'tile')} in the boneyard.`,
  hand: (who: string, count: number) => `${who} holds ${counted(count, 'tile')}.`,
  openHand: (who: string, tiles: readonly string[], pips: number) =>
    `${who} holds ${tiles.join(', ') || 'no tiles'}: ${counted(pips, 'pip')}.`,
  turn: (who: string) => `${who} to move.`,
  wonPoints: (who: string, by: string, points: number) =>
    `${who} wins ${by}, ${counted(points, 'point')}`,
  /** Names of cells. */
  cell: {
    line: (tile: string, end: string | null) =>
      `${tile} in the line${end === null ? '' : `, ${end} end`}`,
    bothEnds: 'left and right',
    ends: { left: 'left', right: 'right' },
    openEnd: (end: string, pips: string) => `open ${end} end: ${pips}`,
    hand: (who: string, tile: string) => `${tile}, ${who}'s hand`,
    hidden: (who: string, place: number) => `hidden tile ${place}, ${who}'s hand`,
    boneyard: (tile: string) => `${tile}, boneyard`,
    noTiles: (where: string) => `${where}, no tiles`,
    areas: { line: 'line', boneyard: 'boneyard' },
  },
  buttons: {
    pass: 'Pass',
    draw: 'Draw tile',
    /** A tile of a hand that is not shown. */
    tile: (place: number) => `Tile ${place}`,
    end: (end: string) => `${ENDS[end]} end`,
  },
  events: {
    play: (who: string, tile: string, end: string) => `${who} plays ${tile} on the ${ENDS[end]}`,
    draw: (who: string, tile: string) => `${who} draws ${tile}`,
    pass: (who: string) => `${who} passes`,
  },
  captions: {
    boneyard: 'boneyard',
    tiles: (count: number) => (count === 0 ? 'empty' : counted(count, 'tile')),
    passed: 'passed',
  },
};

export type DominosTexts = typeof dominos;
