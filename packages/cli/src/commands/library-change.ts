/** `kifu library hide`, `unhide`, `public`, `private`: what of the library is seen, and by whom. */
import { formatCid, ok, type Result } from '@kifu/core';
import type { Listing, Visibility } from '@kifu/record';
import { Command } from 'commander';
import type { Handle, Report } from '../handle.ts';
import type { Io } from '../io.ts';
import { formatId } from '../library/ids.ts';
import { type Library, withLibrary } from '../library/open.ts';
import { addExamples } from '../options.ts';
import { findListed, misusedId } from './library-find.ts';

/** `kifu library hide`. */
export const hideCommand = (handle: Handle): Command =>
  addExamples(
    changeCommand(handle, {
      name: 'hide',
      about: 'Leave matches out of lists; list --hidden shows them.',
      past: 'hidden',
      change: async ({ library }, { match }) => void (await library.hide(match, true)),
    }),
    ['kifu library hide cevmic6jbj', 'a match that is in the way'],
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
    ['kifu library unhide cevmic6jbj', 'after all'],
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
    ['kifu library public cevmic6jbj', 'everybody may see it'],
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
    ['kifu library private cevmic6jbj', 'nobody else may see it'],
  );

const show =
  (visibility: Visibility) =>
  ({ library }: Library, listing: Listing): Promise<void> =>
    library.list({ ...listing, visibility });

interface Change {
  readonly name: string;
  readonly about: string;
  /** What the matches are afterwards. */
  readonly past: string;
  change(library: Library, listing: Listing): Promise<void>;
}

/** A command that does the same with each match that is named. */
const changeCommand = (handle: Handle, { name, about, past, change }: Change): Command =>
  new Command(name)
    .description(about)
    .argument('<ID...>', 'ids, or enough of their beginnings')
    .action(handle(({ io }, [ids]) => changeAll(io, ids as readonly string[], past, change)));

/** All ids are looked at before anything is changed. */
const changeAll = (
  io: Io,
  ids: readonly string[],
  past: string,
  change: Change['change'],
): Promise<Result<Report>> =>
  withLibrary(io, async library => {
    const found: Listing[] = [];
    for (const id of ids) {
      const listing = await findListed(library, id);
      if (!listing.ok) return misusedId(listing);
      found.push(listing.value);
    }
    for (const listing of found) await change(library, listing);
    return ok({
      json: { matches: found.map(({ match }) => formatCid(match)) },
      text: found.map(({ match }) => `${formatId(match)}: ${past}`).join('\n'),
    });
  });
