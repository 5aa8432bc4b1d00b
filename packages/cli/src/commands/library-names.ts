/** `kifu library names`: spellings of one player's name, listed as one. */
import { ok, type Result } from '@kifu/core';
import { loadMergedNames, mergeNames, splitNames } from '@kifu/stores/library';
import { Command, InvalidArgumentError, Option } from 'commander';
import type { Io } from '../io.ts';
import { type Library, readLibrary, withLibrary } from '../library/open.ts';
import { addExamples } from '../options.ts';
import { type CommandReport, type Handle, misuse } from '../run-command.ts';
import { counted, oneLine, tableLines } from '../text.ts';

/** The command. */
export const namesCommand = (handle: Handle): Command =>
  addExamples(
    new Command('names')
      .description(
        'Merge the spellings of a name, so that lists and counts know one player. Records stay as they are.',
      )
      .summary("Merge spellings of players' names.")
      .addCommand(
        addExamples(
          new Command('merge')
            .description('List players of these names by another, also in matches that come later.')
            .argument('<NAME...>', 'names as lists have them, whole')
            .addOption(
              new Option('--into <NAME>', 'what to list them by')
                .argParser(nameText)
                .makeOptionMandatory(),
            )
            .action(
              handle<{ readonly into: string }>(({ io }, [names], { into }) =>
                merge(io, names as readonly string[], into),
              ),
            ),
          ['kifu library names merge "Fischer, R" Bobby --into "Bobby Fischer"', 'one player'],
        ),
      )
      .addCommand(
        addExamples(
          new Command('split')
            .description('List players of these names as their records have them again.')
            .argument('<NAME...>', 'names that were merged')
            .action(handle(({ io }, [names]) => split(io, names as readonly string[]))),
          ['kifu library names split Bobby', 'it was another Bobby'],
        ),
      )
      .addCommand(
        addExamples(
          new Command('list')
            .description('Print which names have been merged.')
            .action(handle(({ io }) => list(io))),
          ['kifu library names list', 'who is who'],
        ),
      ),
    ['kifu library stats', 'which names there are'],
    ['kifu library names merge "Fischer, R" --into "Bobby Fischer"', 'two spellings of one'],
  );

function nameText(text: string): string {
  if (text.trim() !== '') return text;
  throw new InvalidArgumentError('It must be a name.');
}

async function merge(
  io: Io,
  names: readonly string[],
  into: string,
): Promise<Result<CommandReport>> {
  if (names.some(name => name.trim() === ''))
    return misuse('a player without a name may be anybody, and is merged with nobody');
  return changeNames(io, async library =>
    ok(told(await mergeNames(library, names, into), `by ${oneLine(into)}`)),
  );
}

const split = (io: Io, names: readonly string[]): Promise<Result<CommandReport>> =>
  changeNames(io, async library => {
    const merged = await loadMergedNames(library.vault);
    const stranger = names.find(name => !merged.has(name));
    if (stranger !== undefined) return misuse(`${oneLine(stranger)} was not merged`);
    return ok(told(await splitNames(library, names), 'as their records have them'));
  });

const changeNames = (io: Io, work: (library: Library) => Promise<Result<CommandReport>>) =>
  withLibrary(io, work, { asTold: true });

const told = (changed: number, how: string): CommandReport => ({
  json: { changed },
  text: `${counted(changed, 'match', 'matches')} listed ${how}`,
});

const list = (io: Io): Promise<Result<CommandReport>> =>
  readLibrary(io, async ({ vault }) => {
    const names = [...(await loadMergedNames(vault))].sort(([, a], [, b]) => (a < b ? -1 : 1));
    return ok({
      json: { names: names.map(([spelling, name]) => ({ spelling, name })) },
      text:
        names.length === 0
          ? 'no names have been merged'
          : tableLines([['SPELLING', 'LISTED BY'], ...names.map(pair => pair.map(oneLine))]).join(
              '\n',
            ),
    });
  });
