/** Writes a selection in a worker: files come one after the other, and the last question makes one file of them. */
import type { Fault } from '@kifu/core';
import type { FormatInfo } from '@kifu/record/file';
import { readerGames, useGames } from '@kifu/viewer/games';
import type { WantedRecords } from '../record-files.ts';
import {
  joinRecords,
  type SelectionFile,
  type WrittenRecord,
  writeRecords,
} from './write-records.ts';

/** A file of records to write; null where all have come. */
export interface ExportQuestion {
  /** The address of the module that games come from; null for ours. */
  readonly games: string | null;
  readonly form: FormatInfo;
  readonly file: WantedRecords | null;
}

/** What came of a file; or the selection, null where nothing could be written. */
export type ExportAnswer =
  | {
      readonly written: number;
      readonly faults: readonly Fault[];
      readonly losses: readonly string[];
    }
  | { readonly selection: SelectionFile | null };

const records: WrittenRecord[] = [];

addEventListener('message', async ({ data }: MessageEvent<ExportQuestion>) => {
  const { form, file } = data;
  useGames(data.games);
  postMessage(file === null ? finish(form) : await take(file, form));
});

async function take(file: WantedRecords, form: FormatInfo): Promise<ExportAnswer> {
  const before = records.length;
  const faults: Fault[] = [];
  const losses: string[] = [];
  try {
    for await (const written of writeRecords(await readerGames(), file, form.name)) {
      if (!written.ok) faults.push(written.fault);
      else {
        records.push(written.value);
        losses.push(...written.value.losses);
      }
    }
  } catch (cause) {
    // a file on which its reader throws does not stop the others
    faults.push({ code: 'unreadable', message: String(cause) });
  }
  return { written: records.length - before, faults, losses };
}

const finish = (form: FormatInfo): ExportAnswer => ({
  selection: records.length === 0 ? null : joinRecords(records, form),
});
