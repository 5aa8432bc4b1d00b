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

/** Stores a pack: instead of the nodes of a match if its head is still this one, or as a new match if it is null. */
export interface PackOp {
  readonly do: 'pack';
  readonly match: Uint8Array;
  readonly from: Uint8Array | null;
  readonly head: Uint8Array;
  /** Of all nodes, 32 bytes each. */
  readonly digests: Uint8Array;
  readonly bytes: Uint8Array;
  /** Index data; null if it is indexed. */
  readonly list: ListOp | null;
  /** Annotations; null if there are none. */
  readonly remarks: RemarksRow | null;
}

/** Leaves a match unpacked permanently, if its head is still this one: its record cannot be packed. */
export interface LeaveOp {
  readonly do: 'leave';
  readonly match: Uint8Array;
  readonly head: Uint8Array;
}

/** Deletes blocks, unless a head has moved in a way that may reference one of them. */
export interface CollectOp {
  readonly do: 'collect';
  /** Rows. */
  readonly blocks: readonly number[];
  /** The mark `moved` when they were found to be unreferenced. */
  readonly moved: number;
}

/** Deletes annotations of matches that are neither stored nor indexed. */
interface CollectRemarksOp {
  readonly do: 'collect-remarks';
}

/** Deletes a match with its pack, its summary and its annotations, if its head is still this one. */
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

/** Removes dropped pairs from leaves of runs, if they are still there. */
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

/** Merges the index of words, and returns some of the free pages to the file system; tells whether there are more. */
interface ShrinkOp {
  readonly do: 'shrink';
}
