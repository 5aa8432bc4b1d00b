/**
 * The syntax of SGF: text to trees of nodes with properties, one tree at a time. No property is understood here. There
 * is without recursion: trees are as deep as their makers like, and nodes are linked, not nested.
 */
import { type Fail, fail, ok, type Result } from '@kifu/core';

/** A value as it stands between its brackets, escapes and all. */
export interface Raw {
  readonly text: string;
  /** Where it begins. */
  readonly at: number;
}

/** A property with all its values. */
export interface Property {
  readonly name: string;
  readonly values: Raw[];
  readonly at: number;
}

/** A node, what it says, and what may follow it; the first is the main line. */
export interface SgfNode {
  readonly at: number;
  readonly properties: Property[];
  readonly children: SgfNode[];
}

/** Result of reading a tree. */
export interface Scanned {
  readonly root: Result<SgfNode>;
  /** Where the tree ends, or where a tree without an end was given up. */
  readonly end: number;
  /** Whether the end of the tree is missing. */
  readonly isOpen: boolean;
}

/** More than any record of a game has. What is longer, deeper or fuller is refused. */
export const MAX_GAME = 4 << 20;
const MAX_NODES = 100_000;
const MAX_VALUES = 400_000;
const MAX_PROPERTIES = 300;
const MAX_DEPTH = 10_000;

/** Where the next tree begins: at a bracket with a semicolon or a property behind it; −1 where there is none. */
export function findTree(text: string, from: number): number {
  START.lastIndex = from;
  return START.exec(text)?.index ?? -1;
}

