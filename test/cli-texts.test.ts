/** What the command line prints is in `@kifu/texts`, in every language: its sources hold no sentences but the messages of faults. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'vite';
import { expect, test } from 'vitest';

const SOURCES = join(import.meta.dirname, '../packages/cli/src');

/** Make faults, whose messages are English: a sentence of the catalog stands before them. */
const FAULTS = /^(?:fail|within|damaged|engineFault|pick|Error|UnpackError|TooMuchError)$/;
/** Commands and their words, terminal codes, names of folders and functions. */
const NO_SENTENCES = [
  /^(?:npx )?kifu /,
  /^(?:load|chat|note|save) [A-Z]+$/,
  /^--[\w-]+ [\w|]+$/,
  // biome-ignore lint/suspicious/noControlCharactersInRegex: codes of the terminal
  /\x1b\[/,
  /^(?:Application Support|BEGIN EXCLUSIVE|free pace|not played|unknown referee)$/,
];
/** Parts of the messages of faults, what is left out where a format has no room, and errors of a process without texts. */
const PARTS_OF_FAULTS = [
  /^(?:commands\/annotate|commands\/library-(?:find|maintenance)|read-records|save|publish\/(?:publish-faults|growing-file))\.ts$/,
  /^(?:library\/save|ipgs\/(?:ask-peer|new-identity|peer-site|games)|index|process-io|read-input)\.ts$/,
  /^commands\/completion\.ts$|^sql\/duckdb\.ts$/, // scripts of shells, SQL
  /^run-matches\.ts$/,
];

/** Two words. */
const PROSE = /[a-z]{2,} [a-z]/i;

interface SyntaxNode {
  readonly type: string;
  readonly start: number;
  readonly [field: string]: unknown;
}

const isNode = (value: unknown): value is SyntaxNode =>
  typeof value === 'object' && value !== null && 'type' in value;

/** Sentences in a source, with the function that is given each. */
function* sentencesIn(code: string): Generator<{ readonly text: string; readonly to: string }> {
  function* visit(value: unknown, to: string): Generator<{ text: string; to: string }> {
    if (Array.isArray(value)) for (const each of value) yield* visit(each, to);
    if (!isNode(value) || /^(?:Import|TS(?:Type|Literal|Union|Template))/.test(value.type)) return;
    const text = textOf(value);
    if (text !== null && PROSE.test(text.replaceAll('{}', '0'))) yield { text, to };
    const called = /^(?:Call|New)Expression$/.test(value.type) ? nameOf(value.callee) : to;
    for (const [field, inner] of Object.entries(value))
      if (typeof inner === 'object') yield* visit(inner, field === 'callee' ? to : called);
  }
  yield* visit(parseSync('source.ts', code).program, '');
}

function textOf(node: SyntaxNode): string | null {
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : null;
  if (node.type !== 'TemplateLiteral') return null;
  const quasis = node.quasis as { readonly value: { readonly cooked: string } }[];
  return quasis.map(({ value }) => value.cooked).join('{}');
}

const nameOf = (callee: unknown): string =>
  isNode(callee) && typeof callee.name === 'string' ? callee.name : '';

/** Sentences that are for the catalog. */
const untranslated = (file: string, code: string): string[] =>
  PARTS_OF_FAULTS.some(pattern => pattern.test(file))
    ? []
    : [...sentencesIn(code)]
        .filter(({ to, text }) => !FAULTS.test(to) && !NO_SENTENCES.some(one => one.test(text)))
        .map(({ text }) => `${file}: ${text}`);

test('a sentence in a source is found', () => {
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is a source
  const planted = 'await putLine(io, `${n} games were found`); fail("not-found", "no such game");';
  expect(untranslated('planted.ts', planted)).toEqual(['planted.ts: {} games were found']);
});

test('the sources of the command line hold no sentences', () => {
  const files = globSync('**/*.ts', { cwd: SOURCES }).filter(file => !file.includes('.test.'));
  expect(files.length).toBeGreaterThan(100);
  const found = files
    .sort()
    .flatMap(file => untranslated(file, readFileSync(join(SOURCES, file), 'utf8')));
  expect(found).toEqual([]);
});
