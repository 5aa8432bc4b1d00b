/** The files of a match at the terminal: where its record is saved. */
import { resolve } from 'node:path';
import { type Kifu, type Kit, ok, type Result } from '@kifu/core';
import { counted } from '../text.ts';
import { saveKifu } from '../write-record.ts';

/** The files that the match on the table was loaded from or saved to; it may replace them. */
export interface RecordFiles {
  /** The newest of them. */
  readonly last: string | undefined;
  /** Where the match is kept after each act; null without `--save`. */
  readonly autosave: string | null;
  /** Writes the record; gives words about it. A file that is none of these is not replaced. */
  saveTo(path: string, kifu: Kifu): Promise<Result<string>>;
  /** Brings the file that keeps the match up to date with its newest node; trying once for each node is enough. */
  keep(newest: unknown, kifu: () => Kifu): Promise<Result<string | null>>;
  /** Another match is on the table, from this file or from none: the one that kept the match before keeps that. */
  change(path: string | null): void;
}

/** The files of a match that may have been loaded from one. */
export function createRecordFiles(
  kit: Kit,
  loaded: string | undefined,
  autosave: string | null,
): RecordFiles {
  let files = loaded === undefined ? [] : [loaded];
  let keeping = autosave;
  let kept: unknown = null;
  const saveTo = async (path: string, kifu: Kifu): Promise<Result<string>> => {
    const isSame = (file: string) => resolve(file) === resolve(path);
    const saved = await saveKifu(kit, path, kifu, { mayReplace: files.some(isSame) });
    if (!saved.ok) return saved;
    files = [...files.filter(file => !isSame(file)), path];
    return ok(`saved ${counted(kifu.entries.length, 'entry', 'entries')} to ${path}`);
  };
  return {
    get last() {
      return files.at(-1);
    },
    get autosave() {
      return keeping;
    },
    saveTo,
    async keep(newest, kifu) {
      if (keeping === null || kept === newest) return ok(null);
      kept = newest;
      return saveTo(keeping, kifu());
    },
    change(path) {
      files = path === null ? [] : [path];
      keeping = null;
    },
  };
}
