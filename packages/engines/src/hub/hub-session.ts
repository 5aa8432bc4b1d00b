/** Engines that speak Hub, the protocol of draughts programs, version 2. Ours is English draughts: the variant `english`. */
import type { Json } from '@kifu/core';
import type { Turn } from '@kifu/record/match';
import { timeLeft } from '@kifu/record/match-state';
import { clockTermsOf } from '../clock-terms.ts';
import { EngineError, quoted } from '../process/engine-error.ts';
import type { EngineProcess } from '../process/engine-process.ts';
import {
  analysisMs,
  analysisTime,
  answerMs,
  type EngineContext,
  type EngineOption,
  type EngineSession,
  GRACE_MS,
  moveDecision,
  moveMsOf,
  START_MS,
  startProcess,
} from '../session.ts';
import type { EngineSpec } from '../spec.ts';
import { search } from '../stoppable-search.ts';
import { checkedValue, findOption } from '../uci/options.ts';
import { wayHere } from '../way-here.ts';
import { createHubReports } from './analysis.ts';
import { findHubMove, formatHubBoard, formatHubMove } from './hub-board.ts';
import { formatHubLine, type HubLine, parseHubLine } from './hub-line.ts';

const MAX_OPTIONS = 1000;
const VARIANT = 'english';

/** Starts a Hub engine, sets its parameters and waits until it is ready. */
export async function openHub(spec: EngineSpec, context: EngineContext): Promise<EngineSession> {
  const { kit, startMs = START_MS, graceMs = GRACE_MS } = context;
  if (kit.game.name !== 'checkers')
    throw new EngineError('protocol', `it cannot play ${kit.game.name}: Hub is for checkers`);
  if (spec.elo !== undefined)
    throw new EngineError(
      'protocol',
      'it cannot limit its strength to an Elo rating: Hub has none',
    );
  const engine = startProcess(spec, context);
  try {
    const about = await greet(engine, startMs);
    const settings = { ...variantOf(about.options), ...spec.options };
    for (const [name, value] of Object.entries(settings)) {
      const option = findOption(about.options, name);
      const checked = checkedValue(option, name, value);
      engine.send(formatHubLine('set-param', { name: option!.name, value: checked }));
    }
    await engine.ask(
      'init',
      line => (parseHubLine(line).word === 'ready' ? true : undefined),
      startMs,
    );
    engine.send('new-game');
    let thinking: Promise<string> | null = null;
    return {
      ...about,
      async choose(turn, signal) {
        await thinking?.catch(() => {});
        if (signal.aborted) throw new EngineError('timeout', 'it was not asked in time');
        const lines = [positionLine(context, turn), levelLine(turn, spec), 'go think'].join('\n');
        thinking = search(engine, lines, readDone, {
          ...{ signal, graceMs, timeoutMs: answerMs(turn, spec, context) },
        });
        const answer = await thinking;
        const move = findHubMove(turn.view.legal as readonly Json[], answer);
        if (move !== undefined) return moveDecision(move);
        throw new EngineError(
          'illegal-move',
          `it answered ${quoted(answer)}, which is not a legal move`,
        );
      },
      async analyze(turn, request) {
        await thinking?.catch(() => {});
        const { limits, signal } = request;
        const timeMs = analysisTime(limits);
        const level = [
          ...(limits.depth === undefined ? [] : [`depth=${limits.depth}`]),
          ...(limits.nodes === undefined ? [] : [`nodes=${limits.nodes}`]),
          ...(timeMs === null ? [] : [`move-time=${timeMs / 1000}`]),
        ].map(word => `level ${word}`);
        const lines = [positionLine(context, turn), ...level, 'go analyze'].join('\n');
        const reports = createHubReports(kit, turn, request);
        thinking = search(engine, lines, line => reports.read(line) ?? readDone(line), {
          ...{ signal, graceMs, timeoutMs: analysisMs(limits, context) },
        });
        return reports.result(await thinking);
      },
      close: () => engine.close('quit'),
    };
  } catch (cause) {
    await engine.close('quit');
    throw cause;
  }
}

/** The first position and the moves since. */
function positionLine({ kit, first }: EngineContext, turn: Turn): string {
  const way = wayHere(kit, first, turn);
  const moves = way.steps.map(({ move }) => formatHubMove(move)).join(' ');
  const pos = { pos: formatHubBoard(kit, way.first), ...(moves === '' ? {} : { moves }) };
  return formatHubLine('pos', pos);
}

/** Engines of one variant need not offer a choice. */
function variantOf(options: readonly EngineOption[]): { readonly [name: string]: string } {
  const variant = findOption(options, 'variant');
  if (variant === undefined) return {};
  if (!variant.values.includes(VARIANT))
    throw new EngineError('protocol', 'it does not play English draughts');
  return { variant: VARIANT };
}

function greet(
  engine: EngineProcess,
  ms: number,
): Promise<Omit<EngineSession, 'choose' | 'close'>> {
  let id: HubLine['values'] = {};
  const options: EngineOption[] = [];
  return engine.ask(
    'hub',
    line => {
      const { word, values } = parseHubLine(line);
      if (word === 'id') id = values;
      if (word === 'param' && options.length < MAX_OPTIONS) options.push(optionOf(values));
      if (word !== 'wait') return undefined;
      const { name = '', version = '', author = null } = id;
      return { name, version, author, options };
    },
    ms,
  );
}

const TYPES: { readonly [type: string]: EngineOption['type'] } = {
  bool: 'check',
  int: 'spin',
  enum: 'combo',
};

const optionOf = ({
  name = '',
  value,
  type = '',
  min,
  max,
  values,
}: HubLine['values']): EngineOption => ({
  ...{ name, type: TYPES[type] ?? 'string', default: value ?? null },
  ...{ min: min === undefined ? null : Number(min), max: max === undefined ? null : Number(max) },
  values: values?.split(' ') ?? [],
});

/** `level move-time=1.5`, or by the clock: seconds in all, and for each move. */
function levelLine(turn: Turn, spec: EngineSpec): string {
  const { clocks, elapsedMs } = turn.budget;
  const { depth, nodes } = spec.limits ?? {};
  const left = clocks === null ? null : timeLeft(clocks, turn.seat, elapsedMs);
  const text = (ms: number): string => String(Math.max(1, Math.round(ms)) / 1000);
  if (clocks !== null && left !== null) {
    const { isPerMove, incrementMs, periodMs } = clockTermsOf(clocks.control);
    if (isPerMove) return `level move-time=${text(left.mainMs)}`;
    if (periodMs !== null && left.mainMs <= periodMs)
      return `level move-time=${text(left.mainMs + periodMs)}`;
    const increment = incrementMs > 0 ? ` inc=${text(incrementMs)}` : '';
    return `level time=${text(left.mainMs)}${increment}`;
  }
  if (depth !== undefined) return `level depth=${depth}`;
  if (nodes !== undefined) return `level nodes=${nodes}`;
  return `level move-time=${text(moveMsOf(turn, spec))}`;
}

function readDone(line: string): string | undefined {
  const { word, values } = parseHubLine(line);
  if (word === 'error') throw new EngineError('protocol', `it reported ${quoted(line)}`);
  return word === 'done' ? (values.move ?? '') : undefined;
}
