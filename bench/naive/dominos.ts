/** Dominos as one writes it first: the state as the reference prints it, lists copied, every legal move made and compared. */

type Tile = readonly [low: number, high: number];

export interface Move {
  readonly end: 'left' | 'right';
  readonly flip: boolean;
  readonly tileIndex: number;
}

export interface State {
  readonly board: readonly { left: number; right: number; tile: Tile }[];
  readonly boneyard: readonly Tile[];
  readonly hands: readonly (readonly Tile[])[];
  readonly leftEnd: number;
  readonly rightEnd: number;
  readonly moveCount: number;
  readonly passed: readonly boolean[];
  readonly playerCount: number;
  readonly seed: number;
  readonly turn: number;
}

export interface GameResult {
  readonly winner: number | null;
  readonly reason: 'emptyHand' | 'blocked';
  readonly points: number;
}

const PASS: Move = { end: 'left', flip: false, tileIndex: -2 };
const DRAW: Move = { end: 'left', flip: false, tileIndex: -1 };

const next = (seed: number) => (1664525 * seed + 1013904223) % 2 ** 31;
const pips = (hand: readonly Tile[]) => hand.reduce((sum, [low, high]) => sum + low + high, 0);

/** Shuffles and deals. */
export function deal(startSeed: number, playerCount: number): State {
  let seed = startSeed;
  const tiles: Tile[] = [];
  for (let low = 0; low <= 6; low++)
    for (let high = low; high <= 6; high++) tiles.push([low, high]);
  for (let i = tiles.length - 1; i > 0; i--) {
    seed = next(seed);
    const j = Math.floor((seed * (i + 1)) / 2 ** 31);
    [tiles[i], tiles[j]] = [tiles[j]!, tiles[i]!];
  }
  const hands: Tile[][] = [];
  for (let seat = 0; seat < playerCount; seat++) hands.push(tiles.slice(7 * seat, 7 * seat + 7));
  const lead = bestTile(hands.flat());
  return {
    board: [],
    boneyard: tiles.slice(7 * playerCount),
    hands,
    leftEnd: -1,
    rightEnd: -1,
    moveCount: 0,
    passed: hands.map(() => false),
    playerCount,
    seed,
    turn: hands.findIndex(hand => hand.includes(lead)),
  };
}

function bestTile(tiles: readonly Tile[]): Tile {
  const doubles = tiles.filter(([low, high]) => low === high);
  const candidates = doubles.length > 0 ? doubles : tiles;
  return candidates.reduce((best, tile) => {
    const [sum, most] = [tile[0] + tile[1], best[0] + best[1]];
    return sum > most || (sum === most && tile[1] > best[1]) ? tile : best;
  });
}

/** Every legal move of the seat on turn. */
export function legalMoves(state: State): Move[] {
  if (resultOf(state) !== null) return [];
  const hand = state.hands[state.turn]!;
  if (state.board.length === 0)
    return [{ end: 'left', flip: false, tileIndex: hand.indexOf(bestTile(hand)) }];
  const moves: Move[] = [];
  hand.forEach(([low, high], tileIndex) => {
    if (high === state.leftEnd) moves.push({ end: 'left', flip: false, tileIndex });
    if (low === state.leftEnd && low !== high) moves.push({ end: 'left', flip: true, tileIndex });
    if (low === state.rightEnd) moves.push({ end: 'right', flip: false, tileIndex });
    if (high === state.rightEnd && low !== high)
      moves.push({ end: 'right', flip: true, tileIndex });
  });
  if (moves.length > 0) return moves;
  return [state.boneyard.length > 0 ? DRAW : PASS];
}

/** The state after a move; throws where it is not legal. */
export function applyMove(state: State, move: Move): State {
  const isLegal = legalMoves(state).some(
    legal =>
      legal.tileIndex === move.tileIndex && legal.end === move.end && legal.flip === move.flip,
  );
  if (!isLegal) throw new Error('illegal move');
  const { turn, playerCount } = state;
  const moveCount = state.moveCount + 1;
  if (move.tileIndex === -1) {
    const [tile, ...boneyard] = state.boneyard;
    const hands = state.hands.map((hand, seat) => (seat === turn ? [...hand, tile!] : hand));
    return { ...state, boneyard, hands, moveCount, passed: state.passed.map(() => false) };
  }
  const after = (turn + 1) % playerCount;
  if (move.tileIndex === -2) {
    const passed = state.passed.map((flag, seat) => flag || seat === turn);
    return { ...state, moveCount, passed, turn: after };
  }
  const [low, high] = state.hands[turn]![move.tileIndex]!;
  const tile: Tile = move.flip ? [high, low] : [low, high];
  const placed = { left: tile[0], right: tile[1], tile };
  const board = move.end === 'left' ? [placed, ...state.board] : [...state.board, placed];
  return {
    ...state,
    board,
    hands: state.hands.map((hand, seat) =>
      seat === turn ? hand.filter((_, i) => i !== move.tileIndex) : hand,
    ),
    leftEnd: board[0]!.left,
    rightEnd: board[board.length - 1]!.right,
    moveCount,
    passed: state.passed.map(() => false),
    turn: after,
  };
}

/** How the round ended; null while it goes on. */
export function resultOf(state: State): GameResult | null {
  const { hands, leftEnd, rightEnd, board, boneyard } = state;
  const empty = hands.findIndex(hand => hand.length === 0);
  const counts = () => hands.map(pips);
  if (empty >= 0)
    return { winner: empty, reason: 'emptyHand', points: counts().reduce((a, b) => a + b, 0) };
  const fits = ([low, high]: Tile) =>
    low === leftEnd || high === leftEnd || low === rightEnd || high === rightEnd;
  if (board.length === 0 || boneyard.length > 0 || hands.some(hand => hand.some(fits))) return null;
  const all = counts();
  const lowest = Math.min(...all);
  if (all.filter(count => count === lowest).length > 1)
    return { winner: null, reason: 'blocked', points: 0 };
  const points = all.reduce((a, b) => a + b, 0) - 2 * lowest;
  return { winner: all.indexOf(lowest), reason: 'blocked', points };
}
