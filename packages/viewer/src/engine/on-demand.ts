/** Rarely needed answers of the engine: other formats, variations, branches, shared notes. Loaded when first needed. */
import { bytesToHex, hexToBytes, type Result } from '@kifu/core';
import { formatSharedNotes } from '@kifu/record/annotations';
import type { RecordSource } from '@kifu/record/file';
import { publicKeyOf } from '@kifu/record/sign';
import { readNotes, signNote } from './annotations.ts';
import { branchesOf, branchHere, variedSource } from './branches.ts';
import { continuedSource, editNote, removeVariation } from './edits.ts';
import { formsOf, writeForm } from './forms.ts';
import type { OnDemandAnswer, OnDemandQuestion } from './on-demand-types.ts';
import { openingOf } from './opening.ts';
import type { RecordSession, SessionOptions } from './session.ts';
import { sentPosition, tryMove } from './tries.ts';
import type { OpenedRecord } from './types.ts';

/** Opens another record. */
export type OpenMore = (
  source: Result<RecordSource>,
  options: SessionOptions,
) => Promise<Result<OpenedRecord>>;

/** Answers a question. */
export async function answerOnDemand(
  question: OnDemandQuestion,
  session: RecordSession,
  openMore: OpenMore,
): Promise<OnDemandAnswer> {
  switch (question.do) {
    case 'forms':
      return { forms: formsOf(session) };
    case 'opening':
      return { opening: await openingOf(session) };
    case 'write':
      return { written: await writeForm(session, question.form) };
    case 'branches':
      return { branches: branchesOf(session) };
    case 'vary': {
      const source = variedSource(session, question.path);
      return { opened: await openMore(source, { isVariation: true, texts: session.texts }) };
    }
    case 'position':
      return { position: sentPosition(session, question.at) };
    case 'try':
      return { tried: tryMove(session, question.path, question.n, question) };
    case 'edit-note':
      editNote(session, question.path, question.n, question.note);
      return { edited: session.record() };
    case 'remove-variation':
      removeVariation(session, question.path);
      return { edited: session.record() };
    case 'continue': {
      const source = continuedSource(session, question.path);
      return { opened: await openMore(source, { texts: session.texts }) };
    }
    case 'branch-here':
      return { here: branchHere(session, question.at) };
    case 'read-notes':
      return { notes: await readNotes(session, question.text) };
    case 'write-notes': {
      const { match } = session.record();
      return { text: formatSharedNotes({ match, notes: question.notes }) };
    }
    case 'sign-note':
      return { note: await signNote(session, question.draft, question.secret) };
    case 'gif': {
      const { encodeGif } = await import('./animation.ts');
      return { gif: await encodeGif(question.animation) };
    }
    case 'key':
      return { key: bytesToHex(await publicKeyOf(hexToBytes(question.secret))) };
  }
}
