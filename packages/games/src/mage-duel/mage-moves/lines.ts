/** The lines of a file of moves: a head, a row for each move, perhaps an end. Rule sheet §7. */
import {
  fail,
  isInteger,
  isObject,
  type Json,
  type JsonObject,
  MAX_MOMENT,
  ok,
  parseJson,
  type Result,
} from '@kifu/core';
import { SIZE } from '../grid.ts';
import { TILES } from '../tiles.ts';

/** Names a move or a board. */
export type Id = number | string;

/** What stands in the first line: where the chain begins. */
export interface Head {
  readonly board: Id;
  /** The second of the start; null where unknown, and timestamps then count from 0. */
  readonly start: number | null;
  readonly players: readonly [blue: string, red: string];
  /** The seed of a new board; one that branches off has its seed in the state. */
  readonly seed: Json;
  /** What the rule set has that is not usual. */
  readonly rules: JsonObject;
  /** The state that the board branches off from, null for a new one. */
  readonly state: Json;
  readonly aside: Json;
}

/** A Move, with the names of the sheet. */
export interface Row {
  readonly id: Id;
  readonly player_side: 'Blue' | 'Red';
  readonly prev_move_id: Id | null;
  readonly tile: number | null;
  readonly rotation: number;
  readonly col: number;
  readonly row: number;
  readonly is_joker: boolean;
  readonly first_board_id: Id;
  readonly timestamp: number;
  readonly cause: 'player' | 'timeout';
  /** The top tile after the move; undefined where the row does not say. */
  readonly top: number | null | undefined;
  /** The hash of the state after the move, where one was taken. */
  readonly hash: string | null;
}

/** The end of a match that no move brought about. */
export interface EndRow {
  readonly end: 'claimed' | 'canceled';
  readonly player_side: 'Blue' | 'Red' | null;
  readonly timestamp: number | null;
  readonly hash: string | null;
}

/** A row and the line it stands on, counted from 1. */
export interface Lined<T> {
  readonly value: T;
  readonly line: number;
}

/** All that a file says. */
export interface Sheet {
  readonly head: Head;
  readonly rows: readonly Lined<Row>[];
  readonly end: Lined<EndRow> | null;
  /** Members that mean nothing here. */
  readonly unknown: readonly string[];
}

/** What the sheet calls the sides, by seat. */
export const SIDES = ['Blue', 'Red'] as const;

const FORMAT = 'mage-moves';
const VERSION = 1;
/** More than any match has: a board takes 64 tiles, and skips end it. */
const MAX_LINES = 10_000;
const MAX_LENGTH = 1 << 23;
const MAX_ID = 128;

/** Writes a head, rows and an end as lines. */
export function formatSheet(head: Head, rows: readonly Row[], end: EndRow | null): string {
  const { board, start, players, seed, rules, state, aside } = head;
  const from = state === null ? {} : { state, aside };
  const first = { format: FORMAT, version: VERSION, board, start, players, seed, rules, ...from };
  const plain = [first, ...rows.map(bare), ...(end === null ? [] : [bare(end)])];
  return plain.map(line => `${JSON.stringify(line)}\n`).join('');
}

/** A row without a hash that was not taken. */
const bare = <T extends { readonly hash: string | null }>({ hash, ...rest }: T) =>
  hash === null ? rest : { ...rest, hash };

/** Reads lines; what they say is checked by playing them. */
export function parseSheet(text: string): Result<Sheet> {
  if (text.length > MAX_LENGTH) return TOO_LARGE;
  const lines = text.replace(/^\ufeff/, '').split(/\r\n?|\n/, MAX_LINES + 2);
  if (lines.at(-1) === '') lines.pop();
  if (lines.length > MAX_LINES) return TOO_LARGE;
  const first = readLine(lines[0] ?? '', 1);
  if (!first.ok) return first;
  const head = toHead(first.value);
  if (head === null) return wrong(1, HEAD_FORM);
  const rows: Lined<Row>[] = [];
  const keys = new Set(Object.keys(first.value).filter(key => !HEAD_KEYS.includes(key)));
  for (let line = 2; line <= lines.length; line++) {
    const json = readLine(lines[line - 1]!, line);
    if (!json.ok) return json;
    for (const key of Object.keys(json.value)) if (!ROW_KEYS.includes(key)) keys.add(key);
    const row = toRow(json.value);
    if (row !== null) rows.push({ value: row, line });
    else {
      const end = toEnd(json.value);
      if (end === null) return wrong(line, ROW_FORM);
      if (line < lines.length) return wrong(line + 1, 'nothing follows the end');
      return ok({ head, rows, end: { value: end, line }, unknown: [...keys] });
    }
  }
  return ok({ head, rows, end: null, unknown: [...keys] });
}

