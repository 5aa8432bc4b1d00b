/**
 * What `kifu run` answers besides the lines about one match: several matches in one process, undo, another position, evaluation and the
 * best lines. Every line is answered in order.
 */
import { makeAnalyzer } from '@kifu/bots';
import {
  type Analyzer,
  fail,
  isInteger,
  isObject,
  type Json,
  type JsonObject,
  type Kit,
  ok,
  type PositionAnalysis,
  parseJson,
  type Result,
} from '@kifu/core';
import { readLimits } from '@kifu/record/analysis';
import { createEngine, type Engine, type EngineOptions } from './engine.ts';
import { readPosition, spell } from './input.ts';
import type { Io } from './io.ts';
import { refusal } from './run-command.ts';

/** Matches of a process, by name. */
export interface Matches {
  /** Answers a line. */
  answer(line: Result<string>): Promise<readonly JsonObject[]>;
}

interface OpenMatch {
  readonly kit: Kit;
  engine: Engine;
}

const MAX_MATCHES = 1000;
const MAX_NAME = 100;
/** Limits of a search, so that a line is answered some time. */
const LIMITS = { depth: 60, nodes: 1_000_000_000, timeMs: 86_400_000, lines: 100 } as const;
/** Without limits, a search takes so long. */
const USUAL_MS = 1000;

/** Holds matches; the first is the one without a name. */
export function createMatches(
  io: Pick<Io, 'games' | 'now'>,
  kit: Kit,
  engine: Engine,
  options: EngineOptions,
): Matches {
  const matches = new Map<string, OpenMatch>([['', { kit, engine }]]);
  const analyzers = new Map<Kit, Analyzer>();
  const analyzerOf = (of: Kit): Analyzer => {
    const known = analyzers.get(of) ?? makeAnalyzer(of, { now: () => performance.now() });
    analyzers.set(of, known);
    return known;
  };

  async function open(name: string, line: JsonObject): Promise<Result<readonly JsonObject[]>> {
    const { new: game, setup = {}, ...others } = line;
    if (typeof game !== 'string' || Object.keys(others).length > 0)
      return malformed('a match is opened by {"match":NAME,"new":GAME,"setup":{…}}');
    if (matches.has(name)) return fail('exists', `match ${JSON.stringify(name)} is open already`);
    if (matches.size >= MAX_MATCHES)
      return fail('too-large', `${MAX_MATCHES} matches are open; close one with {"close":true}`);
    const loaded = await io.games.load(game);
    if (!loaded.ok) return loaded;
    const made = createEngine(loaded.value, setup, options);
    if (!made.ok) return made;
    matches.set(name, { kit: loaded.value, engine: made.value });
    return ok(made.value.opening);
  }

  /** Lines about a match that `Engine` does not know; null for its own. */
  async function extra(
    name: string,
    match: OpenMatch,
    line: JsonObject,
  ): Promise<Result<readonly JsonObject[]> | null> {
    const [[key, value] = ['', null], ...others] = Object.entries(line);
    if (!['undo', 'position', 'evaluate', 'best', 'close'].includes(key)) return null;
    if (others.length > 0) return malformed(`a line with ${JSON.stringify(key)} has no other key`);
    if (key === 'undo') {
      if (!isInteger(value!, 1, Number.MAX_SAFE_INTEGER))
        return malformed('undo is a number of lines, from 1');
      return match.engine.undo(value as number);
    }
    if (key === 'position') return setPosition(match, value, options);
    if (value !== true && key !== 'best') return malformed(`${JSON.stringify(key)} must be true`);
    if (key === 'close') {
      matches.delete(name);
      return ok([{ ok: true, closed: true }]);
    }
    const { state, outcome } = match.engine.present();
    if (key === 'evaluate') return ok([evaluated(match.kit, state)]);
    const limits = readLimits(value!, LIMITS, { timeMs: USUAL_MS });
    if (!limits.ok) return limits;
    if (outcome !== null) return fail('game-over', `the match is over: ${outcome.reason}`);
    const found = await analyzerOf(match.kit).analyze({ state }, limits.value);
    return ok([bestLines(match.kit, state, found)]);
  }

  async function answer(text: Result<string>): Promise<readonly JsonObject[]> {
    const json = text.ok ? parseJson(text.value) : text;
    if (!json.ok) return [refusal(json.fault)];
    const { match: name = '', ...line } = isObject(json.value) ? json.value : {};
    if (typeof name !== 'string' || name.length > MAX_NAME)
      return [refusal(malformed(`a name has at most ${MAX_NAME} characters`).fault)];
    const named = (lines: readonly JsonObject[]): readonly JsonObject[] =>
      name === '' ? lines : lines.map(each => ({ match: name, ...each }));
    const result = async (): Promise<Result<readonly JsonObject[]>> => {
      if (line.new !== undefined) return open(name, line);
      const match = matches.get(name);
      if (match === undefined)
        return fail('not-found', `match ${JSON.stringify(name)} is not open`);
      const own = isObject(json.value) ? await extra(name, match, line) : null;
      if (own !== null) return own;
      return ok(match.engine.answer(name === '' ? text : ok(JSON.stringify(line))));
    };
    const answered = await result();
    return named(answered.ok ? answered.value : [refusal(answered.fault)]);
  }
  return { answer };
}

const malformed = (message: string) => fail('malformed', message);

/** Restarts the match at a position of a notation, or at a canonical state. */
function setPosition(
  match: OpenMatch,
  given: Json | undefined,
  options: EngineOptions,
): Result<readonly JsonObject[]> {
  const { kit } = match;
  let start: JsonObject = { canon: given ?? null };
  if (typeof given === 'string') {
    const read = readPosition(kit, given);
    if (!read.ok) return read;
    const { canon, aside } = kit.game.states;
    start = { canon: canon(read.value), aside: aside(read.value) };
  }
  const made = createEngine(kit, { start }, options);
  if (!made.ok) return made;
  match.engine = made.value;
  return ok(made.value.opening);
}

/** What the game's own evaluation says, by seat, from −1000 to 1000; null in games without one. */
function evaluated({ game, evaluate }: Kit, state: unknown): JsonObject {
  const seats = game.seated(state);
  const scores = evaluate === undefined ? null : seats.map(seat => evaluate(state, seat));
  return { ok: true, seats: [...seats], scores };
}

/** Lines with chances as shares in thousandths, as engines answer. */
function bestLines(kit: Kit, from: unknown, found: PositionAnalysis): JsonObject {
  const { game } = kit;
  return {
    ok: true,
    seat: found.seat,
    lines: found.lines.map(({ moves, chances, evaluation }) => {
      let state = from;
      const notation: string[] = [];
      for (const move of moves) {
        notation.push(spell(kit, state, move)[0]?.text ?? game.moves.hex.encode(move));
        const [seat] = game.active(state);
        const played = game.play(state, seat!, move);
        if (!played.ok) break;
        state = played.value.state;
      }
      return {
        moves: moves.map(move => game.moves.hex.encode(move)),
        notation,
        chances: chances.map(chance => Math.round(1000 * chance)),
        evaluation: evaluation as JsonObject | null,
      };
    }),
    depth: found.depth,
    nodes: found.nodes,
  };
}
