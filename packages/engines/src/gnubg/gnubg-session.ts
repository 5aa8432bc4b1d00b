/**
 * GNU Backgammon, asked through its interface for external programs: it listens on a socket and answers positions with moves. The socket
 * is a file in a temporary folder that only this user can open.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { SearchResult } from '@kifu/core';
import type { Decision, Turn } from '@kifu/record/match';
import { EngineError, quoted } from '../process/engine-error.ts';
import type { EngineProcess } from '../process/engine-process.ts';
import { LineSplitter, OUTPUT_LIMITS } from '../process/line-splitter.ts';
import {
  type AnalysisRequest,
  analysisMs,
  answerMs,
  type EngineContext,
  type EngineSession,
  moveDecision,
  START_MS,
  startProcess,
} from '../session.ts';
import type { EngineSpec } from '../spec.ts';
import { type BackgammonState, formatFibsBoard } from './fibs-board.ts';
import { type RankedTurn, rankedResult } from './ranked-turns.ts';
import { parseTurn, placesAfter, plansFrom, type TurnPlan } from './turn-plan.ts';

const NAME = 'GNU Backgammon';
const POLL_MS = 50;
/** Deep searches take long, and nothing else limits them. */
const UNTIMED_MS = 120_000;

/** The program looks further ahead at a cost that grows twentyfold. */
const MAX_PLIES = 3;
/** How many turns are looked at further. */
const FEW_TURNS = 5;

/** Starts GNU Backgammon and connects to it. */
export async function openGnubg(spec: EngineSpec, context: EngineContext): Promise<EngineSession> {
  const { kit, startMs = START_MS } = context;
  if (kit.game.name !== 'backgammon')
    throw new EngineError('protocol', `it cannot play ${kit.game.name}: gnubg is for backgammon`);
  if (spec.elo !== undefined)
    throw new EngineError(
      'protocol',
      'it cannot limit its strength to an Elo rating: use the option plies',
    );
  const folder = await mkdtemp(join(tmpdir(), 'kifu-gnubg-'));
  const process = startProcess(spec, context);
  let line: SocketLine | null = null;
  const close = async (): Promise<void> => {
    line?.close();
    await process.close(null);
    await rm(folder, { recursive: true, force: true });
  };
  try {
    for (const command of [...settingsOf(spec), `external ${join(folder, 'socket')}`])
      process.send(command);
    line = await connectTo(join(folder, 'socket'), process, startMs);
    return play(line, await versionOf(line, startMs), spec, context, close);
  } catch (cause) {
    await close();
    throw cause;
  }
}

/** Options are the words of `set evaluation chequerplay evaluation`: `plies`, `noise`. There is no cube here. */
function settingsOf({ options = {} }: EngineSpec): string[] {
  const settings = Object.entries({ ...options, cubeful: 'off' });
  for (const [name, value] of settings)
    if (!/^[a-z]+$/.test(name) || !/^[\w.]+$/.test(value))
      throw new EngineError('protocol', `it has no option ${name} with the value ${value}`);
  return [
    'set jacoby off',
    ...settings.map(([name, value]) => `set evaluation chequerplay evaluation ${name} ${value}`),
  ];
}

async function versionOf(line: SocketLine, ms: number): Promise<string> {
  const lines = await line.ask('version', text => /^Software:\s*(.*)$/.exec(text)?.[1], ms);
  return lines.trim();
}

