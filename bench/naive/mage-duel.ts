/**
 * Mage Duel as one would first write it: objects and arrays, changed in place, and features found by walking over the
 * board. A peer for the bench and an oracle for the tests; it shares nothing with the real one.
 */

const TYPES =
  'CCCC FFFF RRRR CCCF CCCR CCRR CFFF FFFR CRRR FRRR CCFF CFCF CRCR FFRR FRFR CCFR CCRF CFCR CFFR CFRF CRFF CRRF CRFR CFRR'.split(
    ' ',
  );
const STEPS = [
  [0, 1],
  [1, 0],
  [0, -1],
  [-1, 0],
] as const;
const WORTH: { readonly [kind: string]: number } = { C: 2, R: 1 };

export interface NaiveRules {
  readonly deck: readonly number[];
  readonly edges: readonly number[];
  readonly jokers: number;
  readonly jokerPrice: number;
  readonly moveTime: number;
  readonly endOnFullBoard: boolean;
  readonly timeout: string;
}

interface Tile {
  readonly type: number;
  /** Letters of the edges as they lie, clockwise from the top. */
  readonly edges: string;
  readonly side: number;
}

export interface NaiveGame {
  readonly rules: NaiveRules;
  readonly border: string[];
  readonly cells: (Tile | null)[][];
  readonly deck: number[];
  top: number | null;
  readonly jokers: number[];
  /** City and road points, by side. */
  readonly score: number[][];
  done: number;
  isSkipped: boolean;
  updated: number;
  rng: number;
  totals: number[] | null;
}

export interface NaiveAct {
  readonly by: number;
  readonly t: number;
  readonly op: string;
  readonly tile?: number;
  readonly rot?: number;
  readonly col?: number;
  readonly row?: number;
}

/** A new game at second 0. */
export function newNaiveGame(seed: number, rules: NaiveRules): NaiveGame {
  const game: NaiveGame = {
    rules,
    border: [],
    cells: Array.from({ length: 8 }, () => new Array(8).fill(null)),
    deck: rules.deck.flatMap((count, type) => new Array(count).fill(type)),
    top: null,
    jokers: [rules.jokers, rules.jokers],
    score: [
      [0, 0],
      [0, 0],
    ],
    done: 0,
    isSkipped: false,
    updated: 0,
    rng: seed,
    totals: null,
  };
  for (let i = 0; i < 4; i++) random(game, 1);
  for (let side = 0; side < 4; side++) {
    const line = new Array(8).fill('M');
    const places = [0, 1, 2, 3, 4, 5, 6, 7];
    const [cities = 0, roads = 0] = rules.edges;
    for (let k = 0; k < cities + roads; k++) {
      const j = k + random(game, 8 - k);
      [places[k], places[j]] = [places[j]!, places[k]!];
      line[places[k]!] = k < cities ? 'C' : 'R';
    }
    game.border.push(...line);
  }
  drawTile(game);
  return game;
}

function random(game: NaiveGame, n: number): number {
  game.rng = (1664525 * game.rng + 1013904223) % 2 ** 31;
  return Math.floor((game.rng * n) / 2 ** 31);
}

function drawTile(game: NaiveGame): void {
  game.top =
    game.deck.length === 0 ? null : game.deck.splice(random(game, game.deck.length), 1)[0]!;
}

/** Does something; gives the name of the rule that forbids it, or null. */
export function actNaive(game: NaiveGame, act: NaiveAct): string | null {
  const { rules } = game;
  if (act.by !== 0 && act.by !== 1) return 'PlayerNotInGame';
  if (game.totals !== null) return 'GameIsAlreadyFinished';
  const waited = act.t - game.updated;
  if (act.op === 'finish') {
    if (waited <= 2 * rules.moveTime) return 'CantFinishGame';
    finishGame(game);
    return null;
  }
  const turn = game.done % 2;
  const isInTime = game.done === 0 || waited <= rules.moveTime;
  const isLate = !isInTime && waited <= 2 * rules.moveTime;
  if (isInTime ? act.by !== turn : !isLate || act.by === turn) return 'NotYourTurn';
  const missed = isLate ? 1 : 0;
  if (act.op === 'skip') {
    const isSecond = isLate || game.isSkipped;
    if (game.top !== null) game.deck.push(game.top);
    drawTile(game);
    record(game, act.t, 1 + missed, true);
    if (isSecond) finishGame(game);
    return null;
  }
  const isJoker = act.op === 'joker';
  if (isJoker && game.jokers[act.by] === 0) return 'NotEnoughJokers';
  const type = isJoker ? act.tile! : game.top;
  if (type === null) return 'NoTilesInDeck';
  const wrong = misfit(game, type, act.rot!, act.col!, act.row!);
  if (wrong !== null) return `InvalidMove:${wrong}`;
  lay(game, { type, edges: turn90(TYPES[type]!, act.rot!), side: act.by }, act.col!, act.row!);
  if (isJoker) game.jokers[act.by]!--;
  else drawTile(game);
  record(game, act.t, 1 + missed, false);
  const isExhausted = game.top === null && game.jokers.every(left => left === 0);
  const isFull = rules.endOnFullBoard && game.cells.every(column => column.every(Boolean));
  if (isExhausted || isFull) finishGame(game);
  return null;
}

