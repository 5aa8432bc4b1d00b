/** Go as one would first write it: a board of rows, chains found by walking, earlier boards kept as text. */

/** What a point holds. */
type Point = 'black' | 'white' | null;
type Colour = 'black' | 'white';

interface Chain {
  readonly stones: readonly [number, number][];
  readonly liberties: ReadonlySet<string>;
}

/** A match with positional superko and without suicide. */
export class NaiveGo {
  readonly size: number;
  readonly captured = { black: 0, white: 0 };
  board: Point[][];
  turn: Colour = 'black';
  private readonly history = new Set<string>();

  constructor(size: number) {
    this.size = size;
    this.board = Array.from({ length: size }, () => new Array<Point>(size).fill(null));
    this.history.add(this.text());
  }

  /** Plays a stone; throws where the rules forbid it. */
  play(x: number, y: number): void {
    if (this.board[y]?.[x] === undefined) throw new Error('off the board');
    if (this.board[y][x] !== null) throw new Error('occupied');
    const before = this.board;
    const foe: Colour = this.turn === 'black' ? 'white' : 'black';
    this.board = before.map(row => [...row]);
    this.board[y]![x] = this.turn;
    let taken = 0;
    for (const [nx, ny] of this.neighbours(x, y)) {
      if (this.board[ny]![nx] !== foe) continue;
      const chain = this.chain(nx, ny);
      if (chain.liberties.size > 0) continue;
      for (const [sx, sy] of chain.stones) this.board[sy]![sx] = null;
      taken += chain.stones.length;
    }
    const text = this.text();
    const isSuicide = this.chain(x, y).liberties.size === 0;
    if (isSuicide || this.history.has(text)) {
      this.board = before;
      throw new Error(isSuicide ? 'suicide' : 'superko');
    }
    this.history.add(text);
    this.captured[this.turn] += taken;
    this.turn = foe;
  }

  /** The board as text, the top row first. */
  text(): string {
    return this.board
      .map(row => row.map(point => (point === null ? '.' : point === 'black' ? 'B' : 'W')).join(''))
      .join('/');
  }

  private neighbours(x: number, y: number): [number, number][] {
    const around: [number, number][] = [
      [x - 1, y],
      [x + 1, y],
      [x, y - 1],
      [x, y + 1],
    ];
    return around.filter(([nx, ny]) => nx >= 0 && ny >= 0 && nx < this.size && ny < this.size);
  }

  private chain(x: number, y: number): Chain {
    const colour = this.board[y]![x];
    const stones: [number, number][] = [[x, y]];
    const seen = new Set([`${x},${y}`]);
    const liberties = new Set<string>();
    for (const [sx, sy] of stones)
      for (const [nx, ny] of this.neighbours(sx, sy)) {
        const key = `${nx},${ny}`;
        const there = this.board[ny]![nx];
        if (there === null) liberties.add(key);
        else if (there === colour && !seen.has(key)) {
          seen.add(key);
          stones.push([nx, ny]);
        }
      }
    return { stones, liberties };
  }
}
