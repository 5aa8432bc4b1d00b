/** `kifu watch`: looks on at a live match until it ends. */
import { Command, Option } from 'commander';
import type { WatchOptions } from '../online/watch.ts';
import { addExamples, addressText, fileName, serverOption } from '../options.ts';
import type { Handle } from '../run-command.ts';

/** The command. */
export const watchCommand = (handle: Handle): Command =>
  addExamples(
    new Command('watch')
      .description(
        'Watch a live match until it ends, on a server or as its players publish it; every node is checked.',
      )
      .summary('Watch a live match.')
      .argument(
        '<MATCH>',
        'its link, its id with --server, or the name or root under which it is published',
      )
      .addOption(serverOption())
      .addOption(
        new Option(
          '--peer <ADDR>',
          'with a name or root: address of a peer that tells of it; may be repeated (default: the peer that runs here)',
        )
          .argParser((text: string, before: readonly string[]) => [...before, addressText(text)])
          .default([], '')
          .conflicts('server'),
      )
      .option('--publish', 'publish it too, under a name of its own, by the peer that runs here')
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
    ['kifu watch 12D3KooW…', 'a match between peers, by its name, through kifu peer'],
    ['kifu watch 12D3KooW… --peer /ip4/192.0.2.7/tcp/4001/p2p/NODE', 'from there'],
    ['kifu watch https://kifu.example/live/ID --publish', 'hand it on to those who have no server'],
  );
