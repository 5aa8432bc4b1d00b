/** Moves as people write them: `e2e4`, two squares; or, where that is not clear, a piece by its id: `P:1:6:4-4:4`. */
import { fail, type Notation, ok, type Result } from '@kifu/core';
import { fromPacked, type Move, moves, toPacked } from './move-codec.ts';
import { columnOf, parseSquare, rowOf, squareName } from './squares.ts';
import { isResting, type State, squareOf, TAKEN } from './state.ts';

/** Where from and where to. A square names the piece that rests there, else one that is leaving it. */
export const squares: Notation<State, Move> = {
  name: 'squares',
  format(state, move) {
    const { ground } = state.setting;
    const packed = toPacked(move);
    const man = (packed >> 8) - ground.firstNumber;
    const word = state.men[man];
    const isNamed = word !== undefined && pieceOn(state, squareOf(word)) === man;
    const to = packed & 255;
    if (!isNamed || rowOf(to) >= ground.size || columnOf(to) >= ground.size)
      return ids.format(state, move);
    return squareName(squareOf(word), ground.size) + squareName(to, ground.size);
  },
  parse(state, text) {
    const { ground } = state.setting;
    const found = /^([a-l][0-9]{1,2})-?([a-l][0-9]{1,2})$/.exec(text.toLowerCase());
    const [from, to] = [found?.[1] ?? '', found?.[2] ?? ''].map(name =>
      parseSquare(name, ground.size),
    );
    if (from! < 0 || to! < 0) return fail('malformed', 'a move is two squares, from and to: e2e4');
    const man = pieceOn(state, from!);
    if (man < 0)
      return fail('illegal-move', `there is no piece on ${found![1]}`, { rule: 'piece_not_found' });
    return ok(fromPacked(((ground.firstNumber + man) << 8) | to!));
  },
};

/** The id of the piece, and row and column where it goes, as the older programs count them. */
export const ids: Notation<State, Move> = {
  name: 'ids',
  format: (_, { piece, to: [row, column] }) => `${piece}-${row}:${column}`,
  parse(_, text): Result<Move> {
    const found = /^([A-Z](?::\d{1,2}){3})-(\d{1,2}):(\d{1,2})$/.exec(text);
    if (found === null)
      return fail('malformed', 'a move is the id of a piece and row and column: P:1:6:4-4:4');
    return moves.json.decode({ piece: found[1]!, to: [Number(found[2]), Number(found[3])] });
  },
};

/** The piece that a square stands for; −1 for none. */
function pieceOn({ men }: State, square: number): number {
  const isThere = (man: number) => (man & TAKEN) === 0 && squareOf(man) === square;
  const resting = men.findIndex(man => isThere(man) && isResting(man));
  return resting >= 0 ? resting : men.findIndex(isThere);
}
