/** The desk of the engine: writes records in other forms, walks variations, and reads, signs and checks annotations. */
import { bytesToHex, cidOf, fail, formatCid, hexToBytes, ok, type Result } from '@kifu/core';
import {
  type Annotation,
  checkAnnotation,
  formatAnnotations,
  idOf,
  parseAnnotations,
  publicKeyOf,
  signAnnotation,
} from '@kifu/record';
import { isWhole, writeAs } from '@kifu/record/file';
import { branchesOf, branchHere, variedKifu } from './branches.ts';
import type {
  CheckedNote,
  DeskAnswer,
  DeskQuestion,
  Draft,
  FormInfo,
  WrittenForm,
} from './desk-types.ts';
import type { Found } from './read.ts';
import { SEALED } from './sealed.ts';
import type { Session } from './session.ts';
import type { Score } from './types.ts';

/** A record that is open, with all that it was opened from. */
export interface Open extends Session {
  readonly found: Found;
  /** The file as it came; null for variations. */
  readonly file: { readonly name: string; readonly bytes: Uint8Array } | null;
  /** Whether it is a variation, of which there are no nodes. */
  readonly isVariation: boolean;
  /** Whether its hands are hidden, so that its states are made up. */
  readonly isSealed?: boolean;
}

/** Opens another record beside those that are open. */
export type OpenMore = (
  found: Found,
  more: Pick<Open, 'file' | 'isVariation'>,
) => Promise<Result<Score>>;

/** Answers. */
export async function answerDesk(
  question: DeskQuestion,
  open: Open,
  openMore: OpenMore,
): Promise<DeskAnswer> {
  switch (question.do) {
    case 'forms':
      return { forms: formsOf(open) };
    case 'write':
      return { written: writeForm(open, question.form) };
    case 'branches':
      return { branches: branchesOf(open.kit, open.found.kifu) };
    case 'vary': {
      const kifu = variedKifu(open.found.kifu, question.path);
      if (!kifu.ok) return { opened: kifu };
      const found = { ...open.found, kifu: kifu.value, entries: kifu.value.entries.length };
      return { opened: await openMore(found, { file: null, isVariation: true }) };
    }
    case 'branch-here':
      return { here: open.isSealed ? { ok: false, fault: SEALED } : branchHere(open, question.at) };
    case 'read-notes':
      return { notes: await readNotes(open, question.text) };
    case 'write-notes': {
      const match = formatCid(idOf(open.found.match));
      return { text: formatAnnotations({ match, notes: question.notes }) };
    }
    case 'sign-note':
      return { note: await signNote(open, question.draft, question.secret) };
    case 'key':
      return { key: bytesToHex(await publicKeyOf(hexToBytes(question.secret))) };
  }
}

function formsOf({ kit, found, file }: Open): FormInfo[] {
  const own = file === null ? [] : [{ name: 'original', extension: endingOf(file.name) }];
  // of a broken record only the file itself tells how it is broken
  if (found.fault !== null) return own;
  return [
    { name: 'car', extension: 'car' },
    { name: 'pack', extension: 'kifu' },
    { name: 'json', extension: 'kifu.json' },
    ...kit.dialects.map(({ name, extensions }) => ({ name, extension: extensions[0] ?? 'txt' })),
    ...own,
  ];
}

const endingOf = (name: string): string => /\.([a-z0-9]{1,8})$/i.exec(name)?.[1] ?? 'car';

function writeForm(open: Open, form: string): Result<WrittenForm> {
  const { kit, found, file } = open;
  const info = formsOf(open).find(({ name }) => name === form);
  if (info === undefined) return fail('unsupported', `the record cannot be had as ${form} here`);
  if (form === 'original') return ok({ ...info, bytes: file!.bytes, losses: [] });
  const { kifu, nodes, head } = found;
  const written = writeAs({ kit, kifu, nodes, head: idOf(head) }, form);
  if (!written.ok) return written;
  const { output, losses } = written.value;
  const bytes = typeof output === 'string' ? new TextEncoder().encode(output) : output;
  return ok({ ...info, bytes, losses: [...(isWhole(form) ? [] : found.losses), ...losses] });
}

/** The content id of each node, the header first: what annotations are about. A variation has none beyond where it leaves. */
const nodeIds = ({ found, isVariation }: Open): string[] =>
  isVariation ? [] : found.nodes.map(bytes => formatCid(cidOf('dag-cbor', bytes)));

async function readNotes(open: Open, text: string): Promise<Result<readonly CheckedNote[]>> {
  const read = parseAnnotations(text);
  if (!read.ok) return read;
  const ids = new Map(nodeIds(open).map((id, n) => [id, n]));
  return ok(await Promise.all(read.value.notes.map(note => checkedNote(note, ids))));
}

const checkedNote = async (
  note: Annotation,
  ids: ReadonlyMap<string, number>,
): Promise<CheckedNote> => ({
  note,
  status: await checkAnnotation(note),
  n: ids.get(note.about) ?? null,
});

async function signNote(
  open: Open,
  { n, ...draft }: Draft,
  secret: string | null,
): Promise<Result<CheckedNote>> {
  const about = nodeIds(open)[n];
  if (about === undefined)
    return fail('unsupported', 'notes are about the record, and a variation is no part of it');
  const unsigned = {
    ...draft,
    author: draft.author.toWellFormed(),
    text: draft.text.toWellFormed(),
    about,
  };
  if (secret === null)
    return ok({ note: { ...unsigned, key: null, signature: null }, status: 'unsigned', n });
  return ok({ note: await signAnnotation(hexToBytes(secret), unsigned), status: 'signed', n });
}
