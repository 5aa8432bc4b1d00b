/** Analysis of records: moves compared with the best ones, graded, and kept as annotations. */

export {
  analysisAuthor,
  isAnalysisAuthor,
  replaceAnalysis,
  withAnalysis,
} from './analysis-notes.ts';
export {
  type AnalysisQuestion,
  decodeQuestion,
  encodeQuestion,
  type MaxLimits,
  readLimits,
} from './analysis-request.ts';
export {
  analyzeRecord,
  type MoveAnalysis,
  type PlayerAnalysis,
  type RecordAnalysis,
} from './analyze-record.ts';
export { type Grade, glyphOf } from './grade.ts';
export { fromPortable, type PortableAnalysis, toPortable } from './portable.ts';
