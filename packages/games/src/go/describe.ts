/** Go in words, in any language: `Black plays D4 and takes 2 stones`. */
import {
  type Cell,
  formatCell,
  type GameEvent,
  type Narrator,
  type Outcome,
  reasonTexts,
  type Scene,
} from '@kifu/core';
import { go as english, type GoTexts } from '@kifu/texts/en/games/go';
import { lay } from './board.ts';
import { cellsOf, type Point } from './grid.ts';
import type { Move } from './move-codec.ts';
import { cellName, formatHalves, pointName } from './names.ts';
import { isScoring, type State } from './state.ts';

/** Moves, positions, events and points. */
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
  texts: GoTexts = english,
): string {
  const end = events.find(({ type }) => type === 'end');
  const parts = [
    describeAct(state, move, events, texts),
    events.some(({ type }) => type === 'scoring') ? texts.stops : '',
    end === undefined ? '' : describeOutcome(end as unknown as Outcome, texts),
  ];
  return parts.filter(part => part !== '').join(', ');
}

const ABOUT = ['capture', 'suicide', 'mark', 'agree', 'resume'];

function describeAct(
  state: State,
  { at, type }: Move,
  events: readonly GameEvent[],
  texts: GoTexts,
): string {
  const { grid } = state.match;
  const about = events.find(event => ABOUT.includes(event.type));
  const who = texts.seats[(about?.seat as number | undefined) ?? state.turn]!;
  const removed = Array.isArray(about?.at) ? about.at.length : 0;
  if (type === 'agree') return texts.agrees(who);
  if (type === 'resume') return texts.resumes(who);
  if (at === null) return texts.passes(who);
  const where = pointName(grid, at);
  if (type === 'mark') return texts.marks(who, where, statusOf(about, texts));
  if (state.left > 0) return texts.handicap(who, where);
  if (about?.type === 'suicide') return texts.suicide(who, where, removed);
  return texts.plays(who, where, removed);
}

const statusOf = (event: GameEvent | undefined, { status }: GoTexts): string =>
  event === undefined ? '' : (status[event.as as keyof typeof status] ?? '');

function describePosition(state: State, texts: GoTexts = english): string {
  const { match, stones, blackTook, whiteTook } = state;
  const board = lay(match.grid, stones);
  const sides = [blackTook, whiteTook].map((took, side) => {
    const cells = [...cellsOf(match.grid)].filter(cell => board[cell] === side + 1);
    const points = cells.map(cell => cellName(match.grid, cell));
    return texts.side(texts.seats[side]!, points, took);
  });
  return [...sides, describeTurn(state, texts)].join(' ');
}

function describeTurn(state: State, texts: GoTexts): string {
  const { outcome, turn, left, ko, match } = state;
  if (outcome !== null) return texts.sentence(describeOutcome(outcome, texts));
  if (isScoring(state)) return texts.scoring;
  if (left > 0) return texts.toPlace(texts.seats[0]!, left);
  return texts.turn(texts.seats[turn]!, ko === 0 ? null : cellName(match.grid, ko));
}

/** `White wins by 3.5`. */
function describeOutcome({ result, winners, points, reason }: Outcome, texts: GoTexts): string {
  const [winner] = winners;
  if (winner === undefined && result === 'draw' && reason === 'score') return texts.jigo;
  const { by } = reasonTexts(reason, texts);
  if (winner === undefined) return texts.drawn(by);
  const who = texts.seats[winner]!;
  return points === null
    ? texts.won(who, by)
    : texts.wonBy(who, formatHalves(Math.abs(points[0]! - points[1]!)));
}

function describeEvent(
  { match: { grid } }: State,
  event: GameEvent,
  texts: GoTexts = english,
): string | null {
  const { type, seat, at } = event;
  const who = texts.seats[seat as number] ?? '';
  const points = Array.isArray(at) ? (at as unknown as Point[]) : [];
  switch (type) {
    case 'capture':
      return texts.events.capture(who, points.length);
    case 'suicide':
      return texts.events.suicide(who, points.length);
    case 'mark': {
      const where = points.map(point => pointName(grid, point)).join(' ');
      return texts.events.mark(who, where, statusOf(event, texts));
    }
    case 'agree':
      return texts.events.agree(who);
    case 'resume':
      return texts.events.resume(who);
    case 'scoring':
      return texts.events.scoring;
    case 'end':
      return describeOutcome(event as unknown as Outcome, texts);
    default:
      return null;
  }
}

/** `D4, black stone`. */
function describeCell(scene: Scene, cell: Cell, texts: GoTexts = english): string {
  const isHere = ({ column, row }: Cell) => column === cell.column && row === cell.row;
  const piece = scene.pieces.find(isHere);
  const who = texts.seats[piece?.owner ?? -1];
  const isDead = scene.marks.some(mark => mark.kind === 'danger' && isHere(mark));
  const what =
    who === undefined
      ? null
      : piece!.look.endsWith('-territory')
        ? texts.territory(who)
        : isDead
          ? texts.deadStone(who)
          : texts.stone(who);
  return texts.cell(formatCell(scene, cell), what);
}
