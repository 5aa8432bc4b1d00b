/** What to draw of a position. */
import type { Area, Cell, Mark, Piece, Scene, SceneBefore, SceneCaption, Tween } from '@kifu/core';
import { go as english, type GoTexts } from '@kifu/texts/en/games/go';
import { EMPTY, lay } from './board.ts';
import { cellAt, cellsOf, type Grid, type Point, pointOf } from './grid.ts';
import { starPoints } from './handicap.ts';
import type { Move } from './move-codec.ts';
import { columnName, formatHalves, pointName, SIDE_NAMES } from './names.ts';
import { formatResult } from './result-text.ts';
import { namedLike } from './ruleset.ts';
import { scoreOf, surveyState } from './score.ts';
import { isScoring, type State } from './state.ts';

/** The area of the board. */
export const BOARD = 'board';

/**
 * The picture of a state. Stones keep the ids of the scene before; those that were taken leave. Once play has stopped,
 * small pieces show whose territory is whose, and the dead are in danger.
 */
export function scene(state: State, before?: SceneBefore<Move>, texts: GoTexts = english): Scene {
  const { grid } = state.match;
  const stones = carryOn(stonesOf(state), before);
  return {
    areas: [areaOf(grid)],
    pieces: [...stones.pieces, ...(isScoring(state) ? territoryOf(state) : starsOf(state))],
    marks: [...lastMove(before), ...deadOf(state)],
    tweens: stones.tweens,
    facts: factsOf(state, texts),
  };
}

function areaOf({ width, height }: Grid): Area {
  return {
    id: BOARD,
    columns: width,
    rows: height,
    look: 'lines',
    columnLabels: Array.from({ length: width }, (_, x) => columnName(x)),
    rowLabels: Array.from({ length: height }, (_, y) => `${height - y}`),
  };
}

/** The cell of a point. */
export const cellOf = ([x, y]: Point): Cell => ({ area: BOARD, column: x, row: y });

export const GLYPHS = ['X', 'O'] as const;

function stonesOf({ match: { grid }, stones }: State): Piece[] {
  const board = lay(grid, stones);
  return [...cellsOf(grid)].flatMap(cell => {
    if (board[cell] === EMPTY) return [];
    const owner = board[cell]! - 1;
    const point = pointOf(grid, cell);
    const look = `${SIDE_NAMES[owner]}-stone`;
    const id = `${SIDE_NAMES[owner]}-${pointName(grid, point)}`;
    return [{ ...cellOf(point), id, look, glyph: GLYPHS[owner]!, owner }];
  });
}

type Carried = Pick<Scene, 'pieces' | 'tweens'>;

/** A stone never moves: it has come, is still there, or was taken. */
function carryOn(pieces: readonly Piece[], before: SceneBefore<Move> | undefined): Carried {
  const here = new Set(pieces.map(({ id }) => id));
  const taken = (before?.scene.pieces ?? []).filter(
    ({ id, owner, look }) => owner !== null && look.endsWith('-stone') && !here.has(id),
  );
  const tweens: Tween[] = taken.map(({ id, area, column, row }) => ({
    piece: id,
    from: { area, column, row },
    to: null,
  }));
  return { pieces, tweens };
}

/** The star points that lie open. */
function starsOf({ match: { grid }, stones }: State): Piece[] {
  const board = lay(grid, stones);
  return starPoints(grid)
    .filter(([x, y]) => board[cellAt(grid, x, y)] === EMPTY)
    .map(point => ({
      ...cellOf(point),
      id: `star-${pointName(grid, point)}`,
      look: 'star',
      glyph: '*',
      owner: null,
    }));
}

/** Whose territory the open points are. */
function territoryOf(state: State): Piece[] {
  const { grid } = state.match;
  const { owners } = surveyState(state);
  const board = lay(grid, state.stones);
  return [...cellsOf(grid)]
    .filter(cell => owners[cell] !== 0 && board[cell] === EMPTY)
    .map(cell => {
      const owner = owners[cell]! - 1;
      const point = pointOf(grid, cell);
      const look = `${SIDE_NAMES[owner]}-territory`;
      const id = `${look}-${pointName(grid, point)}`;
      return { ...cellOf(point), id, look, glyph: GLYPHS[owner]!.toLowerCase(), owner };
    });
}

function lastMove(before: SceneBefore<Move> | undefined): Mark[] {
  const at = before?.move.type === 'play' ? before.move.at : null;
  return at === null ? [] : [{ ...cellOf(at), kind: 'to' }];
}

/** The stones that are marked dead. */
function deadOf(state: State): Mark[] {
  const { match, stones } = state;
  if (!isScoring(state)) return [];
  const { living } = surveyState(state);
  const board = lay(match.grid, stones);
  return [...cellsOf(match.grid)]
    .filter(cell => board[cell] !== living[cell])
    .map(cell => ({ ...cellOf(pointOf(match.grid, cell)), kind: 'danger' }));
}

/** The captions beside the board. */
function factsOf(state: State, texts: GoTexts): SceneCaption[] {
  const { match, left, blackTook, whiteTook, passes } = state;
  const { rules, komiHalves, handicap } = match;
  const { captions, seats } = texts;
  const name = namedLike(rules)?.name ?? rules.scoring;
  const took = [blackTook, whiteTook].map((count, side) => captions.took(seats[side]!, count));
  const terms = [
    took.join(', '),
    captions.komi(formatHalves(komiHalves)),
    ...(handicap > 0 ? [captions.handicap(handicap)] : []),
    captions.rules(texts.options.rules.values[name] ?? name),
  ];
  return [
    // on one line: the largest usual board fills a terminal of 24 lines
    { label: captions.captures, value: terms.join('; ') },
    ...(left > 0 ? [{ label: captions.toPlace, value: captions.stones(left) }] : []),
    ...(passes === 1 ? [{ label: captions.passed, value: seats[1 - state.turn]! }] : []),
    ...(isScoring(state) ? [countOf(state, texts)] : []),
    ...(isScoring(state) && state.outcome === null
      ? [{ label: captions.scoring, value: captions.scoringHelp }]
      : []),
  ];
}

function countOf(state: State, { captions, seats }: GoTexts): SceneCaption {
  const score = state.outcome ?? scoreOf(state);
  const [black = '', white = ''] = (score.points ?? [0, 0]).map(formatHalves);
  const agreed = seats.filter((_, seat) => state.counting?.agreed[seat]);
  const who = agreed.length === 1 ? `; ${captions.agreed(agreed[0]!)}` : '';
  const counted = captions.score(seats[0]!, black, seats[1]!, white, formatResult(score));
  return { label: captions.count, value: counted + who };
}
