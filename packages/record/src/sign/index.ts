/** Signatures: what a player and a referee sign, checking it, and the proof that a key signed twice. */

export {
  type DescribedProof,
  describeDoubleSigning,
  formatProof,
  type SpellEntry,
} from './describe-proof.ts';
export { type Fork, findFork } from './fork.ts';
export { endingMessage, type Intent, intentMessage, nodeMessage, whenOf } from './intent.ts';
export {
  checkDoubleSigning,
  type DoubleSigning,
  decodeDoubleSigning,
  encodeDoubleSigning,
  findDoubleHeader,
  findDoubleIntent,
  findDoubleNode,
  isDoubleSigning,
  type SignedHeader,
  type SignedIntent,
} from './proof.ts';
export { isSeatProof, type SeatClaim, seatMessage } from './seat-proof.ts';
export { isSignedBy, isWeakKey, publicKeyOf, sign } from './signature.ts';
export { checkSignatures, SignatureCheck, type SignatureClaim } from './signature-check.ts';
