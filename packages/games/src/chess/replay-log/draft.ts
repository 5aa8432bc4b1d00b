/** A log in the making, as a value: every move is played, and each that completes a node gives the node to publish. */
import { type Cid, fail, ok, type Result } from '@kifu/core';
import { initial } from '../fen.ts';
import type { Move } from '../move-codec.ts';
import { play } from '../play.ts';
import type { State } from '../state.ts';
import { blockOf, type LogBlock } from './form.ts';
import { resultOf } from './kifu.ts';
import { isLogResult, type LogForm, type LogResult, refuse } from './node.ts';

/** How far a log has come. */
export interface LogDraft {
  readonly form: LogForm;
  readonly state: State;
  /** The number of the last node that has moves. */
  readonly n: number;
  /** White's move that waits for an answer. */
  readonly pending: Move | null;
  /** The newest node. */
  readonly root: Cid | null;
  readonly ended: boolean;
}

/** A draft after one more act, and the node that came of it, if any. */
export interface DraftResult {
  readonly draft: LogDraft;
  readonly block: LogBlock | null;
}

/** A log without a node. */
export const emptyDraft = (form: LogForm): LogDraft => ({
  form,
  state: initial,
  n: 0,
  pending: null,
  root: null,
  ended: false,
});

/** Plays a move. If it ends the game by the laws, the node has the result. */
export function addMove(draft: LogDraft, move: Move): Result<DraftResult> {
  if (draft.ended) return OVER;
  const { turn } = draft.state;
  const played = play(draft.state, turn, move);
  if (!played.ok) return played;
  const { state } = played.value;
  const result = state.outcome && resultOf(state.outcome);
  const next = { ...draft, state };
  if (turn === 1) return ok(publish(next, draft.pending, move, result));
  if (result !== null) return ok(publish(next, move, null, result));
  return ok({ draft: { ...next, pending: move }, block: null });
}

/** Ends the game otherwise than by a move. */
export function addEnd(draft: LogDraft, result: LogResult): Result<DraftResult> {
  if (draft.ended) return OVER;
  if (!isLogResult(result)) return fail('malformed', 'a result is 1-0, 0-1, 1/2-1/2 or *');
  // a log that was found without its result; writers follow the laws
  const { outcome } = draft.state;
  if (outcome !== null && result !== resultOf(outcome))
    return contradiction(result, outcome.reason);
  return ok(publish(draft, draft.pending, null, result));
}

/** The refusal of a result that the board does not bear out. */
export const contradiction = (result: LogResult, reason: string) =>
  refuse('result-mismatch', `the result ${result} contradicts the board: ${reason}`);

const OVER = fail('game-over', 'the log has its result, nothing can follow');

/** The node of White's move and what came after it; without a white move, of the result alone. */
function publish(
  draft: LogDraft,
  w: Move | null,
  b: Move | null,
  result: LogResult | null,
): DraftResult {
  const { form, root: prev } = draft;
  const n = draft.n + (w === null ? 0 : 1);
  const block = blockOf({ n: w && n, w, b, result, prev }, form);
  return {
    draft: { ...draft, n, pending: null, root: block.cid, ended: result !== null },
    block,
  };
}