function play(
  line: SocketLine,
  version: string,
  spec: EngineSpec,
  context: EngineContext,
  close: () => Promise<void>,
): EngineSession {
  const { kit } = context;
  let isBusy: Promise<unknown> = Promise.resolve();
  /** What is left of the turn that the program has chosen, by the position that each step is for. */
  let plan = new Map<string, Decision>();

  async function choose(turn: Turn, signal: AbortSignal): Promise<Decision> {
    if (signal.aborted) throw new EngineError('timeout', 'it was not asked in time');
    const { state } = turn.view;
    const key = kit.game.states.position(state);
    const known = plan.get(key);
    if (known !== undefined) return known;
    const plans = plansFrom(kit, state, turn.seat);
    const board = kit.game.states.canon(state) as unknown as BackgammonState;
    const isWhole = board.remainingDice.length === (board.dice![0] === board.dice![1] ? 4 : 2);
    const timeoutMs = turn.budget.clocks === null ? UNTIMED_MS : answerMs(turn, spec, context);
    const chosen =
      plans.length === 1
        ? plans[0]!
        : isWhole
          ? await askTurn(line, plans, board, turn, timeoutMs)
          : await askEach(line, plans, turn, timeoutMs);
    plan = new Map();
    let here = state;
    for (const step of chosen.steps) {
      plan.set(kit.game.states.position(here), moveDecision(step));
      const played = kit.game.play(here, turn.seat, step);
      if (played.ok) here = played.value.state;
    }
    return plan.get(key)!;
  }

  /** The program names a whole turn: the way that puts the checkers where it says. */
  async function askTurn(
    to: SocketLine,
    plans: readonly TurnPlan[],
    board: BackgammonState,
    { seat }: Turn,
    ms: number,
  ): Promise<TurnPlan> {
    const own = seat as 0 | 1;
    const answer = await to.ask(formatFibsBoard(board, own, board.dice), text => text, ms);
    const named = parseTurn(answer);
    const other = seat === 0 ? 1 : 0;
    const placesIn = (state: BackgammonState) => [...placesOf(state, own), state.bar[other]].join();
    const wanted =
      named === null
        ? null
        : [...placesAfter(placesOf(board, own), named.hops), board.bar[other] + named.hits].join();
    const chosen = plans.find(({ state }) => placesIn(canonOf(state)) === wanted);
    if (chosen === undefined)
      throw new EngineError(
        'illegal-move',
        `it answered ${quoted(answer)}, which is not a legal turn`,
      );
    return chosen;
  }

  /** In the middle of a turn, which the interface does not know: the way to the position that it likes best. */
  async function askEach(
    to: SocketLine,
    plans: readonly TurnPlan[],
    { seat }: Turn,
    ms: number,
  ): Promise<TurnPlan> {
    const other = seat === 0 ? 1 : 0;
    let best: TurnPlan | null = null;
    let least = Number.POSITIVE_INFINITY;
    for (const plan of plans) {
      const worth = await worthAfter(to, canonOf(plan.state), other, 0, ms);
      if (best !== null && !(worth < least)) continue;
      [best, least] = [plan, Number.isNaN(worth) ? least : worth];
    }
    return best!;
  }

  /** What a position before a roll is worth to the seat that rolls, in points; not a number where the program is confused. */
  async function worthAfter(
    to: SocketLine,
    state: BackgammonState,
    seat: 0 | 1,
    plies: number,
    ms: number,
  ): Promise<number> {
    const board = formatFibsBoard(state, seat, null);
    const answer = await to.ask(`evaluation fibsboard ${board} plies ${plies}`, text => text, ms);
    const [win = Number.NaN, gammon = 0, backgammon = 0, lost = 0, lostTwice = 0] = answer
      .trim()
      .split(/\s+/)
      .map(Number);
    return 2 * win - 1 + gammon + backgammon - lost - lostTwice;
  }

  /** All turns as they stand, then the best of them as deep as the limits say. */
  async function analyze(
    turn: Turn,
    { limits, signal, onProgress }: AnalysisRequest,
  ): Promise<SearchResult> {
    const seat = turn.seat as 0 | 1;
    const other = seat === 0 ? 1 : 0;
    const timeoutMs = analysisMs(limits, context) + UNTIMED_MS;
    const plies = Math.min(MAX_PLIES, Math.max(0, (limits.depth ?? 1) - 1));
    const worthOf = async (state: unknown, deep: number): Promise<number> => {
      const outcome = kit.game.outcome(state);
      if (outcome !== null)
        return outcome.winners[0] === seat
          ? Math.max(...outcome.points!)
          : -Math.max(...outcome.points!);
      const worth = -(await worthAfter(line, canonOf(state), other, deep, timeoutMs));
      if (Number.isNaN(worth)) throw new EngineError('protocol', 'it gave no evaluation');
      return worth;
    };
    const turns: RankedTurn[] = [];
    for (const { steps, state } of plansFrom(kit, turn.view.state, seat))
      turns.push({ steps, state, equity: await worthOf(state, 0) });
    turns.sort((a, b) => b.equity - a.equity);
    let found = rankedResult(turns, seat, limits, 1);
    onProgress?.(found);
    for (let deep = 1; deep <= plies && !signal.aborted; deep++) {
      const few = turns.slice(0, Math.max(FEW_TURNS, limits.lines ?? 1));
      for (const one of few) one.equity = await worthOf(one.state, deep);
      turns.splice(0, few.length, ...few.sort((a, b) => b.equity - a.equity));
      found = rankedResult(turns, seat, limits, deep + 1);
      onProgress?.(found);
    }
    return found;
  }

  const canonOf = (state: unknown) => kit.game.states.canon(state) as unknown as BackgammonState;
  return {
    ...{ name: NAME, version, author: null, options: [], close },
    analyze(turn, request) {
      const found = isBusy.then(() => analyze(turn, request));
      isBusy = found.catch(() => {});
      return found;
    },
    choose(turn, signal) {
      const choice = isBusy.then(() => choose(turn, signal));
      isBusy = choice.catch(() => {});
      return choice;
    },
  };
}

