/** `kifu library names`: spellings of one player's name, listed as one. */
import { ok, type Result } from '@kifu/core';
import { loadMergedNames, mergeNames, splitNames } from '@kifu/stores/library';
import { Command, Option } from 'commander';
import type { Io } from '../io.ts';
import { type Library, readLibrary, withLibrary } from '../library/open.ts';
import { refuse } from '../misuse.ts';

import { type CommandReport, type Handle, misuse } from '../run-command.ts';
import { oneLine, tableLines } from '../text.ts';

/** The command. */
export const namesCommand = (handle: Handle): Command =>
  new Command('names')
    .addCommand(
      new Command('merge')
        .argument('<NAME...>')
        .addOption(new Option('--into <NAME>').argParser(nameText).makeOptionMandatory())
        .action(
          handle<{ readonly into: string }>(({ io }, [names], { into }) =>
            merge(io, names as readonly string[], into),
          ),
        ),
    )
    .addCommand(
      new Command('split')
        .argument('<NAME...>')
        .action(handle(({ io }, [names]) => split(io, names as readonly string[]))),
    )
    .addCommand(new Command('list').action(handle(({ io }) => list(io))));

function nameText(text: string): string {
  if (text.trim() !== '') return text;
  return refuse(texts => texts.notEmpty);
}

async function merge(
  io: Io,
  names: readonly string[],
  into: string,
): Promise<Result<CommandReport>> {
  if (names.some(name => name.trim() === '')) return misuse(texts => texts.nameless);
  const t = io.texts.reports.library.names;
  return changeNames(io, async library =>
    ok(told(await mergeNames(library, names, into), n => t.merged(n, oneLine(into)))),
  );
}

const split = (io: Io, names: readonly string[]): Promise<Result<CommandReport>> =>
  changeNames(io, async library => {
    const merged = await loadMergedNames(library.vault);
    const stranger = names.find(name => !merged.has(name));
    if (stranger !== undefined) return misuse(texts => texts.notMerged(oneLine(stranger)));
    return ok(told(await splitNames(library, names), io.texts.reports.library.names.split));
  });

const changeNames = (io: Io, work: (library: Library) => Promise<Result<CommandReport>>) =>
  withLibrary(io, work, { asTold: true });

const told = (changed: number, text: (changed: number) => string): CommandReport => ({
  json: { changed },
  text: text(changed),
});

const list = (io: Io): Promise<Result<CommandReport>> =>
  readLibrary(io, async ({ vault }) => {
    const t = io.texts.reports.library.names;
    const names = [...(await loadMergedNames(vault))].sort(([, a], [, b]) => (a < b ? -1 : 1));
    return ok({
      json: { names: names.map(([spelling, name]) => ({ spelling, name })) },
      text:
        names.length === 0
          ? t.none
          : tableLines([
              [t.columns.name, t.columns.shownAs],
              ...names.map(pair => pair.map(oneLine)),
            ]).join('\n'),
    });
  });
