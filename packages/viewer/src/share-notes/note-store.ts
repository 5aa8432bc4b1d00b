/** Shared notes of a match in the page: by author, some hidden; the reader's own are stored between visits. */
import type { SharedNote, SharedNoteStatus } from '@kifu/record/annotations';
import type { CheckedNote } from '../engine/on-demand-types.ts';
import type { ShownNote } from '../state.ts';

/** The notes of one author. */
export interface Layer {
  readonly id: string;
  /** The author's display name. */
  readonly name: string;
  readonly status: SharedNoteStatus;
  readonly key: string | null;
  readonly count: number;
}

/** The layer of a note: that of a key only if the signature is valid. */
export function layerId({ note, status }: CheckedNote): string {
  if (status === 'signed') return `key ${note.key}`;
  return `${status} ${note.author}`;
}

/** The layers of these notes, those that are signed first. */
export function layersOf(notes: readonly CheckedNote[]): Layer[] {
  const layers = new Map<string, Layer>();
  for (const checked of notes) {
    const id = layerId(checked);
    const { author, key } = checked.note;
    const count = (layers.get(id)?.count ?? 0) + 1;
    layers.set(id, { id, name: author, status: checked.status, key, count });
  }
  const order: readonly SharedNoteStatus[] = ['signed', 'unsigned', 'broken'];
  return [...layers.values()].sort((a, b) => order.indexOf(a.status) - order.indexOf(b.status));
}

/** Adds notes, without duplicates. */
export function addNotes(
  notes: readonly CheckedNote[],
  more: readonly CheckedNote[],
): readonly CheckedNote[] {
  const known = new Set(notes.map(textOf));
  return [...notes, ...more.filter(note => !known.has(textOf(note)))];
}

const textOf = ({ note }: CheckedNote): string => JSON.stringify(Object.entries(note).sort());

/** The notes to show on the board, in the list and on the timeline: those on this match that are not hidden. */
export const shownNotes = (
  notes: readonly CheckedNote[],
  hidden: ReadonlySet<string>,
): ShownNote[] =>
  notes
    .filter(checked => checked.n !== null && !hidden.has(layerId(checked)))
    .map(({ note: { author, text, shapes, tick }, n }) => ({
      n: n!,
      author: author === '' ? null : author,
      text,
      signs: '',
      judged: '',
      shapes,
      tick,
    }))
    .sort((a, b) => a.n - b.n);

/** Storage of this browser between visits; a page may have none. */
export const memory = {
  get(name: string): string | null {
    try {
      return localStorage.getItem(`kifu-${name}`);
    } catch {
      return null;
    }
  },
  /** Returns false where the browser blocks storage. */
  set(name: string, value: string): boolean {
    try {
      localStorage.setItem(`kifu-${name}`, value);
      return true;
    } catch {
      return false;
    }
  },
};

/** Returns the secret key as hex digits: the stored one, or a new one, which is stored if possible. */
export function ownSecret(): string {
  const stored = memory.get('secret');
  if (stored !== null && isSecret(stored)) return stored;
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  const fresh = [...bytes].map(byte => byte.toString(16).padStart(2, '0')).join('');
  memory.set('secret', fresh);
  return fresh;
}

export const isSecret = (text: string): boolean => /^[0-9a-f]{64}$/.test(text);

/** The notes to store: those written here; notes of others come with their file. */
export const ownNotes = (notes: readonly CheckedNote[], own: ReadonlySet<string>): SharedNote[] =>
  notes.filter(checked => own.has(textOf(checked))).map(({ note }) => note);

export { textOf as noteText };
