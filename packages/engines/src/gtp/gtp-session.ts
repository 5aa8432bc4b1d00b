/** Engines that speak GTP, the Go Text Protocol, version 2. */
import { canonicalText, type SearchResult } from '@kifu/core';
import type { Decision, Turn } from '@kifu/record/match';
import { EngineError, quoted } from '../process/engine-error.ts';
import {
  type AnalysisRequest,
  answerMs,
  type EngineContext,
  type EngineSession,
  moveDecision,
  resignation,
  START_MS,
  startProcess,
} from '../session.ts';
import type { EngineSpec } from '../spec.ts';
import { analyzeByGtp, findReporter } from './analysis.ts';
import { BoardSync, canonOf } from './board-sync.ts';
import { GtpClient } from './gtp-client.ts';
import {
  GNU_GO,
  type GoRules,
  gnugoArguments,
  KATA_RULES,
  kataRules,
  refuseRules,
} from './rules.ts';
import { DeadStones } from './scoring.ts';
import { timeSettings, timesLeft } from './time.ts';

/** Many engines have levels instead of a clock, and take as long as a level takes. */
const UNTIMED_MS = 120_000;
const COLORS = ['black', 'white'] as const;

/** Starts a GTP engine. */
export async function openGtp(spec: EngineSpec, context: EngineContext): Promise<EngineSession> {
  const { kit, startMs = START_MS } = context;
  if (kit.game.name !== 'go')
    throw new EngineError('protocol', `it cannot play ${kit.game.name}: GTP is for go`);
  if (spec.elo !== undefined)
    throw new EngineError(
      'protocol',
      'it cannot limit its strength to an Elo rating: GTP has none',
    );
  const gtp = new GtpClient(startProcess(spec, context));
  try {
    const name = (await gtp.ask('name', startMs)).trim();
    const version = (await gtp.try('version', startMs))?.split('\n')[0]?.trim() ?? '';
    const known = new Set(((await gtp.try('list_commands', startMs)) ?? '').split(/\s+/));
    await setOptions(gtp, spec, startMs);
    const rules = createRuleTeller(gtp, spec, context, { name, version, known });
    // rules that it cannot play by are refused before a match begins
    if (context.first !== undefined) await rules.tell(canonOf(kit, context.first).rules, 'play');
    return play(gtp, spec, context, { name, version, known, rules });
  } catch (cause) {
    await gtp.process.close('quit');
    throw cause;
  }
}

async function setOptions(gtp: GtpClient, { options = {} }: EngineSpec, ms: number): Promise<void> {
  for (const [option, value] of Object.entries(options)) await setOption(gtp, option, value, ms);
}

/** Options of GTP engines are commands: `level 5`. */
async function setOption(gtp: GtpClient, name: string, value: string, ms: number): Promise<void> {
  if (!/^[\w-]+$/.test(name) || /[\r\n]/.test(value))
    throw new EngineError('protocol', `it has no option ${name}`);
  if ((await gtp.try(`${name} ${value}`, ms)) === null)
    throw new EngineError('protocol', `it refused the option ${name} ${value}`);
}

interface About {
  readonly name: string;
  readonly version: string;
  readonly known: ReadonlySet<string>;
}

/** Tells an engine the rules, once. */
interface RuleTeller {
  /** Returns whether the engine has lost its board over it. One that cannot be told plays by usual rules only, and analyzes by them. */
  tell(rules: GoRules, purpose: 'play' | 'analysis'): Promise<boolean>;
}

function createRuleTeller(
  gtp: GtpClient,
  spec: EngineSpec,
  context: EngineContext,
  { name, known }: About,
): RuleTeller {
  const { startMs = START_MS } = context;
  const [program = '', ...given] = spec.command;
  let told = '';
  return {
    async tell(rules, purpose) {
      const wanted = canonicalText(rules);
      if (wanted === told) return false;
      if (known.has(KATA_RULES)) await gtp.ask(kataRules(rules), startMs);
      else if (name === GNU_GO) {
        await gtp.process.close('quit');
        const command = [program, ...given, ...gnugoArguments(rules, given)];
        gtp.process = startProcess({ command }, context);
        await setOptions(gtp, spec, startMs);
      } else if (purpose === 'play') refuseRules(spec, rules);
      told = wanted;
      return true;
    },
  };
}

