/** Signed chains of moves that can be verified, replayed, branched and converted. */
export * from './annotation.ts';
export { type Blind, beginBlind, followBlind } from './blind.ts';
export { type BranchChange, type BranchPoint, branchHeader, checkBranch } from './branch.ts';
export {
  type Appended,
  append,
  appendSigned,
  begin,
  type Chain,
  end,
  endSigned,
  headOf,
  idOf,
  nodesOf,
  type Signer,
  type Stored,
  type ToAppend,
  type ToEnd,
  toAct,
  toNodeAct,
} from './chain.ts';
export { type Clocks, fallsAt, isFallen, type TimeLeft, timeLeft } from './clock.ts';
export { shownMs } from './clock-face.ts';
export { type Block, collectNodes, isHeader } from './collect.ts';
export { type Settled, settleEnd } from './ending.ts';
export {
  commitToDeal,
  commitToLink,
  drawSeed,
  type Holder,
  holdersOf,
  linkBefore,
  makeChain,
  REFEREE,
  startSeed,
} from './fair.ts';
export { decodeHeader, encodeHeader, NO_TERMS, termsOf } from './header.ts';
export { type Intent, intentMessage, nodeMessage } from './intent.ts';
export { readHeader, readKifu, recordKifu, toDoing, toEntry } from './kifu.ts';
export { checkKifu, formatKifu, parseKifu } from './kifu-json.ts';
export * from './library.ts';
export { linksOf } from './links.ts';
export * from './listing.ts';
export { appendStored, beginStored, endStored, loadNodes, loadStored } from './live.ts';
export {
  decodeNext,
  decodePrev,
  type EndingNode,
  type EntryNode,
  encodeEnding,
  encodeEntry,
  isEnding,
  MAX_NODE_BYTES,
  type NodeAct,
  type SignedBytes,
} from './node.ts';
export {
  isPack,
  pack,
  readPackHeader,
  type Unpacked,
  unpack,
  unpackWith,
} from './pack/index.ts';
export * from './ports.ts';
export {
  checkDoubleSigning,
  type DoubleSigning,
  decodeDoubleSigning,
  describeDoubleSigning,
  encodeDoubleSigning,
  findDoubleIntent,
  findDoubleNode,
  type SignedIntent,
} from './proof.ts';
export {
  keepRefusal,
  MAX_REFUSED_PER_SECOND,
  NO_REFUSALS,
  type Refusal,
  type Refusals,
} from './refusals.ts';
export {
  decodeRemarks,
  encodeRemarks,
  hasRemarks,
  type Remarks,
  type RemarksNode,
} from './remarks.ts';
export { formatReport, reportData, verdictOf } from './report.ts';
export { isSignedBy, publicKeyOf, sign } from './signature.ts';
export {
  type Doing,
  drawsOf,
  type Folded,
  fold,
  isSealed,
  keyOf,
  MAX_ENTRIES,
  sit,
  type Table,
} from './table.ts';
export type { Talk } from './talk.ts';
export {
  type Clockwork,
  type Frame,
  type FrameWithin,
  type Timeline,
  timeline,
} from './timeline.ts';
export { LONG_PAUSE_MS, type TimelineMark } from './timeline-marks.ts';
export {
  CHECKS,
  type Claim,
  type Counts,
  type FindGame,
  type Report,
  type VerifyOptions,
  verify,
  verifyUnsigned,
  type WhichSignatures,
} from './verify.ts';
