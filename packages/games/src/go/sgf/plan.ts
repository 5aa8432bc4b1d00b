/** A line of a record as SGF can have it: only moves, none of them taken back, and what belongs to each. */
import {
  type Entry,
  type Fail,
  fail,
  type Kifu,
  type Note,
  ok,
  type Result,
  type Variation,
} from '@kifu/core';
import { type Move, moves } from '../move-codec.ts';
import type { Losses } from './losses.ts';

/** What a main line and a variation have in common. */
export type Branch = Pick<Kifu, 'entries' | 'notes' | 'variations'>;

/** The moves in order; notes and variations by how many moves had been made. */
export interface Plan {
  readonly moves: readonly Planned[];
  readonly notes: readonly (readonly Note[])[];
  readonly variations: readonly (readonly PlannedVariation[])[];
}
export interface Planned {
  readonly entry: Entry;
  readonly move: Move;
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
  const planned = kept.flatMap(one => (one.planned === null ? [] : [one.planned]));
  const all = branch.entries.filter(({ act }) => act.type === 'move').length;
  losses.add('a move that was taken back', all - planned.length);
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
    const list = variations[depthAt(variation.entry)];
    if (list === undefined) losses.add('a variation on a move that is not there');
    else list.push({ variation, path: `${path}/variations/${i}` });
  }
  return ok({ moves: planned, notes, variations });
}

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
    if (entry.ms !== null) losses.add('a time since the start');
    if (act.type === 'move') {
      const move = moves.bytes.decode(act.move);
      if (!move.ok) return within(move, `${here}/act/move`);
      const planned = { entry, move: move.value, path: here };
      made.push({ depth: before.depth + 1, planned, before });
      continue;
    }
    // a seat that leaves ends the match, which the result tells
    if (act.type !== 'leave') losses.add(LOST_ACTS[act.type] ?? `a word at the table: ${act.type}`);
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

/** A fault with its place in the record. */
export const within = ({ fault: { code, message, rule, at } }: Fail, path: string): Fail =>
  fail(code, message, {
    ...(rule === undefined ? {} : { rule }),
    at: { path: path + (at?.path ?? '') },
  });
