/** Rarely needed questions to the engine: other formats, variations, branches, shared notes. Plain data. */
import type { Header, Json, Note, Result, Seat, Shape } from '@kifu/core';
import type { SharedNote, SharedNoteStatus } from '@kifu/record/annotations';
import type { Animation } from './animation.ts';
import type { SentPosition, TriedMove } from './tries.ts';
import type { Moment, NoteLine, OpenedRecord } from './types.ts';

/** A format of the record. */
export interface FormInfo {
  /** `car`, `pack`, `json`, the name of a foreign format, or `original` for the original file. */
  readonly name: string;
  /** The extension of its files, without the dot. */
  readonly extension: string;
}

/** The record in a format, with what that format cannot represent. */
export interface WrittenForm extends FormInfo {
  readonly bytes: Uint8Array;
  readonly losses: readonly string[];
}

/** A variation, for the list of moves. */
export interface ListedVariation {
  /** After how many entries, counted from the start of the match, it leaves. */
  readonly n: number;
  /** Which one: indices from the outermost variation inwards. */
  readonly path: readonly number[];
  /** Its entries in order, as they are written and as they are spoken. */
  readonly moves: readonly { readonly text: string; readonly spoken: string }[];
  readonly notes: readonly NoteLine[];
  readonly branches: readonly ListedVariation[];
}

/** A position from which a match can continue. */
export interface BranchHere {
  /** The header of a match that would begin there; it is not signed or begun. */
  readonly header: Header;
  readonly n: number;
  readonly tick: number | null;
  /** Content id of the last node before the point; null within a variation, which has no nodes. */
  readonly node: string | null;
}

/** An annotation, what was found out about it, and where it belongs. */
export interface CheckedNote {
  readonly note: SharedNote;
  readonly status: SharedNoteStatus;
  /** The entry that it is about, 0 for the start; null where the record has no such node. */
  readonly n: number | null;
}

/** What a reader says at a moment of a record; nothing removes it. */
export interface EditedNote extends Pick<Note, 'text'> {
  readonly shapes: readonly Shape[];
}

/** Annotations that are to be signed have no key yet; `n` says about which node. */
export type NoteDraft = Pick<SharedNote, 'tick' | 'author' | 'text' | 'shapes' | 'madeAt'> & {
  readonly n: number;
};

export type OnDemandQuestion =
  | { readonly do: 'forms'; readonly of: number }
  | { readonly do: 'opening'; readonly of: number }
  | { readonly do: 'write'; readonly of: number; readonly form: string }
  | { readonly do: 'branches'; readonly of: number }
  | { readonly do: 'vary'; readonly of: number; readonly path: readonly number[] }
  | { readonly do: 'position'; readonly of: number; readonly at: Moment }
  | {
      readonly do: 'try';
      readonly of: number;
      readonly path: readonly number[];
      readonly n: number;
      readonly seat: Seat;
      readonly move: Json;
    }
  | {
      readonly do: 'edit-note';
      readonly of: number;
      readonly path: readonly number[];
      readonly n: number;
      readonly note: EditedNote;
    }
  | { readonly do: 'remove-variation'; readonly of: number; readonly path: readonly number[] }
  /** The variation at the end of the record continues it. */
  | { readonly do: 'continue'; readonly of: number; readonly path: readonly number[] }
  | { readonly do: 'branch-here'; readonly of: number; readonly at: Moment }
  | { readonly do: 'read-notes'; readonly of: number; readonly text: string }
  | { readonly do: 'write-notes'; readonly of: number; readonly notes: readonly SharedNote[] }
  | {
      readonly do: 'sign-note';
      readonly of: number;
      readonly draft: NoteDraft;
      /** 32 bytes as hex digits; null where it shall not be signed. */
      readonly secret: string | null;
    }
  | { readonly do: 'key'; readonly of: number; readonly secret: string }
  | { readonly do: 'gif'; readonly of: number; readonly animation: Animation };

export type OnDemandAnswer =
  | { readonly forms: readonly FormInfo[] }
  | { readonly opening: string | null }
  | { readonly written: Result<WrittenForm> }
  | { readonly branches: readonly ListedVariation[] }
  | { readonly opened: Result<OpenedRecord> }
  | { readonly edited: OpenedRecord }
  | { readonly position: Result<SentPosition> }
  | { readonly tried: Result<TriedMove> }
  | { readonly here: Result<BranchHere> }
  | { readonly notes: Result<readonly CheckedNote[]> }
  | { readonly text: string }
  | { readonly note: Result<CheckedNote> }
  | { readonly key: string }
  | { readonly gif: Uint8Array };
