/** Whole games as logs. */
import { type Cid, type Fail, fail, type Kifu, ok, type Result } from '@kifu/core';
import type { Move } from '../move-codec.ts';
import { formatUci, parseUci } from '../uci.ts';
import {
  addEnd,
  addMove,
  contradiction,
  type DraftResult,
  emptyDraft,
  type LogDraft,
} from './draft.ts';
import type { LogBlock } from './form.ts';
import { fromKifu, type LogGame, outcomeOf, resultOf } from './kifu.ts';
import { type LogForm, type LogResult, MAX_NODES } from './node.ts';

/** A log with all its blocks. */
export interface WrittenLog {
  /** The oldest first. */
  readonly nodes: readonly LogBlock[];
  /** The id of the last node, which names the whole log. */
  readonly root: Cid;
  /** What the log cannot carry. */
  readonly losses: readonly string[];
}

/** Moves, as values or in UCI form, and how the game ended. */
export interface LogSource {
  readonly moves: readonly (Move | string)[];
  /** Null while the game is in progress; optional if the laws ended it. */
  readonly result: LogResult | null;
}

/** Writes a game as a log: every move is checked, and the result must be what the board says. */
export function writeLog(source: Kifu | LogSource, form: LogForm = 'json'): Result<WrittenLog> {
  const read = 'entries' in source ? fromKifu(source) : fromSource(source);
  if (!read.ok) return read;
  const played = playAll(read.value, form);
  if (!played.ok) return played;
  const { draft, nodes } = played.value;
  if (draft.root === null)
    return fail('unsupported', 'a replay log begins when Black has answered, or with a result');
  if (nodes.length > MAX_NODES)
    return fail('too-large', `a replay log has at most ${MAX_NODES} nodes`);
  return ok({ nodes, root: draft.root, losses: lossesOf(read.value, draft) });
}

interface DraftedLog {
  readonly draft: LogDraft;
  readonly nodes: readonly LogBlock[];
}

function playAll({ moves, result }: LogGame, form: LogForm): Result<DraftedLog> {
  const nodes: LogBlock[] = [];
  let draft = emptyDraft(form);
  const take = (drafted: DraftResult) => {
    draft = drafted.draft;
    if (drafted.block !== null) nodes.push(drafted.block);
  };
  for (const [i, move] of moves.entries()) {
    const drafted = addMove(draft, move);
    if (!drafted.ok) return atMove(drafted, i);
    take(drafted.value);
  }
  const { outcome } = draft.state;
  if (outcome !== null && result !== null && result !== resultOf(outcome))
    return contradiction(result, outcome.reason);
  if (outcome === null && result !== null) {
    const ended = addEnd(draft, result);
    if (!ended.ok) return ended;
    take(ended.value);
  }
  return ok({ draft, nodes });
}

/** The source's losses, and what the moves show to be lost. */
function lossesOf({ result, reason, losses }: LogGame, { pending, state }: LogDraft): string[] {
  const all = [...losses];
  if (result !== null && reason !== null && reason !== outcomeOf(result, state).reason)
    all.push(`the reason of the end: ${reason}`);
  if (pending !== null) all.push(`the move ${formatUci(pending)}, which has no answer yet`);
  return all;
}

function fromSource({ moves, result }: LogSource): Result<LogGame> {
  const parsed: Move[] = [];
  for (const [i, given] of moves.entries()) {
    const move = typeof given === 'string' ? parseUci(given) : ok(given);
    if (!move.ok) return atMove(move, i);
    parsed.push(move.value);
  }
  return ok({ moves: parsed, result, reason: null, losses: [] });
}

const atMove = ({ fault }: Fail, i: number): Fail => ({
  ok: false,
  fault: { ...fault, at: { path: `/moves/${i}` } },
});
