/** Engines in separate processes as players of seats: UCI, GTP, GNU Backgammon, Hub and JSON lines. Node only. */
export { openAnalyzer } from './analyzer.ts';
export { type EnginePlayer, firstOf, openEngine } from './player.ts';
export { EngineError, type EngineProblem } from './process/engine-error.ts';
export { type Environment, engineEnv } from './process/engine-process.ts';
export type { OutputLimits } from './process/line-splitter.ts';
export type { EngineContext, EngineOption } from './session.ts';
export {
  commandOf,
  type EngineProtocol,
  type EngineSpec,
  isProtocol,
  PROTOCOLS,
  parseSpec,
  type ThinkLimits,
} from './spec.ts';
