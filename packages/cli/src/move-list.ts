/** Moves as people write them down, in files: played one after the other, so that each is read where it was made. */
import {
  type Action,
  fail,
  isObject,
  type Kit,
  moveAct,
  ok,
  parseJson,
  type Result,
  type Seat,
} from '@kifu/core';
import type { MatchState } from '@kifu/record/match-state';
import { readRequest } from './engine.ts';
import { readMove, upperHex } from './input.ts';

/** What a seat did, as a list says. */
export interface ListedAct {
  readonly seat: Seat | null;
  readonly act: Action;
  readonly at: number | null;
}

/** A piece of a line, and where it begins, counted from 1. */
interface LinePiece {
  readonly text: string;
  readonly column: number;
}

/**
 * Plays the acts of one line by `play`, which gives the table after each. A line is a move if it reads as one, or what
 * `kifu run` takes; else each word of it is a move. Numbers of moves and results are passed over, and so is what follows `;`
 * or `#` at the start of a word. The fault has the column.
 */
export async function playLine(
  kit: Kit,
  line: string,
  first: MatchState,
  play: (listed: ListedAct) => Promise<Result<MatchState>>,
): Promise<Result<MatchState>> {
  let table = first;
  const written = line.replace(/(?:^|\s)[#;].*$/, '');
  const text = written.trim();
  const whole = { text, column: written.search(/\S/) + 1 };
  const isOne = /^\{/.test(text) || readMove(kit, table.state, upperHex(text)).ok;
  for (const piece of text === '' ? [] : isOne ? [whole] : wordsOf(written)) {
    const listed = readPiece(kit, table, piece.text);
    if (listed === null) continue;
    const next = listed.ok ? await play(listed.value) : listed;
    if (!next.ok) return { ok: false, fault: { ...next.fault, at: { column: piece.column } } };
    table = next.value;
  }
  return ok(table);
}

const wordsOf = (line: string): LinePiece[] =>
  [...line.matchAll(/\S+/g)].map(({ 0: text, index }) => ({ text, column: index + 1 }));

/** Parses a token; null for one without an action that is allowed there. */
function readPiece(kit: Kit, { state, game }: MatchState, text: string): Result<ListedAct> | null {
  const seat = game.active(state)[0] ?? null;
  const asked = readRunLine(kit, state, text);
  if (asked !== null) return asked;
  const move = readMove(kit, state, upperHex(text));
  if (move.ok) return ok({ seat, act: moveAct(game, move.value), at: null });
  // only now: in some game a number may be a move
  const bare = text.replace(/^\d+\.+/, '');
  if (/^(?:\d*|1-0|0-1|1\/2-1\/2|\*)$/.test(bare)) return null;
  const again = bare === text ? move : readMove(kit, state, upperHex(bare));
  return again.ok ? ok({ seat, act: moveAct(game, again.value), at: null }) : again;
}

/** A line as `kifu run` takes it; null where it is none. */
function readRunLine(kit: Kit, state: unknown, text: string): Result<ListedAct> | null {
  if (!text.startsWith('{')) return null;
  const json = parseJson(text);
  if (!json.ok) return json;
  if (!isObject(json.value) || !RUN_KEYS.some(key => Object.hasOwn(json.value as object, key)))
    return null;
  const request = readRequest(kit, state, json.value);
  if (!request.ok) return request;
  const what = request.value;
  if (what.do === 'claim')
    return ok({ seat: what.seat, act: { type: 'claim', reason: what.reason }, at: null });
  const at = what.at ?? null;
  if (what.do === 'move') return ok({ seat: what.seat, act: moveAct(kit.game, what.move), at });
  if (what.do === 'leave')
    return ok({ seat: what.of, act: { type: 'leave', of: what.of, how: what.how }, at });
  return fail('unsupported', 'a list has moves, claims and seats that leave; time passes by "at"');
}

const RUN_KEYS = ['move', 'leave', 'claim', 'draw', 'at'];
