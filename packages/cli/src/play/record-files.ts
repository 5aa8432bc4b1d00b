/** The files of a match at the terminal: where its record is saved. */
import { resolve } from 'node:path';
import { type Kifu, type Kit, ok, type Result } from '@kifu/core';
import type { SessionTexts } from '@kifu/texts/en/cli/session';
import { saveKifu } from '../write-record.ts';

/** The files that the match was loaded from or saved to; it may overwrite them. */
export interface RecordFiles {
  /** The newest of them. */
  readonly last: string | undefined;
  /** Where the match is saved after each action; null without `--save`. */
  readonly autosave: string | null;
  /** Writes the record and returns a message. Other existing files are not overwritten. */
  saveTo(path: string, kifu: Kifu): Promise<Result<string>>;
  /** Saves the match once per node. */
  keep(newest: unknown, kifu: () => Kifu): Promise<Result<string | null>>;
  /** Switches to another match, loaded from this file or new. The previous match stays in its file. */
  change(path: string | null): void;
}

/** The files of a match that may have been loaded from one. */
export function createRecordFiles(
  kit: Kit,
  loaded: string | undefined,
  autosave: string | null,
  texts: SessionTexts,
): RecordFiles {
  let files = loaded === undefined ? [] : [loaded];
  let keeping = autosave;
  let kept: unknown = null;
  const saveTo = async (path: string, kifu: Kifu): Promise<Result<string>> => {
    const isSame = (file: string) => resolve(file) === resolve(path);
    const saved = await saveKifu(kit, path, kifu, { mayReplace: files.some(isSame) });
    if (!saved.ok) return saved;
    files = [...files.filter(file => !isSame(file)), path];
    return ok(texts.saved(kifu.entries.length, path));
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
