/** Verification of a log, in the order of its reference: links and forms on the walk, then results, numbers, moves, ending. */
import { type Cid, type Fault, ok, parseAnyCid, type Result } from '@kifu/core';
import { initial } from '../fen.ts';
import type { Move } from '../move-codec.ts';
import { goingOn } from '../origins.ts';
import { play } from '../play.ts';
import type { State } from '../state.ts';
import { formatUci } from '../uci.ts';
import { type LogResult, type LogRule, refuse } from './node.ts';
import {
  type LogWalk,
  type NodeFault,
  startWalk,
  takeStep,
  textOf,
  type WalkedNode,
  type WantedNode,
} from './walk.ts';

/**
 * What a log is worth. `ok-noncanonical`: good, but not as we would write it. `legacy-stalemate`: good, but it counts a
 * stalemate as lost, as the first logs did.
 */
export type LogVerdict = 'ok' | 'ok-noncanonical' | 'legacy-stalemate' | 'error';

/** What verification found. */
export interface LogFindings {
  readonly verdict: LogVerdict;
  /** Whether the log has a result; without one the game is in progress. */
  readonly complete: boolean;
  /** As it counts: a legacy stalemate is a draw. */
  readonly result: LogResult | null;
  /** As the root says. */
  readonly writtenResult: LogResult | null;
  /** All half-moves; with an error those that are good. */
  readonly moves: readonly Move[];
  /** The position after them. */
  readonly state: State;
  /** Whether moves continue after an automatic draw: in such a record draws have to be claimed. */
  readonly passesDraw: boolean;
  /** Null unless the verdict is an error. The rule is the failure code of the reference. */
  readonly fault: Fault | null;
  /** The content id of the node that is wrong. */
  readonly at: string | null;
}

/** Verifies a log whose blocks are at hand, by the text of their ids. */
export function verifyLog(
  root: Cid | string,
  blocks: ReadonlyMap<string, Uint8Array>,
): Result<LogFindings> {
  const wanted = toWanted(root);
  if (!wanted.ok) return wanted;
  const walk = startWalk(wanted.value);
  while (walk.wanted !== null) takeStep(walk, blocks.get(textOf(walk.wanted)));
  return ok(judgeWalk(walk));
}

/** The root as given: a content id or its text. */
export function toWanted(root: Cid | string): Result<WantedNode> {
  if (typeof root !== 'string') return ok({ cid: root, text: null });
  const parsed = parseAnyCid(root);
  return parsed.ok ? ok({ cid: parsed.value, text: null }) : parsed;
}

/** Judges what a finished walk has found. */
export function judgeWalk({ steps, wrong }: LogWalk): LogFindings {
  if (wrong !== null) return spoilt(wrong, NOTHING);
  const chain = steps.toReversed();
  const misplaced = findMisplaced(chain);
  const played = playChain(misplaced === null ? chain : chain.slice(0, misplaced.index));
  if (misplaced !== null) return spoilt(misplaced, played);
  if (played.wrong !== null) return spoilt(played.wrong, played);
  const root = chain[chain.length - 1]!;
  const { result } = root.node;
  const { moves, state } = played;
  const fits = result === null ? 'fits' : compare(result, state);
  if (fits === 'contradicts')
    return spoilt(wrongAt(root, 'result-mismatch', `${result} is not what the board says`), played);
  const legacy = fits === 'legacy';
  // the program that gives mate or stalemate knows it at once, and puts the result into the same node
  const late = root.node.w === null && isMateOrStalemate(state);
  const canonical = !late && chain.every(step => step.canonical);
  return {
    verdict: legacy ? 'legacy-stalemate' : canonical ? 'ok' : 'ok-noncanonical',
    complete: result !== null,
    result: legacy ? '1/2-1/2' : result,
    writtenResult: result,
    moves,
    state,
    passesDraw: played.passesDraw,
    fault: null,
    at: null,
  };
}

interface PlayedLog {
  readonly moves: readonly Move[];
  readonly state: State;
  readonly passesDraw: boolean;
}

const NOTHING: PlayedLog = { moves: [], state: initial, passesDraw: false };

const spoilt = (
  { fault, at }: NodeFault,
  { moves, state, passesDraw }: PlayedLog,
): LogFindings => ({
  verdict: 'error',
  complete: false,
  result: null,
  writtenResult: null,
  moves,
  state,
  passesDraw,
  fault,
  at: textOf(at),
});

const wrongAt = (at: WantedNode, rule: LogRule, message: string): NodeFault => ({
  fault: refuse(rule, message).fault,
  at,
});

/** The first node that stands where it cannot: a result before the root, then a number out of order. */
function findMisplaced(
  chain: readonly WalkedNode[],
): (NodeFault & { readonly index: number }) | null {
  const last = chain.length - 1;
  const ended = chain.findIndex(({ node }, i) => node.result !== null && i < last);
  if (ended >= 0)
    return {
      ...wrongAt(
        chain[ended]!,
        'move-after-result',
        'the game has ended here, but the log continues',
      ),
      index: ended,
    };
  // only the root can lack a number now, as only a node with a result does
  const index = chain.findIndex(({ node }, i) => node.n !== null && node.n !== i + 1);
  if (index < 0) return null;
  const message = `this is move ${index + 1}, the node says ${chain[index]!.node.n}`;
  return { ...wrongAt(chain[index]!, 'bad-number', message), index };
}

/** Plays the moves up to the first that is not legal. */
function playChain(chain: readonly WalkedNode[]): PlayedLog & { readonly wrong: NodeFault | null } {
  const moves: Move[] = [];
  let state = initial;
  let passesDraw = false;
  for (const step of chain) {
    const { w, b } = step.node;
    for (const move of [w, b]) {
      if (move === null) continue;
      // legal in its position is all that is asked: counting rules and dead material bind writers only
      const played = play(goingOn(state), state.turn, move);
      if (!played.ok) {
        const why = `move ${formatUci(move)} at half-move ${moves.length + 1}: ${played.fault.message}`;
        return { moves, state, passesDraw, wrong: wrongAt(step, 'illegal-move', why) };
      }
      passesDraw ||= state.outcome !== null;
      moves.push(move);
      state = played.value.state;
    }
  }
  return { moves, state, passesDraw, wrong: null };
}

/** How a result goes with the board: while there is a legal move, either player may resign, and they may agree on any result. */
function compare(result: LogResult, state: State): 'fits' | 'legacy' | 'contradicts' {
  if (!isMateOrStalemate(state)) return 'fits';
  const [winner] = state.outcome!.winners;
  if (winner !== undefined) return result === WINS[winner] ? 'fits' : 'contradicts';
  if (result === '1/2-1/2') return 'fits';
  return result === '*' ? 'contradicts' : 'legacy';
}

const WINS: readonly LogResult[] = ['1-0', '0-1'];

const isMateOrStalemate = ({ outcome }: State): boolean =>
  outcome !== null && (outcome.reason === 'checkmate' || outcome.reason === 'stalemate');
