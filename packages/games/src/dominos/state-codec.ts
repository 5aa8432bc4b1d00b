/** The canonical form of a state and its aside. Move format §9. */
import {
  type Fail,
  fail,
  hasKeys,
  isInteger,
  isObject,
  type Json,
  type JsonObject,
  ok,
  type Result,
  restoreSeed,
  type StateCodec,
  seedAside,
  seedCanon,
} from '@kifu/core';
import { leaderOf, makeState, type StateParts } from './make-state.ts';
import {
  barredOf,
  boardOf,
  boneyardOf,
  hasPassed,
  leftEnd,
  NONE,
  rightEnd,
  type State,
  seatsOf,
  tilesOf,
} from './state.ts';
import {
  bitOf,
  leftOf,
  MAX_PIPS,
  pairOf,
  rightOf,
  TILES,
  type Tile,
  type TileSet,
  tileName,
} from './tiles.ts';

const KEYS = [
  'board',
  'boneyard',
  'hands',
  'leftEnd',
  'moveCount',
  'passed',
  'playerCount',
  'rightEnd',
  'seed',
  'turn',
];
/** More moves than any match can have; keeps counters from strangers within reason. */
const MAX_COUNT = 1_000_000;
const ALL_TILES: TileSet = TILES.reduce((set, tile) => set | bitOf(tile), 0);

/** Canonical JSON; the aside has public knowledge of the hands, and a long seed. */
export const states: StateCodec<State> = {
  canon: state => JSON.parse(text(state)) as Json,
  aside(state) {
    const barred = seatsOf(state).map(seat => barredOf(state, seat));
    const seed = seedAside(state.deal.seed);
    const isKnown = barred.flat().some(tiles => tiles !== 0);
    return isKnown || seed !== null ? { barred: isKnown ? barred : null, seed } : null;
  },
  restore,
  position(state) {
    const hands = seatsOf(state).map(seat => tilesOf(state, seat).map(digits).join(' '));
    const rest = boneyardOf(state).map(digits).join(' ');
    return `${state.turn} ${leftEnd(state)} ${rightEnd(state)} | ${hands.join(' | ')} | ${rest}`;
  },
  text,
};

const digits = (tile: Tile): string => `${leftOf(tile)}${rightOf(tile)}`;

const PAIR_TEXT = Array.from({ length: 64 }, (_, tile) => `[${leftOf(tile)},${rightOf(tile)}]`);
const LAID_TEXT = PAIR_TEXT.map(
  (pair, tile) => `{"left":${leftOf(tile)},"right":${rightOf(tile)},"tile":${pair}}`,
);
const listText = (tiles: readonly Tile[], texts: readonly string[]): string =>
  `[${tiles.map(tile => texts[tile]).join(',')}]`;

/** The canonical text, keys in order. */
function text(state: State): string {
  const { deal, moves, turn } = state;
  const seats = seatsOf(state);
  const hands = seats.map(seat => listText(tilesOf(state, seat), PAIR_TEXT)).join(',');
  const flags = seats.map(seat => hasPassed(state, seat)).join(',');
  return (
    `{"board":${listText(boardOf(state), LAID_TEXT)},"boneyard":${listText(boneyardOf(state), PAIR_TEXT)},` +
    `"hands":[${hands}],"leftEnd":${leftEnd(state)},"moveCount":${moves},"passed":[${flags}],"playerCount":${deal.seats},` +
    `"rightEnd":${rightEnd(state)},"seed":${seedCanon(deal.seed)},"turn":${turn}}`
  );
}

/** A tile on the board as the canonical form has it. */
export interface LaidJson extends JsonObject {
  readonly left: number;
  readonly right: number;
  readonly tile: readonly [left: number, right: number];
}

/** The board of a state as its canonical form has it. */
export const boardJson = (state: State): LaidJson[] =>
  boardOf(state).map(tile => ({ left: leftOf(tile), right: rightOf(tile), tile: pairOf(tile) }));

function restore(canon: Json, aside?: Json): Result<State> {
  if (!isObject(canon) || !hasKeys(canon, KEYS))
    return fail('malformed', `a state must have exactly the keys ${KEYS.join(', ')}`);
  const { playerCount, moveCount, turn } = canon;
  if (!isInteger(playerCount, 2, 4)) return wrong('playerCount', 'playerCount must be 2, 3 or 4');
  if (!isInteger(moveCount, 0, MAX_COUNT))
    return wrong('moveCount', 'moveCount must be an integer from 0');
  if (!isInteger(turn, 0, playerCount - 1))
    return wrong('turn', 'turn must be the seat of a player');
  const board = restoreBoard(canon.board);
  if (board === null)
    return wrong('board', 'board must be a list of { left, right, tile: [left, right] }');
  const boneyard = restoreTiles(canon.boneyard);
  if (boneyard === null) return wrong('boneyard', TILES_FORM);
  const hands = restoreList(canon.hands, playerCount, restoreTiles);
  if (hands === null) return wrong('hands', `hands must have a list for each seat: ${TILES_FORM}`);
  const passed = restoreFlags(canon.passed, playerCount);
  if (passed === null) return wrong('passed', 'passed must be true or false for each seat');
  const beside = restoreAside(aside ?? null, canon.seed, hands);
  if (!beside.ok) return beside;
  const given = { hands, boneyard, board, moves: moveCount, passed, turn, ...beside.value };
  const impossible = findImpossible(given) ?? findWrongEnds(canon, board);
  return impossible === null ? ok(makeState(given)) : fail('bad-state', impossible);
}

