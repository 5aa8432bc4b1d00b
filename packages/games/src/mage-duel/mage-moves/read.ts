/** From rows to a record: every move is played, and all that a row says is compared with what the rules give. */
import {
  decodeText,
  type Entry,
  endingOf,
  entryOf,
  type Fail,
  fail,
  formatMoment,
  hashState,
  hexToBytes,
  type Kifu,
  moveAct,
  type OnLoss,
  ok,
  type Part,
  type Result,
  type Seat,
  start,
  step,
} from '@kifu/core';
import { FINISH, type Move, moveAt, SKIP } from '../moves.ts';
import { game } from '../rules.ts';
import type { State } from '../state.ts';
import { NO_TILE } from '../tiles.ts';
import { linkRows } from './chain.ts';
import {
  type EndRow,
  type Head,
  type Id,
  type Lined,
  parseSheet,
  type Row,
  SIDES,
} from './lines.ts';

/** The tag with the id of the board, where it is not the usual one. */
export const BOARD_TAG = 'board';
/** The board of a file that names none. */
export const USUAL_BOARD: Id = 0;
/** What a match is ended by that both have left. */
export const CANCELED = { result: 'void', winners: [], points: null, reason: 'canceled' } as const;

/** Reads a file of moves. */
export function readMoves(input: Uint8Array | string, lost: OnLoss = () => {}): Result<Kifu> {
  const sheet = parseSheet(decodeText(input));
  if (!sheet.ok) return sheet;
  const { head, end, unknown } = sheet.value;
  const rows = linkRows(sheet.value.rows);
  if (!rows.ok) return rows;
  const begun = begin(head);
  if (!begun.ok) return begun;
  const played = playRows(head, rows.value, begun.value, lost);
  if (!played.ok) return played;
  if (unknown.length > 0) lost(`members: ${unknown.join(', ')}`);
  return end === null ? ok(toKifu(head, played.value)) : close(head, played.value, end);
}

function begin({ seed, rules, state, aside }: Head): Result<State> {
  const from = state === null ? {} : { start: { canon: state, aside } };
  const begun = start(game, { seed, options: rules, ...from });
  if (begun.ok) return ok(begun.value.state);
  const { code, message, at: { path = '' } = {} } = begun.fault;
  return fail(code, message, { at: { line: 1, path } });
}

/** The moves of the rows, and the state after the last of them. */
interface PlayedRows {
  readonly state: State;
  readonly entries: readonly Entry[];
}

function playRows(
  head: Head,
  rows: readonly Lined<Row>[],
  first: State,
  lost: OnLoss,
): Result<PlayedRows> {
  let state = first;
  const entries: Entry[] = [];
  let skip: Lined<Row> | null = null;
  for (const [i, row] of rows.entries()) {
    const wrong = misfitOf(head, row, state, i === 0);
    if (wrong !== null) return wrong;
    if (row.value.cause === 'timeout') {
      if (skip !== null) return broken(row.line, 'cause', 'two turns in a row are missed');
      skip = row;
      continue;
    }
    const next = playRow(head, row, state, skip);
    if (!next.ok) return next;
    skip = null;
    ({ state } = next.value);
    entries.push(next.value.entry);
  }
  if (skip !== null)
    return broken(skip.line, 'cause', 'a turn is missed only when the other player acts');
  if (rows.some(({ value }, i) => value.id !== first.done + 1 + i)) lost('the ids of the moves');
  return ok({ state, entries });
}

/** Why a row does not belong here, before its move is played; null where it does. */
function misfitOf(
  head: Head,
  { value, line }: Lined<Row>,
  state: State,
  isFirst: boolean,
): Fail | null {
  if (value.first_board_id !== head.board)
    return broken(line, 'board', `the move was made on board ${value.first_board_id}`);
  if (isFirst && (value.prev_move_id === null) !== (state.done === 0))
    return broken(line, 'link', 'only the first move of a chain follows none');
  const isSkip = value.tile === null;
  if (isSkip && (value.is_joker || value.rotation + value.col + value.row > 0))
    return broken(line, 'skip', 'a skip has neither joker nor place');
  if (!isSkip && value.cause === 'timeout')
    return broken(line, 'cause', 'only a skip comes from being late');
  return null;
}

