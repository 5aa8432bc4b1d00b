/** The replay log: a chess game as a chain of small content-addressed files, one a move pair, each naming the one before. */
export { replayLog } from './dialect.ts';
export { decodeNode, encodeNode, type LogBlock } from './form.ts';
export { fromKifu as readLogGame, type LogGame } from './kifu.ts';
export type { DecodedNode, LogForm, LogNode, LogResult, LogRule } from './node.ts';
export { type GetBlock, type LogReport, type ReadOptions, readLog } from './read.ts';
export { type LogFindings, type LogVerdict, verifyLog } from './verify.ts';
export { type LogSource, type WrittenLog, writeLog } from './write.ts';
export {
  createLogWriter,
  type LogPort,
  type LogWriter,
  type Published,
  resumeLog,
} from './writer.ts';
