/** Signed chains of moves that can be begun, continued, verified, sought in, branched and converted. */

export { type BranchChange, type BranchPoint, branchHeader, checkBranch } from './branch.ts';
export {
  type Appended,
  append,
  appendSigned,
  begin,
  type Chain,
  type Draft,
  draft,
  draftEnd,
  end,
  endSigned,
  headOf,
  idOf,
  link,
  linkSigned,
  nodesOf,
  type Signer,
  type StoredNode,
} from './chain.ts';
export { sceneOfFrame } from './frame-scene.ts';
export { chainOf, readHeader, readKifu, recordKifu, toEntry } from './record.ts';
export {
  describeQuickCheck,
  formatReport,
  formatRow,
  formatVerdict,
  type ReportRow,
  type ReportTopic,
  reportData,
  reportRows,
} from './report.ts';
export { checkSignatures } from './sign/signature-check.ts';
export {
  type Clockwork,
  createPoints,
  type Frame,
  type FrameWithin,
  type Timeline,
  timeline,
  timelineOf,
} from './timeline.ts';
export {
  type Caveat,
  describeCaveat,
  describeMakers,
  describePlayer,
  type JudgeContext,
  type Judgment,
  judge,
  type Quotes,
  type SeatVerdict,
  VERDICTS,
  type Verdict,
  type VerdictStyle,
  verdictMeanings,
  verdictOf,
} from './verdict.ts';
export {
  type Counts,
  type FindGame,
  nextClaims,
  type Report,
  Verification,
  type VerifyOptions,
  verify,
  verifyUnsigned,
  type WhichSignatures,
} from './verify.ts';
