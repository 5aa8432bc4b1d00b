/**
 * The syntax of SGF: text to trees of nodes with properties, one tree at a time. No property is understood here. There
 * is no recursion: trees are as deep as their makers like, and nodes are linked, not nested.
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

/** What came of reading a tree, and where to go on: behind it, or where it could not be read any further. */
export interface Scanned {
  readonly root: Result<SgfNode>;
  readonly end: number;
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

/** The same, behind a tree that cannot be read: at the beginning of a line, as its own branches look alike. */
export function findTreeAfterFault(text: string, from: number): number {
  LINE_START.lastIndex = Math.max(0, from - 1);
  const found = LINE_START.exec(text);
  return found === null ? -1 : found.index + 1;
}

const LINE_START = /[\n\r]\(\s*;/g;
/** A game that begins where another has not ended: no branch says which format it has, or who plays. */
const NEXT_GAME = /\(\s*;\s*(?:FF|GM|CA|AP|ST|SZ|RU|KM|HA|PB|PW|BR|WR|EV|RO|PC|DT|GN|RE|TM)\s*\[/y;
/** The same at the end of a value, which was not closed before it. */
const IN_NEXT_GAME = /[\n\r]\(\s*;\s*[A-Z]{1,2}\s*\[[^\n\r[\]]*$/;

/** What is being read. */
interface Scan {
  readonly text: string;
  at: number;
  nodes: number;
  values: number;
}

const wrong = (message: string, offset: number): Fail =>
  fail('malformed', message, { at: { offset } });
const tooMuch = (message: string, offset: number): Fail =>
  fail('too-large', message, { at: { offset } });

/** Reads the tree that begins at a bracket. */
export function scanTree(text: string, start: number): Scanned {
  const scan: Scan = { text, at: start, nodes: 0, values: 0 };
  const root = scanNodes(scan, start);
  return { root, end: scan.at };
}

function scanNodes(scan: Scan, start: number): Result<SgfNode> {
  const { text } = scan;
  /** The nodes at which open branches began; the first is none. */
  const open: (SgfNode | null)[] = [];
  let node: SgfNode | null = null;
  let root: SgfNode | null = null;
  while (scan.at < text.length) {
    const { at } = scan;
    if (at - start > MAX_GAME) return tooMuch(`a game has ${MAX_GAME} characters at most`, start);
    const char = text[at]!;
    if (char === '(') {
      if (open.length > 0 && isNextGame(text, at)) break;
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
      const full = addProperty(node, property.value);
      if (full !== null) return full;
    }
  }
  return wrong('this game is not closed', start);
}

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

/** Reads from a bracket to the next that no backslash stands before. */
function scanValue(scan: Scan): Result<Raw> {
  const { text } = scan;
  const at = scan.at + 1;
  for (let i = at; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === BACKSLASH) i++;
    else if (code === CLOSING) {
      const value = text.slice(at, i);
      const next = value.includes('(') ? value.search(IN_NEXT_GAME) : -1;
      scan.at = next < 0 ? i + 1 : at + next;
      return next < 0 ? ok({ text: value, at }) : wrong(NOT_CLOSED, at - 1);
    }
  }
  scan.at = text.length;
  return wrong(NOT_CLOSED, at - 1);
}

const NOT_CLOSED = 'this value is not closed';

const BACKSLASH = 92;
const CLOSING = 93;

/** Reads properties that stand alone, as they do in a node; null where there is anything else. */
export function scanProperties(text: string): Property[] | null {
  const scan: Scan = { text, at: 0, nodes: 0, values: 0 };
  const node: SgfNode = { at: 0, properties: [], children: [] };
  for (;;) {
    skipBlanks(scan);
    if (scan.at >= text.length) return node.properties;
    const property = scanProperty(scan);
    if (!property.ok || addProperty(node, property.value) !== null) return null;
  }
}
