/** Ludo as one would first write it: the state is the JSON of the move format, copied for every roll and every move. */

interface Token {
  readonly inHome: boolean;
  readonly position: number;
}

/** The canonical state of the move format. */
export interface NaiveState {
  readonly consecutiveSixes: number;
  readonly dice: number | null;
  readonly eliminated: readonly boolean[];
  readonly moveCount: number;
  readonly playerCount: number;
  readonly seed: number;
  readonly tokens: readonly (readonly Token[])[];
  readonly turn: number;
}

export interface NaiveMove {
  readonly steps: number;
  readonly tokenIndex: number;
}

const SAFE_SQUARES = [0, 8, 13, 21, 26, 34, 39, 47];
const HOME = 56;

/** The first state, after the players have rolled for the first turn. */
export function startGame(playerCount: number, startSeed: number): NaiveState {
  let seed = startSeed;
  let players = Array.from({ length: playerCount }, (_, player) => player);
  while (players.length > 1) {
    const rolls = players.map(player => {
      seed = nextSeed(seed);
      return { player, die: dieOf(seed) };
    });
    const highest = Math.max(...rolls.map(roll => roll.die));
    players = rolls.filter(roll => roll.die === highest).map(roll => roll.player);
  }
  return {
    consecutiveSixes: 0,
    dice: null,
    eliminated: Array(playerCount).fill(false),
    moveCount: 0,
    playerCount,
    seed,
    tokens: Array.from({ length: playerCount }, () =>
      Array.from({ length: 4 }, () => ({ inHome: false, position: -1 })),
    ),
    turn: players[0]!,
  };
}

/** Rolls until a player can move or the game is over. */
export function rollUntilMove(state: NaiveState): NaiveState {
  let now = state;
  while (now.dice === null && winnerOf(now) === null) now = rollDice(now);
  return now;
}

function rollDice(state: NaiveState): NaiveState {
  const next = copy(state);
  next.seed = nextSeed(state.seed);
  const die = dieOf(next.seed);
  if (die === 6) {
    next.consecutiveSixes++;
    if (next.consecutiveSixes === 3) {
      next.consecutiveSixes = 0;
      next.turn = nextPlayer(state);
      return next;
    }
  }
  next.dice = die;
  if (legalMoves(next).length > 0) return next;
  next.dice = null;
  if (die !== 6) {
    next.consecutiveSixes = 0;
    next.turn = nextPlayer(state);
  }
  return next;
}

/** All moves of the player on turn. */
export function legalMoves(state: NaiveState): NaiveMove[] {
  const { dice, turn } = state;
  if (dice === null || winnerOf(state) !== null) return [];
  const own = state.tokens[turn]!;
  const moves: NaiveMove[] = [];
  own.forEach((token, tokenIndex) => {
    if (token.inHome || (token.position === -1 && dice !== 6)) return;
    const to = token.position === -1 ? 0 : token.position + dice;
    if (to > HOME) return;
    if (to < HOME && own.some(other => other.position === to)) return;
    moves.push({ steps: token.position === -1 ? 0 : dice, tokenIndex });
  });
  return moves;
}

/** The state after a move; throws where it is not legal. */
export function applyMove(state: NaiveState, move: NaiveMove): NaiveState {
  const isLegal = legalMoves(state).some(
    ({ steps, tokenIndex }) => steps === move.steps && tokenIndex === move.tokenIndex,
  );
  if (!isLegal) throw new Error('illegal move');
  const next = copy(state);
  const { turn } = state;
  const token = next.tokens[turn]![move.tokenIndex]!;
  token.position += move.steps === 0 ? 1 : move.steps;
  token.inHome = token.position === HOME;
  const square = squareOf(turn, token.position);
  if (square !== null && !SAFE_SQUARES.includes(square))
    next.tokens.forEach((tokens, player) => {
      if (player === turn) return;
      for (const other of tokens)
        if (squareOf(player, other.position) === square) other.position = -1;
    });
  next.moveCount++;
  next.dice = null;
  if (state.dice !== 6 || winnerOf(next) !== null) {
    next.consecutiveSixes = 0;
    next.turn = nextPlayer(state);
  }
  return next;
}

/** The player with all tokens home, or the only one left; null while the game goes on. */
export function winnerOf({ tokens, eliminated }: NaiveState): number | null {
  const finished = tokens.findIndex(own => own.every(token => token.inHome));
  if (finished >= 0) return finished;
  const left = eliminated.filter(isGone => !isGone).length;
  return left === 1 ? eliminated.indexOf(false) : null;
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

function copy(state: NaiveState): Mutable<Omit<NaiveState, 'tokens'>> & {
  tokens: Mutable<Token>[][];
} {
  return {
    ...state,
    eliminated: [...state.eliminated],
    tokens: state.tokens.map(own => own.map(token => ({ ...token }))),
  };
}

function nextPlayer({ turn, playerCount, eliminated }: NaiveState): number {
  let next = (turn + 1) % playerCount;
  while (eliminated[next]) next = (next + 1) % playerCount;
  return next;
}

/** The square of the ring; null for base, home column and home. */
const squareOf = (player: number, position: number): number | null =>
  position < 0 || position > 50 ? null : (13 * player + position) % 52;

const nextSeed = (seed: number): number => (1664525 * seed + 1013904223) % 2 ** 31;
const dieOf = (seed: number): number => Math.floor((seed * 6) / 2 ** 31) + 1;
