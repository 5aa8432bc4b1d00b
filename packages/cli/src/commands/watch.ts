/** `kifu watch`: looks on at a live match until it ends. */
import { Command, Option } from 'commander';
import type { WatchOptions } from '../online/watch.ts';
import { addExamples, fileName, serverOption } from '../options.ts';
import type { Handle } from '../run-command.ts';

/** The command. */
export const watchCommand = (handle: Handle): Command =>
  addExamples(
    new Command('watch')
      .description('Watch a live match on a server until it ends; every node is checked.')
      .summary('Watch a live match.')
      .argument('<MATCH>', 'its link, or its id with --server')
      .addOption(serverOption())
      .addOption(
        new Option('--save <FILE>', 'keep the record there when it has ended').argParser(
          fileName('With --json the record is written to standard output.'),
        ),
      )
      .action(
        handle<WatchOptions>(async (context, [match], options) => {
          // loaded here: other commands start quicker without it
          const { watch } = await import('../online/watch.ts');
          return watch(context, match as string, options);
        }),
      ),
    ['kifu watch https://kifu.example/live/5Gd9_xQ2mA7bTz1c', 'a match by its link'],
    ['kifu watch 5Gd9_xQ2mA7bTz1c --server http://localhost:7423', 'by its id'],
  );
