/** Checkers in words, in any language: `man 22 takes 18 and 11 to 8, is crowned`. */
import {
  type Cell,
  type GameEvent,
  type Narrator,
  type Outcome,
  reasonTexts,
  type Scene,
} from '@kifu/core';
import { type CheckersTexts, checkers as english } from '@kifu/texts/en/games/checkers';
import { squaresOf } from './bits.ts';
import { type Move, toPath } from './move-codec.ts';
import { formatMove } from './names.ts';
import { capturesOn, endOf, fromOf } from './path.ts';
import { NONE, numberOf, type Pair, type Side, squareAt } from './squares.ts';
import { piecesOf, type State } from './state.ts';

/** Moves, positions, events and squares. */
export const describe: Narrator<State, Move> = {
  move: describeMove,
  position: describePosition,
  event: describeEvent,
  cell: describeCell,
};

function describeMove(
  state: State,
  move: Move,
  events: readonly GameEvent[],
  texts: CheckersTexts = english,
): string {
  const find = (type: string) => events.find(event => event.type === type);
  const end = find('end');
  const parts = [
    describeSteps(state, move, texts),
    find('crown') === undefined ? '' : texts.isCrowned,
    end === undefined ? '' : describeOutcome(end, texts),
  ];
  return parts.filter(part => part !== '').join(', ');
}

function describeSteps(state: State, move: Move, texts: CheckersTexts): string {
  const path = toPath(move);
  if (path < 0) return formatMove(move); // the move was refused
  const [from, to] = [numberOf(fromOf(path)), numberOf(endOf(path))];
  const who = ((state.kings >> fromOf(path)) & 1) === 1 ? texts.king : texts.man;
  const taken = capturesOn(path).map(numberOf);
  return taken.length === 0 ? texts.step(who, from, to) : texts.jump(who, from, taken, to);
}

function describePosition(state: State, texts: CheckersTexts = english): string {
  return [
    describeSide(state, 0, texts),
    describeSide(state, 1, texts),
    describeTurn(state, texts),
  ].join(' ');
}

function describeSide(state: State, side: Side, texts: CheckersTexts): string {
  const pieces = piecesOf(state, side);
  const numbers = (set: number) =>
    squaresOf(set)
      .map(numberOf)
      .sort((a, b) => a - b);
  return texts.side(
    texts.seats[side]!,
    numbers(pieces & ~state.kings),
    numbers(pieces & state.kings),
  );
}

function describeTurn({ turn, chain, outcome }: State, texts: CheckersTexts): string {
  if (outcome !== null) return texts.sentence(describeOutcome(outcome, texts));
  const who = texts.seats[turn]!;
  return chain === NONE ? texts.turn(who) : texts.turnFrom(who, numberOf(chain));
}

function describeOutcome(
  { winners, reason }: Pick<Outcome, 'winners' | 'reason'> | GameEvent,
  texts: CheckersTexts,
): string {
  const { by } = reasonTexts(`${reason}`, texts);
  const [winner] = winners as readonly number[];
  return winner === undefined ? texts.drawn(by) : texts.won(texts.seats[winner]!, by);
}

function describeEvent(
  _state: State,
  event: GameEvent,
  texts: CheckersTexts = english,
): string | null {
  const { type, seat, piece, at } = event;
  if (type === 'end') return describeOutcome(event, texts);
  const who = texts.seats[seat as number] ?? '';
  const square = Array.isArray(at) ? numberOf(squareAt(...(at as unknown as Pair))) : 0;
  if (type === 'crown') return texts.events.crown(who, square);
  if (type !== 'capture') return null;
  return texts.events.capture(who, piece === 'king' ? texts.king : texts.man, square);
}

/** Squares that are played on, by their numbers. */
function describeCell(
  { pieces }: Scene,
  { column, row }: Cell,
  texts: CheckersTexts = english,
): string | null {
  const square = squareAt(column, 7 - row);
  if (square === NONE) return null;
  const piece = pieces.find(one => one.column === column && one.row === row);
  const who = texts.seats[piece?.owner ?? -1];
  const kind = piece?.look.endsWith('-king') ? texts.king : texts.man;
  return texts.cell(`${numberOf(square)}`, who === undefined ? null : texts.owned(who, kind));
}
