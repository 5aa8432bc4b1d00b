/**
 * Shared notes: text, arrows and marks of one author about a moment of a match. They are stored apart from the record, name the node
 * that they are about by its content ID, and may be signed, so that they can be passed on by strangers.
 */
import {
  canonicalText,
  type Fail,
  fail,
  hasKeys,
  isInteger,
  isObject,
  isShape,
  type Json,
  ok,
  parseCid,
  parseJson,
  type Result,
  type Shape,
} from '@kifu/core';
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { isSignedBy, publicKeyOf, sign } from '../sign/signature.ts';

/** What an author says about a moment. */
export interface SharedNote {
  /** Content id of the node that it is about; of a header for the start. */
  readonly about: string;
  /** The tick, in games that have ticks; null for the moment of the node itself. */
  readonly tick: number | null;
  /** The author's display name. Only the key proves who it was. */
  readonly author: string;
  /** Empty where shapes say it all. */
  readonly text: string;
  readonly shapes: readonly Shape[];
  /** ISO 8601, UTC, as the author says; null where the author does not. */
  readonly madeAt: string | null;
  /** Public key (Ed25519), 64 hex digits; null where it is not signed. */
  readonly key: string | null;
  /** 128 hex digits; null where it is not signed. */
  readonly signature: string | null;
}

/** Result of checking a note: `broken` if the signature does not match the note. */
export type SharedNoteStatus = 'signed' | 'unsigned' | 'broken';

/** Annotations as a file has them. */
export interface SharedNotes {
  /** Content id of the header. */
  readonly match: string;
  readonly notes: readonly SharedNote[];
}

/** Limits of the input, in characters and counts. */
const MAX_FILE_LENGTH = 1 << 23;
const MAX_NOTES = 10_000;
const MAX_TEXT_LENGTH = 10_000;
const MAX_AUTHOR_LENGTH = 100;
const MAX_SHAPES = 100;

const FORM = 'annotations';
const VERSION = 1;
const DOMAIN = utf8ToBytes('kifu/annotation/1\0');

/** The message that is signed: everything but the signature, the key too. */
export function annotationMessage({ signature: _, ...signed }: SharedNote): Uint8Array {
  return concatBytes(DOMAIN, utf8ToBytes(canonicalText(signed as unknown as Json)));
}

/** The annotation as its author signs it. */
export async function signSharedNote(
  secret: Uint8Array,
  annotation: Omit<SharedNote, 'key' | 'signature'>,
): Promise<SharedNote> {
  const key = bytesToHex(await publicKeyOf(secret));
  const keyed = { ...annotation, key, signature: null };
  return { ...keyed, signature: bytesToHex(await sign(secret, annotationMessage(keyed))) };
}

/** Whether an annotation is what its key signed. */
export async function checkSharedNote(annotation: SharedNote): Promise<SharedNoteStatus> {
  const { key, signature } = annotation;
  if (key === null && signature === null) return 'unsigned';
  if (key === null || signature === null) return 'broken';
  const message = annotationMessage(annotation);
  return (await isSignedBy(hexToBytes(key), message, hexToBytes(signature))) ? 'signed' : 'broken';
}

/** Writes annotations, one a line, so that people and version control can read them. */
export function formatSharedNotes({ match, notes }: SharedNotes): string {
  const lines = notes.map(note => `    ${canonicalText(note as unknown as Json)}`);
  const list = lines.length === 0 ? '[]' : `[\n${lines.join(',\n')}\n  ]`;
  return `{\n  "kifu": "${FORM}",\n  "version": ${VERSION},\n  "match": ${JSON.stringify(match)},\n  "notes": ${list}\n}\n`;
}

/** Reads annotations; their signatures are for `checkSharedNote`. */
export function parseSharedNotes(text: string): Result<SharedNotes> {
  const json = parseJson(text, { maxLength: MAX_FILE_LENGTH });
  if (!json.ok) return json;
  const file = json.value;
  if (!isObject(file) || file.kifu !== FORM) return refuse('not a file of shared notes', '');
  if (file.version !== VERSION)
    return fail('unsupported', 'unsupported version of a notes file; expected version 1', {
      at: { path: '/version' },
    });
  const { match, notes } = file;
  if (!hasKeys(file, ['kifu', 'version', 'match', 'notes'])) return refuse('unknown field', '');
  if (!isCid(match)) return refuse('"match" is not a content ID', '/match');
  if (!Array.isArray(notes)) return refuse('"notes" is not a list', '/notes');
  if (notes.length > MAX_NOTES)
    return fail('too-large', `too many notes: ${notes.length} (${MAX_NOTES} at most)`);
  for (const [i, note] of notes.entries()) {
    const wrong = wrongIn(note);
    if (wrong !== null) return refuse('invalid note', `/notes/${i}${wrong}`);
  }
  return ok({ match, notes: notes as unknown as SharedNote[] });
}

const refuse = (message: string, path: string): Fail =>
  fail('malformed', message, { at: { path } });

/** The path to the first thing that cannot be there; null where all is good. */
function wrongIn(note: Json): string | null {
  if (!isObject(note) || !hasKeys(note, FIELDS)) return '';
  const { about, tick, author, text, shapes, madeAt, key, signature } = note;
  if (!isCid(about)) return '/about';
  if (tick !== null && !isInteger(tick, 0, Number.MAX_SAFE_INTEGER)) return '/tick';
  if (!isText(author, MAX_AUTHOR_LENGTH)) return '/author';
  if (!isText(text, MAX_TEXT_LENGTH)) return '/text';
  if (madeAt !== null && !(isText(madeAt, 40) && MOMENT.test(madeAt))) return '/madeAt';
  if (key !== null && !isHex(key, 32)) return '/key';
  if (signature !== null && !isHex(signature, 64)) return '/signature';
  if (!Array.isArray(shapes) || shapes.length > MAX_SHAPES) return '/shapes';
  const i = shapes.findIndex(shape => !isShape(shape));
  return i < 0 ? null : `/shapes/${i}`;
}

const FIELDS = ['about', 'tick', 'author', 'text', 'shapes', 'madeAt', 'key', 'signature'];
const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,3})?Z$/;

const isText = (value: Json | undefined, most: number): value is string =>
  typeof value === 'string' && value.length <= most;
const isHex = (value: Json | undefined, bytes: number): boolean =>
  typeof value === 'string' && value.length === 2 * bytes && /^[0-9a-f]*$/.test(value);
const isCid = (value: Json | undefined): value is string =>
  typeof value === 'string' && parseCid(value).ok;
