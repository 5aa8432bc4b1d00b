/**
 * Tags of matches: words such as `#endgame` in the note at the start. So they are saved, exported, imported and found like comments,
 * and every format with room for comments has room for them.
 */
import { isObject, isSpoken, type Json, type Note, saysMore } from '@kifu/core';
import { type Annotations, decodeAnnotations, loadAnnotations } from '@kifu/record/annotations';
import { type MatchSummary, splitTag } from '@kifu/record/store';
import { refuse } from '../misuse.ts';
import { withNote } from './edit-annotations.ts';
import type { Library } from './open.ts';

const WORD = String.raw`\p{L}[\p{L}\p{N}_-]*`;
/** A tag within a text; a number is none (`#3` is a mate), nor is what follows a letter (`C#`). */
const TAGS = new RegExp(`(?<![\\p{L}\\p{N}_#&/])#(${WORD})`, 'gu');
const ONE = new RegExp(`^#?(${WORD})$`, 'u');
const MAX_LENGTH = 60;

/** Takes a tag as people type it, with its `#` or without; capitals make no difference. */
export function tagText(text: string): string {
  const [, word] = ONE.exec(text.normalize('NFC')) ?? [];
  if (word !== undefined && word.length <= MAX_LENGTH) return word.toLowerCase();
  return refuse(texts => texts.tag(MAX_LENGTH));
}

/** Takes a tag as above, or a tag of the record with its value: `Annotator=Zoë`. */
export function tagOrField(text: string): string {
  const [name, value] = splitTag(text);
  if (value === null) return tagText(text);
  const [, option] = OPTIONS_FOR.find(([names]) => names.test(name)) ?? [];
  return option === undefined ? `${name}=${value}` : refuse(texts => texts.tagOption(name, option));
}

/** Tags that listings have as something else, which other options ask for. */
const OPTIONS_FOR: readonly (readonly [names: RegExp, option: string])[] = [
  [/^(?:white|black|p[bw]|player \d)$/i, '--player'],
  [/^(?:date|dt)$/i, '--from, --before'],
  [/^(?:result|re)$/i, '--result'],
  [/^(?:(?:white|black)(?:elo|rating)|player \d elo)$/i, '--min-rating, --max-rating'],
  [/^(?:(?:white|black)title|[bw]r)$/i, '--text'],
];

/** The tags of a match, each once, in order. */
export async function loadTags(
  { remarks }: Pick<Library, 'remarks'>,
  { match }: MatchSummary,
): Promise<string[]> {
  const { remarks: block } = await loadAnnotations(remarks, match);
  const node = block === null ? null : decodeAnnotations(block);
  const said: Json = node?.ok ? node.value.remarks : null;
  const notes = isObject(said) && Array.isArray(said.notes) ? said.notes : [];
  return tagsIn(notes as unknown as readonly Note[]);
}

/** Tags of notes, each once, in order. */
const tagsIn = (notes: readonly Note[]): string[] =>
  [...new Set(notes.filter(isAboutAll).flatMap(({ text }) => wordsIn(text)))].sort();

const isAboutAll = ({ entry, author }: Note): boolean => entry === 0 && isSpoken({ author });

const wordsIn = (text: string): string[] =>
  [...text.normalize('NFC').matchAll(TAGS)].map(([, word]) => word!.toLowerCase());

/** With tags that were not there, beside those that are. */
export function addTags(remarks: Annotations, tags: readonly string[]): Annotations {
  const there = tagsIn(remarks.notes);
  const fresh = tags.filter(tag => !there.includes(tag)).map(tag => `#${tag}`);
  if (fresh.length === 0) return remarks;
  const at = remarks.notes.findIndex(note => isAboutAll(note) && isTagsAlone(note.text));
  const { [at]: tagged } = remarks.notes;
  if (tagged === undefined)
    return withNote(remarks, { entry: 0, author: null, text: fresh.join(' '), glyphs: [] });
  const more = { ...tagged, text: [tagged.text, ...fresh].join(' ') };
  return { ...remarks, notes: remarks.notes.with(at, more) };
}

const isTagsAlone = (text: string): boolean => text !== '' && text.replace(TAGS, '').trim() === '';

/** Without tags, wherever they stand; a note that says nothing else goes with them. */
export function removeTags(remarks: Annotations, tags: readonly string[]): Annotations {
  const without = (note: Note): Note => ({
    ...note,
    text: note.text
      .replace(TAGS, (found, word: string) =>
        tags.includes(word.normalize('NFC').toLowerCase()) ? '' : found,
      )
      .replace(/ {2,}/g, ' ')
      .trim(),
  });
  const hasSome = (note: Note) =>
    isAboutAll(note) && wordsIn(note.text).some(tag => tags.includes(tag));
  const notes = remarks.notes
    .map(note => (hasSome(note) ? without(note) : note))
    .filter((note, i) => note === remarks.notes[i] || note.text !== '' || saysMore(note));
  return { ...remarks, notes };
}
