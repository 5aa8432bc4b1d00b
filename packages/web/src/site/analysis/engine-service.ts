/**
 * Engines that answer over HTTP, as `docs/analysis.md` describes it: those of this machine by `kifu engine serve`, and those of the
 * server. Only workers ask: a page may connect to its own server alone, and a worker by the rules of its script.
 */
import {
  type AnalysisLimits,
  type Analyzer,
  type Game,
  isObject,
  type Json,
  type Kit,
  type PositionAnalysis,
} from '@kifu/core';
import { encodeQuestion, fromPortable } from '@kifu/record/analysis';

/** Where engines are asked. */
export interface EngineService {
  readonly url: string;
  /** Null for those of the server. */
  readonly token: string | null;
}

/** An engine of a service. */
export interface ServedEngine {
  readonly name: string;
  readonly version: string;
  readonly game: string;
  readonly gameVersion: number;
}

/**
 * Why an engine gave no answer: nothing answers there; the token is an old one; too many questions are waiting; this client has used up
 * its time; the position is in a game that is being played; it serves no such engine; the engine crashed; what it said is not an
 * answer; it fell silent.
 */
export type EngineProblem =
  | 'stopped'
  | 'token'
  | 'busy'
  | 'budget'
  | 'playing'
  | 'missing'
  | 'crashed'
  | 'invalid'
  | 'stalled';

/** A service or its engine failed; the message is what the service said of it, if anything. */
export class EngineServiceError extends Error {
  readonly problem: EngineProblem;

  constructor(problem: EngineProblem, message = '', options?: ErrorOptions) {
    super(message, options);
    this.problem = problem;
  }
}

/** How long a service may be silent when it should say something, in milliseconds: it says every five seconds that a question waits. */
const PATIENCE_MS = 15_000;
/** Longest line of an answer, in characters. */
const MAX_LINE = 1 << 20;
/** A service serves no more engines. */
const MAX_ENGINES = 100;
const MAX_NAME = 80;
/** An engine takes as long where the limits name no time. */
const LONGEST_MS = 300_000;

/** The engines of a service. */
export async function listEngines(
  service: EngineService,
  signal: AbortSignal,
): Promise<readonly ServedEngine[]> {
  const watch = watchSilence(signal, PATIENCE_MS);
  try {
    const response = await ask(service, { signal: watch.signal }, watch);
    const about = parsed(await textOf(response, watch));
    const engines = isObject(about) ? about.engines : null;
    if (!Array.isArray(engines) || engines.length > MAX_ENGINES)
      throw new EngineServiceError('invalid');
    return engines.map(engineOf);
  } finally {
    watch.end();
  }
}

/** An engine of a service as an `Analyzer`. */
export const openServedEngine = (
  kit: Kit,
  service: EngineService,
  engine: ServedEngine,
): Analyzer => ({
  ...{ name: engine.name, version: engine.version },
  analyze: async (position, limits = {}, { signal, onProgress } = {}) => {
    const game = kit.game as Game;
    let found: PositionAnalysis = { seat: null, lines: [], depth: 0, nodes: 0, timeMs: 0 };
    const watch = watchSilence(signal, PATIENCE_MS);
    try {
      const question = {
        ...{ game: game.name, version: game.version, engine: engine.name },
        ...encodeQuestion(game, { position, limits }),
      };
      const body = JSON.stringify(question);
      const response = await ask(service, { method: 'POST', body, signal: watch.signal }, watch);
      for await (const line of linesOf(response, watch)) {
        if (line.ok === false) throw new EngineServiceError('crashed', messageOf(line));
        if (line.ok !== true) throw new EngineServiceError('invalid');
        if (typeof line.waiting === 'number') {
          watch.expectWithin(line.waiting > 0 ? PATIENCE_MS : searchMs(limits));
          continue;
        }
        const analysis = fromPortable(game, line);
        if (analysis === null || !isPlayable(game, position.state, analysis))
          throw new EngineServiceError('invalid');
        found = analysis;
        if (line.done === true) return found;
        onProgress?.(found);
      }
      throw new EngineServiceError('stalled');
    } catch (cause) {
      // what was found by then counts
      if (signal?.aborted === true) return found;
      throw cause;
    } finally {
      watch.end();
    }
  },
  async close() {},
});

const searchMs = ({ timeMs = LONGEST_MS }: AnalysisLimits): number => timeMs + PATIENCE_MS;

