/** A line of a record as texts can have it: only moves, none of them taken back, and what belongs to each. */
import {
  type ActionType,
  type Entry,
  type Fail,
  fail,
  type Json,
  type Kifu,
  type MoveCodec,
  type Note,
  ok,
  type Result,
  type Variation,
} from '@kifu/core';
import type { Losses } from './losses.ts';

/** What a main line and a variation have in common. */
export type LineContent = Pick<Kifu, 'entries' | 'notes' | 'variations'>;

/** What a dialect makes of entries. */
export interface PlanForm<Move extends Json> {
  readonly moves: MoveCodec<Move>;
  /** Times that it has no room for. */
  readonly lacks: readonly (keyof typeof TIMES)[];
  /** Acts that need no word of their own, as the result tells them. */
  readonly told: readonly ActionType[];
  /** Whether it has variations of what might follow the last move. */
  readonly hasTails: boolean;
}

/** The moves in order; notes and variations by how many moves had been made. */
export interface LinePlan<Move> {
  readonly moves: readonly PlannedMove<Move>[];
  readonly notes: readonly (readonly Note[])[];
  readonly variations: readonly (readonly PlannedVariation[])[];
}
export interface PlannedMove<Move> {
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
interface MadeMove<Move> {
  readonly depth: number;
  readonly planned: PlannedMove<Move> | null;
  readonly before: MadeMove<Move> | null;
}

/** Plans a line that begins after `first` entries. */
export function planLine<Move extends Json>(
  form: PlanForm<Move>,
  branch: LineContent,
  first: number,
  path: string,
  losses: Losses,
): Result<LinePlan<Move>> {
  const made = traceMoves(form, branch.entries, first, path, losses);
  if (!made.ok) return made;
  const kept: MadeMove<Move>[] = [];
  for (let last = made.value.at(-1) ?? null; last !== null; last = last.before) kept.push(last);
  kept.reverse();
  const moves = kept.flatMap(({ planned }) => (planned === null ? [] : [planned]));
  const all = branch.entries.filter(({ act }) => act.type === 'move').length;
  losses.add('a move that was taken back', all - moves.length);
  /** How many of the remaining moves had been made after a number of entries; −1 if a takeback went further back. */
  const depthAt = (entry: number): number => {
    const there = made.value[entry - first];
    return there !== undefined && kept[there.depth] === there ? there.depth : -1;
  };
  const notes: Note[][] = kept.map(() => []);
  for (const note of branch.notes) {
    const list = notes[depthAt(note.entry)];
    if (list === undefined) losses.add('a comment on a move that was taken back');
    else list.push(note);
  }
  const variations: PlannedVariation[][] = kept.map(() => []);
  for (const [i, variation] of branch.variations.entries()) {
    const depth = depthAt(variation.entry);
    const isTail = depth === moves.length && depth > 0;
    if (depth < 0 || (isTail && !form.hasTails))
      losses.add('a variation on a move that was taken back');
    else variations[depth]!.push({ variation, path: `${path}/variations/${i}` });
  }
  return ok({ moves, notes, variations });
}

/** Where the line stood after each entry, the start first. */
function traceMoves<Move extends Json>(
  { moves, lacks, told }: PlanForm<Move>,
  entries: readonly Entry[],
  first: number,
  path: string,
  losses: Losses,
): Result<MadeMove<Move>[]> {
  const made: MadeMove<Move>[] = [{ depth: 0, planned: null, before: null }];
  for (const [i, entry] of entries.entries()) {
    const { act } = entry;
    const before = made[i]!;
    const here = `${path}/entries/${i}`;
    if (entry.hash !== null) losses.add('a state hash');
    if (entry.at !== null) losses.add('a tick');
    for (const time of lacks) if (entry[time] !== null) losses.add(TIMES[time]);
    if (act.type === 'move') {
      const move = moves.bytes.decode(act.move);
      if (!move.ok) return within(move, `${here}/act/move`);
      const planned = { entry, move: move.value, path: here };
      made.push({ depth: before.depth + 1, planned, before });
      continue;
    }
    if (!told.includes(act.type)) losses.add(LOST_ACTS[act.type] ?? `a match action: ${act.type}`);
    const after = act.type === 'allow-takeback' ? made[act.to - first] : before;
    if (after === undefined)
      return fail('broken-record', 'this takes back moves that were not made', {
        rule: 'takeback',
        at: { path: here },
      });
    made.push(after);
  }
  return ok(made);
}

const TIMES = { ms: 'a time since the start', clockMs: 'a clock reading' } as const;

const LOST_ACTS: { readonly [type: string]: string } = {
  refused: 'a move that was refused',
  links: 'random draws',
};

/** A fault with its place in the record. */
export const within = ({ fault: { code, message, rule, at } }: Fail, path: string): Fail =>
  fail(code, message, {
    ...(rule === undefined ? {} : { rule }),
    at: { path: path + (at?.path ?? '') },
  });

/** No seat has this number. */
export const NO_SEAT = -1;
