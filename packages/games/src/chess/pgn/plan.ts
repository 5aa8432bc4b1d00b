/** A line of a record as PGN can have it: only moves, none of them taken back, and what belongs to each. */
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

/** A move that was made, and the one before it. */
interface Made {
  readonly depth: number;
  readonly planned: Planned | null;
  readonly before: Made | null;
}

/** Plans a line that begins after `first` entries. */
export function planLine(
  branch: Branch,
  first: number,
  path: string,
  losses: Losses,
): Result<Plan> {
  const made = traceMoves(branch.entries, first, path, losses);
  if (!made.ok) return made;
  const kept: Made[] = [];
  for (let last = made.value.at(-1) ?? null; last !== null; last = last.before) kept.push(last);
  kept.reverse();
  const moves = kept.flatMap(({ planned }) => (planned === null ? [] : [planned]));
  losses.add('a move that was taken back', countMoves(branch.entries) - moves.length);
  /** How many of the kept moves had been made after so many entries; −1 where the game went back behind that. */
  const depthAt = (entry: number): number => {
    const there = made.value[entry - first];
    return there !== undefined && kept[there.depth] === there ? there.depth : -1;
  };
  const notes: Note[][] = kept.map(() => []);
  for (const note of branch.notes) {
    const list = notes[depthAt(note.entry)];
    if (list === undefined) losses.add('a comment on a move that is not there');
    else list.push(note);
  }
  const variations: PlannedVariation[][] = kept.map(() => []);
  for (const [i, variation] of branch.variations.entries()) {
    const depth = depthAt(variation.entry);
    // PGN has variations on a move, not what might follow the last one
    if (depth < 0 || (depth === moves.length && depth > 0))
      losses.add('a variation on a move that is not there');
    else variations[depth]!.push({ variation, path: `${path}/variations/${i}` });
  }
  return ok({ moves, notes, variations });
}

const countMoves = (entries: readonly Entry[]): number =>
  entries.filter(({ act }) => act.type === 'move').length;

/** Where the line stood after each entry, the start first. */
function traceMoves(
  entries: readonly Entry[],
  first: number,
  path: string,
  losses: Losses,
): Result<Made[]> {
  const made: Made[] = [{ depth: 0, planned: null, before: null }];
  for (const [i, entry] of entries.entries()) {
    const { act } = entry;
    const before = made[i]!;
    const here = `${path}/entries/${i}`;
    if (entry.hash !== null) losses.add('a state hash');
    if (entry.at !== null) losses.add('a tick');
    if (act.type === 'move') {
      const planned = { entry, move: act.move, path: here };
      made.push({ depth: before.depth + 1, planned, before });
      continue;
    }
    losses.add(LOST_ACTS[act.type] ?? `a word at the table: ${act.type}`);
    const after = act.type === 'allow-takeback' ? made[act.to - first] : before;
    if (after === undefined)
      return fail('broken-record', 'this goes back to what was not there', {
        rule: 'takeback',
        at: { path: here },
      });
    made.push(after);
  }
  return ok(made);
}

const LOST_ACTS: { readonly [type: string]: string } = {
  refused: 'a move that was refused',
  links: 'links of chance chains',
};
