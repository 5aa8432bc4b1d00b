/** Moves that the reader tries: stored as variations, so that they are listed, replayed and exported like those of the file. */
import {
  type Entry,
  entryOf,
  fail,
  isSameBytes,
  type Json,
  type Kifu,
  type Kit,
  moveAct,
  ok,
  type Result,
  type Seat,
  type Variation,
} from '@kifu/core';
import { followed } from './branches.ts';
import { frameOf } from './played-view.ts';
import { SEALED } from './sealed-view.ts';
import type { RecordSession } from './session.ts';
import type { Moment } from './types.ts';

/** A position as it goes from the engine to a page. */
export interface SentPosition {
  readonly canon: Json;
  readonly aside: Json;
}

/** Where a move that was tried stands: the path of its variation, empty for the match itself, and its number. */
export interface TriedMove {
  readonly path: readonly number[];
  readonly n: number;
  /** Whether it is new; otherwise it was played or tried there before. */
  readonly isNew: boolean;
}

/** The position of a moment, for a board on which moves may be made. */
export function sentPosition({ kit, view }: RecordSession, moment: Moment): Result<SentPosition> {
  if (view.timeline === null) return { ok: false, fault: SEALED };
  const { state } = frameOf(view.timeline, moment);
  const { states } = kit.game;
  return ok({ canon: states.canon(state), aside: states.aside(state) });
}

/** Tries a move after n entries of a variation, or of the match; the session stores it. */
export function tryMove(
  session: RecordSession,
  path: readonly number[],
  n: number,
  { seat, move }: { readonly seat: Seat; readonly move: Json },
): Result<TriedMove> {
  if (session.view.timeline === null) return { ok: false, fault: SEALED };
  const { kit, kifu } = session;
  if (followed(kifu, path) === null) return fail('not-found', 'variation not found');
  const tried = keepTry(kifu, path, n, entryOf(seat, moveAct((kit as Kit).game, move)));
  if (tried.isNew) session.annotate({ notes: kifu.notes, variations: tried.variations });
  const { variations: _, ...where } = tried;
  return ok(where);
}

/** The variations of a record with a move that is tried in it, and where that stands; the caller knows that the path is there. */
export function keepTry(
  kifu: Kifu,
  path: readonly number[],
  n: number,
  entry: Entry,
): TriedMove & Pick<Kifu, 'variations'> {
  const { variations } = kifu;
  const line = followed(kifu, path)!;
  const next = line.entries[n];
  if (next !== undefined && isSameMove(next, entry))
    return { variations, path, n: n + 1, isNew: false };
  const last = path.at(-1);
  const outer = path.slice(0, -1);
  if (last !== undefined) {
    const own = followed(kifu, outer)!.variations[last]!;
    // before or where the variation leaves, it is another way beside it
    if (n <= own.entry) return keepTry(kifu, outer, n, entry);
    if (next === undefined) {
      const longer = { ...own, entries: [...own.entries, entry] };
      const all = replaced(variations, outer, list => list.with(last, longer));
      return { variations: all, path, n: n + 1, isNew: true };
    }
  }
  const known = line.variations.findIndex(
    ({ entry: at, entries: [first] }) =>
      at === n && first !== undefined && isSameMove(first, entry),
  );
  if (known >= 0) return { variations, path: [...path, known], n: n + 1, isNew: false };
  const fresh: Variation = { entry: n, entries: [entry], notes: [], variations: [] };
  return {
    variations: replaced(variations, path, list => [...list, fresh]),
    path: [...path, line.variations.length],
    n: n + 1,
    isNew: true,
  };
}

/** A tree of variations in which the list at the end of a path is another. */
export function replaced(
  list: readonly Variation[],
  [i, ...deeper]: readonly number[],
  change: (list: readonly Variation[]) => readonly Variation[],
): readonly Variation[] {
  if (i === undefined) return change(list);
  const own = list[i]!;
  return list.with(i, { ...own, variations: replaced(own.variations, deeper, change) });
}

const isSameMove = (a: Entry, b: Entry): boolean =>
  a.seat === b.seat &&
  a.act.type === 'move' &&
  b.act.type === 'move' &&
  isSameBytes(a.act.move, b.act.move);
