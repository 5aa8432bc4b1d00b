/** `kifu convert`: a record in another format. */
import { fail, formatCid, ok, type Result, type WriteResult } from '@kifu/core';
import type { OpenedSource } from '@kifu/record/file';
import { isWhole, writeAs } from '@kifu/record/file';
import { Command, Option } from 'commander';
import { type Context, put } from '../io.ts';
import { fileName } from '../options.ts';
import { addRecordOptions, openWhole, type RecordOptions } from '../record-options.ts';
import type { CommandReport, Handle } from '../run-command.ts';
import { type Force, saveOutput } from '../save.ts';
import { printable } from '../text.ts';
import { formOf } from '../write-record.ts';

interface Options extends RecordOptions, Force {
  readonly to?: string;
  readonly output?: string;
}

/** The command. */
export const convertCommand = (handle: Handle): Command =>
  addRecordOptions(new Command('convert'))
    .addOption(new Option('--to <FORMAT>'))
    .addOption(new Option('-o, --output <FILE>').argParser(fileName('omit')))
    .option('--force')
    .action(
      handle<Options>(async (context, [file], options) => {
        const opened = await openWhole(context.io, file as string, options);
        return opened.ok ? convert(context, opened.value, options) : opened;
      }),
    );

async function convert(
  context: Context,
  opened: OpenedSource,
  options: Options,
): Promise<Result<CommandReport>> {
  const { to, output } = options;
  const form = to ?? (output === undefined ? null : formOf(opened.kit, output));
  if (form === null) return fail('malformed', 'unknown format; choose one with --to');
  const written = await writeAs(opened, form);
  if (!written.ok) return written;
  const { losses } = written.value;
  const all = { output: written.value.output, losses: [...opened.losses, ...losses] };
  if (output === undefined) return pour(context, opened, form, all);
  const saved = await saveOutput(output, all.output, options);
  if (!saved.ok) return saved;
  const head = formatCid(opened.head);
  const t = context.io.texts.reports.records;
  return ok({
    json: { file: output, form, head, losses: all.losses },
    text: [
      // what a foreign form gives back may have another head
      `${output}: ${isWhole(form) ? head : t.formatOf(form, head)}`,
      ...all.losses.map(t.lost),
    ]
      .map(printable)
      .join('\n'),
  });
}

/** To standard output: as it is, or with `--json` as a string. */
async function pour(
  { io, isJson }: Context,
  { head }: OpenedSource,
  form: string,
  { output, losses }: WriteResult,
): Promise<Result<CommandReport>> {
  if (isJson) {
    const content =
      typeof output === 'string'
        ? { text: output }
        : { base64: Buffer.from(output).toString('base64') };
    return ok({ json: { form, head: formatCid(head), losses, ...content }, text: '' });
  }
  if (typeof output !== 'string' && io.isTTY.stdout)
    return fail('unsupported', `${form} is binary: write it to a file with -o, or pipe it`);
  for (const loss of losses)
    await put(io.stderr, `kifu: ${printable(io.texts.reports.records.lost(loss))}\n`);
  // a terminal would obey what strangers wrote; a file or a pipe gets it as it is
  const isShown = typeof output === 'string' && io.isTTY.stdout;
  await put(io.stdout, isShown ? output.split('\n').map(printable).join('\n') : output);
  return ok({ json: null, text: '' });
}
