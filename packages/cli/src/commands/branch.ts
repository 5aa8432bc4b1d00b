/** `kifu branch`: a new match that goes on from a point of another. */
import { cidOf, fail, formatCid, type Game, ok, type Result } from '@kifu/core';
import { begin, branchHeader, headOf, nodesOf } from '@kifu/record';
import { Command, Option } from 'commander';
import type { Handle, Report } from '../handle.ts';
import { addExamples, fileName, wholeNumber } from '../options.ts';
import { carOf, type Opened } from '../record-file.ts';
import { addRecordOptions, atOption, type RecordOptions, withRecord } from '../record-options.ts';
import { saveBytes } from '../save.ts';
import { freshNonce } from '../sign.ts';
import { frameOf } from './show.ts';

interface Options extends RecordOptions {
  readonly at?: number;
  readonly tick?: number;
  readonly output: string;
  readonly force?: boolean;
}

/** The command. */
export const branchCommand = (handle: Handle): Command =>
  addExamples(
    addRecordOptions(
      new Command('branch')
        .description(
          'Begin a new match from a point of a record. It names the node that it branches off from.',
        )
        .summary('Begin a new match from a point of a record.'),
    )
      .addOption(atOption())
      .addOption(
        new Option('--tick <N>', 'at this tick, in games that have ticks').argParser(
          wholeNumber(0, Number.MAX_SAFE_INTEGER),
        ),
      )
      .addOption(
        new Option('-o, --output <FILE>', 'the new record, a CAR')
          .argParser(fileName('A record is no text.'))
          .makeOptionMandatory(),
      )
      .option('--force', 'replace the file if it exists')
      .action(
        handle<Options>(async ({ io }, [file], options) =>
          withRecord(io, file as string, options, opened => branch(opened, options)),
        ),
      ),
    ['kifu branch game.car --at 12 -o what-if.car', 'after twelve entries'],
    ['kifu play chess --load what-if.car', 'and play on from there'],
  );

async function branch(opened: Opened, options: Options): Promise<Result<Report>> {
  const { kit, kifu, nodes } = opened;
  if (options.tick !== undefined && kit.game.time === undefined)
    return fail('no-ticks', `${kit.game.name} has no ticks`);
  const found = frameOf(opened, options.at);
  if (!found.ok) return found;
  const { line } = found.value;
  const frame = options.tick === undefined ? found.value.frame : line.atTick(options.tick);
  if (frame.outcome !== null)
    return fail('game-over', 'the match has ended there: take an earlier point');
  const node = cidOf('dag-cbor', nodes[frame.n]!);
  const header = branchHeader(
    {
      game: kit.game as Game,
      header: kifu.header,
      node,
      state: frame.state,
      part: frame.parts.length,
      at: frame.tick,
    },
    { nonce: freshNonce() },
  );
  const begun = begin(kit.game as Game, header);
  if (!begun.ok) return begun;
  const { chain } = begun.value;
  const saved = await saveBytes(options.output, carOf(nodesOf(chain)), options.force === true);
  if (!saved.ok) return saved;
  const head = formatCid(headOf(chain));
  return ok({
    json: { file: options.output, head, node: formatCid(node), n: frame.n, tick: frame.tick },
    text: `${options.output}: ${head}\nbranches off after entry ${frame.n}, node ${formatCid(node)}`,
  });
}
