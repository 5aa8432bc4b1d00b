/** Rows put in order by their links: each names the one before. */
import { fail, ok, type Result } from '@kifu/core';
import type { Lined, Row } from './lines.ts';

/** The rows from the oldest to the newest, in any order of the file. */
export function linkRows(rows: readonly Lined<Row>[]): Result<readonly Lined<Row>[]> {
  const byId = new Map<Row['id'], Lined<Row>>();
  const next = new Map<Row['prev_move_id'], Lined<Row>>();
  for (const row of rows) {
    const { id, prev_move_id: before } = row.value;
    if (byId.has(id)) return broken(row.line, `move ${id} stands here a second time`);
    if (next.has(before)) return broken(row.line, `two moves follow ${before ?? 'the start'}`);
    byId.set(id, row);
    next.set(before, row);
  }
  // the oldest is the one whose predecessor is not here
  const oldest = rows.find(({ value }) => !byId.has(value.prev_move_id ?? ''));
  const chain: Lined<Row>[] = [];
  for (let row = oldest; row !== undefined; row = next.get(row.value.id)) chain.push(row);
  if (chain.length === rows.length) return ok(chain);
  const held = new Set(chain);
  const loose = rows.find(row => !held.has(row))!;
  return broken(loose.line, `move ${loose.value.id} does not hang on to the others`);
}

const broken = (line: number, message: string) =>
  fail('broken-record', message, { rule: 'link', at: { line } });
