/** The best line of every analyzed position: in words for the page, and its first move as an arrow on the board. */
import {
  type Json,
  type Kit,
  type Note,
  type Seat,
  type Shape,
  type ShapeCell,
  touchOf,
} from '@kifu/core';
import type { Timeline } from '@kifu/record';
import type { Grade, RecordAnalysis } from '@kifu/record/analysis';
import type { Annotations } from '@kifu/record/annotations';

/** Longest line that is shown, in moves. */
const MAX_MOVES = 8;

/** The best line from a position. */
export interface BestLine {
  /** How many entries the position comes after. */
  readonly n: number;
  /** In the notation of the game. */
  readonly text: string;
  /** How good the move was that was played instead, and its entry; null where it lost little or nothing. */
  readonly grade: Grade | null;
  readonly played: number;
}

/** The best lines of a record, in order. */
export const bestLines = (
  kit: Kit,
  line: Timeline,
  { moves }: Pick<RecordAnalysis, 'moves'>,
): BestLine[] =>
  moves
    .filter(({ best }) => best.length > 0)
    .map(({ n, best, grade }) => ({
      ...{ n: n - 1, grade, played: n },
      text: lineText(kit, line.at(n - 1).state, best),
    }));

/** A line from a position, in the notation of the game. */
export const lineText = (kit: Kit, state: unknown, moves: readonly Json[]): string =>
  textsOf(kit, state, moves.slice(0, MAX_MOVES)).join(' ');

function textsOf(
  { game, notations }: Kit,
  from: unknown,
  moves: RecordAnalysis['moves'][number]['best'],
): string[] {
  const texts: string[] = [];
  let state = from;
  for (const move of moves) {
    texts.push(notations[0]?.format(state, move) ?? game.moves.hex.encode(move));
    const [seat] = game.active(state);
    const played = seat === undefined ? null : game.play(state, seat, move);
    if (!played?.ok) break;
    state = played.value.state;
  }
  return texts;
}

/** Annotations with an arrow for the best move of each position. */
export function withArrows(
  kit: Kit,
  line: Timeline,
  { notes, variations }: Annotations,
  { moves }: RecordAnalysis,
  author: string,
): Annotations {
  const drawn = new Map<number, Shape>();
  for (const { n, seat, best } of moves) {
    const shape =
      best[0] === undefined ? null : shapeOfMove(kit, line.at(n - 1).state, seat, best[0]);
    if (shape !== null) drawn.set(n - 1, shape);
  }
  const marked = notes.map((note): Note => {
    const shape = note.author === author ? drawn.get(note.entry) : undefined;
    if (shape === undefined) return note;
    drawn.delete(note.entry);
    return { ...note, shapes: [shape] };
  });
  const added = [...drawn].map(
    ([entry, shape]): Note => ({ entry, author, text: '', glyphs: [], shapes: [shape] }),
  );
  return { notes: [...marked, ...added].sort((a, b) => a.entry - b.entry), variations };
}

/** A move as an arrow; null where it lies nowhere on the board. */
export const shapeOfMove = (kit: Kit, state: unknown, seat: Seat, move: Json): Shape | null =>
  shapeOf(touchOf(kit, { scene: kit.scene(state), seat, state }, move).path);

/** From where to where a move goes; null where it lies nowhere on the board. */
function shapeOf(path: ReturnType<typeof touchOf>['path']): Shape | null {
  const cells = path.flatMap(place => (typeof place === 'string' ? [] : [cellOf(place[0])]));
  const [from, to] = [cells[0], cells.at(-1)];
  if (from === undefined || to === undefined) return null;
  return cells.length === 1
    ? { type: 'mark', at: from, color: 'green' }
    : { type: 'arrow', from, to, color: 'green' };
}

const cellOf = ({ area, column, row }: ShapeCell): ShapeCell => ({ area, column, row });
