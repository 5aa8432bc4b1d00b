/** One game: its tree made a record, every move of it played. Faults have their offset in the text. */
import {
  endingOf,
  type Fail,
  fail,
  type Kifu,
  type OnLoss,
  type Outcome,
  ok,
  type Result,
} from '@kifu/core';
import { pointOf } from '../grid.ts';
import { playAt } from '../move-codec.ts';
import { game } from '../rules.ts';
import { marksIn, readResult, settle, TERRITORY_NAMES } from './ending.ts';
import { type Info, lateInfo, parseInfo } from './info.ts';
import { createLine, follow, hasMove, readNode, readRemarks, type SgfLine } from './line.ts';
import { openingNodes, readOpening, SETUP_NAMES, type SgfSetup } from './opening.ts';
import type { Property, SgfNode } from './scan.ts';
import { parseDay } from './values.ts';

/** How deep variations may lie in variations: as deep as JSON of ours may. */
export const MAX_NESTING = 28;

/** What a game is read with. */
interface Reading {
  readonly text: string;
  readonly lost: OnLoss;
  /** Properties of later nodes that were read with the root. */
  readonly late: readonly Property[];
  /** Variations in the order in which they were come across; the list grows while they are read. */
  readonly branches: OpenVariation[];
}

/** A variation, and the line that it branches off from. */
interface OpenVariation {
  readonly parent: SgfLine;
  readonly line: SgfLine;
  readonly node: SgfNode;
}

/** Makes a record of a tree. */
export function parseGame(text: string, first: SgfNode, lost: OnLoss): Result<Kifu> {
  const root = withoutMove(first);
  const late = lateInfo(root, pathFrom(root));
  const info = parseInfo({ ...root, properties: [...root.properties, ...late] }, lost);
  if (!info.ok) return info;
  const nodes = openingNodes(root);
  const opening = readOpening(nodes, info.value);
  if (!opening.ok) return opening;
  const outcome = readResult(info.value);
  const reading: Reading = { text, lost, late, branches: [] };
  const main = readMain(reading, nodes, info.value, opening.value, outcome);
  if (!main.ok) return main;
  for (const branch of reading.branches) {
    const wrong = readBranch(reading, branch);
    if (wrong !== null) return wrong;
  }
  joinBranches(reading.branches);
  return ok(recordOf(info.value, opening.value, main.value, outcome));
}

function recordOf(
  { names, tags }: Info,
  { options, start }: SgfSetup,
  { state, entries, notes, variations }: SgfLine,
  stated: Outcome | null,
): Kifu {
  const outcome = state.outcome ?? stated;
  return {
    header: {
      game: game.name,
      version: game.version,
      options,
      players: names.map((name, seat) => ({ seat, name })),
      seed: null,
      start,
      startedAt: parseDay(tags.DT ?? ''),
      tags,
    },
    entries,
    ending: outcome && endingOf(outcome),
    notes,
    variations,
  };
}

/** Properties that belong to a move. */
const OF_MOVES: readonly string[] = ['B', 'W', 'BL', 'WL', 'OB', 'OW', 'C'];

/** A root that has a move, which it should not: as two nodes. */
function withoutMove(root: SgfNode): SgfNode {
  if (!hasMove(root)) return root;
  const isOfMove = ({ name }: Property) => OF_MOVES.includes(name);
  const move = { ...root, properties: root.properties.filter(isOfMove) };
  return {
    at: root.at,
    properties: root.properties.filter(property => !isOfMove(property)),
    children: [move],
  };
}

