/** `kifu library tag`, `untag`, `hide`, `unhide`, `public`, `private` and `delete`: what of the library is found and seen, and by whom. */
import { type Cid, formatCid, ok, type Result } from '@kifu/core';
import type { Annotations } from '@kifu/record/annotations';
import type { MatchSummary, Visibility } from '@kifu/record/store';
import { Command } from 'commander';
import type { Io } from '../io.ts';
import { editAnnotations } from '../library/edit-annotations.ts';
import { findMatch, formatId } from '../library/ids.ts';
import { type Library, withLibrary } from '../library/open.ts';
import { addTags, removeTags, tagText } from '../library/tags.ts';
import { addExamples } from '../options.ts';
import { type CommandReport, type Handle, misuse } from '../run-command.ts';
import type { Force } from '../save.ts';
import { findListed, misusedId } from './library-find.ts';

/** `kifu library tag`. */
export const tagCommand = (handle: Handle): Command =>
  addExamples(
    taggingCommand(handle, {
      name: 'tag',
      about:
        'Put a tag on matches: a word that list --tag finds them by. It goes with their record, as comments do.',
      past: 'tagged',
      change: addTags,
    }),
    ['kifu library tag endgame db4botlkx6', 'one match'],
    ['kifu library list --tag endgame', 'all that have it'],
  );

/** `kifu library untag`. */
export const untagCommand = (handle: Handle): Command =>
  addExamples(
    taggingCommand(handle, {
      name: 'untag',
      about: 'Take a tag off matches.',
      past: 'not tagged',
      change: removeTags,
    }),
    ['kifu library untag endgame db4botlkx6', 'it was none'],
  );

/** `kifu library hide`. */
export const hideCommand = (handle: Handle): Command =>
  addExamples(
    changeCommand(handle, {
      name: 'hide',
      about: 'Leave matches out of lists; list --hidden shows them.',
      past: 'hidden',
      change: async ({ library }, { match }) => void (await library.hide(match, true)),
    }),
    ['kifu library hide db4botlkx6', 'a match that is in the way'],
  );

/** `kifu library unhide`. */
export const unhideCommand = (handle: Handle): Command =>
  addExamples(
    changeCommand(handle, {
      name: 'unhide',
      about: 'List matches again that were hidden.',
      past: 'listed again',
      change: async ({ library }, { match }) => void (await library.hide(match, false)),
    }),
    ['kifu library unhide db4botlkx6', 'after all'],
  );

/** `kifu library public`. */
export const publicCommand = (handle: Handle): Command =>
  addExamples(
    changeCommand(handle, {
      name: 'public',
      about: 'Let everybody see matches, where the library is served.',
      past: 'public',
      change: show('public'),
    }),
    ['kifu library public db4botlkx6', 'everybody may see it'],
  );

/** `kifu library private`. */
export const privateCommand = (handle: Handle): Command =>
  addExamples(
    changeCommand(handle, {
      name: 'private',
      about: 'Let nobody else see matches.',
      past: 'private',
      change: show('private'),
    }),
    ['kifu library private db4botlkx6', 'nobody else may see it'],
  );

/** `kifu library delete`. */
export const deleteCommand = (handle: Handle): Command =>
  addExamples(
    new Command('delete')
      .description('Forget matches for good. hide only leaves them out of lists.')
      .summary('Forget matches for good.')
      .argument('<ID...>', 'ids, or enough of their beginnings')
      .option('--force', 'yes, for good')
      .action(
        handle<Force>(async ({ io }, [ids], { force = false }) =>
          force
            ? forgetAll(io, ids as readonly string[])
            : misuse('what is deleted cannot be brought back: say --force, or hide it'),
        ),
      ),
    ['kifu library delete db4botlkx6 --force', 'it was only a test'],
  );

const show =
  (visibility: Visibility) =>
  ({ library }: Library, listing: MatchSummary): Promise<void> =>
    library.list({ ...listing, visibility });

interface Tagging {
  readonly name: string;
  readonly about: string;
  /** What the matches are afterwards. */
  readonly past: string;
  change(remarks: Annotations, tags: readonly string[]): Annotations;
}

const taggingCommand = (handle: Handle, { name, about, past, change }: Tagging): Command =>
  new Command(name)
    .description(about)
    .summary(about.replace(/[:.].*/s, '.'))
    .argument('<TAG>', 'a word, with # or without', tagText)
    .argument('<ID...>', 'ids, or enough of their beginnings')
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
          return ok(told(found.value, `${past} #${tag}`));
        }),
      ),
    );

interface MatchChange {
  readonly name: string;
  readonly about: string;
  /** What the matches are afterwards. */
  readonly past: string;
  change(library: Library, listing: MatchSummary): Promise<void>;
}

/** A command that does the same with each match that is named. */
const changeCommand = (handle: Handle, { name, about, past, change }: MatchChange): Command =>
  new Command(name)
    .description(about)
    .argument('<ID...>', 'ids, or enough of their beginnings')
    .action(handle(({ io }, [ids]) => changeAll(io, ids as readonly string[], past, change)));

const changeAll = (
  io: Io,
  ids: readonly string[],
  past: string,
  change: MatchChange['change'],
): Promise<Result<CommandReport>> =>
  withLibrary(io, async library => {
    const found = await findEach(ids, id => findListed(library, id));
    if (!found.ok) return misusedId(found);
    for (const listing of found.value) await change(library, listing);
    return ok(
      told(
        found.value.map(({ match }) => match),
        past,
      ),
    );
  });

/** Also those that are kept and not listed. */
const forgetAll = (io: Io, ids: readonly string[]): Promise<Result<CommandReport>> =>
  withLibrary(io, async library => {
    const found = await findEach(ids, id => findMatch(library, id));
    if (!found.ok) return misusedId(found);
    for (const match of found.value) await library.forget(match);
    return ok(told(found.value, 'deleted'));
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
