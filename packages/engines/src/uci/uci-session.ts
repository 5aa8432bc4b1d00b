/** Engines that speak UCI, the Universal Chess Interface. */
import type { Kit, Notation } from '@kifu/core';
import type { Decision, Turn } from '@kifu/record/match';
import { EngineError, quoted } from '../process/engine-error.ts';
import type { EngineProcess } from '../process/engine-process.ts';
import {
  analysisMs,
  answerMs,
  type EngineContext,
  type EngineOption,
  type EngineSession,
  GRACE_MS,
  moveDecision,
  START_MS,
  startProcess,
} from '../session.ts';
import type { EngineSpec } from '../spec.ts';
import { search } from '../stoppable-search.ts';
import { wayHere } from '../way-here.ts';
import { analyzeCommand, goCommand } from './go.ts';
import { createInfoReader } from './info.ts';
import { checkedValue, findOption, parseOption } from './options.ts';

/** More options than any engine has. */
const MAX_OPTIONS = 1000;

/** Starts a UCI engine, sets its options and waits until it is ready. */
export async function openUci(spec: EngineSpec, context: EngineContext): Promise<EngineSession> {
  const { kit, startMs = START_MS, graceMs = GRACE_MS } = context;
  const uci = notationOf(kit);
  const engine = startProcess(spec, context);
  try {
    const about = await greet(engine, startMs);
    for (const [name, value] of settingsOf(spec, about.options))
      engine.send(`setoption name ${name}${value === null ? '' : ` value ${value}`}`);
    engine.send('ucinewgame');
    await isReady(engine, startMs);
    let thinking: Promise<unknown> | null = null;
    /** The position that the engine thinks about until it is reached; null where it waits. */
    let pondered: string | null = null;
    let shown = 1;
    const rest = async (): Promise<void> => {
      if (pondered === null) return;
      pondered = null;
      await engine.ask('stop', readBest, graceMs);
    };
    return {
      ...about,
      async choose(turn, signal) {
        // a search that was stopped must answer before the next one starts
        await thinking?.catch(() => {});
        if (signal.aborted) throw new EngineError('timeout', 'it was not asked in time');
        const position = positionOf(context, turn);
        const isExpected = position === pondered;
        if (isExpected) pondered = null;
        else await rest();
        const command = isExpected ? 'ponderhit' : `${position}\n${goCommand(turn, spec)}`;
        const timeoutMs = answerMs(turn, spec, context);
        const sinceMs = performance.now();
        const found = search(engine, command, readBest, { signal, graceMs, timeoutMs });
        thinking = found;
        const { move, ponder } = await found;
        const decision = readMove(uci, turn, move);
        if (spec.ponder === true && ponder !== null && !signal.aborted) {
          pondered = withMoves(position, move, ponder);
          const go = goCommand(later(turn, performance.now() - sinceMs), spec);
          engine.send(`${pondered}\n${go.replace('go', 'go ponder')}`);
        }
        return decision;
      },
      async analyze(turn, request) {
        await thinking?.catch(() => {});
        await rest();
        const info = createInfoReader(context.kit, uci, turn, request);
        const lines = findOption(about.options, 'MultiPV') === undefined ? 1 : info.lines;
        if (lines !== shown) engine.send(`setoption name MultiPV value ${lines}`);
        shown = lines;
        const command = `${positionOf(context, turn)}\n${analyzeCommand(request.limits)}`;
        const timeoutMs = analysisMs(request.limits, context);
        const { signal } = request;
        const read = (line: string) =>
          info.read(line) ?? (readBest(line) === undefined ? undefined : info.result());
        const found = search(engine, command, read, { signal, graceMs, timeoutMs });
        thinking = found;
        return found;
      },
      close: () => engine.close('quit'),
    };
  } catch (cause) {
    await engine.close('quit');
    throw cause;
  }
}

