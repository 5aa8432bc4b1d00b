/** `kifu library tag`, `untag`, `hide`, `unhide`, `public`, `private` and `delete`: what of the library is found and seen, and by whom. */
import { type Cid, formatCid, ok, type Result } from '@kifu/core';
import type { Annotations } from '@kifu/record/annotations';
import type { MatchSummary, Visibility } from '@kifu/record/store';
import { Argument, Command } from 'commander';
import type { Io } from '../io.ts';
import { editAnnotations } from '../library/edit-annotations.ts';
import { findMatch, formatId } from '../library/ids.ts';
import { type Library, withLibrary } from '../library/open.ts';
import { addTags, removeTags, tagText } from '../library/tags.ts';

import { type CommandReport, type Handle, misuse } from '../run-command.ts';
import type { Force } from '../save.ts';
import { findListed, misusedId } from './library-find.ts';

/** `kifu library tag`. */
export const tagCommand = (handle: Handle): Command =>
  taggingCommand(handle, {
    name: 'tag',
    past: (t, tag) => t.tagged(tag),
    change: addTags,
  });

/** `kifu library untag`. */
export const untagCommand = (handle: Handle): Command =>
  taggingCommand(handle, {
    name: 'untag',
    past: (t, tag) => t.untagged(tag),
    change: removeTags,
  });

/** `kifu library hide`. */
export const hideCommand = (handle: Handle): Command =>
  changeCommand(handle, {
    name: 'hide',
    past: t => t.hidden,
    change: async ({ library }, { match }) => void (await library.hide(match, true)),
  });

/** `kifu library unhide`. */
export const unhideCommand = (handle: Handle): Command =>
  changeCommand(handle, {
    name: 'unhide',
    past: t => t.unhidden,
    change: async ({ library }, { match }) => void (await library.hide(match, false)),
  });

/** `kifu library public`. */
export const publicCommand = (handle: Handle): Command =>
  changeCommand(handle, {
    name: 'public',
    past: t => t.public,
    change: show('public'),
  });

/** `kifu library private`. */
export const privateCommand = (handle: Handle): Command =>
  changeCommand(handle, {
    name: 'private',
    past: t => t.private,
    change: show('private'),
  });

/** `kifu library delete`. */
export const deleteCommand = (handle: Handle): Command =>
  new Command('delete')
    .argument('<ID...>')
    .option('--force')
    .action(
      handle<Force>(async ({ io }, [ids], { force = false }) =>
        force ? forgetAll(io, ids as readonly string[]) : misuse(texts => texts.confirmDelete),
      ),
    );

const show =
  (visibility: Visibility) =>
  ({ library }: Library, listing: MatchSummary): Promise<void> =>
    library.list({ ...listing, visibility });

type ChangeTexts = Io['texts']['reports']['library']['changes'];

interface Tagging {
  readonly name: string;
  /** What the matches are afterwards. */
  past(texts: ChangeTexts, tag: string): string;
  change(remarks: Annotations, tags: readonly string[]): Annotations;
}

const taggingCommand = (handle: Handle, { name, past, change }: Tagging): Command =>
  new Command(name)
    .addArgument(new Argument('<TAG>').argParser(tagText))
    .argument('<ID...>')
    .action(
      handle(({ io }, [tag, ids]) =>
        withLibrary(io, async library => {
          const found = await findEach(ids as readonly string[], id => findMatch(library, id));
          if (!found.ok) return misusedId(found);
          for (const match of found.value) {
            const changed = await editAnnotations(io, library, match, ({ remarks }) =>
              ok(change(remarks, [tag as string])),
            );
            if (!changed.ok) return changed;
          }
          return ok(told(found.value, past(io.texts.reports.library.changes, tag as string)));
        }),
      ),
    );

interface MatchChange {
  readonly name: string;
  /** What the matches are afterwards. */
  past(texts: ChangeTexts): string;
  change(library: Library, listing: MatchSummary): Promise<void>;
}

/** A command that does the same with each match that is named. */
const changeCommand = (handle: Handle, { name, past, change }: MatchChange): Command =>
  new Command(name)
    .argument('<ID...>')
    .action(handle(({ io }, [ids]) => changeAll(io, ids as readonly string[], past, change)));

const changeAll = (
  io: Io,
  ids: readonly string[],
  past: MatchChange['past'],
  change: MatchChange['change'],
): Promise<Result<CommandReport>> =>
  withLibrary(io, async library => {
    const found = await findEach(ids, id => findListed(library, id));
    if (!found.ok) return misusedId(found);
    for (const listing of found.value) await change(library, listing);
    return ok(
      told(
        found.value.map(({ match }) => match),
        past(io.texts.reports.library.changes),
      ),
    );
  });

/** Deletes matches, also those that are not indexed. */
const forgetAll = (io: Io, ids: readonly string[]): Promise<Result<CommandReport>> =>
  withLibrary(io, async library => {
    const found = await findEach(ids, id => findMatch(library, id));
    if (!found.ok) return misusedId(found);
    for (const match of found.value) await library.forget(match);
    return ok(told(found.value, io.texts.reports.library.changes.deleted));
  });

/** All ids are looked at before anything is changed. */
async function findEach<T>(
  ids: readonly string[],
  find: (id: string) => Promise<Result<T>>,
): Promise<Result<T[]>> {
  const all: T[] = [];
  for (const id of ids) {
    const found = await find(id);
    if (!found.ok) return found;
    all.push(found.value);
  }
  return ok(all);
}

const told = (matches: readonly Cid[], past: string): CommandReport => ({
  json: { matches: matches.map(formatCid) },
  text: matches.map(match => `${formatId(match)}: ${past}`).join('\n'),
});
