/** Commands of players as they come in. */
import {
  fail,
  isInteger,
  isObject,
  type Json,
  ok,
  parseSeed,
  type Result,
  type Seed,
} from '@kifu/core';
import { type Move, moves } from '../moves.ts';

/** What a player wants done. Times are whole seconds of one clock that never goes back. */
export type Command = { readonly as: string } & (
  | { readonly cmd: 'create' | 'cancel' }
  | { readonly cmd: 'join'; readonly host: string; readonly seed: Json; readonly t: number }
  | { readonly cmd: 'snapshot'; readonly board: number; readonly move: number }
  | {
      readonly cmd: 'create-from-snapshot';
      readonly snapshot: number;
      /** Other draws than those of the source. */
      readonly reseed: Seed | null;
    }
  | {
      readonly cmd: 'act';
      readonly move: Move;
      /** The board that a claim names; null in other acts, which are about the own board. */
      readonly board: number | null;
      readonly t: number;
    }
  | { readonly cmd: 'username'; readonly username: string }
  | { readonly cmd: 'skin'; readonly skin: number }
);

/** Longest name of a player. */
const MAX_NAME = 64;
/** Skins by number: what a balance must reach. */
export const SKIN_PRICES = [0, 0, 100, 500, 2000] as const;

const isName = (value: Json | undefined): value is string =>
  typeof value === 'string' && value !== '' && value.length <= MAX_NAME;
const isWhole = (value: Json | undefined): value is number =>
  isInteger(value, Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER);
const isTime = (value: Json | undefined): value is number =>
  isInteger(value, 0, Number.MAX_SAFE_INTEGER);

const FORM = fail(
  'malformed',
  'a command is { as, cmd }: create, join (host, seed, t), cancel, snapshot (board, move), create-from-snapshot (snapshot), ' +
    'place, joker, skip, finish (t; finish also board), username (username), skin (skin)',
);

/** Reads a command: `{ "as": "alice", "cmd": "place", "rot": 0, "col": 4, "row": 7, "t": 1050 }`. */
export function parseCommand(wire: Json): Result<Command> {
  if (!isObject(wire) || !isName(wire.as)) return FORM;
  const { as, cmd, t = 0, ...rest } = wire;
  if (!isTime(t)) return FORM;
  switch (cmd) {
    case 'create':
    case 'cancel':
      return ok({ as, cmd });
    case 'join': {
      const { host, seed = 0 } = rest;
      return isName(host) && parseSeed(seed).ok ? ok({ as, cmd, host, seed, t }) : FORM;
    }
    case 'snapshot':
      return isWhole(rest.board) && isWhole(rest.move)
        ? ok({ as, cmd, board: rest.board, move: rest.move })
        : FORM;
    case 'create-from-snapshot': {
      const reseed = rest.reseed === undefined ? ok(null) : parseSeed(rest.reseed);
      return isWhole(rest.snapshot) && reseed.ok
        ? ok({ as, cmd, snapshot: rest.snapshot, reseed: reseed.value })
        : FORM;
    }
    case 'username':
      return isName(rest.username) ? ok({ as, cmd, username: rest.username }) : FORM;
    case 'skin':
      return isInteger(rest.skin, 0, SKIN_PRICES.length - 1)
        ? ok({ as, cmd, skin: rest.skin })
        : FORM;
    default: {
      const { board = null, ...fields } = rest;
      const move = moves.json.decode({ op: cmd ?? null, ...fields });
      if (!move.ok || (move.value.op === 'finish' ? !isWhole(board) : board !== null)) return FORM;
      return ok({ as, cmd: 'act', move: move.value, board: board as number | null, t });
    }
  }
}
