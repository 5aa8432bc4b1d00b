/** Ops of the writing thread for this kind of file, besides those of all SQL stores. Plain data. */
import type { ListOp, Op, RemarksRow } from '../sql/ops.ts';
import type { LeafPlace } from './run-writer.ts';
import type { RUNS } from './runs.ts';

/** Something to be done within a transaction. */
export type FileOp =
  | Op
  | PackOp
  | LeaveOp
  | CollectOp
  | CollectRemarksOp
  | ForgetOp
  | NoteOp
  | LooseOp
  | PurgeOp
  | PurgedOp
  | ShrinkOp;

/** Keeps a pack: in the place of the nodes of a match where its head is still this one, or as a new match where it is null. */
export interface PackOp {
  readonly do: 'pack';
  readonly match: Uint8Array;
  readonly from: Uint8Array | null;
  readonly head: Uint8Array;
  /** Of all nodes, 32 bytes each. */
  readonly digests: Uint8Array;
  readonly bytes: Uint8Array;
  /** What to list it as; null where it is listed. */
  readonly list: ListOp | null;
  /** What is said about it; null where nothing is. */
  readonly remarks: RemarksRow | null;
}

/** Leaves a match unpacked permanently, if its head is still this one: its record cannot be packed. */
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
  /** The mark `moved` when they were found to be unreferenced. */
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
}

/** Sets whether ended matches stay unpacked, permanently for this file. */
interface LooseOp {
  readonly do: 'loose';
  readonly isLoose: boolean;
}

/** Takes note of which block is the newest now. */
interface NoteOp {
  readonly do: 'note';
}

/** Takes what was dropped out of leaves of runs, where they are still there. */
interface PurgeOp {
  readonly do: 'purge';
  readonly kind: keyof typeof RUNS;
  readonly leaves: readonly LeafPlace[];
}

/** Says that numbers which were dropped are in no leaf any more. */
interface PurgedOp {
  readonly do: 'purged';
  readonly kind: keyof typeof RUNS;
  readonly numbers: readonly number[];
}

/** Merges the index of words, and gives some of the free pages back to the file system; says whether there are more. */
interface ShrinkOp {
  readonly do: 'shrink';
}
