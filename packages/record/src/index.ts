/** Signed chains of moves that can be verified, replayed, branched and converted. */

export { MAX_NODE_BYTES } from '@kifu/core/cbor';
export * from './access.ts';
export * from './annotation.ts';
export { type Blind, beginBlind, followBlind } from './blind.ts';
export { type BranchChange, type BranchPoint, branchHeader, checkBranch } from './branch.ts';
export {
  type Appended,
  append,
  appendSigned,
  begin,
  type Chain,
  type Draft,
  draft,
  end,
  endSigned,
  headOf,
  idOf,
  link,
  linkSigned,
  nodesOf,
  type Signer,
  type Stored,
} from './chain.ts';
export {
  type Clocks,
  fallsAt,
  isFallen,
  type SeatTime,
  shownMs,
  timeLeft,
} from './clock.ts';
export { type Block, collectNodes, isHeader } from './collect.ts';
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
export { type Intent, intentMessage, nodeMessage } from './intent.ts';
export {
  actFromJson,
  actToJson,
  checkKifu,
  entryToJson,
  formatKifu,
  isRemarksJson,
  type KifuJson,
  kifuFromJson,
  kifuToJson,
  parseKifu,
  remarksFromJson,
  remarksToJson,
} from './kifu-json.ts';
export * from './library.ts';
export { linksOf } from './links.ts';
export {
  beginMatch,
  keepRecord,
  loadMatch,
  loadNodes,
  type MatchOptions,
  type MatchStores,
  type OpenMatch,
  openMatch,
} from './match.ts';
export { type EndingNode, encodeEnding } from './node/ending.ts';
export { decodeNext, decodePrev, type EntryNode, encodeEntry, isEnding } from './node/entry.ts';
export { decodeHeader, encodeHeader } from './node/header.ts';
export type { Keep } from './node/make.ts';
export {
  comparePack,
  isPack,
  PackWriter,
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
  commentsOf,
  Lister,
  type ListingOptions,
  listingOf,
  namesOf,
  positionKey,
  startedAtOf,
} from './readers/lister.ts';
export { LONG_PAUSE_MS, type TimelineMark } from './readers/marks.ts';
export type { Points } from './readers/points.ts';
export { type SeatView, Sights, seatView } from './readers/sights.ts';
export { chainOf, readHeader, readKifu, recordKifu, toEntry } from './record.ts';
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
  encodeRemarksJson,
  hasRemarks,
  keepRemarks,
  type LoadedRemarks,
  loadRemarks,
  type OpenedRemarks,
  openRemarks,
  type Remarks,
  type RemarksNode,
  remarksBlock,
  remarksUpTo,
} from './remarks.ts';
export { CHECKS, followNode, Replay, type ReplayReader, readAll } from './replay.ts';
export { formatReport, reportData, verdictOf } from './report.ts';
export { type Settled, settleEnd } from './settle.ts';
export { isSignedBy, publicKeyOf, sign } from './signature.ts';
export { type Claim, checkSignatures, SignatureCheck } from './signature-check.ts';
export { MAX_ENTRIES, type Table } from './table.ts';
export type { Talk } from './talk.ts';
export { clockLimit, drawsOf, isSealed, keyOf, NO_TERMS, termsOf } from './terms.ts';
export { type Anchor, hzOf, msOfTick, tickAt } from './ticks.ts';
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
  type Counts,
  type FindGame,
  type Report,
  Verification,
  type VerifyOptions,
  verify,
  verifyUnsigned,
  type WhichSignatures,
} from './verify.ts';