/** The main line, from the opening to the count. */
function readMain(
  reading: Reading,
  nodes: readonly SgfNode[],
  { others }: Info,
  { state, placed }: SgfSetup,
  outcome: Outcome | null,
): Result<SgfLine> {
  const line = createLine(state, 0, 0);
  for (const cell of placed) {
    const [x, y] = pointOf(state.match.grid, cell);
    follow(line, 0, playAt(x, y));
  }
  const { late } = reading;
  for (const [i, node] of nodes.entries()) {
    const comment = node.properties.filter(({ name }) => name === 'C');
    const plain = node.properties.filter(
      property => !SETUP_NAMES.includes(property.name) && !late.includes(property),
    );
    readRemarks(line, i === 0 ? [...comment, ...others] : plain);
  }
  for (const node of nodes.slice(0, -1)) leaveOut(reading, line, node);
  const path = pathFrom(nodes.at(-1)!);
  branchOff(reading, line, nodes.at(-1)!);
  const counted = path.slice(Math.max(0, path.findLastIndex(hasMove))).findLast(hasTerritory);
  let marked = null;
  for (const node of path) {
    const properties = node.properties.filter(property => !late.includes(property));
    const [territory, rest] = split(properties, node === counted);
    const wrong = readNode(line, { ...node, properties: rest }, reading.lost);
    if (wrong !== null) return wrong;
    if (node === counted) marked = marksIn(node, line.state, outcome);
    if (marked === null && territory.length > 0) readRemarks(line, territory);
    branchOff(reading, line, node);
  }
  if (marked !== null) settle(line, marked);
  return ok(line);
}

const isTerritory = ({ name }: Property): boolean => TERRITORY_NAMES.includes(name);
const hasTerritory = ({ properties }: SgfNode): boolean => properties.some(isTerritory);

/** Territory, and the other properties; all of them are others where it is not looked for. */
const split = (properties: Property[], isCounted: boolean): [Property[], Property[]] =>
  isCounted
    ? [properties.filter(isTerritory), properties.filter(property => !isTerritory(property))]
    : [[], properties];

/** The nodes that follow one another as the main line. */
function pathFrom(start: SgfNode): SgfNode[] {
  const path: SgfNode[] = [];
  for (let node = start.children[0]; node !== undefined; node = node.children[0]) path.push(node);
  return path;
}

/** Remembers all but the first of what may follow a node, for later. */
function branchOff({ branches }: Reading, parent: SgfLine, { children }: SgfNode): void {
  for (const node of children.slice(1)) {
    const line = createLine(parent.state, parent.first + parent.entries.length, parent.depth + 1);
    branches.push({ parent, line, node });
  }
}

/** All but the first of what may follow a node before the stones are put: no record has such variations. */
function leaveOut(reading: Reading, parent: SgfLine, { children }: SgfNode): void {
  for (const node of children.slice(1)) {
    const line = createLine(parent.state, parent.first + parent.entries.length, 1);
    stopReading(reading, line, node, TOO_EARLY);
    reading.branches.push({ parent, line, node: { ...node, properties: [], children: [] } });
  }
}

const TOO_EARLY = fail('unsupported', 'it begins before the stones of the game are put', {
  rule: 'setup',
});

/** Reads a variation as far as it can be played. */
function readBranch(reading: Reading, { line, node }: OpenVariation): Fail | null {
  if (line.depth > MAX_NESTING)
    return fail('too-large', `variations lie in each other ${MAX_NESTING} deep at most`, {
      at: { offset: node.at },
    });
  for (const next of [node, ...pathFrom(node)]) {
    const wrong = readNode(line, next, reading.lost);
    if (wrong !== null) {
      stopReading(reading, line, next, wrong);
      return null;
    }
    branchOff(reading, line, next);
  }
  return null;
}

/** How much of what is not read a note shows. */
const MAX_SHOWN = 200;

/** A variation ends where it cannot be played, with a note of what follows. */
function stopReading(
  { text, lost }: Reading,
  line: SgfLine,
  { at }: SgfNode,
  { fault }: Fail,
): void {
  const shown = text.slice(at, at + MAX_SHOWN).replace(/\s+/g, ' ');
  const note = `not read on: ${fault.message}: ${shown}`.toWellFormed();
  lost(`a variation is not read on: ${fault.message}`);
  line.notes.push({
    entry: line.first + line.entries.length,
    author: null,
    text: note,
    glyphs: [],
  });
}

/** Puts variations to the lines they branch off from, but for those that say nothing. */
function joinBranches(branches: readonly OpenVariation[]): void {
  const filled = new Set<SgfLine>();
  for (const { parent, line } of branches.toReversed())
    if (line.entries.length + line.notes.length > 0 || filled.has(line)) {
      filled.add(line);
      filled.add(parent);
    }
  for (const { parent, line } of branches)
    if (filled.has(line)) {
      const { first, entries, notes, variations } = line;
      parent.variations.push({ entry: first, entries, notes, variations });
    }
}
