/** Why a program lost its seat, as a note on the entry by which it left: the record itself has no room for reasons. */
import type { Fault, Kifu, Note } from '@kifu/core';

/** Longest reason, in characters: programs may fail at length. */
const MAX_TEXT = 300;

/** Notes on the entries by which programs left that have failed finally. */
export const failureNotes = (
  { header: { players }, entries }: Pick<Kifu, 'header' | 'entries'>,
  failures: readonly Fault[],
): readonly Note[] =>
  entries.flatMap(({ act }, i) => {
    if (act.type !== 'leave') return [];
    const name = players.find(({ seat }) => seat === act.of)?.name;
    const fault = failures.findLast(({ message }) => message.startsWith(`${name} failed: `));
    if (fault === undefined) return [];
    return [{ entry: i + 1, author: null, text: fault.message.slice(0, MAX_TEXT), glyphs: [] }];
  });