/** The checkers of a seat by place as it counts: off, its points 1 to 24, the bar. */
function placesOf({ bar, bearOff, points }: BackgammonState, seat: 0 | 1): number[] {
  const own = points.map(stack => (stack[0] === seat ? stack.length : 0));
  return [bearOff[seat], ...(seat === 0 ? own : own.reverse()), bar[seat]];
}

/** A connection that is asked one question at a time, and fails with the process. */
interface SocketLine {
  ask<T>(question: string, read: (line: string) => T | undefined, ms: number): Promise<T>;
  close(): void;
}

/** Connects as soon as the program listens. */
async function connectTo(path: string, process: EngineProcess, ms: number): Promise<SocketLine> {
  for (const until = performance.now() + ms; ; await sleep(POLL_MS)) {
    const socket = await tryConnect(path);
    if (socket !== null) return lineOver(socket, process);
    if (performance.now() > until)
      process.fail(new EngineError('timeout', `it did not open its socket within ${ms} ms`));
    // asks nothing: rejects where the process has exited
    if (!process.isRunning) await process.ask(null, () => undefined, 1);
  }
}

const tryConnect = (path: string): Promise<Socket | null> =>
  new Promise(resolve => {
    const socket = connect(path);
    socket.once('connect', () => resolve(socket));
    socket.once('error', () => resolve(null));
  });

function lineOver(socket: Socket, process: EngineProcess): SocketLine {
  let read: ((line: string) => void) | null = null;
  const lines = new LineSplitter(
    OUTPUT_LIMITS,
    () => performance.now(),
    text => read?.(text),
  );
  socket.on('data', (chunk: Uint8Array) => {
    const exceeded = lines.push(chunk);
    if (exceeded !== null) process.fail(new EngineError('flood', exceeded));
  });
  socket.on('error', () => {});
  socket.on('close', () => process.fail(new EngineError('exit', 'it closed the connection')));
  return {
    ask(question, parse, ms) {
      // the process is asked nothing, and reports its own end and the timeout
      const ended = process.ask<never>(null, () => undefined, ms);
      const answer = new Promise<NonNullable<ReturnType<typeof parse>>>(resolve => {
        read = text => {
          const parsed = parse(text);
          if (parsed != null) resolve(parsed);
        };
      });
      socket.write(`${question}\n`);
      return Promise.race([answer, ended]).finally(() => {
        read = null;
        process.cancel();
      }) as never;
    },
    close: () => void socket.end(),
  };
}
