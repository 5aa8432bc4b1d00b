/** A line that is being typed, as a value: the keys that people know from their shell. */

/** The line, where the cursor stands in it, and the lines before. */
export interface Editor {
  readonly text: string;
  /** Characters before the cursor. */
  readonly cursor: number;
  readonly history: readonly string[];
  /** Which line of the history is shown; null for the new one. */
  readonly shown: number | null;
}

/** The line after a key; `entered` where it is complete. */
export interface Edited {
  readonly editor: Editor;
  readonly entered: string | null;
}

/** Nothing has been typed. */
export const EMPTY: Editor = { text: '', cursor: 0, history: [], shown: null };

const MAX_LENGTH = 200;
const MAX_HISTORY = 50;

/** The line after a key, by its name or the character itself; unknown keys change nothing. `words` are what Tab completes. */
export function edit(editor: Editor, key: string, words: () => readonly string[]): Edited {
  if (key === 'return' || key === 'enter') return enter(editor);
  const change = KEYS[key];
  if (change !== undefined) return { editor: change(editor), entered: null };
  if (key === 'tab') return { editor: complete(editor, words()), entered: null };
  const letter = key === 'space' ? ' ' : key;
  return { editor: isLetter(letter) ? insert(editor, letter) : editor, entered: null };
}

function enter({ text, history }: Editor): Edited {
  const line = text.trim();
  const isNew = line !== '' && line !== history.at(-1);
  const lines = isNew ? [...history, line].slice(-MAX_HISTORY) : history;
  return { editor: { ...EMPTY, history: lines }, entered: line };
}

/** One character that can be seen. Names of keys are longer. */
const isLetter = (key: string): boolean => /^[^\p{C}\p{Z}]$/u.test(key) || key === ' ';

function insert(editor: Editor, letters: string): Editor {
  const { text, cursor } = editor;
  if (text.length + letters.length > MAX_LENGTH) return editor;
  return {
    ...editor,
    text: text.slice(0, cursor) + letters + text.slice(cursor),
    cursor: cursor + letters.length,
  };
}

type EditorChange = (editor: Editor) => Editor;

const moveTo =
  (where: (editor: Editor) => number): EditorChange =>
  editor => ({ ...editor, cursor: Math.max(0, Math.min(editor.text.length, where(editor))) });

/** The line without what lies between two places. */
const without = (editor: Editor, from: number, to: number): Editor => ({
  ...editor,
  text: editor.text.slice(0, from) + editor.text.slice(to),
  cursor: from,
});

const left = moveTo(({ cursor }) => cursor - 1);
const right = moveTo(({ cursor }) => cursor + 1);
const home = moveTo(() => 0);
const end = moveTo(({ text }) => text.length);
const back: EditorChange = editor => without(editor, Math.max(0, editor.cursor - 1), editor.cursor);
const remove: EditorChange = editor => without(editor, editor.cursor, editor.cursor + 1);
const clear: EditorChange = editor => ({ ...editor, text: '', cursor: 0, shown: null });

/** Another line of the history; beyond the newest one, an empty line. */
const recall =
  (by: number): EditorChange =>
  editor => {
    const { history, shown } = editor;
    const at = (shown ?? history.length) + by;
    if (at < 0 || history.length === 0) return editor;
    if (at >= history.length) return clear(editor);
    const text = history[at]!;
    return { ...editor, text, cursor: text.length, shown: at };
  };

const KEYS: { readonly [key: string]: EditorChange } = {
  __proto__: null as never, // keys come from outside
  left,
  'ctrl-b': left,
  right,
  'ctrl-f': right,
  home,
  'ctrl-a': home,
  end,
  'ctrl-e': end,
  backspace: back,
  'ctrl-h': back,
  delete: remove,
  'ctrl-d': remove,
  escape: clear,
  'ctrl-u': editor => without(editor, 0, editor.cursor),
  'ctrl-k': editor => without(editor, editor.cursor, editor.text.length),
  'ctrl-w': editor => {
    const kept = editor.text.slice(0, editor.cursor).replace(/\S*\s*$/, '').length;
    return without(editor, kept, editor.cursor);
  },
  up: recall(-1),
  'ctrl-p': recall(-1),
  down: recall(1),
  'ctrl-n': recall(1),
};

/** Adds what all words that begin like the line have in common. */
function complete(editor: Editor, words: readonly string[]): Editor {
  const { text, cursor } = editor;
  if (text === '' || cursor < text.length) return editor;
  const fits = words.filter(word => word.startsWith(text));
  const [first] = fits;
  if (first === undefined) return editor;
  let length = first.length;
  for (const word of fits) while (!word.startsWith(first.slice(0, length))) length--;
  return insert(editor, first.slice(text.length, length));
}
