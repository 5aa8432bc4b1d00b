/** What the thread that writes is told to do in this kind of file, besides what all SQL stores do. Plain data. */
import type { Op } from '../sql/ops.ts';

/** Something to be done within a transaction. */
export type FileOp =
  | Op
  | PackOp
  | LeaveOp
  | CollectOp
  | CollectRemarksOp
  | ForgetOp
  | NoteOp
  | LooseOp;

/** Puts a pack in the place of the nodes of a match, where its head is still this one. */
export interface PackOp {
  readonly do: 'pack';
  readonly match: Uint8Array;
  readonly head: Uint8Array;
  /** Content ids of all nodes. */
  readonly cids: readonly Uint8Array[];
  readonly bytes: Uint8Array;
}

/** Leaves a match as it is, for good, where its head is still this one: its record cannot be packed. */
export interface LeaveOp {
  readonly do: 'leave';
  readonly match: Uint8Array;
  readonly head: Uint8Array;
}

/** Removes blocks, unless a head has moved in a way that may lead to one of them. */
export interface CollectOp {
  readonly do: 'collect';
  /** Rows. */
  readonly blocks: readonly number[];
  /** The mark `moved` when it was found that nothing leads to them. */
  readonly moved: number;
}

/** Removes remarks about matches that are neither kept nor listed. */
interface CollectRemarksOp {
  readonly do: 'collect-remarks';
}

/** Forgets a match with its pack, its listing and its remarks, where its head is still this one. */
export interface ForgetOp {
  readonly do: 'forget';
  readonly match: Uint8Array;
  readonly head: Uint8Array;
  /** Content ids of the nodes in its pack; null where nobody knows them. */
  readonly cids: readonly Uint8Array[] | null;
}

/** Says whether matches that have ended stay as they are, in this file and for good. */
interface LooseOp {
  readonly do: 'loose';
  readonly isLoose: boolean;
}

/** Takes note of which block is the newest now. */
interface NoteOp {
  readonly do: 'note';
}
