/** A line of a record as PDN can have it: only moves, none of them taken back, and what belongs to each. */
import { type Act, type Entry, fail, type Note, ok, type Result, type Variation } from '@kifu/core';
import type { Losses } from './losses.ts';

/** What a main line and a variation have in common. */
export interface Branch {
  readonly entries: readonly Entry[];
  readonly notes: readonly Note[];
  readonly variations: readonly Variation[];
}

/** The moves in order; notes and variations by how many moves had been made. */
export interface Plan {
  readonly moves: readonly Planned[];
  readonly notes: readonly (readonly Note[])[];
  readonly variations: readonly (readonly PlannedVariation[])[];
}
export interface Planned {
  readonly entry: Entry;
  readonly move: Extract<Act, { type: 'move' }>['move'];
  /** Where it stands in the record. */
  readonly path: string;
}
export interface PlannedVariation {
  readonly variation: Variation;
  readonly path: string;
}

/** The moves that stand after some entry, as a list that shares its beginning with others. */
interface Stand {
  readonly count: number;
  readonly last: Planned | null;
  readonly before: Stand | null;
}

/** Plans a line that begins after `first` entries. */
export function planLine(
  branch: Branch,
  first: number,
  path: string,
  losses: Losses,
): Result<Plan> {
  const traced = traceMoves(branch.entries, first, path, losses);
  if (!traced.ok) return traced;
  const stands = traced.value;
  const kept: Stand[] = [];
  for (let stand = stands.at(-1) ?? null; stand !== null; stand = stand.before) kept.push(stand);
  kept.reverse();
  /** How many of the kept moves had been made after so many entries; −1 where the game went back behind that. */
  const countAt = (entry: number): number => {
    const stand = stands[entry - first];
    return stand !== undefined && kept[stand.count] === stand ? stand.count : -1;
  };
  const moves = kept.flatMap(({ last }) => (last === null ? [] : [last]));
  const made = branch.entries.filter(({ act }) => act.type === 'move').length;
  losses.add('a move that was taken back', made - moves.length);
  const notes: Note[][] = kept.map(() => []);
  for (const note of branch.notes) {
    const list = notes[countAt(note.entry)];
    if (list === undefined) losses.add('a comment on a move that is not there');
    else list.push(note);
  }
  const variations: PlannedVariation[][] = kept.map(() => []);
  for (const [i, variation] of branch.variations.entries()) {
    const count = countAt(variation.entry);
    // there are variations on a move, not on what might follow the last one
    if (count < 0 || (count === moves.length && count > 0))
      losses.add('a variation on a move that is not there');
    else variations[count]!.push({ variation, path: `${path}/variations/${i}` });
  }
  return ok({ moves, notes, variations });
}

/** Where the line stood after each entry, the start first. */
function traceMoves(
  entries: readonly Entry[],
  first: number,
  path: string,
  losses: Losses,
): Result<Stand[]> {
  const stands: Stand[] = [{ count: 0, last: null, before: null }];
  for (const [i, entry] of entries.entries()) {
    const { act } = entry;
    const now = stands[i]!;
    const here = `${path}/entries/${i}`;
    if (entry.hash !== null) losses.add('a state hash');
    if (entry.at !== null) losses.add('a tick');
    if (act.type === 'move') {
      stands.push({
        count: now.count + 1,
        last: { entry, move: act.move, path: here },
        before: now,
      });
      continue;
    }
    losses.add(LOST_ACTS[act.type] ?? `a word at the table: ${act.type}`);
    const after = act.type === 'allow-takeback' ? stands[act.to - first] : now;
    if (after === undefined)
      return fail('broken-record', 'this goes back to what was not there', {
        rule: 'takeback',
        at: { path: here },
      });
    stands.push(after);
  }
  return ok(stands);
}

const LOST_ACTS: { readonly [type: string]: string } = {
  refused: 'a move that was refused',
  links: 'links of chance chains',
};
