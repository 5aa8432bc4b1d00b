/** Records that grow while their match is followed. */
import type { OpenedRecord, RecordUpdate } from '../engine/types.ts';

/** A record with what came later. */
export const grownBy = (
  record: OpenedRecord,
  { lines, marks, worth, now }: RecordUpdate,
): OpenedRecord => ({
  ...record,
  ...now,
  lines: [...record.lines, ...lines],
  marks: [...record.marks, ...marks],
  worth: record.worth === null || worth === null ? null : [...record.worth, ...worth],
});
