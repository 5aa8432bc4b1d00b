/** Texts of Mage Duel. */

import { counted, ending } from '../helpers.ts';
import { match } from '../match.ts';

const TURNS = ['', ', turned once', ', turned twice', ', turned three times'];
const FEATURES: { readonly [kind: string]: string } = { City: 'city', Road: 'road' };

export const mageDuel = {
  title: 'Mage Duel',
  seats: ['Blue', 'Red'],
  reasons: {
    ...match.reasons,
    exhausted: { label: 'No tiles or jokers left', by: 'with no tiles or jokers left' },
    'double-skip': { label: 'Two skips in a row', by: 'after two skips in a row' },
    timeout: { label: 'Timeout', by: 'on time' },
    'full-board': { label: 'Full board', by: 'with a full board' },
  },
  refusals: {
    GameIsAlreadyFinished: 'The game is over.',
    PlayerNotInGame: 'You are not playing in this game.',
    NotYourTurn: 'It is not your turn.',
    NotEnoughJokers: 'You have no jokers left.',
    NoTilesInDeck: 'There are no tiles left.',
    CantFinishGame: 'You cannot claim the end yet.',
    'InvalidMove:tile': 'That tile does not exist.',
    'InvalidMove:rotation': 'A tile turns by up to three quarters.',
    'InvalidMove:bounds': 'That cell is not on the board.',
    'InvalidMove:occupied': 'That cell is occupied.',
    'InvalidMove:mismatch': 'An edge does not match its neighbor.',
    'InvalidMove:detached': 'The tile must connect to a matching edge.',
  },
  options: {
    deck: { label: 'Deck', help: 'Number of tiles of each type.' },
    edges: { label: 'Edges', help: 'City markers and road markers on each side of the board.' },
    jokers: { label: 'Jokers', help: 'Jokers per player.' },
    jokerPrice: { label: 'Joker value', help: 'Points for each joker left at the end.' },
    moveTime: {
      label: 'Time per turn',
      help: 'Seconds per turn; a week, the maximum, means no limit.',
    },
    endOnFullBoard: {
      label: 'End on a full board',
      help: 'Whether the game ends when the board is full.',
    },
    timeout: {
      label: 'Claimed end',
      help: 'Who scores when the end is claimed: both players, or only the last to move.',
      values: { share: 'Both players', forfeit: 'Last to move' },
    },
  },
  setUp: {
    moveTime: {
      label: 'Time per turn',
      help: 'Players who are late are skipped.',
      values: {
        30: '30 s',
        65: '65 s',
        120: '2 min',
        300: '5 min',
        604800: 'Unlimited',
      } as Readonly<Record<string, string>>,
    },
  },
  demos: {
    '': { about: 'Cities and roads, tile by tile.' },
  },
  ...ending,
  /** Edges of tiles and markers of the border, by their letters. */
  edges: { C: 'city', R: 'road', F: 'field' },
  skips: 'skips',
  claimsEnd: 'claims the end',
  noTile: 'no tile',
  /** `CFRR on e8, turned twice`. */
  lays: (tile: string, cell: string, turns: number, isJoker: boolean) =>
    `${tile}${isJoker ? ' as a joker' : ''} on ${cell}${TURNS[turns]}`,
  /** A feature is a `City` or a `Road`; points of the winner first. */
  winsFeature: (who: string, kind: string, more: number, less: number) =>
    `${who} wins a ${FEATURES[kind]} ${more}–${less}`,
  drawnFeature: (kind: string, blue: number, red: number) =>
    `a ${FEATURES[kind]} is drawn ${blue}–${red}`,
  wins: (who: string, more: number, less: number) => `${who} wins ${more}–${less}`,
  tie: (blue: number, red: number) => `draw ${blue}–${red}`,
  canceled: 'the game is canceled',
  side: (who: string, city: number, road: number, jokers: number) =>
    `${who}: ${counted(city, 'point')} in cities, ${road} in roads, ${counted(jokers, 'joker')}.`,
  noTop: 'No tile to lay',
  top: (tile: string) => `To lay: ${tile}`,
  deck: (top: string, left: number) => `${top}, ${left} in the deck.`,
  turn: (who: string) => `${who} to move.`,
  cell: {
    empty: (cell: string) => `${cell}, empty`,
    tile: (cell: string, who: string, edges: readonly string[]) =>
      `${cell}, ${who.toLowerCase()} tile: ${edges.join(', ')}`,
    top: (turns: number, edges: readonly string[]) =>
      `tile to lay${TURNS[turns]}: ${edges.join(', ')}`,
    /** A marker of the border, next to a cell. */
    marker: (cell: string, edge: number, what: string) =>
      `${['top', 'right', 'bottom', 'left'][edge]} border at ${cell}: ${what}`,
  },
  buttons: { skip: 'Skip', finish: 'Claim the end', joker: 'Joker' },
  events: {
    moved: (who: string, tile: string, cell: string, isJoker: boolean) =>
      `${who} lays ${tile}${isJoker ? ' as a joker' : ''} on ${cell}`,
    skipped: (who: string, isLate: boolean) =>
      isLate ? `${who} runs out of time` : `${who} skips`,
    drawn: (tile: string, left: number) => `${tile} is drawn, ${left} in the deck`,
  },
  /** What is shown for a moment where a feature is settled: `city 12 +4`. */
  effect: (kind: string, points: string) => `${FEATURES[kind]} ${points}`,
  achievements: {
    Seasoned: 'Seasoned',
    Winner: 'Winner',
    FirstRoad: 'First road',
    RoadBuilder: 'Road builder',
    FirstCity: 'First city',
    CityBuilder: 'City builder',
    Bandi: 'Bandi',
    Golem: 'Golem',
    Mammoth: 'Mammoth',
  },
  captions: {
    points: (total: number, city: number, road: number, jokers: number) =>
      `${counted(total, 'point')} (cities ${city}, roads ${road}), ${counted(jokers, 'joker')}`,
    total: (total: number) => `total ${total}`,
    cities: 'Cities',
    roads: 'Roads',
    jokers: (points: number) => `Jokers left, ${counted(points, 'point')} each`,
    sum: 'Total',
    top: 'tile',
    /** Over the tile to lay in its four rotations. */
    rack: (jokers: number) =>
      `Turn the tile and lay it${jokers === 0 ? '' : `, or use a joker (${jokers} left)`}`,
    deck: 'deck',
    left: (tiles: number) => `${counted(tiles, 'tile')} left`,
    lastMove: 'last move',
    ago: (seconds: number) => `${seconds} s ago`,
    edges: 'edges',
    legend: "clockwise from the top: C city, R road, - field; Red's are lower-case",
  },
};

export type MageDuelTexts = typeof mageDuel;