function play(
  gtp: GtpClient,
  spec: EngineSpec,
  context: EngineContext,
  { name, version, known, rules }: About & { readonly rules: RuleTeller },
): EngineSession {
  const { kit, startMs = START_MS } = context;
  const board = new BoardSync(gtp, context);
  const deadStones = new DeadStones(kit);
  let settings: string | null = null;
  let handicap: string[] = [];
  let isBusy: Promise<unknown> = Promise.resolve();

  /** Brings the engine to the rules and the position of a turn. */
  async function follow(turn: Turn, purpose: 'play' | 'analysis'): Promise<void> {
    if (await rules.tell(canonOf(kit, turn.view.state).rules, purpose)) {
      board.forget();
      settings = null;
    }
    await board.to(turn);
  }

  async function choose(turn: Turn, signal: AbortSignal): Promise<Decision> {
    if (signal.aborted) throw new EngineError('timeout', 'it was not asked in time');
    const { counting, left } = canonOf(kit, turn.view.state);
    await follow(turn, 'play');
    if (counting !== null) {
      const dead = known.has('final_status_list')
        ? await gtp.try('final_status_list dead', UNTIMED_MS)
        : null;
      return deadStones.decide(turn, dead === null ? null : dead.split(/\s+/).filter(Boolean));
    }
    if (left > 0) return placeHandicap(turn, left);
    await tellTime(turn);
    const color = COLORS[turn.seat as 0 | 1];
    const answer = await gtp.ask(`genmove ${color}`, timeoutOf(turn));
    const vertex = answer.trim().split(/\s/)[0] ?? '';
    if (vertex.toLowerCase() === 'resign') return resignation(turn);
    const move = kit.notations[0]!.parse(turn.view.state!, vertex);
    if (!move.ok)
      throw new EngineError('illegal-move', `it answered ${quoted(answer)}, which is not a move`);
    board.made(turn.seat, vertex.toLowerCase() === 'pass' ? 'pass' : vertex.toUpperCase());
    return moveDecision(move.value);
  }

  /** Stones of a free handicap: one answer of the engine, and a move of the rules each. */
  async function placeHandicap(turn: Turn, left: number): Promise<Decision> {
    if (handicap.length !== left) {
      handicap = ((await gtp.try(`place_free_handicap ${left}`, startMs)) ?? '').split(/\s+/);
      board.forget();
    }
    const move = kit.notations[0]!.parse(turn.view.state!, handicap.shift() ?? '');
    return moveDecision(move.ok ? move.value : turn.view.legal[0]!);
  }

  async function tellTime(turn: Turn): Promise<void> {
    const wanted = timeSettings(turn, spec);
    if (wanted !== settings && wanted !== null && known.has('time_settings'))
      await gtp.try(wanted, startMs);
    settings = wanted;
    if (known.has('time_left')) for (const left of timesLeft(turn)) await gtp.try(left, startMs);
  }

  const timeoutOf = (turn: Turn): number => {
    const isTimed = turn.budget.clocks !== null || timeSettings(turn, spec) !== null;
    return isTimed ? answerMs(turn, spec, context) : UNTIMED_MS;
  };

  const reporter = findReporter(known);
  const analyze = async (turn: Turn, request: AnalysisRequest): Promise<SearchResult> => {
    const { counting, left } = canonOf(kit, turn.view.state);
    // engines look at stones that are played, not at those that are counted or placed
    if (counting !== null || left > 0) return { lines: [], depth: 0, nodes: 0 };
    await follow(turn, 'analysis');
    return analyzeByGtp(gtp, reporter!, context, turn, request);
  };
  return {
    ...{ name, version, author: null, options: [] },
    ...(reporter === null ? {} : { analyze }),
    choose(turn, signal) {
      // GTP cannot interrupt a search: the next question waits for its end
      const choice = isBusy.then(() => choose(turn, signal));
      isBusy = choice.catch(() => {});
      return choice;
    },
    close: () => gtp.process.close('quit'),
  };
}
