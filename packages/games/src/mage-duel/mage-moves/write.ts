/** From a record to rows: automatic skips, which are part of the entry that caused them, become rows of their own. */
import {
  type Action,
  bytesToHex,
  canonicalText,
  type Ending,
  type Entry,
  fail,
  type GameEvent,
  type Json,
  type Kifu,
  MAX_MOMENT,
  ok,
  type Part,
  parseMoment,
  type Result,
  type Start,
  start,
  step,
  type WriteResult,
} from '@kifu/core';
import { type Move, moves } from '../moves.ts';
import { game } from '../rules.ts';
import type { State } from '../state.ts';
import { NO_TILE } from '../tiles.ts';
import { type EndRow, formatSheet, type Head, type Id, type Row, SIDES } from './lines.ts';
import { BOARD_TAG, CANCELED, USUAL_BOARD } from './read.ts';

/** Writes a record as a file of moves. */
export function writeMoves(kifu: Kifu): Result<WriteResult> {
  const { header, ending } = kifu;
  if (header.game !== game.name || header.version !== game.version)
    return fail('unsupported', `a file of moves is of ${game.name} version ${game.version}`);
  const head = toHead(kifu);
  const begun = begin(kifu);
  if (!begun.ok) return begun;
  const played = playEntries(kifu, head, begun.value);
  if (!played.ok) return played;
  const { state, rows, claim } = played.value;
  const outcome = game.outcome(state);
  if (outcome !== null && ending !== null && !isSame(outcome, ending.outcome))
    return fail('broken-record', `the rules end the match by ${outcome.reason}`, {
      rule: 'ending',
      at: { path: '/ending/outcome' },
    });
  const canceled = outcome === null && ending !== null && isSame(ending.outcome, CANCELED);
  const end = canceled ? cancelRow(ending, head) : claim;
  const output = formatSheet(head, rows, end);
  return ok({ output, losses: lossesOf(kifu, outcome !== null, canceled) });
}

const hexOf = (hash: Uint8Array | null): string | null => hash && bytesToHex(hash);

const isSame = (a: object, b: object): boolean =>
  canonicalText(a as Json) === canonicalText(b as Json);

function toHead({ header }: Kifu): Head {
  const { players, seed, options, start: from, startedAt, tags } = header;
  const nameOf = (seat: number) => players.find(player => player.seat === seat)?.name ?? '';
  return {
    board: toId(tags[BOARD_TAG]),
    start: startedAt === null ? null : parseMoment(startedAt),
    players: [nameOf(0), nameOf(1)],
    seed,
    rules: options,
    state: from?.canon ?? null,
    aside: from?.aside ?? null,
  };
}

/** The id of a board; one of digits is a number. */
function toId(text: string | undefined): Id {
  if (text === undefined || text === '') return USUAL_BOARD;
  const number = Number(text);
  return /^(?:0|[1-9]\d*)$/.test(text) && Number.isSafeInteger(number) ? number : text;
}

function begin({ header: { players, seed, options, start: from } }: Kifu): Result<State> {
  const position: { start?: Start } = from === null ? {} : { start: from };
  const seats = players.map(({ seat }) => seat);
  const begun = start(game, { seats, seed, options, ...position });
  return begun.ok ? ok(begun.value.state) : begun;
}

interface WrittenRows {
  readonly state: State;
  readonly rows: readonly Row[];
  /** The claim of the end; null where the match has none. */
  readonly claim: EndRow | null;
}

function playEntries({ entries }: Kifu, head: Head, first: State): Result<WrittenRows> {
  let state = first;
  let claim: EndRow | null = null;
  const rows: Row[] = [];
  for (const [i, entry] of entries.entries()) {
    const move = moveOf(entry.act);
    if (move === null) continue;
    const at = { path: `/entries/${i}` };
    if (!move.ok) return { ok: false, fault: { ...move.fault, at } };
    const { seat, at: tick } = entry;
    const hash = hexOf(entry.hash);
    const when = tick === null ? {} : { at: tick };
    const stepped = step(game, state, { do: 'move', seat: seat ?? -1, move: move.value, ...when });
    if (!stepped.ok) return { ok: false, fault: { ...stepped.fault, at } };
    const side = SIDES[seat as 0 | 1];
    const timestamp = stepped.value.state.now + (head.start ?? 0);
    if (timestamp > MAX_MOMENT)
      return fail('unsupported', 'a chain of moves ends with the year 9999', { at });
    if (move.value.op === 'finish') claim = { end: 'claimed', player_side: side, timestamp, hash };
    else rows.push(...rowsOf(stepped.value.parts, head, timestamp, hash));
    ({ state } = stepped.value);
  }
  return ok({ state, rows, claim });
}

