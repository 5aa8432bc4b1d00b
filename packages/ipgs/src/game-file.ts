/** The standard SGF in archives: players, result, and its reason. IPGS §10. */
import { type Fail, fail, ok, parseCid, type Result, type Seat, sgfLetters } from '@kifu/core';
import { parseTimestamp } from './timestamp.ts';

/** The contents of the file of a finished game. */
export interface GameFile {
  /** The name of the game: `go`, `chess`. */
  readonly game: string;
  /** `challenger|timestamp|contender`. */
  readonly name: string;
  /** What players are called, and the content IDs of their key files, by seat. */
  readonly names: readonly [string, string];
  readonly players: readonly [string, string];
  /** What the game calls the players, by seat: `W` and `B` in chess; `B` and `W` in all games of version 1. */
  readonly sides: readonly [string, string];
  /** `B+3.5`, `W+Resign`, `Draw`, `Void`. */
  readonly result: string;
  /** Null for a draw or a void game. */
  readonly winner: Seat | null;
  readonly isRanked: boolean;
  /** The content ID of the rules object. */
  readonly rules: string;
  readonly handicap: number;
  /** Null in games without. */
  readonly komi: number | null;
  /** Columns and rows; null in games without a board size. */
  readonly size: readonly [number, number] | null;
  readonly startedAt: bigint;
  readonly endedAt: bigint;
  /** The content ID of the last commit; null for games from elsewhere. */
  readonly head: string | null;
  /** How many moves each has made, by seat. */
  readonly moves: readonly [number, number];
}

/** Files are single blocks of this size at most. IPGS §1. */
export const MAX_FILE_BYTES = 256 * 1024;
/** Steps of a record and the root. */
const MAX_NODES = 10_001;

/** The properties of the root, in the order in which they stand. */
const ROOT = [
  ...[
    'FF',
    'GM',
    'CA',
    'AP',
    'SZ',
    'GN',
    'DT',
    'RU',
    'HA',
    'KM',
    'TM',
    'OT',
    'PB',
    'BR',
    'PW',
    'WR',
  ],
  ...['RE', 'XF', 'XB', 'XW', 'YB', 'YW', 'XK', 'XR', 'XS', 'XE', 'XH', 'AB'],
];

const wrong = (message: string, offset = 0): Fail =>
  fail('malformed', message, { rule: 'game-file', at: { offset } });

type Properties = ReadonlyMap<string, readonly string[]>;

/** Reads a file. Whether it matches the game can be checked with the record only. */
export function parseGameFile(bytes: Uint8Array): Result<GameFile> {
  if (bytes.length > MAX_FILE_BYTES)
    return fail('too-large', `the file is too large: ${MAX_FILE_BYTES} bytes at most`, {
      rule: 'game-file',
    });
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return wrong('the file is not valid UTF-8');
  }
  const nodes = scanNodes(text);
  if (!nodes.ok) return nodes;
  const [root, ...others] = nodes.value;
  return readRoot(root!, others);
}

/** The nodes of a file: one game without branches, in which nothing stands between nodes but line feeds. */
function scanNodes(text: string): Result<readonly Properties[]> {
  if (!text.startsWith('(;') || !text.endsWith(')\n')) return wrong('not a standard SGF file');
  const end = text.length - 2;
  const nodes: Properties[] = [];
  for (let at = 1; at < end; ) {
    if (text[at] !== ';') return wrong('a node must start with a semicolon', at);
    const node = scanNode(text, at + 1);
    if (!node.ok) return node;
    nodes.push(node.value.properties);
    at = node.value.end;
    if (nodes.length > MAX_NODES)
      return fail('too-large', 'the file has too many nodes', { rule: 'game-file' });
    if (at < end && text[at++] !== '\n') return wrong('each node must be on its own line', at - 1);
    if (at > end) return wrong('the file is incomplete', at);
  }
  return ok(nodes);
}

