/** Moves as people write them: `35R` lays [3|5] at the right end; `draw`, `pass`. */
import { type Fail, fail, type Notation, ok, type Result } from '@kifu/core';
import { DRAW, fromPacked, type Move, moves, PASS, packTile } from './move-codec.ts';
import { game } from './rules.ts';
import { type State, tilesOf } from './state.ts';
import { leftOf, MAX_PIPS, rightOf, type Tile, tileName, upright } from './tiles.ts';

/** Writes a move of the seat on turn; one that it cannot make is written in hex. */
export function formatMove(state: State, move: Move): string {
  if (!isLegal(state, move)) return moves.hex.encode(move);
  if (move.tileIndex < 0) return move.tileIndex === -1 ? 'draw' : 'pass';
  const tile = tilesOf(state, state.turn)[move.tileIndex]!;
  return `${leftOf(tile)}${rightOf(tile)}${move.end === 'left' ? 'L' : 'R'}`;
}

/** `35R`, `[3|5] right`, `3-5r`, `R 53`: two halves in any order, and an end before or after them or not at all. */
const TILE_FORM =
  /^(?:(left|l|<|right|r|>)\s*)?\[?\s*(\d)\s*[-|:/,]?\s*(\d)\s*\]?(?:\s*(left|l|<|right|r|>))?$/i;

/** Text longer than any spelling of a move. */
const MAX_LENGTH = 40;

/**
 * Reads a move of the seat on turn. The halves of a tile may stand either way round, as how it lies follows from the
 * end; and the end may be left out where the tile fits one only.
 */
export function parseMove(state: State, text: string): Result<Move> {
  if (text.length > MAX_LENGTH) return FORM;
  if (/^draw$/i.test(text)) return ok(fromPacked(DRAW));
  if (/^pass$/i.test(text)) return ok(fromPacked(PASS));
  const found = TILE_FORM.exec(text);
  if (found === null) return FORM;
  const [, before, one, other, after] = found;
  const tile = upright((Number(one) << 3) | Number(other));
  const isTile = Number(one) <= MAX_PIPS && Number(other) <= MAX_PIPS;
  if (!isTile || (before !== undefined && after !== undefined)) return FORM;
  const word = (before ?? after)?.toLowerCase();
  const end = word === undefined ? null : /^[l<]/.test(word) ? 'left' : 'right';
  return findMove(state, tile, end);
}

const FORM = fail('malformed', 'a move is a tile and an end (35L, 53R), draw or pass');

function findMove(state: State, tile: Tile, end: Move['end'] | null): Result<Move> {
  const index = tilesOf(state, state.turn).indexOf(tile);
  if (index < 0)
    return fail('illegal-move', `you do not hold ${tileName(tile)}`, { rule: 'noTile' });
  const ways = [...game.legal(state, state.turn)].filter(
    move => move.tileIndex === index && (end === null || move.end === end),
  );
  const [only] = ways;
  if (ways.length > 1) return ambiguous(state, tile, ways);
  if (only !== undefined) return ok(only);
  if (end === null && state.line !== null)
    return fail('illegal-move', `${tileName(tile)} fits neither end`, { rule: 'noFit' });
  // the rules know why it cannot be laid there
  return ok(fromPacked(packTile(index, end === 'right', false)));
}

function ambiguous(state: State, tile: Tile, ways: readonly Move[]): Fail {
  const texts = ways.map(move => formatMove(state, move)).join(' or ');
  return fail('illegal-move', `${tileName(tile)} fits both ends: ${texts}`, { rule: 'ambiguous' });
}

function isLegal(state: State, move: Move): boolean {
  const hex = moves.hex.encode(move);
  return [...game.legal(state, state.turn)].some(legal => moves.hex.encode(legal) === hex);
}

/** Tiles and ends as a notation. */
export const tileAndEnd: Notation<State, Move> = {
  name: 'tile',
  format: formatMove,
  parse: parseMove,
};
