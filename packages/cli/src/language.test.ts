/** The command line in every language: help without gaps, aligned columns, a short game. */
import { LANGUAGES, type Language } from '@kifu/texts';
import type { Command } from 'commander';
import { describe, expect, test } from 'vitest';
import { kifu, makeIo } from '../test/run-kifu.ts';
import { columnsOf } from './columns.ts';
import { languageFor, loadSpeech, takeLanguage } from './language.ts';
import { buildProgram } from './program.ts';
import { wrap } from './text.ts';

const TAGS = Object.keys(LANGUAGES) as Language[];

const nowhere = { stdin: process.stdin, stdout: process.stdout, stderr: process.stderr };

async function programIn(language: Language): Promise<Command> {
  const io = Object.assign(makeIo({}, nowhere), await loadSpeech(language));
  return buildProgram(io, () => async () => {}, []);
}

/** All commands below a command, and itself. */
const allOf = (command: Command): Command[] => [command, ...command.commands.flatMap(allOf)];

const pathOf = (command: Command): string =>
  command.parent === null ? '' : `${pathOf(command.parent)} ${command.name()}`;

/** Options and arguments without a text. */
const gapsIn = (command: Command): string[] => [
  ...(command.description() === '' ? ['description'] : []),
  ...command.options.filter(({ description }) => !description).map(({ flags }) => flags),
  ...command.registeredArguments.filter(({ description }) => !description).map(one => one.name()),
];

describe.each(TAGS)('%s', language => {
  test('every command, option and argument has a text', async () => {
    const program = await programIn(language);
    const gaps = allOf(program).flatMap(command =>
      gapsIn(command).map(gap => `${pathOf(command)} ${gap}`),
    );
    expect(gaps).toEqual([]);
  });

  test('help fits the terminal', async () => {
    const program = await programIn(language);
    for (const command of allOf(program)) {
      const text = command.helpInformation();
      // a URL may be longer than a column
      for (const line of text.split('\n').filter(line => !line.includes('postgres://')))
        expect(columnsOf(line), line).toBeLessThanOrEqual(80);
    }
  });

  test('no text is about a command or an option that does not exist', async () => {
    const program = await programIn(language);
    const { commands } = (await loadSpeech(language)).texts;
    expect(Object.keys(commands).sort()).toEqual(
      program.commands.map(command => command.name()).sort(),
    );
  });
});

test('defaults in texts are those of the code', async () => {
  const { LEVEL_COUNT } = await import('@kifu/bots');
  const { NODES } = await import('./play/players.ts');
  for (const language of TAGS) {
    const { shared, commands } = (await loadSpeech(language)).texts;
    expect(shared.options['--level']).toContain(`${LEVEL_COUNT}`);
    expect(commands.play.options['--nodes']).toContain(`${NODES}`);
  }
});

test('the language comes from --lang, then KIFU_LANG, then the locale', () => {
  expect(languageFor('ja', { KIFU_LANG: 'de' })).toBe('ja');
  expect(languageFor(null, { KIFU_LANG: 'de', LANG: 'ja_JP.UTF-8' })).toBe('de');
  expect(languageFor(null, { LC_ALL: 'C', LANG: 'de_DE.UTF-8' })).toBe('en');
  expect(languageFor(null, { LC_MESSAGES: 'de_AT', LANG: 'ja_JP.UTF-8' })).toBe('de');
  expect(languageFor(null, { LANG: 'fr_FR.UTF-8' })).toBe('en');
  expect(languageFor(null, {})).toBe('en');
});

test('--lang is taken from the command line, with its value', () => {
  expect(takeLanguage(['--lang', 'de', 'play', 'chess'])).toEqual({
    words: ['play', 'chess'],
    named: 'de',
  });
  expect(takeLanguage(['play', '--lang=ja'])).toEqual({ words: ['play'], named: 'ja' });
});