/** UCI names the squares of a chess board. */
function notationOf({ game, notations }: Kit): Notation<unknown, never> {
  const uci = notations.find(({ name }) => name === 'UCI');
  if (uci === undefined)
    throw new EngineError('protocol', `it cannot play ${game.name}: UCI is for chess`);
  return uci as Notation<unknown, never>;
}

/** Asks the engine for its name and its options. */
function greet(
  engine: EngineProcess,
  startMs: number,
): Promise<Omit<EngineSession, 'choose' | 'close'>> {
  let name = '';
  let author: string | null = null;
  const options: EngineOption[] = [];
  const read = (line: string) => {
    const [, field, text = ''] = /^id\s+(name|author)\s+(.*)$/.exec(line) ?? [];
    if (field === 'name') name = text.trim();
    if (field === 'author') author = text.trim();
    const option = parseOption(line);
    if (option !== null && options.length < MAX_OPTIONS) options.push(option);
    return line.trim() === 'uciok' ? { ...splitName(name), author, options } : undefined;
  };
  return engine.ask('uci', read, startMs);
}

/** UCI has one text for both: `Stockfish 15.1`. */
function splitName(text: string): { name: string; version: string } {
  const [, name = text, version = ''] = /^(.*\S)\s+(v?\d\S*)$/.exec(text) ?? [];
  return { name, version };
}

const isReady = (engine: EngineProcess, ms: number): Promise<true> =>
  engine.ask('isready', line => (line.trim() === 'readyok' ? true : undefined), ms);

/** The options that are set, in order; null for buttons. */
function settingsOf(
  { options: wanted = {}, elo, ponder }: EngineSpec,
  offered: readonly EngineOption[],
): (readonly [name: string, value: string | null])[] {
  const all = { ...wanted, ...eloOptions(elo, offered), ...(ponder ? { Ponder: 'true' } : {}) };
  return Object.entries(all).map(([name, value]) => {
    const option = findOption(offered, name);
    const checked = checkedValue(option, name, value);
    return [option!.name, option!.type === 'button' ? null : checked];
  });
}

function eloOptions(elo: number | undefined, offered: readonly EngineOption[]) {
  if (elo === undefined) return {};
  if (findOption(offered, 'UCI_Elo') === undefined)
    throw new EngineError('protocol', 'it cannot limit its strength to an Elo rating');
  return { UCI_LimitStrength: 'true', UCI_Elo: String(elo) };
}

/** `position startpos moves e2e4`, or from a FEN. */
function positionOf({ kit, first }: EngineContext, turn: Turn): string {
  const way = wayHere(kit, first, turn);
  const uci = notationOf(kit);
  const fen = kit.positions.find(({ name }) => name === 'FEN');
  const from = way.isUsual ? 'startpos' : `fen ${fen!.format(way.first)}`;
  const moves = way.steps.map(({ before, move }) => uci.format(before, move as never));
  return ['position', from, ...(moves.length === 0 ? [] : ['moves', ...moves])].join(' ');
}

/** The answer to a search, and the answer to it that the engine expects. */
interface BestMove {
  readonly move: string;
  readonly ponder: string | null;
}

function readBest(line: string): BestMove | undefined {
  const [, move, ponder = null] = /^bestmove\s+(\S+)(?:\s+ponder\s+(\S+))?/.exec(line) ?? [];
  return move === undefined ? undefined : { move, ponder };
}

/** The position after two more moves. */
const withMoves = (position: string, ...moves: readonly string[]): string =>
  [
    position,
    ...(/ moves /.test(position) ? [] : ['moves']),
    ...moves.map(move => move.toLowerCase()),
  ].join(' ');

/** A turn when more time has passed. */
const later = (turn: Turn, ms: number): Turn => ({
  ...turn,
  budget: { ...turn.budget, elapsedMs: turn.budget.elapsedMs + ms },
});

function readMove(uci: Notation<unknown, never>, turn: Turn, text: string): Decision {
  const move = uci.parse(turn.view.state, text.toLowerCase());
  if (!move.ok)
    throw new EngineError('illegal-move', `it answered ${quoted(text)}, which is not a move`);
  return moveDecision(move.value);
}
