/** `kifu branch`: a new match from a position of another. */

import { cidOf, fail, formatCid, type Game, type Kifu, ok, type Result } from '@kifu/core';
import { begin, branchHeader, headOf, nodesOf } from '@kifu/record';
import { writeAs } from '@kifu/record/file';
import { Command, Option } from 'commander';
import type { Io } from '../io.ts';
import { freshNonce } from '../new-header.ts';
import { fileName, wholeNumber } from '../options.ts';
import {
  addRecordOptions,
  atOption,
  brokenAt,
  frameOf,
  openSeekable,
  type RecordOptions,
  type Seekable,
} from '../record-options.ts';
import type { CommandReport, Handle } from '../run-command.ts';
import { type Force, saveOutput } from '../save.ts';
import { wholeFormOf } from '../write-record.ts';

interface Options extends RecordOptions, Force {
  readonly at?: number;
  readonly tick?: number;
  readonly output: string;
}

/** The command. */
export const branchCommand = (handle: Handle): Command =>
  addRecordOptions(new Command('branch'))
    .addOption(atOption())
    .addOption(
      new Option('--tick <N>').argParser(wholeNumber(0, Number.MAX_SAFE_INTEGER)).conflicts('at'),
    )
    .addOption(
      new Option('-o, --output <FILE>').argParser(fileName('record')).makeOptionMandatory(),
    )
    .option('--force')
    .action(
      handle<Options>(async ({ io }, [file], options) => {
        const opened = await openSeekable(io, file as string, options);
        if (!opened.ok) return opened;
        return brokenAt(opened.value) ?? branch(io, opened.value, options);
      }),
    );

async function branch(io: Io, opened: Seekable, options: Options): Promise<Result<CommandReport>> {
  const { kit, kifu, nodes, source, line } = opened;
  if (options.tick !== undefined && kit.game.time === undefined)
    return fail('no-ticks', `${kit.game.name} has no ticks`);
  const form = wholeFormOf(kit, options.output, 'car');
  if (!form.ok) return form;
  const found = frameOf(opened, options.at);
  if (!found.ok) return found;
  const frame = options.tick === undefined ? found.value : line.atTick(options.tick);
  if (frame.outcome !== null)
    return fail(
      'game-over',
      `${source.name}: the match is over at that point; choose an earlier one`,
    );
  const node = cidOf('dag-cbor', nodes[frame.n]!);
  const header = branchHeader(
    {
      game: kit.game as Game,
      header: kifu.header,
      node,
      state: frame.state,
      // the parts of the node itself, without what time did since
      part: line.at(frame.n).parts.length,
      at: frame.tick,
    },
    { nonce: freshNonce() },
  );
  const begun = begin(kit.game as Game, header);
  if (!begun.ok) return begun;
  const { chain } = begun.value;
  const born: Kifu = { header, entries: [], ending: null, notes: [], variations: [] };
  const head = headOf(chain);
  const written = await writeAs({ kit, kifu: born, nodes: nodesOf(chain), head }, form.value);
  if (!written.ok) return written;
  const saved = await saveOutput(options.output, written.value.output, options);
  if (!saved.ok) return saved;
  const tick = options.tick === undefined ? null : frame.tick;
  const branched = io.texts.reports.records.branched(frame.n, tick, formatCid(node));
  return ok({
    json: {
      file: options.output,
      head: formatCid(head),
      node: formatCid(node),
      n: frame.n,
      tick: frame.tick,
    },
    text: `${options.output}: ${formatCid(head)}\n${branched}`,
  });
}
