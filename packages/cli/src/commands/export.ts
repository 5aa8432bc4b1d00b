/** `kifu export`: a match to give away, as one HTML file that shows and checks itself. */
import { parseWhere } from '@kifu/client/playback';
import { fail, formatCid, ok, type Result } from '@kifu/core';
import { type OpenedSource, writeAs } from '@kifu/record/file';
import { htmlFile, viewerScript } from '@kifu/viewer/export';
import { Command, Option } from 'commander';
import { type Context, put } from '../io.ts';
import { refuse } from '../misuse.ts';
import { fileName } from '../options.ts';
import { addRecordOptions, openWhole, type RecordOptions } from '../record-options.ts';
import type { CommandReport, Handle } from '../run-command.ts';
import { type Force, refuseExisting, saveOutput } from '../save.ts';
import { printable } from '../text.ts';

interface Options extends RecordOptions, Force {
  readonly html?: boolean;
  readonly start?: string;
  readonly output?: string;
}

/** The command. */
export const exportCommand = (handle: Handle): Command =>
  addRecordOptions(new Command('export'))
    .option('--html')
    .addOption(new Option('--start <WHERE>').argParser(where))
    .addOption(new Option('-o, --output <FILE>').argParser(fileName('omit')))
    .option('--force')
    .action(
      handle<Options>(async (context, [file], options) => {
        const refused =
          options.output === undefined ? null : await refuseExisting(options.output, options);
        if (refused !== null) return refused;
        const opened = await openWhole(context.io, file as string, options);
        return opened.ok ? exportHtml(context, opened.value, options) : opened;
      }),
    );

/** A moment as the viewer takes it. */
function where(text: string): string {
  if (parseWhere(text) !== null) return text;
  return refuse(texts => texts.moment);
}

async function exportHtml(
  { io, isJson }: Context,
  opened: OpenedSource,
  { start, output, force = false }: Options,
): Promise<Result<CommandReport>> {
  const { header } = opened.kifu;
  const record = await writeAs(opened, 'car');
  if (!record.ok) return record;
  const script = await viewerScript(header.game);
  if (!script.ok) return script;
  const text = htmlFile({
    title: titleOf(opened),
    script: script.value,
    record: record.value.output as Uint8Array,
    attributes: start === undefined ? {} : { at: start },
  });
  const { losses } = opened;
  const head = formatCid(opened.head);
  const facts = { game: header.game, head, sizeBytes: Buffer.byteLength(text), losses };
  if (output === undefined) {
    if (isJson) return ok({ json: { ...facts, html: text }, text: '' });
    if (io.isTTY.stdout)
      return fail(
        'unsupported',
        'the page is not for a terminal: write it to a file with -o, or pipe it',
      );
    await put(io.stdout, text);
    return ok({ json: null, text: '' });
  }
  const t = io.texts.reports.records;
  const saved = await saveOutput(output, text, { force });
  if (!saved.ok) return saved;
  return ok({
    json: { file: output, ...facts },
    text: [
      `${output}: ${t.page(header.game, Math.ceil(facts.sizeBytes / 1000), head)}`,
      ...losses.map(t.lost),
    ]
      .map(printable)
      .join('\n'),
  });
}

/** `Ann – Bob, chess`. */
function titleOf({ kifu: { header }, kit }: OpenedSource): string {
  const names = header.players.map(
    ({ seat, name }) => name || (kit.seatNames[seat] ?? `seat ${seat}`),
  );
  return `${names.join(' – ')}, ${header.game}`;
}