function scanNode(text: string, start: number): Result<{ properties: Properties; end: number }> {
  const properties = new Map<string, string[]>();
  let at = start;
  for (;;) {
    const name = text.slice(at, at + (text[at + 1] === '[' ? 1 : 2));
    if (!/^[A-Z]{1,2}$/.test(name) || text[at + name.length] !== '[') break;
    if (properties.has(name)) return wrong(`duplicate property ${name}`, at);
    at += name.length;
    const values: string[] = [];
    while (text[at] === '[') {
      const close = endOfValue(text, at + 1);
      if (close < 0) return wrong('unclosed value', at);
      values.push(text.slice(at + 1, close).replace(/\\([\s\S])/g, '$1'));
      at = close + 1;
    }
    properties.set(name, values);
  }
  return ok({ properties, end: at });
}

/** The bracket that closes a value and does not follow a backslash; −1 if there is none. */
function endOfValue(text: string, start: number): number {
  for (let i = start; i < text.length; i++) {
    if (text[i] === '\\') i++;
    else if (text[i] === ']') return i;
  }
  return -1;
}

function readRoot(root: Properties, others: readonly Properties[]): Result<GameFile> {
  const order = [...root.keys()].map(name => ROOT.indexOf(name));
  if (order.some((place, i) => place <= (order[i - 1] ?? -1)))
    return wrong('unexpected properties of the root, or out of order');
  const textOf = (name: string): string => root.get(name)?.[0] ?? '';
  const sides = sidesOf(textOf('AP'), root);
  if (textOf('FF') !== '4' || sides === null) return wrong('not a standard SGF file');
  const [startedAt, endedAt] = [parseTimestamp(textOf('XS')), parseTimestamp(textOf('XE'))];
  if (!startedAt.ok) return startedAt;
  if (!endedAt.ok) return endedAt;
  for (const name of ['XB', 'XW', 'XR'])
    if (!parseCid(textOf(name)).ok) return wrong(`${name} is not a content ID`);
  const letters = sgfLetters(sides);
  const bySeat = <T>(read: (letter: string) => T): readonly [T, T] => [
    read(letters[0]),
    read(letters[1]),
  ];
  const result = textOf('RE');
  const winner = sides.findIndex(side => result.startsWith(`${side}+`));
  return ok({
    // SGF numbers games; what is not go names its rules by the game and its version
    game: textOf('GM') === '1' ? 'go' : textOf('RU').split(' ')[0]!,
    name: textOf('GN'),
    names: bySeat(letter => textOf(`P${letter}`)),
    players: bySeat(letter => textOf(`X${letter}`)),
    ...{ sides, result, winner: winner < 0 ? null : winner },
    isRanked: textOf('XK') === '1',
    rules: textOf('XR'),
    handicap: Number(textOf('HA') || 0),
    komi: root.has('KM') ? Number(textOf('KM')) : null,
    size: sizeOf(textOf('SZ')),
    startedAt: startedAt.value,
    endedAt: endedAt.value,
    head: textOf('XH') || null,
    moves: bySeat(letter => others.filter(node => node.has(letter)).length),
  });
}

function sizeOf(text: string): readonly [number, number] | null {
  const [, width, height = width] = /^(\d{1,2})(?::(\d{1,2}))?$/.exec(text) ?? [];
  return width === undefined ? null : [Number(width), Number(height)];
}

/** The names of the sides by the version of the file, which states them from 2 on; null for an unknown version. */
function sidesOf(version: string, root: Properties): GameFile['sides'] | null {
  if (version === 'IPGS:1') return root.has('XF') ? null : ['B', 'W'];
  const [, first, second] =
    /^([A-Z][a-z]{0,15}):([A-Z][a-z]{0,15})$/.exec(root.get('XF')?.[0] ?? '') ?? [];
  if (version !== 'IPGS:2' || first === undefined || second === undefined) return null;
  return first === second ? null : [first, second];
}