function playRow(
  head: Head,
  { value, line }: Lined<Row>,
  state: State,
  skip: Lined<Row> | null,
): Result<{ readonly state: State; readonly entry: Entry }> {
  const seat = SIDES.indexOf(value.player_side);
  const move = moveOf(value);
  if (move.op === 'place' && value.tile !== state.top)
    return broken(line, 'tile', `the tile to lay is ${nameOf(state.top)}`);
  const at = value.timestamp - (head.start ?? 0);
  const stepped = step(game, state, { do: 'move', seat, move, at });
  if (!stepped.ok) return { ok: false, fault: { ...stepped.fault, at: { line } } };
  const { parts, state: after } = stepped.value;
  const wrong = checkSkip(parts, value, seat, skip) ?? checkAfter(value, after);
  if (wrong !== null) return broken(line, ...wrong);
  const entry = entryOf(seat, moveAct(game, move), { at, hash: bytesOf(value.hash) });
  return ok({ state: after, entry });
}

type RowFault = readonly [rule: string, message: string] | null;

/** A turn is missed by the rules exactly where the row before says so. */
function checkSkip(
  parts: readonly Part<State>[],
  { timestamp }: Row,
  seat: Seat,
  skip: Lined<Row> | null,
): RowFault {
  const isSkipped = parts.some(({ by }) => by === 'rules');
  if (skip === null)
    return isSkipped ? ['cause', 'the other player has missed a turn, and no row says so'] : null;
  const { player_side, timestamp: skippedAt } = skip.value;
  return isSkipped && skippedAt === timestamp && player_side !== SIDES[seat]
    ? null
    : ['cause', 'nobody has missed a turn before this move'];
}

function checkAfter({ top, hash }: Pick<Row, 'top' | 'hash'>, after: State): RowFault {
  if (top !== undefined && (top ?? NO_TILE) !== after.top)
    return ['top', `the next tile is ${nameOf(after.top)}`];
  const found = hash === null ? null : hashState(game, after);
  return found === hash ? null : ['hash', `the state hash is ${found}`];
}

/** A hash that has been compared, so that it is known to be hex digits. */
const bytesOf = (hash: string | null): Uint8Array | null =>
  hash === null ? null : hexToBytes(hash);

const nameOf = (tile: number): string => (tile === NO_TILE ? 'none' : `${tile}`);

function moveOf({ tile, rotation: rot, col, row, is_joker }: Row): Move {
  if (tile === null) return moveAt(SKIP);
  return is_joker ? { op: 'joker', tile, rot, col, row } : { op: 'place', rot, col, row };
}

/** The end by a claim, or because the match was canceled. */
function close(
  head: Head,
  { state, entries }: PlayedRows,
  { value, line }: Lined<EndRow>,
): Result<Kifu> {
  const { end, player_side, timestamp, hash } = value;
  const fromStart = timestamp === null ? null : timestamp - (head.start ?? 0);
  if (end === 'canceled') {
    if (state.end !== null) return broken(line, 'end', 'the match had ended before');
    if (fromStart !== null && fromStart < state.now)
      return broken(line, 'end', 'the match was canceled before its last move');
    const wrong = checkAfter({ top: undefined, hash }, state);
    if (wrong !== null) return broken(line, ...wrong);
    const ms = fromStart === null ? null : 1000 * fromStart;
    const ending = endingOf(CANCELED, { ms, hash: bytesOf(hash) });
    return ok({ ...toKifu(head, { state, entries }), ending });
  }
  const seat = SIDES.indexOf(player_side!);
  const move = moveAt(FINISH);
  const at = fromStart!;
  const stepped = step(game, state, { do: 'move', seat, move, at });
  if (!stepped.ok) return { ok: false, fault: { ...stepped.fault, at: { line } } };
  const after = stepped.value.state;
  const wrong = checkAfter({ top: undefined, hash }, after);
  if (wrong !== null) return broken(line, ...wrong);
  const entry = entryOf(seat, moveAct(game, move), { at, hash: bytesOf(hash) });
  return ok(toKifu(head, { state: after, entries: [...entries, entry] }));
}

function toKifu(head: Head, { state, entries }: PlayedRows): Kifu {
  const outcome = game.outcome(state);
  return {
    header: {
      game: game.name,
      version: game.version,
      options: head.rules,
      players: head.players.map((name, seat) => ({ seat, name })),
      seed: head.seed,
      start: head.state === null ? null : { canon: head.state, aside: head.aside },
      startedAt: head.start === null ? null : formatMoment(head.start),
      tags: head.board === USUAL_BOARD ? {} : { [BOARD_TAG]: `${head.board}` },
    },
    entries,
    ending: outcome && endingOf(outcome, { hash: entries.at(-1)?.hash ?? null }),
    notes: [],
    variations: [],
  };
}

const broken = (line: number, rule: string, message: string): Fail =>
  fail('broken-record', message, { rule, at: { line } });
