/** `kifu convert`: a record in another form. */
import { type Dialect, fail, formatCid, type Kit, ok, type Result } from '@kifu/core';
import { formatKifu } from '@kifu/record';
import { writeCar } from '@kifu/stores/car';
import { Command, Option } from 'commander';
import type { Handle, Report } from '../handle.ts';
import { put } from '../io.ts';
import { addExamples, fileName } from '../options.ts';
import { type Opened, toBlocks } from '../record-file.ts';
import { addRecordOptions, type RecordOptions, withRecord } from '../record-options.ts';
import { saveBytes } from '../save.ts';
import { printable } from '../words.ts';

interface Options extends RecordOptions {
  readonly to: string;
  readonly output?: string;
  readonly force?: boolean;
}

/** The command. */
export const convertCommand = (handle: Handle): Command =>
  addExamples(
    addRecordOptions(
      new Command('convert')
        .description('Write a record in another form. What that form cannot carry is listed.')
        .summary('Write a record in another form.'),
    )
      .addOption(
        new Option('--to <FORM>', 'car, json, or a dialect of the game').makeOptionMandatory(),
      )
      .addOption(
        new Option('-o, --output <FILE>', 'where to (default: standard output)').argParser(
          fileName('Leave it out for standard output.'),
        ),
      )
      .option('--force', 'replace the file if it exists')
      .action(
        handle<Options>(async ({ io }, [file], options) =>
          withRecord(io, file as string, options, async opened => {
            const written = writeAs(opened, options.to);
            if (!written.ok) return written;
            const { output, losses } = written.value;
            const losing = [...opened.source.losses, ...losses];
            if (options.output === undefined) {
              for (const loss of losing)
                await put(io.stderr, `kifu: left out: ${printable(loss)}\n`);
              io.stdout.write(output);
              return ok({ json: null, text: '' });
            }
            const saved = await saveBytes(options.output, output, options.force === true);
            return saved.ok ? ok(tell(opened, options.output, losing)) : saved;
          }),
        ),
      ),
    ['kifu convert game.car --to pgn', 'as text'],
    ['kifu convert games.pgn --number 2 --to car -o game.car', 'the second game as a record'],
  );

const tell = (opened: Opened, file: string, losses: readonly string[]): Report => ({
  json: { file, head: formatCid(opened.head), losses },
  text: [`${file}: ${formatCid(opened.head)}`, ...losses.map(loss => `left out: ${loss}`)]
    .map(printable)
    .join('\n'),
});

/** The record in a form. */
function writeAs(
  opened: Opened,
  form: string,
): Result<{ readonly output: Uint8Array | string; readonly losses: readonly string[] }> {
  if (form === 'car') {
    const { roots, blocks } = toBlocks(opened);
    return ok({ output: writeCar(roots, blocks), losses: [] });
  }
  if (form === 'json') return ok({ output: formatKifu(opened.kifu), losses: [] });
  const dialect = findDialect(opened.kit, form);
  if (dialect !== undefined) return dialect.write(opened.kifu);
  const known = ['car', 'json', ...opened.kit.dialects.map(({ name }) => name)].join(', ');
  return fail(
    'unsupported',
    `${opened.kit.game.name} cannot be written as ${form}; known: ${known}`,
  );
}

const findDialect = ({ dialects }: Kit, form: string): Dialect | undefined =>
  dialects.find(({ name }) => name === form);