function record(game: NaiveGame, t: number, moves: number, isSkipped: boolean): void {
  game.done += moves;
  game.isSkipped = isSkipped;
  game.updated = t;
}

const turn90 = (letters: string, times: number): string =>
  letters.slice(4 - times) + letters.slice(0, 4 - times);

/** What an edge faces: a letter, or null for an empty cell. */
function faced(game: NaiveGame, col: number, row: number, edge: number): string | null {
  const [dc, dr] = STEPS[edge]!;
  const [c, r] = [col + dc, row + dr];
  if (r < 0) return game.border[col]!;
  if (c > 7) return game.border[8 + row]!;
  if (r > 7) return game.border[23 - col]!;
  if (c < 0) return game.border[31 - row]!;
  return game.cells[c]![r]?.edges[(edge + 2) % 4] ?? null;
}

function misfit(game: NaiveGame, type: number, rot: number, col: number, row: number) {
  if (TYPES[type] === undefined) return 'tile';
  if (![0, 1, 2, 3].includes(rot)) return 'rotation';
  if (game.cells[col] === undefined || game.cells[col][row] === undefined) return 'bounds';
  if (game.cells[col][row] !== null) return 'occupied';
  const edges = turn90(TYPES[type], rot);
  let matches = 0;
  for (let edge = 0; edge < 4; edge++) {
    const other = faced(game, col, row, edge);
    if (other === null || other === 'M') continue;
    if (other !== edges[edge]) return 'mismatch';
    matches++;
  }
  return matches === 0 ? 'detached' : null;
}

function lay(game: NaiveGame, tile: Tile, col: number, row: number): void {
  game.cells[col]![row] = tile;
  for (let edge = 0; edge < 4; edge++) {
    const kind = tile.edges[edge]!;
    if (kind === 'F') continue;
    const isMarked = isOutside(col, row, edge) && faced(game, col, row, edge) === kind;
    game.score[tile.side]![kind === 'C' ? 0 : 1]! += WORTH[kind]! * (isMarked ? 2 : 1);
  }
  const seen = new Set<number>();
  for (let edge = 0; edge < 4; edge++) {
    const node = (col * 8 + row) * 4 + edge;
    if (tile.edges[edge] === 'F' || seen.has(node)) continue;
    const feature = walk(game, node);
    for (const part of feature.nodes) seen.add(part);
    if (!feature.isOpen) contest(game, feature);
  }
}

const isOutside = (col: number, row: number, edge: number): boolean => {
  const [dc, dr] = STEPS[edge]!;
  return col + dc < 0 || col + dc > 7 || row + dr < 0 || row + dr > 7;
};

interface Feature {
  readonly nodes: ReadonlySet<number>;
  readonly kind: string;
  readonly points: readonly number[];
  readonly isOpen: boolean;
}

/** The whole feature of an edge. */
function walk(game: NaiveGame, from: number): Feature {
  const tileOf = (node: number) => game.cells[node >> 5]![(node >> 2) & 7]!;
  const kind = tileOf(from).edges[from & 3]!;
  const nodes = new Set([from]);
  const points = [0, 0];
  let isOpen = false;
  for (const node of nodes) {
    const [col, row, edge] = [node >> 5, (node >> 2) & 7, node & 3];
    const tile = tileOf(node);
    const other = faced(game, col, row, edge);
    points[tile.side]! += WORTH[kind]!;
    if (isOutside(col, row, edge)) {
      if (other === kind) points[tile.side]! += WORTH[kind]!;
    } else if (other === null) isOpen = true;
    else {
      const [dc, dr] = STEPS[edge]!;
      nodes.add(((col + dc) * 8 + row + dr) * 4 + ((edge + 2) % 4));
    }
    const same = [0, 1, 2, 3].filter(i => tile.edges[i] === kind);
    const isOne = kind === 'C' || (same.length === 2 && TYPES[tile.type] !== 'CRCR');
    if (isOne) for (const i of same) nodes.add(node - edge + i);
  }
  return { nodes, kind, points, isOpen };
}

function contest(game: NaiveGame, { kind, points }: Feature): void {
  const [blue = 0, red = 0] = points;
  if (blue === red) return;
  const [winner, loser, delta] = blue > red ? [0, 1, red] : [1, 0, blue];
  const place = kind === 'C' ? 0 : 1;
  game.score[winner]![place]! += delta;
  game.score[loser]![place]! -= delta;
}

function finishGame(game: NaiveGame): void {
  const seen = new Set<number>();
  for (let node = 0; node < 256; node++) {
    const tile = game.cells[node >> 5]![(node >> 2) & 7];
    if (!tile || tile.edges[node & 3] === 'F' || seen.has(node)) continue;
    const feature = walk(game, node);
    for (const part of feature.nodes) seen.add(part);
    if (feature.isOpen) contest(game, feature);
  }
  game.totals = game.score.map(
    ([city = 0, road = 0], side) => city + road + game.jokers[side]! * game.rules.jokerPrice,
  );
}
