/** Reading replays: every command is played, and what the rules refuse is recorded as refused. */
import {
  decodeText,
  type Ending,
  endingOf,
  fail,
  type JsonObject,
  type Kifu,
  type OnLoss,
  ok,
  parseJson,
  type Result,
} from '@kifu/core';
import { game } from '../rules.ts';
import { isByRules, statedOutcome, tellOutcome } from './ending.ts';
import { type KfchessReplay, readForm } from './form.ts';
import { type PlayedReplay, playReplay } from './replay.ts';

/** The longest text that is read, in characters. */
const MAX_LENGTH = 1 << 25;
/** How many commands without effect are reported one by one; of more only the number is. */
const MOST_TOLD = 100;

/** Reads a replay of one of these versions as a record. */
export function readReplay(
  input: Uint8Array | string,
  lost: OnLoss,
  versions: readonly number[],
): Result<Kifu> {
  const text = decodeText(input).replace(/^\ufeff/, '');
  const json = parseJson(text, { maxLength: MAX_LENGTH });
  if (!json.ok) return json;
  const replay = readForm(json.value);
  if (!replay.ok) return replay;
  if (!versions.includes(replay.value.version))
    return fail('unsupported', `this is a replay of version ${replay.value.version}`);
  return toKifu(replay.value, lost);
}

function toKifu(replay: KfchessReplay, lost: OnLoss): Result<Kifu> {
  const found = findWay(replay);
  if (!found.ok) return found;
  const { options, played } = found.value;
  for (const field of replay.unknown) lost(field);
  for (const sentence of played.lost.slice(0, MOST_TOLD)) lost(sentence);
  if (played.lost.length > MOST_TOLD) lost(`${played.lost.length - MOST_TOLD} more moves`);
  const { tags, ending } = endOf(replay, played, lost);
  return ok({
    header: {
      game: game.name,
      version: game.version,
      options,
      players: replay.players.map(([player, name]) => ({ seat: player - 1, name })),
      seed: null,
      start: null,
      startedAt: replay.createdAt,
      tags,
    },
    entries: played.entries,
    ending,
    notes: [],
    variations: [],
  });
}

interface ReplayReading {
  readonly options: JsonObject;
  readonly played: PlayedReplay;
}

/**
 * How the replay is to be played. Nothing in a file says whether floating point decided distances of exactly 0.4 squares. Where
 * that makes no difference the exact reading is taken; else the one that leads to what the file tells, and floating point, which is
 * what the program that makes such files does, where both do or neither.
 */
function findWay(replay: KfchessReplay): Result<ReplayReading> {
  const { speed, board, hz } = replay;
  const rules = replay.version === 1 ? 'classic' : 'v2-2026-01';
  const play = (ties: string): Result<ReplayReading> => {
    const options = { board, speed, hz, rules, ties };
    const played = playReplay(replay, options);
    return played.ok
      ? ok({ options, played: played.value })
      : fail('malformed', played.fault.message, { at: { path: '/tick_rate_hz' } });
  };
  const exact = play('exact');
  if (!exact.ok || replay.version === 1) return exact;
  const float = play('float');
  if (!float.ok || isSame(exact.value.played, float.value.played)) return exact;
  return doubts(replay, exact.value.played) < doubts(replay, float.value.played) ? exact : float;
}

/** Whether two ways of playing a replay came to the same; what was only foretold may never have come. */
const isSame = (a: PlayedReplay, b: PlayedReplay): boolean =>
  a.refused === b.refused && happened(a) === happened(b);

const happened = ({ events }: PlayedReplay): string =>
  JSON.stringify(events.filter(({ type }) => type !== 'danger'));

/** How much speaks against a way: another end than the file tells, then commands refused. */
function doubts(replay: KfchessReplay, { outcome, endTick, refused, lost }: PlayedReplay): number {
  const told = outcome === null ? null : tellOutcome(outcome);
  const isTold =
    (told?.winner ?? null) === replay.winner &&
    (told?.reason ?? null) === replay.reason &&
    (endTick ?? replay.totalTicks) === replay.totalTicks;
  return (isTold ? 0 : replay.commands.length + 1) + refused + lost.length;
}

/** The ending by the rules; else by what the file says, if the rules have no say in it. What contradicts them is a tag. */
function endOf(
  replay: KfchessReplay,
  { outcome, endTick }: PlayedReplay,
  lost: OnLoss,
): { readonly tags: { [name: string]: string }; readonly ending: Ending | null } {
  const { winner, reason, totalTicks } = replay;
  const tags: { [name: string]: string } = {};
  if (outcome !== null && endTick !== null) {
    const told = tellOutcome(outcome);
    const isTold =
      (winner === null || winner === told.winner) && (reason === null || reason === told.reason);
    if (!isTold) contradict(replay, tags, lost, `by the rules it ended with ${outcome.reason}`);
    if (endTick < totalTicks)
      lost(`the file has ${totalTicks} ticks, and the match ended at tick ${endTick}`);
    return { tags, ending: endingOf(outcome, { at: endTick }) };
  }
  const decreed = statedOutcome({ winner, reason });
  if (decreed !== null) return { tags, ending: endingOf(decreed, { at: totalTicks }) };
  if (winner !== null || isByRules(reason))
    contradict(replay, tags, lost, 'by the rules it is still in progress');
  tags.total_ticks = `${totalTicks}`;
  return { tags, ending: null };
}

function contradict(
  { winner, reason }: KfchessReplay,
  tags: { [name: string]: string },
  lost: OnLoss,
  why: string,
): void {
  if (winner !== null) tags.winner = `${winner}`;
  if (reason !== null) tags.win_reason = reason;
  const who = winner === null ? '' : winner === 0 ? 'a draw, ' : `player ${winner} as winner, `;
  lost(`the file names ${who}${reason ?? 'without a reason'}, but ${why}`);
}
