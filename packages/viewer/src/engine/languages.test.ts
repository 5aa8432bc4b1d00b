/** Records described in other languages, and the language of an open record changed. */
import { type Result, unwrap } from '@kifu/core';
import type { Language } from '@kifu/texts';
import { expect, test } from 'vitest';
import { readSample } from '../../../web/test/records.ts';
import { answer, type EngineAnswer, type EngineQuestion } from './engine.ts';
import type { OpenedRecord, Picture } from './types.ts';
import type { CheckedRecord } from './verdict.ts';

async function ask<Key extends string>(question: EngineQuestion, key: Key): Promise<unknown> {
  const answers: EngineAnswer[] = [];
  await answer(question, told => answers.push(told));
  return (answers.at(-1) as unknown as { readonly [key in Key]: unknown })[key];
}

const open = async (language: Language, sample = 'chess.car'): Promise<OpenedRecord> => {
  const bytes = await readSample(sample);
  const question = { do: 'open', name: '', bytes, which: {}, isPart: false, language } as const;
  return unwrap((await ask(question, 'opened')) as Result<OpenedRecord>);
};

test.each<[Language, string[], string]>([
  ['de', ['Weiß', 'Schwarz'], 'Bedeutung'],
  ['ja', ['白', '黒'], '意味'],
])('a record is described in %s', async (language, seats, meaning) => {
  const english = await open('en');
  const record = await open(language);
  expect(record.language).toBe(language);
  expect(record.seatNames).toEqual(seats);
  const moves = ({ lines }: OpenedRecord) =>
    lines.filter(({ kind }) => kind === 'move').map(({ text }) => text);
  expect(moves(record)).toEqual(moves(english));
  for (const part of ['title', 'outcomeText'] as const)
    expect(record[part]).not.toBe(english[part]);
  for (const [i, line] of record.lines.entries())
    expect(line.spoken).not.toBe(english.lines[i]!.spoken);
  const checked = (await ask({ do: 'check', of: record.id }, 'checked')) as CheckedRecord;
  expect(checked.rows[0]!.label).toBe(meaning);
});

test.each<[Language, RegExp]>([
  ['en', /^token [1-4] (leaves base|to \d+|home|to home column [1-5])(, takes \p{L}+)?$/u],
  [
    'de',
    /^Figur [1-4] (verlässt das Haus|auf \d+|im Ziel|auf Zielgerade [1-5])(, schlägt \p{L}+)?$/u,
  ],
])('moves whose notation is for typing are listed in words, in %s', async (language, words) => {
  const { lines } = await open(language, 'ludo.car');
  const moves = lines.filter(({ kind }) => kind === 'move');
  expect(moves.length).toBeGreaterThan(20);
  for (const { text } of moves) expect(text).toMatch(words);
});

test('an open record changes its language and keeps its number', async () => {
  const record = await open('en');
  const picture = async () =>
    (await ask({ do: 'picture', of: record.id, at: { n: 3 }, as: null }, 'picture')) as Picture;
  const { said } = await picture();
  const question = { do: 'language', of: record.id, language: 'de' } as const;
  const german = unwrap((await ask(question, 'opened')) as Result<OpenedRecord>);
  expect(german).toMatchObject({ id: record.id, language: 'de', head: record.head });
  expect((await picture()).said).not.toBe(said);
  const back = { ...question, language: 'en' } as const;
  expect(unwrap((await ask(back, 'opened')) as Result<OpenedRecord>)).toEqual(record);
});
