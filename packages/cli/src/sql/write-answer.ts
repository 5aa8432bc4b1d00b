/** Answers of queries as a table for people, as CSV, or as JSON with one object per line. */
import type { Json } from '@kifu/core';
import { columnsOf, fit } from '../columns.ts';
import { csvCell } from '../library/csv.ts';
import { oneLine } from '../text.ts';
import type { Answer } from './duckdb.ts';

export const ANSWER_FORMATS = ['table', 'csv', 'json'] as const;
export type AnswerFormat = (typeof ANSWER_FORMATS)[number];

/** Most rows of a table for people: its columns are as wide as their widest cell, so all of it waits in memory. */
const MOST_ROWS = 10_000;
/** Most columns of a terminal that a cell takes. */
const WIDEST = 60;

/** Writes an answer piece by piece; gives how many rows there were, and how many of them were written. */
export async function writeAnswer(
  answer: Answer,
  format: AnswerFormat,
  write: (text: string) => Promise<unknown>,
): Promise<{ readonly rows: number; readonly shown: number }> {
  if (format === 'table') return writeTable(answer, write);
  const { columns } = answer;
  const line =
    format === 'csv'
      ? (row: readonly Json[]) => `${row.map(cell => csvCell(textOf(cell))).join(',')}\r\n`
      : (row: readonly Json[]) =>
          `${JSON.stringify(Object.fromEntries(columns.map((name, i) => [name, row[i]!])))}\n`;
  if (format === 'csv') await write(`${columns.map(csvCell).join(',')}\r\n`);
  let rows = 0;
  for await (const chunk of answer.rows) {
    await write(chunk.map(line).join(''));
    rows += chunk.length;
  }
  return { rows, shown: rows };
}

async function writeTable(
  { columns, rows }: Answer,
  write: (text: string) => Promise<unknown>,
): Promise<{ readonly rows: number; readonly shown: number }> {
  const cells: (readonly Json[])[] = [];
  let count = 0;
  for await (const chunk of rows) {
    count += chunk.length;
    cells.push(...chunk.slice(0, Math.max(0, MOST_ROWS - cells.length)));
  }
  const texts = cells.map(row => row.map(cell => oneLine(`${textOf(cell) ?? ''}`)));
  const heads = columns.map(oneLine);
  const isNumber = columns.map((_, i) =>
    cells.every(row => row[i] === null || typeof row[i] === 'number'),
  );
  const widths = heads.map((head, i) =>
    Math.min(
      WIDEST,
      texts.reduce((most, row) => Math.max(most, widthOf(row[i]!)), widthOf(head)),
    ),
  );
  const line = (row: readonly string[]) =>
    `${row
      .map((text, i) => fit(text, widths[i]!, isNumber[i]!))
      .join('  ')
      .trimEnd()}\n`;
  await write([heads, ...texts].map(line).join(''));
  return { rows: count, shown: cells.length };
}

const widthOf = (text: string): number => Math.min(WIDEST, columnsOf(text));

const textOf = (cell: Json): string | number | boolean | null =>
  typeof cell === 'object' && cell !== null ? JSON.stringify(cell) : cell;
