/** Notes and variations as a separate block next to the chain: comments on a record never change what happened. */
import { type Cid, type Fail, type Game, type Json, type Kifu, ok, type Result } from '@kifu/core';
import {
  decodeWith,
  encodeWith,
  expectList,
  type Input,
  type Output,
  readAnyLink,
  readJson,
  readText,
  refuse,
  writeJson,
  writeLink,
  writeListHead,
  writeText,
} from '@kifu/core/cbor';
import { remarksFromJson, remarksToJson } from '../kifu-json.ts';
import { type AnnotationStore, type Ask, BlockCorruptError } from '../store/ports.ts';

/** What a record says besides what happened. */
export type Annotations = Pick<Kifu, 'notes' | 'variations'>;

/** Annotations and the node that they are about. */
export interface AnnotationsNode {
  readonly about: Cid;
  readonly remarks: Json;
}

const TAG = 'kifu/remarks/1';
/** Larger annotations are refused unread. */
export const MAX_ANNOTATIONS_BYTES = 1 << 24;

/** Whether there is anything to keep. */
export const hasRemarks = ({ notes, variations }: Annotations): boolean =>
  notes.length + variations.length > 0;

/** The annotations about the first `entries` entries of a match. */
export const remarksUpTo = ({ notes, variations }: Annotations, entries: number): Annotations => ({
  notes: notes.filter(({ entry }) => entry <= entries),
  variations: variations.filter(({ entry }) => entry <= entries),
});

/** The bytes of annotations. */
export const encodeAnnotations = (game: Game, about: Cid, remarks: Annotations): Uint8Array =>
  encodeRemarksJson(about, remarksToJson(game, remarks));

/** The bytes of annotations that are JSON already. */
export const encodeRemarksJson = (about: Cid, remarks: Json): Uint8Array =>
  encodeWith(output => {
    writeRemarksHead(output, about);
    writeJson(output, remarks);
  });

/** What precedes the JSON in the bytes of annotations. */
export function writeRemarksHead(output: Output, about: Cid): void {
  writeListHead(output, 3);
  writeText(output, TAG);
  writeLink(output, about);
}

/** Decodes annotations; `openRemarks` checks the format of their JSON. */
export const decodeAnnotations = (bytes: Uint8Array): Result<AnnotationsNode> =>
  decodeWith(bytes, readRemarks, MAX_ANNOTATIONS_BYTES);

function readRemarks(input: Input): AnnotationsNode {
  expectList(input, 3);
  if (readText(input) !== TAG) refuse(input, 'not annotations');
  return { about: readAnyLink(input), remarks: readJson(input) };
}

/** Decodes annotations about a match of a game, and checks their format. */
export function openRemarks(game: Game, bytes: Uint8Array): Result<OpenedRemarks> {
  const node = decodeAnnotations(bytes);
  const said = node.ok ? remarksFromJson(game, node.value.remarks) : node;
  return node.ok && said.ok ? ok({ about: node.value.about, remarks: said.value }) : (said as Fail);
}

/** Annotations whose format is checked, and the node that they are about. */
export interface OpenedRemarks {
  readonly about: Cid;
  readonly remarks: Annotations;
}

/**
 * Saves the annotations of a record, if it has any, in place of the stored ones; resolves when they are durable. Returns what
 * could not be stored.
 */
export async function keepRemarks(
  store: AnnotationStore,
  game: Game,
  { match, head }: { readonly match: Cid; readonly head: Cid },
  remarks: Annotations,
  ask: Ask = {},
): Promise<readonly string[]> {
  const block = remarksBlock(game, head, remarks);
  if (block.remarks !== null) await store.put(match, block.remarks, ask);
  return block.losses;
}

/** The block of a record's own annotations; null if it has none, or too many. */
export function remarksBlock(game: Game, about: Cid, remarks: Annotations): LoadedRemarks {
  if (!hasRemarks(remarks)) return { remarks: null, losses: [] };
  const bytes = encodeAnnotations(game, about, remarks);
  return bytes.length > MAX_ANNOTATIONS_BYTES
    ? { remarks: null, losses: [`remarks: they are more than ${MAX_ANNOTATIONS_BYTES} bytes`] }
    : { remarks: bytes, losses: [] };
}

/** A block of annotations, and why there is none where there should be one. */
export interface LoadedRemarks {
  readonly remarks: Uint8Array | null;
  readonly losses: readonly string[];
}

/** The annotations of a match. Damage is reported as a loss only: comments never prevent a record from being read. */
export async function loadAnnotations(
  store: AnnotationStore,
  match: Cid,
  ask: Ask = {},
): Promise<LoadedRemarks> {
  try {
    return { remarks: await store.get(match, ask), losses: [] };
  } catch (cause) {
    if (!(cause instanceof BlockCorruptError)) throw cause;
    return { remarks: null, losses: [`remarks: ${cause.message}`] };
  }
}
