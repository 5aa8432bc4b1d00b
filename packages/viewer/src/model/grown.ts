/** Records that grow while their match is followed. */
import type { Growth, OpenedRecord } from '../engine/types.ts';

/** A record with what came later. */
export const grownBy = (
  record: OpenedRecord,
  { lines, marks, worth, now }: Growth,
): OpenedRecord => ({
  ...record,
  ...now,
  lines: [...record.lines, ...lines],
  marks: [...record.marks, ...marks],
  worth: record.worth === null || worth === null ? null : [...record.worth, ...worth],
});
