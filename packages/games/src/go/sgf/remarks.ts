/** Notes of a record as properties, put to nodes so that they are read again in their order. */
import { type Note, saysMore } from '@kifu/core';
import type { Losses } from '../../formats/losses.ts';
import { SIDE_NAMES } from '../names.ts';
import { isInfoName } from './info.ts';
import { formatRaw, SGF_AUTHOR } from './line.ts';
import { formatMarkup } from './markup.ts';
import { scanProperties } from './scan.ts';
import { escapeText, formatGlyphs, isText } from './values.ts';

/** What is added to a node, and whether that must be another node than the last. */
export interface Remark {
  readonly text: string;
  readonly isNew: boolean;
}

/** The notes at one point. In a node, texts come before other properties, which have other names; anything else needs a new node. */
export function formatRemarks(
  notes: readonly Note[],
  node: 'root' | 'move' | null,
  losses: Losses,
): Remark[] {
  const remarks: Remark[] = [];
  let [canWord, canMore] = [node !== null, node !== null];
  for (const note of notes) {
    const raw = note.author === SGF_AUTHOR ? formatOthers(note) : null;
    const text = raw ?? formatWords(note, losses);
    if (text === '') continue;
    const isRoot = node === 'root' && remarks.every(({ isNew }) => !isNew);
    const isNew =
      raw === null
        ? !canWord
        : !canMore || isUnderstood(note, isRoot) || sharesName(raw, remarks.at(-1)?.text ?? '');
    remarks.push({ text, isNew });
    canWord = false;
    canMore = raw === null;
  }
  return remarks;
}

/** Whether some of the properties would be understood in a node that has a move or words, or in the root. */
const isUnderstood = ({ text }: Note, isRoot: boolean): boolean =>
  scanProperties(text)?.some(
    ({ name }) => NOT_ALONE.includes(name) || (isRoot && isInfoName(name)),
  ) ?? false;

/** Whether two texts have a property of one name: in one node it would be read as one with two values. */
function sharesName(text: string, other: string): boolean {
  const names = new Set(scanProperties(other)?.map(({ name }) => name));
  return scanProperties(text)?.some(({ name }) => names.has(name)) ?? false;
}

/** A clock says something of a move, an author of words; alone they say nothing. */
const NOT_ALONE: readonly string[] = ['BL', 'WL', 'XA'];

/** Properties that a note has kept; null where it is something else. */
function formatOthers(note: Note): string | null {
  const properties = saysMore(note) ? null : scanProperties(note.text);
  if (properties === null || properties.length === 0) return null;
  return properties.some(({ name }) => OWN.includes(name))
    ? null
    : properties.map(formatRaw).join('');
}

/** Properties that would be read as something else than a note. */
const OWN: readonly string[] = ['B', 'W', 'AB', 'AW', 'AE', 'C'];

/** Glyphs, then the author, then the words, then drawings. */
function formatWords(note: Note, losses: Losses): string {
  const { author, text, glyphs } = note;
  const judged = formatGlyphs(glyphs);
  losses.add('a glyph that has no property', judged.lost);
  const side = SIDE_NAMES.indexOf(author as 'black');
  if (author !== null && (side < 0 || text === '')) losses.add('the author of a comment');
  if (!isText(text)) losses.add('tabs or line ends in a comment');
  const plain = text
    .toWellFormed()
    .replace(/\r\n?|\n\r/g, '\n')
    .replace(/[\t\v\f]/g, ' ');
  const drawn = formatMarkup(note, losses);
  if (plain === '') return judged.text + drawn;
  return `${judged.text}${side < 0 ? '' : `XA[${'BW'[side]}]`}C[${escapeText(plain)}]${drawn}`;
}