const START = /\(\s*(?:;|[A-Z][A-Za-z]{0,15}\s*\[)/g;

/** Where the next game begins behind one without an end, −1 where there is none: branches look alike, but have no root properties. */
export function findNextGame(text: string, from: number): number {
  NEXT_LINE.lastIndex = Math.max(0, from - 1);
  const found = NEXT_LINE.exec(text);
  return found === null ? -1 : found.index + 1;
}

/** Properties that FF[4] allows in roots alone. */
const ROOT_NAMES: readonly string[] = ['FF', 'GM', 'CA', 'AP', 'SZ'];
const BEGINNING = String.raw`\(\s*;\s*(?:${ROOT_NAMES.join('|')})\s*\[`;
const NEXT_LINE = new RegExp(String.raw`[\n\r]${BEGINNING}`, 'g');
const NEXT_GAME = new RegExp(BEGINNING, 'y');
/** The beginning of a game at the end of a value: the bracket that closes the value may be missing before it. */
const AT_VALUE_END = new RegExp(String.raw`[\n\r]${BEGINNING}[^\n\r[\]]*$`);

/** What is being read. */
interface Scan {
  readonly text: string;
  /** Whether the beginning of another game ends this one. */
  readonly isRepair: boolean;
  at: number;
  nodes: number;
  values: number;
  /** The node with a value that ends like the beginning of a game; 0 for none. */
  suspect: number;
}

const createScan = (text: string, at: number, isRepair: boolean): Scan => ({
  ...{ text, isRepair, at },
  ...{ nodes: 0, values: 0, suspect: 0 },
});

const wrong = (message: string, offset: number): Fail =>
  fail('malformed', message, { at: { offset } });
const tooMuch = (message: string, offset: number): Fail =>
  fail('too-large', message, { at: { offset } });

/**
 * Reads the tree that begins at a bracket, by the syntax alone: what is wrong within it ends where the tree ends. Of a tree
 * without an end the caller asks again for a repair, which also ends where another game begins.
 */
export function scanTree(text: string, start: number, isRepair: boolean): Scanned {
  const scan = createScan(text, start, isRepair);
  /** The nodes at which open branches began; the first is none. */
  const open: (SgfNode | null)[] = [];
  const root = scanNodes(scan, start, open);
  const isTree = root.ok || skipTree(scan, open.length);
  return { root, end: scan.at, isOpen: !isTree || scan.suspect === CONTRADICTED };
}

/** A suspicious value is followed by what no node may have. */
const CONTRADICTED = -1;

function scanNodes(scan: Scan, start: number, open: (SgfNode | null)[]): Result<SgfNode> {
  const { text } = scan;
  let node: SgfNode | null = null;
  let root: SgfNode | null = null;
  while (scan.at < text.length) {
    const { at } = scan;
    if (at - start > MAX_GAME) return tooMuch(`a game has ${MAX_GAME} characters at most`, start);
    const char = text[at]!;
    if (char === '(') {
      if (scan.isRepair && open.length > 0 && isNextGame(text, at)) break;
      if (open.length === MAX_DEPTH)
        return tooMuch(`branches lie within each other ${MAX_DEPTH} deep at most`, at);
      open.push(node);
      scan.at++;
    } else if (char === ')') {
      node = open.pop()!;
      scan.at++;
      if (open.length === 0) return ok(root!);
    } else if (char === ';') {
      if (++scan.nodes > MAX_NODES) return tooMuch(`a game has ${MAX_NODES} nodes at most`, at);
      const next: SgfNode = { at, properties: [], children: [] };
      node?.children.push(next);
      root ??= next;
      node = next;
      scan.at++;
    } else if (char <= ' ' || char === '\uFEFF') scan.at++;
    else {
      const property = scanProperty(scan);
      if (!property.ok) return property;
      root ??= { at: start, properties: [], children: [] }; // some have no semicolon before the first
      node ??= root;
      if (isContradiction(scan, node, root, property.value)) scan.suspect = CONTRADICTED;
      const full = addProperty(node, property.value);
      if (full !== null) return full;
    }
  }
  return wrong('this game is not closed', start);
}

/** Passes over the rest of a tree in which something is wrong; whether it has an end. */
function skipTree(scan: Scan, depth: number): boolean {
  const { text } = scan;
  for (let left = depth; left > 0; ) {
    const char = text[scan.at];
    if (char === undefined) return false;
    if (char === '[') {
      const value = scanValue(scan);
      // the tree is wrong already: a value that runs into the next game is a bracket without its end
      if (!value.ok || AT_VALUE_END.test(value.value.text)) return false;
      continue;
    }
    if (char === '(' && scan.isRepair && isNextGame(text, scan.at)) return false;
    if (char === '(') left++;
    else if (char === ')') left--;
    scan.at++;
  }
  return true;
}

/** Whether a root property behind a suspicious value shows that the value runs into the next game. */
const isContradiction = (
  { suspect, nodes }: Scan,
  node: SgfNode,
  root: SgfNode,
  { name }: Property,
): boolean =>
  suspect === nodes &&
  suspect > 0 &&
  ROOT_NAMES.includes(name) &&
  (node !== root || node.properties.some(property => property.name === name));

/** Whether a bracket begins another game, although the one before is not closed. */
export function isNextGame(text: string, at: number): boolean {
  NEXT_GAME.lastIndex = at;
  return /[\n\r]/.test(text[at - 1] ?? '') && NEXT_GAME.test(text);
}

/** Some write a property twice; its values then belong together. */
function addProperty({ properties }: SgfNode, { name, values, at }: Property): Fail | null {
  const same = properties.find(property => property.name === name);
  if (same !== undefined) for (const value of values) same.values.push(value);
  else if (properties.push({ name, values, at }) > MAX_PROPERTIES)
    return tooMuch(`a node has ${MAX_PROPERTIES} properties at most`, at);
  return null;
}

/** Reads a name and its values. Small letters in names are passed over, as before FF[4] names were words. */
function scanProperty(scan: Scan): Result<Property> {
  const { text, at } = scan;
  NAME.lastIndex = at;
  const [word] = NAME.exec(text) ?? [];
  const name = word?.replace(/[a-z]/g, '').replace(/^\d+/, '') ?? '';
  if (word === undefined || name === '')
    return wrong(`${JSON.stringify(text[at]!)} begins no property, node or branch`, at);
  scan.at += word.length;
  skipBlanks(scan);
  const values: Raw[] = [];
  while (text[scan.at] === '[') {
    if (++scan.values > MAX_VALUES) return tooMuch(`a game has ${MAX_VALUES} values at most`, at);
    const value = scanValue(scan);
    if (!value.ok) return value;
    values.push(value.value);
    skipBlanks(scan);
  }
  return values.length > 0 ? ok({ name, values, at }) : wrong(`${name} has no value`, at);
}

const NAME = /[A-Za-z][A-Za-z0-9]{0,63}/y;

function skipBlanks(scan: Scan): void {
  while (scan.at < scan.text.length && scan.text[scan.at]! <= ' ') scan.at++;
}

/** Reads from a bracket to the next one without a backslash. */
function scanValue(scan: Scan): Result<Raw> {
  const { text } = scan;
  const at = scan.at + 1;
  for (let i = at; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === BACKSLASH) i++;
    else if (code === CLOSING) {
      const value = text.slice(at, i);
      const next = value.includes('(') ? value.search(AT_VALUE_END) : -1;
      if (next >= 0 && scan.isRepair) {
        scan.at = at + next;
        return wrong(NOT_CLOSED, at - 1);
      }
      if (next >= 0 && scan.suspect === 0) scan.suspect = scan.nodes;
      scan.at = i + 1;
      return ok({ text: value, at });
    }
  }
  scan.at = text.length;
  return wrong(NOT_CLOSED, at - 1);
}

const NOT_CLOSED = 'this value is not closed';

const BACKSLASH = 92;
const CLOSING = 93;

/** Reads bare properties, as in a node; null where there is anything else. */
export function scanProperties(text: string): Property[] | null {
  const scan = createScan(text, 0, false);
  const node: SgfNode = { at: 0, properties: [], children: [] };
  for (;;) {
    skipBlanks(scan);
    if (scan.at >= text.length) return node.properties;
    const property = scanProperty(scan);
    if (!property.ok || addProperty(node, property.value) !== null) return null;
  }
}
