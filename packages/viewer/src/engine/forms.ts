/** Records in other forms, to be passed on. */
import { fail, ok, type Result } from '@kifu/core';
import { isWhole, writeAs } from '@kifu/record/file';
import type { FormInfo, WrittenForm } from './on-demand-types.ts';
import type { RecordSession } from './session.ts';

/** The forms in which a record can be had. */
export function formsOf({ kit, view, fault, file }: RecordSession): FormInfo[] {
  const own = file === null ? [] : [{ name: 'original', extension: endingOf(file.name) }];
  // of a broken record only the file itself tells how it is broken
  if (fault !== null || view.timeline === null) return own;
  return [
    { name: 'car', extension: 'car' },
    { name: 'pack', extension: 'kifu' },
    { name: 'json', extension: 'kifu.json' },
    ...kit.formats.map(({ name, extensions }) => ({ name, extension: extensions[0] ?? 'txt' })),
    ...own,
  ];
}

const endingOf = (name: string): string => /\.([a-z0-9]{1,8})$/i.exec(name)?.[1] ?? 'car';

/** The record in a form. */
export async function writeForm(
  session: RecordSession,
  form: string,
): Promise<Result<WrittenForm>> {
  const info = formsOf(session).find(({ name }) => name === form);
  if (info === undefined) return fail('unsupported', `this record cannot be exported as ${form}`);
  const { file } = session;
  if (form === 'original') return ok({ ...info, bytes: file!.bytes, losses: [] });
  const { kit, kifu, nodes, head } = session;
  const written = await writeAs({ kit, kifu, nodes, head }, form);
  if (!written.ok) return written;
  const { output, losses } = written.value;
  const bytes = typeof output === 'string' ? new TextEncoder().encode(output) : output;
  return ok({ ...info, bytes, losses: [...(isWhole(form) ? [] : session.losses), ...losses] });
}
