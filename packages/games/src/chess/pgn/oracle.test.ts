/** PGN read and written, against chessops: same moves, comments, glyphs, clocks, evaluations, drawings and variations. */
import {
  draw,
  type Entry,
  type Evaluation,
  entryOf,
  type Kifu,
  moveAct,
  type Note,
  type Seed,
  SHAPE_COLORS,
  type Shape,
  type ShapeColor,
  unwrap,
  type Variation,
} from '@kifu/core';
import { makeFen } from 'chessops/fen';
import {
  type ChildNode,
  type Node,
  type PgnNodeData,
  parseComment,
  parsePgn,
  startingPosition,
} from 'chessops/pgn';
import { parseSan } from 'chessops/san';
import { makeSquare } from 'chessops/util';
import { describe, expect, test } from 'vitest';
import { ANALYSIS, COLLECTION, SERVER, STANDARD, STUDY } from '../../../test/pgn-samples.ts';
import { moveIn } from '../../../test/records.ts';
import { formatFen, initial } from '../fen.ts';
import { legalPacked } from '../legal.ts';
import { fromPacked } from '../move-codec.ts';
import { play } from '../play.ts';
import { game } from '../rules.ts';
import { cellOf } from '../scene.ts';
import type { State } from '../state.ts';
import { pgn, readPgn } from './index.ts';
import { squares } from './squares.ts';

/** A move with all that is said about it; `fen` is the position after it. */
interface ToldMove {
  readonly fen: string;
  readonly before: readonly string[];
  readonly glyphs: readonly number[];
  readonly comments: readonly string[];
  readonly clockMs: number | null;
  /** Of all comments about it: hundredths of a pawn, or `#` and moves to mate. */
  readonly judged: readonly string[];
  /** A color and one or two squares each. */
  readonly drawn: readonly string[];
  readonly variations: readonly (readonly ToldMove[])[];
}

type Theirs = ReturnType<typeof parsePgn>[number];
type Position = ReturnType<typeof toPosition>;
const toPosition = (theirs: Theirs) => startingPosition(theirs.headers).unwrap();

describe('what chessops reads, we read', () => {
  test.each([
    ['the standard’s sample', STANDARD],
    ['a server’s game', SERVER],
    ['an analysis', ANALYSIS],
    ['studies', STUDY],
    ['a collection', COLLECTION],
  ])('%s', (_name, text) => compareAll(text));

  test.each([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12])('a random tree, seed %i', seed => {
    const kifu = makeKifu(seed);
    const { output, losses } = unwrap(pgn.write(kifu));
    expect(losses).toEqual([]);
    compareAll(output as string);
    expect(unwrap(pgn.read(output))).toEqual(kifu);
  });
});

/** chessops ends a game at an empty line and knows no comments after a semicolon, so those are not compared. */
function compareAll(text: string): void {
  const ours = [...readPgn(text)].map(unwrap);
  const theirs = parsePgn(text.split('\uFEFF')[0]!);
  expect(theirs.length).toBeGreaterThan(0);
  for (const [i, other] of theirs.entries()) compare(ours[i]!, other);
}

function compare(ours: Kifu, theirs: Theirs): void {
  const { tags } = ours.header;
  for (const [name, value] of Object.entries(tags)) expect(theirs.headers.get(name)).toBe(value);
  const start = ours.header.start?.canon;
  const state = start === undefined ? initial : unwrap(game.states.restore(start));
  expect(tellOurs(ours, 0, state)).toEqual(
    tellTheirs(theirs.moves, toPosition(theirs), theirs.comments ?? []),
  );
}

function tellTheirs(
  root: Node<PgnNodeData>,
  from: Position,
  before: readonly string[],
): ToldMove[] {
  const told: ToldMove[] = [];
  const position = from.clone();
  let comments = before;
  for (let node = root; node.children.length > 0; node = node.children[0]!) {
    const [main, ...others] = node.children as [
      ChildNode<PgnNodeData>,
      ...ChildNode<PgnNodeData>[],
    ];
    const variations = others.map(other => {
      const only = { children: [other] } as unknown as Node<PgnNodeData>;
      return tellTheirs(only, position, []);
    });
    position.play(parseSan(position, main.data.san)!);
    const said = main.data.comments ?? [];
    const parsed = said.map(text => parseComment(text));
    const clock = parsed.map(({ clock }) => clock).find(value => value !== undefined);
    told.push({
      fen: makeFen(position.toSetup()),
      before: [...comments, ...(main.data.startingComments ?? [])].map(plain),
      glyphs: main.data.nags ?? [],
      comments: said.map(plain).filter(text => text !== ''),
      clockMs: clock === undefined ? null : Math.round(clock * 1000),
      judged: parsed.flatMap(({ evaluation }) => {
        if (evaluation === undefined) return [];
        const { depth } = evaluation;
        return 'mate' in evaluation
          ? `#${evaluation.mate} ${depth}`
          : `${Math.round(100 * evaluation.pawns)} ${depth}`;
      }),
      drawn: parsed.flatMap(({ shapes }) =>
        shapes.map(
          ({ color, from, to }) =>
            `${color} ${makeSquare(from)}${from === to ? '' : makeSquare(to)}`,
        ),
      ),
      variations,
    });
    comments = [];
  }
  return told;
}