const HEAD_KEYS = 'format version board start players seed rules state aside'.split(' ');
const ROW_KEYS =
  'id player_side prev_move_id tile rotation col row is_joker first_board_id timestamp cause top hash end'.split(
    ' ',
  );

const TOO_LARGE = fail('too-large', `a file of moves has at most ${MAX_LINES} lines`);
const HEAD_FORM =
  'the first line is { format: "mage-moves", version: 1, board, start, players, seed, rules }, perhaps with state and aside';
const ROW_FORM =
  'a line is a move: id, player_side, prev_move_id, tile, rotation, col, row, is_joker, first_board_id, timestamp, cause; or an end';

const wrong = (line: number, form: string) => fail('malformed', form, { at: { line } });

function readLine(text: string, line: number): Result<JsonObject> {
  const json = parseJson(text);
  if (!json.ok) return fail(json.fault.code, json.fault.message, { at: { line } });
  return isObject(json.value) ? ok(json.value) : wrong(line, 'a line is a JSON object');
}

function toHead(line: JsonObject): Head | null {
  const { format, version, board, start, players, seed = null, rules = {} } = line;
  const { state = null, aside = null } = line;
  if (format !== FORMAT || version !== VERSION || !isId(board)) return null;
  if (start !== null && !isMoment(start)) return null;
  if (!isNames(players) || !isObject(rules) || seed === null) return null;
  return { board, start, players, seed, rules, state, aside };
}

function toRow(line: JsonObject): Row | null {
  const { id, prev_move_id = null, tile = null, rotation, col, row, is_joker } = line;
  const { first_board_id, timestamp, cause = 'player', top, hash = null } = line;
  const side = toSide(line.player_side);
  if (side === null || !isId(id) || (prev_move_id !== null && !isId(prev_move_id))) return null;
  if (tile !== null && !isInteger(tile, 0, TILES.length - 1)) return null;
  if (!isInteger(rotation, 0, 3) || !isInteger(col, 0, SIZE - 1) || !isInteger(row, 0, SIZE - 1))
    return null;
  if (typeof is_joker !== 'boolean' || !isId(first_board_id) || !isMoment(timestamp)) return null;
  if (cause !== 'player' && cause !== 'timeout') return null;
  if (top !== undefined && top !== null && !isInteger(top, 0, TILES.length - 1)) return null;
  if (hash !== null && typeof hash !== 'string') return null;
  const place = { tile, rotation, col, row, is_joker };
  const link = { id, player_side: side, prev_move_id };
  return { ...link, ...place, first_board_id, timestamp, cause, top, hash };
}

function toEnd(line: JsonObject): EndRow | null {
  const { end, timestamp = null, hash = null } = line;
  if (end !== 'claimed' && end !== 'canceled') return null;
  if (timestamp !== null && !isMoment(timestamp)) return null;
  if (hash !== null && typeof hash !== 'string') return null;
  const side = toSide(line.player_side);
  if (end === 'claimed' && (side === null || timestamp === null)) return null;
  return { end, player_side: side, timestamp, hash };
}

/** Some write sides as numbers. */
const toSide = (side: Json | undefined): Row['player_side'] | null =>
  side === 'Blue' || side === 0 ? 'Blue' : side === 'Red' || side === 1 ? 'Red' : null;

const isMoment = (value: Json | undefined): value is number => isInteger(value, 0, MAX_MOMENT);

const isId = (value: Json | undefined): value is Id =>
  isInteger(value, 0, Number.MAX_SAFE_INTEGER) ||
  (typeof value === 'string' && value !== '' && value.length <= MAX_ID);

const isNames = (value: Json | undefined): value is [string, string] =>
  Array.isArray(value) && value.length === 2 && value.every(name => typeof name === 'string');
