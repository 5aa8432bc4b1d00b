/** Asks the engine for rarely needed things. */
import type { Json, Result, Seat } from '@kifu/core';
import type { SharedNote } from '@kifu/record/annotations';
import type { Animation } from './animation.ts';
import { ask } from './ask.ts';
import type {
  BranchHere,
  CheckedNote,
  EditedNote,
  FormInfo,
  ListedVariation,
  NoteDraft,
  OnDemandAnswer,
  WrittenForm,
} from './on-demand-types.ts';
import type { SentPosition, TriedMove } from './tries.ts';
import type { Moment, OpenedRecord } from './types.ts';

type AnswerWith<Key extends string> = Extract<OnDemandAnswer, { readonly [key in Key]: unknown }>;

/** Lists the formats of a record. */
export const askForms = async ({ id }: OpenedRecord): Promise<readonly FormInfo[]> =>
  ((await ask({ do: 'forms', of: id })) as AnswerWith<'forms'>).forms;

/** Exports the record in a format. */
export const askWritten = async (
  { id }: OpenedRecord,
  form: string,
): Promise<Result<WrittenForm>> =>
  ((await ask({ do: 'write', of: id, form })) as AnswerWith<'written'>).written;

/** The variations of a record. */
export const askBranches = async ({ id }: OpenedRecord): Promise<readonly ListedVariation[]> =>
  ((await ask({ do: 'branches', of: id })) as AnswerWith<'branches'>).branches;

/** Opens a variation as a record. */
export const openVariation = async (
  { id }: OpenedRecord,
  path: readonly number[],
): Promise<Result<OpenedRecord>> =>
  ((await ask({ do: 'vary', of: id, path })) as AnswerWith<'opened'>).opened;

/** The position of a moment. */
export const askPosition = async (
  { id }: OpenedRecord,
  at: Moment,
): Promise<Result<SentPosition>> =>
  ((await ask({ do: 'position', of: id, at })) as AnswerWith<'position'>).position;

/** Tries a move after n entries of a variation, or of the main line if the path is empty. */
export const askTry = async (
  { id }: OpenedRecord,
  path: readonly number[],
  n: number,
  { seat, move }: { readonly seat: Seat; readonly move: Json },
): Promise<Result<TriedMove>> =>
  ((await ask({ do: 'try', of: id, path, n, seat, move })) as AnswerWith<'tried'>).tried;

/** Sets the comment after n entries of a variation, or of the main line if the path is empty; the record with it. */
export const askEditNote = async (
  { id }: OpenedRecord,
  path: readonly number[],
  n: number,
  note: EditedNote,
): Promise<OpenedRecord> =>
  ((await ask({ do: 'edit-note', of: id, path, n, note })) as AnswerWith<'edited'>).edited;

/** Removes a variation; the record without it. */
export const askRemoveVariation = async (
  { id }: OpenedRecord,
  path: readonly number[],
): Promise<OpenedRecord> =>
  ((await ask({ do: 'remove-variation', of: id, path })) as AnswerWith<'edited'>).edited;

/** Opens the record that a variation at its end continues. */
export const openContinued = async (
  { id }: OpenedRecord,
  path: readonly number[],
): Promise<Result<OpenedRecord>> =>
  ((await ask({ do: 'continue', of: id, path })) as AnswerWith<'opened'>).opened;

/** Asks for the start of a match that continues from here. */
export const askBranchHere = async (
  { id }: OpenedRecord,
  at: Moment,
): Promise<Result<BranchHere>> =>
  ((await ask({ do: 'branch-here', of: id, at })) as AnswerWith<'here'>).here;

/** Annotations of a file, checked. */
export const readNotes = async (
  { id }: OpenedRecord,
  text: string,
): Promise<Result<readonly CheckedNote[]>> =>
  ((await ask({ do: 'read-notes', of: id, text })) as AnswerWith<'notes'>).notes;

/** The text of a file with these annotations. */
export const writeNotes = async (
  { id }: OpenedRecord,
  notes: readonly SharedNote[],
): Promise<string> =>
  ((await ask({ do: 'write-notes', of: id, notes })) as AnswerWith<'text'>).text;

/** An annotation, signed where a secret is given. */
export const signNote = async (
  { id }: OpenedRecord,
  draft: NoteDraft,
  secret: string | null,
): Promise<Result<CheckedNote>> =>
  ((await ask({ do: 'sign-note', of: id, draft, secret })) as AnswerWith<'note'>).note;

/** Encodes an animation as GIF; its pixels go to the worker and are not here afterwards. */
export const askGif = async ({ id }: OpenedRecord, animation: Animation): Promise<Uint8Array> => {
  const pixels = animation.frames.map(frame => frame.pixels.buffer);
  const answer = await ask({ do: 'gif', of: id, animation }, undefined, pixels);
  return (answer as AnswerWith<'gif'>).gif;
};

/** The public key of a secret. */
export const askKey = async ({ id }: OpenedRecord, secret: string): Promise<string> =>
  ((await ask({ do: 'key', of: id, secret })) as AnswerWith<'key'>).key;
