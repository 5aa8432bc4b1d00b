/** Converts between a log and a `Kifu`, and lists what only one of them can store. */
import {
  type Action,
  type Entry,
  endingOf,
  entryOf,
  fail,
  type Header,
  type Kifu,
  moveAct,
  type Outcome,
  ok,
  type Result,
} from '@kifu/core';
import { drawn, won } from '../ending.ts';
import type { Move } from '../move-codec.ts';
import { game } from '../rules.ts';
import type { State } from '../state.ts';
import type { LogResult } from './node.ts';
import type { LogFindings } from './verify.ts';

/** What a log is made from. */
export interface LogGame {
  readonly moves: readonly Move[];
  /** Null while the game is in progress. */
  readonly result: LogResult | null;
  /** Why it ended, where the source says so. */
  readonly reason: string | null;
  readonly losses: readonly string[];
}

/** The tag with the result as it was written, where the ending says otherwise. */
const RESULT_TAG = 'replayLogResult';

/** The record of a log. Names and times are not known to it, and how a game ended only where the board shows it. */
export function toKifu({
  moves,
  state,
  passesDraw,
  writtenResult,
}: Pick<LogFindings, 'moves' | 'state' | 'passesDraw' | 'writtenResult'>): Kifu {
  const last = passesDraw ? withClaims(state) : state;
  const outcome = writtenResult === null ? null : outcomeOf(writtenResult, last);
  const differs = outcome !== null && resultOf(outcome) !== writtenResult;
  return {
    header: {
      ...HEADER,
      options: passesDraw ? { draws: 'claimed' } : {},
      tags: differs ? { [RESULT_TAG]: writtenResult! } : {},
    },
    entries: moves.map((move, i) => entryOf(i & 1, moveAct(game, move))),
    ending: outcome && endingOf(outcome),
    notes: [],
    variations: [],
  };
}

/** The same position in a match in which draws are claimed. */
function withClaims(state: State): State {
  const isEnd = state.outcome?.reason === 'checkmate' || state.outcome?.reason === 'stalemate';
  return { ...state, claimed: true, outcome: isEnd ? state.outcome : null };
}

const HEADER: Header = {
  game: game.name,
  version: game.version,
  options: {},
  players: [
    { seat: 0, name: '' },
    { seat: 1, name: '' },
  ],
  seed: null,
  start: null,
  startedAt: null,
  tags: {},
};

/** How a game with this result ended. The board tells where it can; a draw is then claimed or agreed; a win may be anything. */
export function outcomeOf(result: LogResult, state: State): Outcome {
  if (state.outcome !== null) return state.outcome;
  if (result === '*') return INTERRUPTED;
  if (result !== '1/2-1/2') return won(result === '1-0' ? 0 : 1, 'unknown');
  const [claim] = game.match!.claims!(state, state.turn);
  return claim ?? drawn('agreement');
}

const INTERRUPTED: Outcome = { result: 'void', winners: [], points: null, reason: 'interrupted' };

/** The result that stands for an outcome. */
export function resultOf({ result, winners }: Outcome): LogResult {
  if (result === 'void') return '*';
  if (result === 'draw') return '1/2-1/2';
  return winners.includes(0) ? '1-0' : '0-1';
}

/** The moves and the result of a record, with what a log cannot carry, but for the reason of the end. */
export function fromKifu(kifu: Kifu): Result<LogGame> {
  const { header, entries, ending } = kifu;
  if (header.game !== game.name || header.version !== game.version)
    return fail('unsupported', `a replay log is of chess version ${game.version}`);
  if (header.start !== null)
    return fail('unsupported', 'a replay log starts from the usual position');
  const moves: Move[] = [];
  for (const [i, { seat, act }] of entries.entries()) {
    if (act.type === 'allow-takeback')
      return fail('unsupported', 'a replay log cannot go back', { at: { path: `/entries/${i}` } });
    if (act.type !== 'move') continue;
    const move = game.moves.bytes.decode(act.move);
    if (!move.ok) return move;
    if (seat !== (moves.length & 1))
      return fail('wrong-seat', 'the sides move in turn', { at: { path: `/entries/${i}/seat` } });
    moves.push(move.value);
  }
  const result = ending && resultOf(ending.outcome);
  const reason = ending?.outcome.reason ?? null;
  return ok({ moves, result, reason, losses: lossesOf(kifu) });
}

function lossesOf({ header, entries, ending, notes, variations }: Kifu): string[] {
  const { options, players, startedAt, tags } = header;
  const has = (test: (entry: Entry) => boolean) => entries.some(test);
  const found: readonly (readonly [lost: boolean, what: string])[] = [
    [players.some(({ name }) => name !== ''), 'the names of the players'],
    [startedAt !== null, 'the time of the start'],
    [Object.keys(tags).length > 0, `tags: ${Object.keys(tags).join(', ')}`],
    [options.draws === 'claimed', 'that draws have to be claimed'],
    [has(({ ms }) => ms !== null) || (ending?.ms ?? null) !== null, 'the times of the moves'],
    [has(({ clockMs }) => clockMs !== null), 'what the clocks showed'],
    ...spoken(entries.map(({ act }) => act)).map(type => [true, `acts: ${type}`] as const),
    [notes.length > 0, 'notes'],
    [variations.length > 0, 'variations'],
  ];
  return found.filter(([lost]) => lost).map(([, what]) => what);
}

/** Types of actions other than moves. */
const spoken = (acts: readonly Action[]): string[] => [
  ...new Set(acts.map(({ type }) => type).filter(type => type !== 'move')),
];
