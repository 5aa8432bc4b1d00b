/**
 * Programs that speak JSON lines: for every game, also with hidden hands. Each question is one line with the player view and the legal
 * moves; each answer is a line as `kifu run` reads it. `docs/engines.md` describes both.
 */
import { isObject, type JsonObject, LEAVE_REASONS, parseJson, type SearchResult } from '@kifu/core';
import type { Decision, Turn } from '@kifu/record/match';
import { timeLeft } from '@kifu/record/match-state';
import { EngineError, quoted } from '../process/engine-error.ts';
import {
  type AnalysisRequest,
  analysisMs,
  answerMs,
  type EngineContext,
  type EngineSession,
  GRACE_MS,
  moveDecision,
  moveMsOf,
  START_MS,
  startProcess,
} from '../session.ts';
import type { EngineSpec } from '../spec.ts';
import { search } from '../stoppable-search.ts';
import { readAnalysis } from './analysis.ts';
import { readMove } from './read-move.ts';

const STOP = JSON.stringify({ stop: true });

/** Starts a program and introduces the game to it. */
export async function openJson(spec: EngineSpec, context: EngineContext): Promise<EngineSession> {
  const { kit, startMs = START_MS, graceMs = GRACE_MS } = context;
  if (spec.elo !== undefined)
    throw new EngineError(
      'protocol',
      'it cannot limit its strength to an Elo rating: use an option',
    );
  const engine = startProcess(spec, context);
  try {
    const hello = {
      kifu: 1,
      game: kit.game.name,
      version: kit.game.version,
      options: spec.options ?? {},
    };
    const { name, version, author, analyzes } = await engine.ask(
      JSON.stringify(hello),
      readObject,
      startMs,
    );
    if (typeof name !== 'string') throw new EngineError('protocol', 'its first line has no name');
    let id = 0;
    let thinking: Promise<JsonObject> | null = null;
    return {
      ...{ name, version: typeof version === 'string' ? version : '' },
      author: typeof author === 'string' ? author : null,
      options: [],
      async choose(turn, signal) {
        await thinking?.catch(() => {});
        if (signal.aborted) throw new EngineError('timeout', 'it was not asked in time');
        const own = ++id;
        // answers to earlier questions may still arrive
        const read = (line: string): JsonObject | undefined => {
          const answer = readObject(line);
          return answer?.id === own ? answer : undefined;
        };
        const question = JSON.stringify({ id: own, ...describeTurn(context, spec, turn) });
        const timeoutMs = answerMs(turn, spec, context);
        thinking = search(engine, question, read, { signal, graceMs, timeoutMs, stopLine: STOP });
        return readDecision(context, turn, await thinking);
      },
      ...(analyzes === true ? { analyze } : {}),
      close: () => engine.close(null),
    };

    async function analyze(turn: Turn, { limits, signal }: AnalysisRequest): Promise<SearchResult> {
      await thinking?.catch(() => {});
      const own = ++id;
      const read = (line: string): JsonObject | undefined => {
        const answer = readObject(line);
        return answer?.id === own ? answer : undefined;
      };
      const described = { ...describeTurn(context, spec, turn), analyze: { ...limits } };
      const question = JSON.stringify({ id: own, ...described });
      const timeoutMs = analysisMs(limits, context);
      thinking = search(engine, question, read, { signal, graceMs, timeoutMs, stopLine: STOP });
      return readAnalysis(context.kit, turn, limits, await thinking);
    }
  } catch (cause) {
    await engine.close(null);
    throw cause;
  }
}

/** Lines that are not JSON objects are comments. */
function readObject(line: string): JsonObject | undefined {
  const json = line.trimStart().startsWith('{') ? parseJson(line) : null;
  return json?.ok && isObject(json.value) ? json.value : undefined;
}

/** What the seat may know: the state or its view, the legal moves, and the time. */
function describeTurn({ kit }: EngineContext, spec: EngineSpec, turn: Turn): JsonObject {
  const { game, notations } = kit;
  const { state, view, legal } = turn.view;
  const { clocks, elapsedMs } = turn.budget;
  const moves = turn.moves();
  return {
    ...{ seat: turn.seat, n: turn.n },
    ...(state === null ? { view } : { state: game.states.canon(state) }),
    legal: legal.map(move => ({
      move: game.moves.json.encode(move),
      hex: game.moves.hex.encode(move),
      notation: state === null ? null : (notations[0]?.format(state, move) ?? null),
    })),
    moves: moves === null ? null : moves.map(move => game.moves.hex.encode(move)),
    moveMs: clocks === null ? moveMsOf(turn, spec) : null,
    clocks:
      clocks === null
        ? null
        : clocks.left.map(({ seat }) => ({ ...timeLeft(clocks, seat, elapsedMs)! })),
  };
}

/** Reads `{"move":…}`, `{"wait":500}`, `{"leave":0,"how":"resignation"}` or `{"claim":"fiftyMoves"}`. */
function readDecision({ kit }: EngineContext, turn: Turn, answer: JsonObject): Decision {
  const { move, wait, leave, how = 'resignation', claim } = answer;
  if (move !== undefined) return moveDecision(readMove(kit, turn.view.state, move));
  if (typeof wait === 'number' && wait >= 0) return { do: 'wait', ms: wait };
  if (leave === turn.seat && typeof how === 'string' && Object.hasOwn(LEAVE_REASONS, how))
    return { do: 'action', action: { type: 'leave', of: turn.seat, how: how as 'resignation' } };
  if (typeof claim === 'string')
    return { do: 'action', action: { type: 'claim', reason: claim } as never };
  throw new EngineError('protocol', `it answered ${quoted(JSON.stringify(answer))}`);
}
