/** `kifu watch`: watches a live match until it ends. */
import { Command, Option } from 'commander';
import type { WatchOptions } from '../online/watch.ts';
import { addressText, fileName, serverOption } from '../options.ts';
import type { Handle } from '../run-command.ts';

/** The command. */
export const watchCommand = (handle: Handle): Command =>
  new Command('watch')
    .argument('<MATCH>')
    .addOption(serverOption())
    .addOption(
      new Option('--peer <ADDR>')
        .argParser((text: string, before: readonly string[]) => [...before, addressText(text)])
        .default([])
        .conflicts('server'),
    )
    .option('--publish')
    .addOption(new Option('--save <FILE>').argParser(fileName('json')))
    .action(
      handle<WatchOptions>(async (context, [match], options) => {
        // loaded here: other commands start quicker without it
        const { watch } = await import('../online/watch.ts');
        return watch(context, match as string, options);
      }),
    );
