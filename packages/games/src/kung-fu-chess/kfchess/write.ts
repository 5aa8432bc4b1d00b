/** Writing replays, field for field as the programs that they are for have them. Rule sheet §13. */
import { fail, type Header, type Kifu, ok, type Result, setUp, type WriteResult } from '@kifu/core';
import { addEndingLosses, createLosses, type Losses } from '../../formats/losses.ts';
import { game } from '../rules.ts';
import { NEVER, type State } from '../state.ts';
import { formatDate } from './date.ts';
import { type StatedOutcome, tellOutcome } from './ending.ts';
import { type PlayedRecord, playLine } from './played-record.ts';
import { readReplay } from './read.ts';

/** Writes a record as a replay of version 2. */
export function writeV2(kifu: Kifu): Result<WriteResult> {
  const losses = createLosses();
  const line = openLine(kifu, losses);
  if (!line.ok) return line;
  const { setting } = line.value.state;
  const { header } = kifu;
  if (setting.isClassic) losses.add('the classic rules: the format has version 2');
  const createdAt = header.startedAt === null ? null : formatDate(header.startedAt);
  if (createdAt === null && header.startedAt !== null) losses.add('when it began');
  const { winner, reason } = toldBy(kifu, line.value, losses);
  const replay = {
    version: 2,
    speed: setting.speed,
    board_type: setting.board,
    players: playersOf(header, line.value.state),
    moves: line.value.commands.map(({ tick, piece, row, column, player }) => ({
      tick,
      piece_id: piece,
      to_row: row,
      to_col: column,
      player,
    })),
    total_ticks: totalTicks(kifu.header, line.value),
    winner,
    win_reason: reason,
    created_at: createdAt,
    tick_rate_hz: setting.hz,
  };
  return checkWritten(`${JSON.stringify(replay)}\n`, line.value.state, losses);
}

/** Writes a record of the classic rules as a replay of version 1. */
export function writeV1(kifu: Kifu): Result<WriteResult> {
  const losses = createLosses();
  const line = openLine(kifu, losses);
  if (!line.ok) return line;
  const { setting } = line.value.state;
  if (!setting.isClassic)
    return fail('unsupported', 'version 1 of replays is for the classic rules, not for others');
  if (kifu.header.startedAt !== null) losses.add('when it began');
  const told = toldBy(kifu, line.value, losses);
  const isFound =
    line.value.outcome !== null && kifu.entries.every(({ act }) => act.type === 'move');
  if (!isFound && told.reason !== null) losses.add(`how it ended: ${told.reason}`);
  const replay = {
    speed: setting.speed,
    players: playersOf(kifu.header, line.value.state),
    ticks: totalTicks(kifu.header, line.value),
    moves: line.value.commands.map(({ tick, piece, row, column, player }) => ({
      pieceId: piece,
      player,
      row,
      col: column,
      tick: tick + 1,
    })),
  };
  return checkWritten(`${JSON.stringify(replay)}\n`, line.value.state, losses);
}

/** Plays the record to its end, and counts what its header and remarks have besides. */
function openLine(kifu: Kifu, losses: Losses): Result<PlayedRecord> {
  const { header, ending, notes, variations } = kifu;
  if (header.game !== game.name || header.version !== game.version)
    return fail(
      'unsupported',
      `replays are of ${game.name}, not of ${header.game} ${header.version}`,
    );
  if (header.start !== null)
    return fail('unsupported', 'a replay starts from the usual position, not from another', {
      at: { path: '/header/start' },
    });
  const seats = header.players.map(({ seat }) => seat);
  const first = setUp(game, { seats, options: header.options });
  if (!first.ok) return first;
  for (const name of Object.keys(header.tags))
    if (!OWN_TAGS.includes(name)) losses.add(`the tag ${JSON.stringify(name.slice(0, 40))}`);
  if (header.terms !== undefined) losses.add('the terms of the match');
  losses.add('a comment', notes.length);
  losses.add('a variation', variations.length);
  addEndingLosses(ending, losses);
  const line = playLine(kifu, first.value, losses);
  return line.ok && line.value.outcome === null ? ok(playOut(line.value, ending)) : line;
}

/** Lets time pass up to the ending, which may be what brings it: by then, or where a record does not say when, at last. */
function playOut(line: PlayedRecord, ending: Kifu['ending']): PlayedRecord {
  if (ending === null) return line;
  const { state } = game.time!.advance(line.state, ending.at ?? NEVER);
  const outcome = game.outcome(state);
  const isTold = ending.at !== null || outcome?.reason === ending.outcome.reason;
  return isTold ? { ...line, state, outcome } : line;
}

/** What reading puts into tags. */
const OWN_TAGS = ['total_ticks', 'winner', 'win_reason'];

const playersOf = ({ players }: Header, { setting }: State): { [player: string]: string } =>
  Object.fromEntries(
    setting.seats.map(seat => [
      `${seat + 1}`,
      players.find(player => player.seat === seat)?.name ?? '',
    ]),
  );

/** Who won and why: what a file told against the rules, else by the record, else by the rules. */
function toldBy(
  { ending, header }: Kifu,
  { outcome, state }: PlayedRecord,
  losses: Losses,
): StatedOutcome {
  const { winner, win_reason: reason = null } = header.tags;
  const isPlayer = winner === '0' || state.setting.seats.some(seat => `${seat + 1}` === winner);
  if (isPlayer || reason !== null) return { winner: isPlayer ? Number(winner) : null, reason };
  const end = ending?.outcome ?? outcome;
  if (end === null) return { winner: null, reason: null };
  if (end.points !== null) losses.add('points');
  if (end.winners.length > 1) losses.add('a second winner');
  return tellOutcome(end);
}

/** The tick of the end; of a match in progress, at least one after its last command, so that all take effect. */
function totalTicks({ tags }: Header, { state, commands }: PlayedRecord): number {
  const tagged = /^\d{1,9}$/.test(tags.total_ticks ?? '') ? Number(tags.total_ticks) : 0;
  const last = commands.at(-1)?.tick ?? -1;
  return Math.max(last + 1, tagged, state.end?.tick ?? state.tick);
}

/** What is written must be read again, and as the same: nothing in a file says how ties are decided. */
function checkWritten(output: string, { setting }: State, losses: Losses): Result<WriteResult> {
  const again = readReplay(output, () => {}, [1, 2]);
  if (!again.ok) return again;
  if (!setting.isClassic && again.value.header.options.ties !== setting.ties)
    losses.add('how distances of exactly 0.4 squares are decided');
  return ok({ output, losses: losses.list() });
}