/** Asks a service; rejects with an `EngineServiceError` where it refuses or is not there. */
async function ask(
  { url, token }: EngineService,
  init: RequestInit,
  watch: SilenceWatch,
): Promise<Response> {
  const headers = {
    ...(token === null ? {} : { authorization: `Bearer ${token}` }),
    ...(init.body === undefined ? {} : { 'content-type': 'application/json' }),
  };
  const response = await fetch(url, {
    ...{ ...init, headers, cache: 'no-store', credentials: 'omit', redirect: 'error' },
  }).catch(cause => {
    throw watch.isSilent()
      ? new EngineServiceError('stalled')
      : new EngineServiceError('stopped', '', { cause });
  });
  if (response.ok) return response;
  const problem = parsed(await textOf(response, watch));
  const fault = isObject(problem) ? problem.fault : null;
  const isBudget = isObject(fault ?? null) && (fault as { rule?: Json }).rule === 'budget';
  throw new EngineServiceError(
    isBudget ? 'budget' : (REFUSALS[response.status] ?? 'invalid'),
    messageOf(problem),
  );
}

const REFUSALS: { readonly [status: number]: EngineProblem } = {
  401: 'token',
  403: 'token',
  404: 'missing',
  409: 'playing',
  429: 'busy',
  503: 'busy',
};

/** The words of a service, shortened: it may say anything. */
function messageOf(said: Json): string {
  const fault = isObject(said) ? (said.fault ?? null) : null;
  const message = isObject(fault) ? fault.message : null;
  return typeof message === 'string' ? message.slice(0, 300) : '';
}

function engineOf(given: Json): ServedEngine {
  const {
    name = null,
    version = null,
    game = null,
    gameVersion = null,
  } = isObject(given) ? given : {};
  const texts = [name, version, game];
  const areTexts = texts.every(text => typeof text === 'string' && text.length <= MAX_NAME);
  if (!areTexts || !Number.isSafeInteger(gameVersion)) throw new EngineServiceError('invalid');
  return { name, version, game, gameVersion } as ServedEngine;
}

/** Whether each line begins with a move that the seat can play there, and tells the chances of all seats. */
function isPlayable(game: Game, state: unknown, { seat, lines }: PositionAnalysis): boolean {
  const active = game.outcome(state) === null ? game.active(state) : [];
  if (seat === null) return lines.length === 0;
  return (
    active.includes(seat) &&
    lines.every(
      ({ moves, chances }) => chances.length > seat && game.play(state, seat, moves[0]!).ok,
    )
  );
}

/** The lines of an answer as they come. */
async function* linesOf(
  response: Response,
  watch: SilenceWatch,
): AsyncGenerator<{ readonly [name: string]: Json }> {
  let rest = '';
  for await (const text of chunksOf(response, watch)) {
    const lines = (rest + text).split('\n');
    rest = lines.pop()!;
    for (const line of lines) {
      const value = parsed(line);
      if (!isObject(value)) throw new EngineServiceError('invalid');
      yield value;
    }
    if (rest.length > MAX_LINE) throw new EngineServiceError('invalid');
  }
}

/** JSON of any numbers, unlike that of records; null where it is none. */
function parsed(text: string): Json {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

async function textOf(response: Response, watch: SilenceWatch): Promise<string> {
  let all = '';
  for await (const text of chunksOf(response, watch)) {
    all += text;
    if (all.length > MAX_LINE) throw new EngineServiceError('invalid');
  }
  return all;
}

async function* chunksOf(response: Response, watch: SilenceWatch): AsyncGenerator<string> {
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read().catch(cause => {
        throw new EngineServiceError(watch.isSilent() ? 'stalled' : 'stopped', '', { cause });
      });
      if (done) return;
      yield value;
    }
  } finally {
    void reader.cancel().catch(() => {});
  }
}

/** Aborts a request when its service says nothing for too long. */
interface SilenceWatch {
  readonly signal: AbortSignal;
  isSilent(): boolean;
  expectWithin(ms: number): void;
  end(): void;
}

function watchSilence(signal: AbortSignal | undefined, ms: number): SilenceWatch {
  const silence = new AbortController();
  const fall = () => silence.abort();
  let timer = setTimeout(fall, ms);
  return {
    signal: AbortSignal.any([silence.signal, ...(signal === undefined ? [] : [signal])]),
    isSilent: () => silence.signal.aborted,
    expectWithin(next) {
      clearTimeout(timer);
      timer = setTimeout(fall, next);
    },
    end: () => clearTimeout(timer),
  };
}
