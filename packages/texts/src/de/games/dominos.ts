/** Texts of Dominoes, in German. */
import type { DominosTexts } from '../../en/games/dominos.ts';
import { counted, ending } from '../helpers.ts';
import { match } from '../match.ts';

const ENDS: { readonly [end: string]: string } = { left: 'links', right: 'rechts' };
const stones = (count: number): string => counted(count, 'Stein', 'Steine');

export const dominos: DominosTexts = {
  title: 'Domino',
  seats: ['Süd', 'West', 'Nord', 'Ost'],
  reasons: {
    ...match.reasons,
    emptyHand: { label: 'Ausgespielt', by: 'durch Ausspielen' },
    blocked: { label: 'Blockiertes Spiel', by: 'bei blockiertem Spiel' },
  },
  refusals: {
    emptyBoneyard: 'Der Talon ist leer: Passe.',
    mustDraw: 'Ziehe zuerst vom Talon.',
    mustPlay: 'Du hast einen passenden Stein: Spiele ihn.',
    noTile: 'Diesen Stein hast du nicht.',
    noFit: 'Dieser Stein passt nicht an dieses Ende.',
    flip: 'Dieser Stein passt hier nur andersherum.',
    lead: 'Der erste Stein ist vorgegeben.',
    ambiguous: 'Dieser Stein passt an beide Enden; wähle eines.',
  },
  demos: {
    '': { about: 'Verdeckte Steine: Sieh dir die Partie aus der Sicht jedes Spielers an.' },
  },
  ...ending,
  tile: (one, other) => (one === other ? `Pasch ${one}` : `${one}-${other}`),
  aTile: 'einen Stein',
  passes: 'passt',
  draws: tile => `zieht ${tile}`,
  leads: tile => `eröffnet mit ${tile}`,
  plays: (tile, end) => `legt ${tile} ${ENDS[end]} an`,
  goesOut: 'legt den letzten Stein',
  isBlocked: 'das Spiel ist blockiert',
  noLine: 'Noch kein Stein gelegt.',
  line: (count, left, right) => `${stones(count)} in der Reihe, ${left} links, ${right} rechts.`,
  boneyard: count => (count === 0 ? 'Der Talon ist leer.' : `${stones(count)} im Talon.`),
  hand: (who, count) => `${who} hat ${stones(count)}.`,
  openHand: (who, tiles, pips) =>
    `${who} hat ${tiles.join(', ') || 'keine Steine'}: ${counted(pips, 'Auge', 'Augen')}.`,
  turn: who => `${who} am Zug.`,
  wonPoints: (who, by, points) => `${who} gewinnt ${by}, ${counted(points, 'Punkt', 'Punkte')}`,
  cell: {
    line: (tile, end) => `${tile} in der Reihe${end === null ? '' : `, Ende ${end}`}`,
    bothEnds: 'links und rechts',
    ends: { left: 'links', right: 'rechts' },
    openEnd: (end, pips) => `offenes Ende ${end}: ${pips}`,
    hand: (who, tile) => `${tile}, Hand von ${who}`,
    hidden: (who, place) => `verdeckter Stein ${place}, Hand von ${who}`,
    boneyard: tile => `${tile}, Talon`,
    noTiles: where => `${where}, keine Steine`,
    areas: { line: 'Reihe', boneyard: 'Talon' },
  },
  buttons: {
    pass: 'Passen',
    draw: 'Stein ziehen',
    tile: place => `Stein ${place}`,
    end: end => `Ende ${ENDS[end]}`,
  },
  events: {
    play: (who, tile, end) => `${who} legt ${tile} ${ENDS[end]} an`,
    draw: (who, tile) => `${who} zieht ${tile}`,
    pass: who => `${who} passt`,
  },
  captions: {
    boneyard: 'Talon',
    tiles: count => (count === 0 ? 'leer' : stones(count)),
    passed: 'gepasst',
  },
};
