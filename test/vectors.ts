/**
 * Where expected results come from: `vectors/<area>/` of this project, or the same layout under `KIFU_VECTORS`. A folder
 * may lack some files or have others of the same kind, so suites go by what a file contains, not by its name.
 */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'vitest';

/** The areas to run, as `npm run vectors -- chess` names them; all where nothing is said. */
const AREAS = process.env.KIFU_AREAS?.split(',');
const ROOT = process.env.KIFU_VECTORS || join(import.meta.dirname, '..', 'vectors');

/** A file of vectors. */
export interface VectorFile {
  readonly name: string;
  // Vectors are data of many shapes; each suite says what it takes from a file.
  readonly data: { readonly [key: string]: unknown };
}

/** All JSON files of an area and of the folders in it, sorted by name; none where the folder is missing. */
function vectorFiles(area: string): VectorFile[] {
  const folder = join(ROOT, area);
  if (!existsSync(folder)) return [];
  return globSync('**/*.json', { cwd: folder })
    .sort()
    .map(name => ({ name, data: dataOf(JSON.parse(readFileSync(join(folder, name), 'utf8'))) }));
}

/** A file that is a list and not an object has it under the key `list`. */
const dataOf = (json: VectorFile['data'] | readonly unknown[]): VectorFile['data'] =>
  Array.isArray(json) ? { list: json } : (json as VectorFile['data']);

/** Runs `suite` on every file of an area that has the key, and says so where there is none. */
export function eachVector<T>(
  area: string,
  key: string,
  suite: (rows: T, file: VectorFile) => void,
  accepts: (file: VectorFile) => boolean = () => true,
): void {
  if (AREAS !== undefined && !AREAS.includes(area)) return;
  const files = vectorFiles(area).filter(file => key in file.data && accepts(file));
  if (files.length === 0)
    test.skip(`${area}: no file with ${key} in this set of vectors`, () => {});
  for (const file of files)
    describe(`${area}/${file.name}: ${key}`, () => suite(file.data[key] as T, file));
}
