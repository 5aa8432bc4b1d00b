/** `kifu state`: the canonical state of a record at some point. */
import { canonicalText, hashState, ok } from '@kifu/core';
import { Command } from 'commander';

import {
  addRecordOptions,
  atOption,
  frameOf,
  openSeekable,
  type RecordOptions,
  reportOf,
} from '../record-options.ts';
import type { Handle } from '../run-command.ts';

interface Options extends RecordOptions {
  readonly at?: number;
}

/** The command. */
export const stateCommand = (handle: Handle): Command =>
  addRecordOptions(new Command('state'))
    .addOption(atOption())
    .action(
      handle<Options>(async ({ io }, [file], options) => {
        const opened = await openSeekable(io, file as string, options);
        if (!opened.ok) return opened;
        const found = frameOf(opened.value, options.at);
        if (!found.ok) return found;
        const { n, state } = found.value;
        const { game, positions } = opened.value.kit;
        const canon = game.states.canon(state);
        const position = positions[0]?.format(state) ?? null;
        const json = { n, state: canon, position, hash: hashState(game, state) };
        return ok(reportOf(opened.value, { json, text: canonicalText(canon) }));
      }),
    );
