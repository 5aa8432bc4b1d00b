/** `kifu state`: the canonical state of a record at some point. */
import { canonicalText, hashState, ok } from '@kifu/core';
import { Command } from 'commander';
import type { Handle } from '../handle.ts';
import { addExamples } from '../options.ts';
import { addRecordOptions, atOption, type RecordOptions, withRecord } from '../record-options.ts';
import { frameOf } from './show.ts';

interface Options extends RecordOptions {
  readonly at?: number;
}

/** The command. */
export const stateCommand = (handle: Handle): Command =>
  addExamples(
    addRecordOptions(
      new Command('state')
        .description('Print the canonical state of a record, of which its hash is taken.')
        .summary('Print the state of a record.'),
    )
      .addOption(atOption())
      .action(
        handle<Options>(async ({ io }, [file], options) =>
          withRecord(io, file as string, options, opened => {
            const found = frameOf(opened, options.at);
            if (!found.ok) return found;
            const { frame } = found.value;
            const { game, positions } = opened.kit;
            const state = game.states.canon(frame.state);
            const position = positions[0]?.format(frame.state) ?? null;
            const hash = hashState(game, frame.state);
            return ok({ json: { n: frame.n, state, position, hash }, text: canonicalText(state) });
          }),
        ),
      ),
    ['kifu state game.car --at 12', 'after twelve entries'],
    ['kifu state game.car --json', 'at the end, with its hash and position'],
  );
