/** Records written to files: a CAR, a pack or JSON by the name of the file, or a dialect of its game. */
import { fail, type Game, type Kifu, type Kit, ok, type Result } from '@kifu/core';
import { recordKifu } from '@kifu/record';
import { isWhole, type WholeForm, writeWhole } from '@kifu/record/file';
import { formatKifu } from '@kifu/record/json';
import { saveBytes } from './save.ts';

/** The format of a file extension, if it is known. */
export function formOf({ formats }: Kit, path: string): string | null {
  const has = (ending: string) => path.toLowerCase().endsWith(`.${ending}`);
  if (has('car')) return 'car';
  if (has('kifu')) return 'pack';
  const dialect = formats.find(({ extensions }) => extensions.some(has));
  return dialect?.name ?? (has('json') ? 'json' : null);
}

/** The format of a file extension, refused if it cannot store all of a record. */
export function wholeFormOf(kit: Kit, path: string, fallback: WholeForm): Result<WholeForm> {
  const form = formOf(kit, path) ?? fallback;
  return isWhole(form)
    ? ok(form)
    : fail(
        'unsupported',
        `${path}: only .car, .kifu and .json store whole records; use kifu convert for ${form}`,
      );
}

/** Writes a record so that it is on disk when this returns: a CAR or a pack where the name says so, else JSON. */
export async function saveKifu(
  kit: Kit,
  path: string,
  kifu: Kifu,
  { mayReplace }: { readonly mayReplace: boolean },
): Promise<Result<string>> {
  const form = wholeFormOf(kit, path, 'json');
  if (!form.ok) return form;
  if (form.value === 'json') return saveBytes(path, formatKifu(kit.game as Game, kifu), mayReplace);
  const replay = recordKifu(kit.game as Game, kifu);
  if (!replay.ok) return replay;
  const { nodes, head } = replay.value;
  const record = { kit, kifu, nodes, head };
  const output = writeWhole(record, form.value);
  return output.ok ? saveBytes(path, output.value, mayReplace) : output;
}
