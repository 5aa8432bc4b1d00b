/**
 * The form of replay files, versions 1 and 2: what their fields are, and nothing of what they mean. The loader that these files
 * come from checks little; what it would play wrongly or never end with is refused here. Rule sheet §13.
 */
import {
  type Fail,
  fail,
  isInteger,
  isObject,
  type Json,
  type JsonObject,
  ok,
  pointerStep,
  type Result,
} from '@kifu/core';
import type { BoardName } from '../board.ts';
import { MAX_HZ, type Speed } from '../setting.ts';
import { LAST_TICK } from '../state.ts';
import { parseDate } from './date.ts';

/** A replay, in one form for both versions. */
export interface KfchessReplay {
  readonly version: 1 | 2;
  readonly speed: Speed;
  readonly board: BoardName;
  readonly hz: number;
  /** Players, counted from 1, and what the file calls them. */
  readonly players: readonly (readonly [player: number, name: string])[];
  readonly commands: readonly ReplayCommand[];
  readonly totalTicks: number;
  /** 0 for a draw; null where the file does not say. */
  readonly winner: number | null;
  readonly reason: string | null;
  /** As records have it. */
  readonly createdAt: string | null;
  /** Fields that the format does not have, and how many of those the entries have. */
  readonly unknown: readonly string[];
}

/** An entry of the list of moves. */
export interface ReplayCommand {
  /** The tick at which the command was given. */
  readonly tick: number;
  readonly player: number;
  readonly piece: string;
  readonly row: number;
  readonly column: number;
  /** Its place in the list, from 0. */
  readonly index: number;
}

/** More entries than a record may have are refused. */
const MAX_COMMANDS = 1 << 17;
/** The longest text of a field: names, ids, reasons. */
const MAX_TEXT = 1000;

const V2_FIELDS = [
  ...['version', 'speed', 'board_type', 'players', 'moves', 'total_ticks', 'winner', 'win_reason'],
  ...['created_at', 'tick_rate_hz'],
];
const V1_FIELDS = ['version', 'speed', 'players', 'moves', 'ticks'];

/** What the fields of an entry are called, in version 2 and in version 1. */
interface EntryNames {
  readonly tick: string;
  readonly player: string;
  readonly piece: string;
  readonly row: string;
  readonly column: string;
}
const BOTH = { tick: 'tick', player: 'player' };
const V2_ENTRY: EntryNames = { ...BOTH, piece: 'piece_id', row: 'to_row', column: 'to_col' };
const V1_ENTRY: EntryNames = { ...BOTH, piece: 'pieceId', row: 'row', column: 'col' };

/** Reads the form of a replay of either version. */
export function readForm(json: Json): Result<KfchessReplay> {
  if (!isObject(json)) return fail('malformed', 'a replay is an object', { at: { path: '' } });
  const version = json.version ?? (Object.hasOwn(json, 'version') ? null : 1);
  if (version !== 1 && version !== 2)
    return version === null || !isInteger(version, 0, Number.MAX_SAFE_INTEGER)
      ? wrong('version', 'the version of a replay is a number')
      : fail('unsupported', `version ${version} of replays is not known; known: 1, 2`, AT_VERSION);
  return version === 1 ? readV1(json) : readV2(json);
}

const AT_VERSION = { at: { path: '/version' } };

const wrong = (field: string, message: string): Fail =>
  fail('malformed', message, { at: { path: pointerStep(field) } });

function readV2(json: JsonObject): Result<KfchessReplay> {
  const { board_type: board, winner = null, win_reason: reason = null } = json;
  const { created_at: created = null, tick_rate_hz: hz = 10 } = json;
  if (board !== 'standard' && board !== 'four_player')
    return wrong('board_type', 'board_type is standard or four_player');
  if (!isInteger(hz, 1, MAX_HZ))
    return wrong('tick_rate_hz', `tick_rate_hz is a whole number from 1 to ${MAX_HZ}`);
  const common = readCommon(json, board, 'total_ticks', V2_ENTRY, 0);
  if (!common.ok) return common;
  const { players } = common.value;
  if (winner !== null && winner !== 0 && !players.some(([player]) => player === winner))
    return wrong('winner', 'winner is 0 for a draw, one of the players, or null');
  if (reason !== null && !isText(reason))
    return wrong('win_reason', 'win_reason is a text or null');
  const createdAt = typeof created === 'string' ? parseDate(created) : null;
  if (created !== null && createdAt === null)
    return wrong('created_at', 'created_at is a date in the form of ISO 8601, or null');
  return ok({
    ...common.value,
    version: 2,
    board,
    hz,
    winner: winner as number | null,
    reason,
    createdAt,
    unknown: unknownFields(json, V2_FIELDS, Object.values(V2_ENTRY)),
  });
}

