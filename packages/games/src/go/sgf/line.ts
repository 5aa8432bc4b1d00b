/** A line of play being read: the main line, or a variation. Every move is played. */
import {
  type Entry,
  type Evaluation,
  entryOf,
  type Fail,
  fail,
  moveAct,
  type Note,
  type OnLoss,
  type Result,
  type Shape,
  type Variation,
} from '@kifu/core';
import { type Move, moves, pass, playAt, resume } from '../move-codec.ts';
import { SIDE_NAMES } from '../names.ts';
import { play } from '../play.ts';
import { isScoring, type Side, type State } from '../state.ts';
import { parseMarkup, parseValue } from './markup.ts';
import type { Property, SgfNode } from './scan.ts';
import { glyphOf, parseMovePoint, parseSeconds, parseText } from './values.ts';

/** Entries, notes and variations so far, and where the game stands. */
export interface SgfLine {
  /** How many entries came before it. */
  readonly first: number;
  /** How many variations it lies in. */
  readonly depth: number;
  readonly entries: Entry[];
  readonly notes: Note[];
  readonly variations: Variation[];
  state: State;
}

/** A line without moves. */
export const createLine = (state: State, first: number, depth: number): SgfLine => ({
  first,
  depth,
  entries: [],
  notes: [],
  variations: [],
  state,
});

/** Who says what is in properties that a record has no words for. */
export const SGF_AUTHOR = 'SGF';

const COLORS: readonly string[] = ['B', 'W'];
const SETUP: readonly string[] = ['AB', 'AW', 'AE'];

/** Whether a node has a stone that was played. */
export const hasMove = ({ properties }: SgfNode): boolean =>
  properties.some(({ name }) => COLORS.includes(name));

/** Plays what a node says, and keeps the rest of it as notes; null if it could be played. */
export function readNode(line: SgfLine, node: SgfNode, lost: OnLoss): Fail | null {
  const moves = node.properties.filter(({ name }) => COLORS.includes(name));
  const setup = node.properties.find(({ name }) => SETUP.includes(name));
  if (setup !== undefined)
    return fail('unsupported', 'stones are put or taken away in the middle of a game', {
      rule: 'setup',
      at: { offset: setup.at },
    });
  const [move] = moves;
  if (moves.length > 1 || (move?.values.length ?? 1) > 1)
    return fail('malformed', 'a node has one move at most', { at: { offset: node.at } });
  const wrong = move === undefined ? null : playProperty(line, move, lost);
  if (wrong !== null) return wrong;
  const rest = node.properties.filter(property => property !== move);
  readRemarks(line, move === undefined ? rest : takeClock(line, move.name, rest));
  return null;
}

function playProperty(line: SgfLine, { name, values }: Property, lost: OnLoss): Fail | null {
  const seat = COLORS.indexOf(name) as Side;
  const value = values[0]!;
  const point = parseMovePoint(line.state.match.grid, value);
  if (!point.ok) return point;
  const { state, entries } = line;
  const before = entries.length;
  openTurn(line, seat, lost);
  const move = point.value === null ? pass : playAt(point.value[0], point.value[1]);
  const { fault } = follow(line, seat, move);
  if (fault === null) return null;
  line.state = state; // nothing was opened for a move that was not made
  entries.length = before;
  return { ok: false, fault: { ...fault, at: { offset: value.at } } };
}

/** Play continues after two passes; if a side moves twice, its opponent has passed. */
function openTurn(line: SgfLine, seat: Side, lost: OnLoss): void {
  reopen(line);
  if (line.state.turn === seat) return;
  lost(`${SIDE_NAMES[1 - seat]} is skipped before ${SIDE_NAMES[seat]}'s turn, read as a pass`);
  follow(line, (1 - seat) as Side, pass);
  reopen(line);
}

/** The side on turn resumes play. */
function reopen(line: SgfLine): void {
  if (isScoring(line.state)) follow(line, line.state.turn, resume);
}

/** Makes a move and keeps it. */
export function follow(line: SgfLine, seat: Side, move: Move): { fault: Fail['fault'] | null } {
  const played: Result<{ readonly state: State }> = play(line.state, seat, move);
  if (!played.ok) return { fault: played.fault };
  line.state = played.value.state;
  line.entries.push(entryOf(seat, moveAct({ moves }, move)));
  return { fault: null };
}

/** Takes the clock of the side that moved out of the properties. */
function takeClock(
  line: SgfLine,
  color: string,
  properties: readonly Property[],
): readonly Property[] {
  const clock = properties.find(({ name }) => name === `${color}L`);
  const ms = clock?.values.length === 1 ? parseSeconds(clock.values[0]!.text) : null;
  if (ms === null) return properties;
  line.entries[line.entries.length - 1] = { ...line.entries.at(-1)!, clockMs: ms };
  return properties.filter(property => property !== clock);
}

/** Notes of what a node says besides its move: words with glyphs, then what is left. */
export function readRemarks(line: SgfLine, properties: readonly Property[]): void {
  const entry = line.first + line.entries.length;
  const author = authorOf(properties);
  let text = '';
  let evaluation: Evaluation | null = null;
  const glyphs: number[] = [];
  const shapes: Shape[] = [];
  const others: Property[] = [];
  for (const property of properties) {
    const { name, values } = property;
    const raw = values[0]!.text;
    const glyph = values.length === 1 ? glyphOf(name, raw) : null;
    const value = name === 'V' && values.length === 1 ? parseValue(raw) : null;
    const drawn = parseMarkup(line.state.match.grid, property);
    if (name === 'C') text = values.map(value => parseText(value.text)).join('\n');
    else if (glyph !== null) glyphs.push(glyph);
    else if (value !== null && evaluation === null) evaluation = value;
    else if (drawn !== null && shapes.length + drawn.length <= MAX_SHAPES) shapes.push(...drawn);
    else if (name !== 'XA' || author === null) others.push(property);
  }
  const more = {
    ...(evaluation !== null && { evaluation }),
    ...(shapes.length > 0 && { shapes }),
  };
  if (text !== '' || glyphs.length + Object.keys(more).length > 0)
    line.notes.push({ entry, author, text, glyphs, ...more });
  if (others.length > 0)
    line.notes.push({
      entry,
      author: SGF_AUTHOR,
      text: others.map(formatRaw).join(''),
      glyphs: [],
    });
}

/** Drawings in one node: as many as the largest board has points. */
const MAX_SHAPES = 2704;

/** Who wrote a comment, as IPGS tells it (§10). */
function authorOf(properties: readonly Property[]): string | null {
  const author = properties.find(({ name }) => name === 'XA');
  const comment = properties.find(({ name }) => name === 'C');
  const hasText = comment?.values.some(({ text }) => parseText(text) !== '') ?? false;
  const side = author?.values.length === 1 ? COLORS.indexOf(author.values[0]!.text) : -1;
  return hasText && side >= 0 ? SIDE_NAMES[side]! : null;
}

/** A property as it stood in the file. */
export const formatRaw = ({ name, values }: Property): string =>
  `${name}${values.map(({ text }) => `[${text}]`).join('')}`;