/** The move of an act; null for what a chain of moves has no room for, a fault for what would make it another chain. */
function moveOf(act: Action): Result<Move> | null {
  switch (act.type) {
    case 'move':
      return moves.bytes.decode(act.move);
    case 'allow-takeback':
      return fail('unsupported', 'a chain of moves cannot go back');
    case 'links':
      return fail('unsupported', 'a chain of moves has no random draws');
    default:
      return null;
  }
}

/** The rows of one entry: perhaps a skip of the opponent, then the move. Ids count the moves of the whole chain. */
function rowsOf(
  parts: readonly Part<State>[],
  { board }: Head,
  timestamp: number,
  hash: string | null,
): Row[] {
  const last = parts.at(-1)!.state;
  return parts
    .filter(({ by }) => by === 'rules' || by === 'move')
    .map(({ by, state, events: [event] }) => ({
      id: state.done,
      player_side: SIDES[event!.seat as 0 | 1],
      prev_move_id: state.done === 1 ? null : state.done - 1,
      ...placeOf(event!),
      first_board_id: board,
      timestamp,
      cause: by === 'rules' ? ('timeout' as const) : ('player' as const),
      top: topOf(by === 'rules' ? state : last),
      hash: by === 'rules' ? null : hash,
    }));
}

const topOf = ({ top }: State): number | null => (top === NO_TILE ? null : top);

function placeOf(event: GameEvent): Pick<Row, 'tile' | 'rotation' | 'col' | 'row' | 'is_joker'> {
  if (event.type !== 'Moved') return { tile: null, rotation: 0, col: 0, row: 0, is_joker: false };
  const { tile, rotation, col, row, isJoker } = event as {
    readonly [key: string]: number;
  } & GameEvent;
  return { tile: tile!, rotation: rotation!, col: col!, row: row!, is_joker: Boolean(isJoker) };
}

const cancelRow = ({ ms, hash }: Ending, { start: began }: Head): EndRow => ({
  end: 'canceled',
  player_side: null,
  timestamp: ms === null ? null : Math.floor(ms / 1000) + (began ?? 0),
  hash: hexOf(hash),
});

function lossesOf(
  { header, entries, ending, notes, variations }: Kifu,
  isOver: boolean,
  isCanceled: boolean,
): string[] {
  const { startedAt, tags } = header;
  const has = (test: (entry: Entry) => boolean) => entries.some(test);
  const others = Object.keys(tags).filter(name => name !== BOARD_TAG || tags[name] === '');
  const lastHash = hexOf(entries.at(-1)?.hash ?? null);
  const spoken = new Set(entries.map(({ act: { type } }) => type).filter(type => type !== 'move'));
  const isMoment = startedAt === null || /^.{19}Z$/.test(startedAt);
  const found: readonly (readonly [lost: boolean, what: string])[] = [
    [startedAt !== null && (!isMoment || parseMoment(startedAt) === null), 'the time of the start'],
    [others.length > 0, `tags: ${others.join(', ')}`],
    [has(({ ms }) => ms !== null), 'the milliseconds of the moves'],
    [has(({ clockMs }) => clockMs !== null), 'what the clocks showed'],
    ...[...spoken].map(type => [true, `acts: ${type}`] as const),
    [ending !== null && !isOver && !isCanceled, `the ending: ${ending?.outcome.reason}`],
    [isOver && (ending?.ms ?? null) !== null, 'the milliseconds of the end'],
    [isOver && ending !== null && hexOf(ending.hash) !== lastHash, 'the hash of the end'],
    [notes.length > 0, 'notes'],
    [variations.length > 0, 'variations'],
  ];
  return found.filter(([lost]) => lost).map(([, what]) => what);
}