const wrong = (key: string, form: string): Fail =>
  fail('malformed', form, { at: { path: `/${key}` } });

const TILES_FORM = 'tiles must be a list of [low, high], from 0 to 6 each';

function restoreList<T>(
  list: Json | undefined,
  length: number,
  restoreItem: (item: Json, i: number) => T | null,
): T[] | null {
  if (!Array.isArray(list) || list.length !== length) return null;
  const items = list.map(restoreItem);
  return items.every(item => item !== null) ? items : null;
}

/** At most as many tiles as there are: each in the list is read, and strangers may send longer ones. */
function restoreTiles(list: Json | undefined): Tile[] | null {
  if (!Array.isArray(list) || list.length > TILES.length) return null;
  return restoreList(list, list.length, item => {
    const tile = restorePair(item);
    return tile !== null && leftOf(tile) <= rightOf(tile) ? tile : null;
  });
}

function restorePair(pair: Json | undefined): Tile | null {
  const [left, right] = Array.isArray(pair) && pair.length === 2 ? pair : [];
  return isInteger(left, 0, MAX_PIPS) && isInteger(right, 0, MAX_PIPS) ? (left << 3) | right : null;
}

function restoreBoard(list: Json | undefined): Tile[] | null {
  if (!Array.isArray(list) || list.length > TILES.length) return null;
  return restoreList(list, list.length, laid => {
    if (!isObject(laid) || !hasKeys(laid, ['left', 'right', 'tile'])) return null;
    const tile = restorePair(laid.tile);
    const isAsItLies = tile !== null && laid.left === leftOf(tile) && laid.right === rightOf(tile);
    return isAsItLies ? tile : null;
  });
}

function restoreFlags(list: Json | undefined, length: number): number | null {
  const flags = restoreList(list, length, flag => (typeof flag === 'boolean' ? flag : null));
  return flags === null ? null : flags.reduce((bits, flag, i) => bits | (Number(flag) << i), 0);
}

/** What makes a state one that no round can come to; the number of tiles is not looked at. */
function findImpossible({
  hands,
  boneyard,
  board,
  moves,
  turn,
  barred,
}: StateParts): string | null {
  const held = [...hands.flat(), ...boneyard];
  const twice = held.find((tile, i) => held.indexOf(tile) < i);
  if (twice !== undefined) return `${tileName(twice)} is held or left twice`;
  const gap = board.findIndex((tile, i) => i > 0 && leftOf(tile) !== rightOf(board[i - 1]!));
  if (gap > 0) return `${tileName(board[gap]!)} does not fit the tile to its left`;
  if (hands.filter(hand => hand.length === 0).length > 1) return 'two hands are empty';
  if (board.length > 0)
    return moves < board.length ? 'fewer moves were made than tiles laid' : null;
  if (moves > 0) return 'moves were made, and no tile is laid';
  if (barred !== null) return 'nobody has moved, and something is known of the hands';
  if (hands.some(hand => hand.length === 0)) return 'a hand is empty, and no tile is laid';
  return leaderOf(hands) === turn ? null : 'another seat holds the tile that leads';
}

function findWrongEnds(canon: JsonObject, board: readonly Tile[]): string | null {
  const [first, last] = [board[0], board.at(-1)];
  const isLeft = canon.leftEnd === (first === undefined ? NONE : leftOf(first));
  const isRight = canon.rightEnd === (last === undefined ? NONE : rightOf(last));
  return isLeft && isRight ? null : 'the open ends are not those of the board';
}

const ASIDE_FORM =
  'beside a state of dominos stands null or { barred: a set of tiles for each tile in the hands or null, seed }';

function restoreAside(
  aside: Json,
  seedNumber: Json | undefined,
  hands: StateParts['hands'],
): Result<Pick<StateParts, 'barred' | 'seed'>> {
  const { barred: sets = null, seed: long = null } = isObject(aside) ? aside : {};
  const isForm = aside === null || (isObject(aside) && hasKeys(aside, ['barred', 'seed']));
  if (!isForm || (aside !== null && sets === null && long === null))
    return fail('malformed', ASIDE_FORM);
  const barred = sets === null ? null : restoreBarred(sets, hands);
  if (sets !== null && barred === null) return fail('malformed', ASIDE_FORM);
  if (barred?.some((row, seat) => row.some((set, i) => (set & bitOf(hands[seat]![i]!)) !== 0)))
    return fail('bad-state', 'a hand has a tile that public knowledge excludes');
  const seed = restoreSeed(seedNumber, long);
  return seed.ok ? ok({ barred, seed: seed.value }) : seed;
}

function restoreBarred(sets: Json, hands: StateParts['hands']): TileSet[][] | null {
  const barred = restoreList(sets, hands.length, (row, seat) =>
    restoreList(row, hands[seat]!.length, set => (isInteger(set, 0, ALL_TILES) ? set : null)),
  );
  return barred?.flat().some(set => set !== 0) ? barred : null;
}
