/** Annotations of a match as the page keeps them: by author, some hidden, and one's own remembered from visit to visit. */
import type { SharedNote, SharedNoteStatus } from '@kifu/record/annotations';
import type { CheckedNote } from '../engine/on-demand-types.ts';
import type { ShownNote } from '../state.ts';

/** The notes of one author. */
export interface Layer {
  readonly id: string;
  /** What the author wants to be called. */
  readonly name: string;
  readonly status: SharedNoteStatus;
  readonly key: string | null;
  readonly count: number;
}

/** Whose a note is: that of a key only where the signature is good. */
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

/** Notes with others added; what is there already is not added again. */
export function addNotes(
  notes: readonly CheckedNote[],
  more: readonly CheckedNote[],
): readonly CheckedNote[] {
  const known = new Set(notes.map(textOf));
  return [...notes, ...more.filter(note => !known.has(textOf(note)))];
}

const textOf = ({ note }: CheckedNote): string => JSON.stringify(Object.entries(note).sort());

/** What is shown of them on the board, in the list and on the bar: what belongs to this match and is not hidden. */
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

/** The place in this browser where something is kept between visits; a page may have none. */
export const memory = {
  get(name: string): string | null {
    try {
      return localStorage.getItem(`kifu-${name}`);
    } catch {
      return null;
    }
  },
  /** False where nothing can be kept. */
  set(name: string, value: string): boolean {
    try {
      localStorage.setItem(`kifu-${name}`, value);
      return true;
    } catch {
      return false;
    }
  },
};

/** A secret for signatures, as hex digits: the one that is kept here, or a fresh one, which is kept where that can be. */
export function ownSecret(): string {
  const kept = memory.get('secret');
  if (kept !== null && isSecret(kept)) return kept;
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  const fresh = [...bytes].map(byte => byte.toString(16).padStart(2, '0')).join('');
  memory.set('secret', fresh);
  return fresh;
}

export const isSecret = (text: string): boolean => /^[0-9a-f]{64}$/.test(text);

/** Only what was written here is remembered; what came from others comes with its file. */
export const ownNotes = (notes: readonly CheckedNote[], own: ReadonlySet<string>): SharedNote[] =>
  notes.filter(checked => own.has(textOf(checked))).map(({ note }) => note);

export { textOf as noteText };