test.each([
  ['de', /Gib einen Zug ein, zum Beispiel/, /Weiß gibt auf/, /Schwarz gewinnt durch Aufgabe/],
  ['ja', /手を入力してください/, /白が投了/, /黒の勝ち（投了）/],
] as const)('a short game is played in %s', async (language, start, resigns, ending) => {
  const { code, out } = await kifu(
    ['play', 'chess', '--lang', language, '--seed', '1', '--nodes', '1', '--no-save'],
    { input: 'e4\n?\nundo\nresign\n' },
  );
  expect(code).toBe(0);
  for (const pattern of [start, resigns, ending]) expect(out).toMatch(pattern);
  expect(out).not.toMatch(/\b(?:undefined|you|wins|resigns|verified)\b/);
});

test.each([
  ['en', /✗ e2 to e5: that piece cannot move there\n/, /✗ save requires a file name\n/],
  [
    'de',
    /✗ Diese Figur kann dort nicht hinziehen\.\n/,
    /✗ Das [^(\n]*\. \(save requires a file name\)\n/,
  ],
] as const)('faults at the prompt are shown in %s', async (language, refusal, cause) => {
  const { out } = await kifu(
    ['play', 'chess', '--seats', 'human,human', '--lang', language, '--no-save'],
    { input: 'e2e5\nsave\nquit\n' },
  );
  for (const pattern of [refusal, cause]) expect(out).toMatch(pattern);
});

test.each([
  ['en', /✗ .*occupied/],
  ['de', /✗ .*besetzt/],
])('a point that was just taken is occupied, in %s', async (language, refusal) => {
  const { out } = await kifu(
    ['play', 'go', '--seats', 'human,human', '--lang', language, '--no-save'],
    { input: 'D4\nD4\nquit\n' },
  );
  expect(out).toMatch(refusal);
  expect(out).not.toMatch(/is to move|am Zug\.$/m);
});

test('verdicts and reports are shown in the language', async () => {
  const input = '1. f3 e5 2. g4 Qh4# 0-1\n';
  const verified = await kifu(['verify', '-', '--lang', 'de'], { input });
  expect(verified.code).toBe(0);
  expect(verified.out).toMatch(/: nicht unterschrieben\nBedeutung Jeder Zug ist regelgerecht, /);
  const told = await kifu(['info', '-', '--lang', 'ja'], { input });
  expect(told.out).toMatch(/\n判定 +署名なし: すべての手はルールどおりですが、/);
});

test('wrong usage is explained in the language', async () => {
  const { code, err } = await kifu(['play', 'chess', '--level', '9', '--lang', 'de']);
  expect(code).toBe(2);
  expect(err).toBe(
    'kifu: Wert „9“ der Option „--level <N>“ ist ungültig. Erlaubt: eine ganze Zahl von 1 bis 5.\n(siehe --help)\n',
  );
  const typo = await kifu(['lobyb'], { env: { LANG: 'ja_JP.UTF-8' } });
  expect(typo.err).toBe(
    'kifu: 不明なコマンド「lobyb」\n（もしかして lobby？）\n（--help を参照）\n',
  );
});

test.each([
  [['verify', 'nowhere.car'], 'Das lässt sich nicht lesen. (unreadable: '],
  [['whoami'], 'Es ist kein Server angegeben. (malformed (no-server): '],
  [['ratings', 'explain', 'Ann'], 'Nicht gefunden. (not-found: '],
] as const)('%j names no remedy of a page', async (words, sentence) => {
  const { out, err } = await kifu([...words, '--lang', 'de']);
  expect(out + err).not.toMatch(/Verbindung|Link|noch einmal/);
  expect(out + err).toContain(sentence);
});

test('JSON and exit codes are the same in all languages', async () => {
  const words = ['perft', 'chess', '2', '--json'];
  const all = await Promise.all(
    TAGS.map(async language => {
      const { code, out } = await kifu(words, { env: { KIFU_LANG: language } });
      return { code, out: out.replace(/"(?:ms|nodesPerSecond)":\w+,?/g, '') };
    }),
  );
  expect(all[1]).toEqual(all[0]);
  expect(all[2]).toEqual(all[0]);
});

test('text without spaces wraps between its characters', () => {
  const lines = wrap('端末で対局します。相手はボットです。'.split(' '), 12);
  expect(lines.join('')).toBe('端末で対局します。相手はボットです。');
  for (const line of lines) expect(columnsOf(line)).toBeLessThanOrEqual(12);
  for (const line of lines) expect(line).not.toMatch(/^[、。）」]/);
});