/** Version 1 has the tick of the first motion, one after that of the command. */
function readV1(json: JsonObject): Result<KfchessReplay> {
  const common = readCommon(json, 'standard', 'ticks', V1_ENTRY, 1);
  if (!common.ok) return common;
  const [, second] = common.value.players;
  if (second?.[1].startsWith('c:'))
    return fail('unsupported', 'a campaign game starts from a position that is not in the file', {
      at: { path: '/players/2' },
    });
  return ok({
    ...common.value,
    version: 1,
    board: 'standard',
    hz: 10,
    winner: null,
    reason: null,
    createdAt: null,
    unknown: unknownFields(json, V1_FIELDS, Object.values(V1_ENTRY)),
  });
}

type Common = Pick<KfchessReplay, 'speed' | 'players' | 'commands' | 'totalTicks'>;

/** What both versions have. */
function readCommon(
  json: JsonObject,
  board: BoardName,
  ticksField: string,
  names: EntryNames,
  shift: number,
): Result<Common> {
  const { speed } = json;
  if (speed !== 'standard' && speed !== 'lightning')
    return wrong('speed', 'speed is standard or lightning');
  const players = readPlayers(json.players, board);
  if (!players.ok) return players;
  const totalTicks = json[ticksField];
  if (!isInteger(totalTicks, 0, LAST_TICK))
    return wrong(ticksField, `${ticksField} is a whole number from 0 to ${LAST_TICK}`);
  const commands = readCommands(json.moves, names, shift);
  if (!commands.ok) return commands;
  return ok({ speed, players: players.value, commands: commands.value, totalTicks });
}

function readPlayers(value: Json | undefined, board: BoardName): Result<KfchessReplay['players']> {
  const players = isObject(value) ? Object.entries(value) : [];
  const isPlayer = ([key, name]: [string, Json]) => /^[1-4]$/.test(key) && isText(name);
  if (!isObject(value) || !players.every(isPlayer))
    return wrong('players', 'players are texts by number, "1" to "4"');
  const keys = players.map(([key]) => key).sort();
  const fits = board === 'standard' ? keys.join() === '1,2' : keys.length >= 2;
  if (!fits)
    return wrong(
      'players',
      board === 'standard'
        ? 'the players of the standard board are 1 and 2'
        : 'the four-player board takes two to four players',
    );
  return ok(keys.map(key => [Number(key), value[key] as string] as const));
}

const isText = (value: Json): value is string =>
  typeof value === 'string' && value.length <= MAX_TEXT;

function readCommands(
  list: Json | undefined,
  names: EntryNames,
  shift: number,
): Result<ReplayCommand[]> {
  if (!Array.isArray(list)) return wrong('moves', 'moves are a list');
  if (list.length > MAX_COMMANDS)
    return fail('too-large', `a replay has at most ${MAX_COMMANDS} moves`, {
      at: { path: '/moves' },
    });
  const commands: ReplayCommand[] = [];
  for (const [index, entry] of (list as readonly Json[]).entries()) {
    const path = `/moves/${index}`;
    const field = isObject(entry) ? wrongField(entry, names) : null;
    if (!isObject(entry) || field !== null)
      return fail('malformed', entryForm(names), {
        at: { path: field === null ? path : `${path}/${field}` },
      });
    const number = (name: string) => entry[name] as number;
    commands.push({
      tick: number(names.tick) - shift,
      player: number(names.player),
      piece: entry[names.piece] as string,
      row: number(names.row),
      column: number(names.column),
      index,
    });
  }
  return ok(commands);
}

const entryForm = ({ tick, player, piece, row, column }: EntryNames): string =>
  `a move has ${tick}, ${piece}, ${row}, ${column} and ${player}: a text, and else whole numbers`;

/** The first field of an entry that is missing or of the wrong kind; null where all are good. */
function wrongField(entry: JsonObject, names: EntryNames): string | null {
  for (const name of Object.values(names)) {
    const value = entry[name];
    const isGood =
      name === names.piece
        ? value !== undefined && isText(value)
        : isInteger(value, -LAST_TICK, LAST_TICK);
    if (!isGood) return name;
  }
  return null;
}

/** The fields that have no meaning here, in a few words each. */
function unknownFields(
  json: JsonObject,
  fields: readonly string[],
  entryFields: readonly string[],
): string[] {
  const others = Object.keys(json).filter(key => !fields.includes(key));
  const inEntries = new Set(
    (json.moves as readonly JsonObject[]).flatMap(entry =>
      Object.keys(entry).filter(key => !entryFields.includes(key)),
    ),
  );
  return [
    ...others.map(key => `the field ${shorten(key)}`),
    ...[...inEntries].map(key => `the field ${shorten(key)} of moves`),
  ];
}

const shorten = (text: string): string => JSON.stringify(text.slice(0, 40));