const plain = (text: string): string =>
  text
    .replace(/\[%(?:clk|emt|eval|csl|cal) [^\]]+\]/g, ' ')
    .split(/\s+/)
    .filter(word => word !== '')
    .join(' ');

interface Branch {
  readonly entries: readonly Entry[];
  readonly notes: readonly Note[];
  readonly variations: readonly Variation[];
}

function tellOurs(branch: Branch, first: number, from: State): ToldMove[] {
  let state = from;
  return branch.entries.map(({ act, clockMs }, i) => {
    const here = branch.notes.filter(note => note.entry === first + i + 1);
    const earlier = i > 0 ? [] : branch.notes.filter(note => note.entry === first);
    const before = state;
    state = unwrap(play(state, state.turn, moveIn(game, act))).state;
    return {
      fen: formatFen(state),
      before: earlier.map(({ text }) => plain(text)),
      glyphs: here.flatMap(({ glyphs }) => glyphs),
      comments: here.map(({ text }) => plain(text)).filter(text => text !== ''),
      clockMs,
      judged: here.flatMap(({ evaluation }) =>
        evaluation === undefined ? [] : tellJudged(evaluation),
      ),
      drawn: here.flatMap(({ shapes = [] }) => shapes.map(tellShape)),
      variations: branch.variations
        .filter(({ entry }) => entry === first + i)
        .map(variation => tellOurs(variation, variation.entry, before)),
    };
  });
}

const tellJudged = (evaluation: Evaluation): string =>
  `${'winIn' in evaluation ? `#${evaluation.winIn}` : evaluation.score} ${evaluation.depth}`;

const tellShape = (shape: Shape): string => {
  const cells = 'at' in shape ? [shape.at] : [shape.from, shape.to];
  return `${shape.color} ${cells.map(cell => squares.nameOf(cell)).join('')}`;
};

/** A record with a random game, random things said about it, and random variations. */
function makeKifu(first: Seed): Kifu {
  let seed = first;
  const luck = (n: number) => {
    const [value, after] = draw(seed, n);
    seed = after;
    return value;
  };
  const words = [
    'good',
    '[%mdl 64]',
    'a (better) move',
    '[%foo Ga1b2,Rh1h8]',
    'Kostić',
    '{',
    '%',
    ';',
  ];
  const note = (entry: number): Note[] => {
    const text = Array.from({ length: luck(12) }, () => words[luck(words.length)]).join(' ');
    const glyphs = Array.from({ length: luck(3) }, () => luck(140));
    const more = {
      ...(luck(2) === 0 && { evaluation: judge() }),
      ...(luck(3) === 0 && { shapes: Array.from({ length: 1 + luck(4) }, drawShape) }),
    };
    const isEmpty = text === '' && glyphs.length + Object.keys(more).length === 0;
    return isEmpty ? [] : [{ entry, author: null, text, glyphs, ...more }];
  };
  const judge = (): Evaluation => {
    const depth = luck(2) === 0 ? {} : { depth: luck(60) };
    return luck(5) === 0
      ? { winIn: luck(19) - 9, ...depth }
      : { score: luck(2001) - 1000, ...depth };
  };
  const drawShape = (): Shape => {
    const color: ShapeColor = SHAPE_COLORS[luck(4)]!;
    const from = luck(64);
    if (luck(2) === 0) return { type: 'mark', at: cellOf(from), color };
    return { type: 'arrow', from: cellOf(from), to: cellOf((from + 1 + luck(63)) % 64), color };
  };
  const makeBranch = (start: State, from: number, length: number, depth: number): Branch => {
    const entries: Entry[] = [];
    const notes = note(from).filter(
      note => Object.keys(note).length === 4 && note.glyphs.length === 0 && note.text !== '',
    );
    const variations: Variation[] = [];
    let state = start;
    while (entries.length < length && state.outcome === null) {
      const entry = from + entries.length;
      const moves = legalPacked(state);
      const move = fromPacked(moves[luck(moves.length)]!);
      const clockMs = luck(4) === 0 ? luck(10_000_000) : null;
      entries.push(entryOf(state.turn, moveAct(game, move), { clockMs }));
      if (luck(5) === 0) notes.push(...note(entry + 1));
      // not on the first move of a variation: chessops puts those beside the variation, not into it
      if (depth < 4 && luck(8) === 0 && (depth === 0 || entries.length > 1))
        variations.push({ entry, ...makeBranch(state, entry, 1 + luck(8), depth + 1) });
      state = unwrap(play(state, state.turn, move)).state;
    }
    return { entries, notes, variations };
  };
  const main = makeBranch(initial, 0, 60, 0);
  const players = [
    { seat: 0, name: 'Ann' },
    { seat: 1, name: 'Ben "the" \\ Great' },
  ];
  const tags = { White: players[0]!.name, Black: players[1]!.name, Event: 'x', Zeta: 'ß → 漢' };
  const header = {
    game: 'chess',
    version: 1,
    options: {},
    players,
    seed: null,
    start: null,
    startedAt: null,
    tags,
  };
  return { header, ...main, ending: null };
}
