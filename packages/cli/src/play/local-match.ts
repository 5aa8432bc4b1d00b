/** A match that is played in this process, as a value: its record as far as it has come, and the points that it came by. */
import {
  type Entry,
  fail,
  type Game,
  type Header,
  type Kifu,
  type Kit,
  type NewEntry,
  ok,
  type Part,
  type Result,
  type Seat,
  unwrap,
} from '@kifu/core';
import {
  type Appended,
  begin,
  type Chain,
  chainOf,
  type Draft,
  draft,
  nodesOf,
  readKifu,
  type StoredNode,
  toEntry,
} from '@kifu/record';
import { isEnding } from '@kifu/record/node';
import { type Remarks, remarksUpTo } from '@kifu/record/remarks';
import type { Replay, ReplayReader } from '@kifu/record/replay';
import type { Table } from '@kifu/record/table';

/** A match: its points in order, the first of which is the start. */
export interface LocalMatch {
  readonly kit: Kit;
  readonly points: readonly [MatchPoint, ...MatchPoint[]];
  /** What is said besides, in a record that was loaded or while it is played; it is kept. */
  readonly remarks: Remarks;
}

/** Where a match stood after a node. */
export interface MatchPoint {
  /** The record up to here. */
  readonly chain: Chain;
  /** What the node did; at the start, what setting up did. */
  readonly parts: readonly Part[];
  /** Null for the start and the ending. */
  readonly entry: Entry | null;
  /** Where the outcome is what a record says and not what the rules gave. */
  readonly isDecreed?: boolean;
}

const NO_REMARKS: Remarks = { notes: [], variations: [] };

/** Begins a match as its header says. */
export function beginLocal(kit: Kit, header: Header): Result<LocalMatch> {
  const begun = begin(kit.game as Game, header);
  if (!begun.ok) return begun;
  return ok({ kit, points: [{ ...begun.value, entry: null }], remarks: NO_REMARKS });
}

/** Keeps the points that a record comes by, so that the match can go on from there and be taken back. */
export class PointReader implements ReplayReader {
  readonly #points: (Omit<MatchPoint, 'chain'> & { readonly table: Table })[] = [];

  take(replay: Replay): void {
    const { n, table, parts, settled } = replay;
    if (table === null) return;
    const node = n === 0 ? null : replay.node;
    const entry = node === null || isEnding(node) ? null : toEntry(node);
    this.#points.push({ table, parts, entry, isDecreed: settled?.isDecreed ?? false });
  }

  /** The match that the replay went through. */
  match(kit: Kit, replay: Replay, { notes, variations }: Kifu): LocalMatch {
    let stored: StoredNode | null = chainOf(replay).last;
    const points = this.#points.toReversed().map(({ table, ...point }): MatchPoint => {
      const last = stored!;
      stored = last.before;
      const isEnded = last.n === replay.n && replay.isEnded;
      return { ...point, chain: { table, last, isEnded } };
    });
    return {
      kit,
      points: points.reverse() as unknown as LocalMatch['points'],
      remarks: { notes, variations },
    };
  }
}

/** Where the match stands now. */
export const present = ({ points }: LocalMatch): MatchPoint => points.at(-1)!;

/** The table where the match stands. */
export const tableOf = (match: LocalMatch): Table => present(match).chain.table;

/** The acts so far. */
export const entriesIn = ({ points }: LocalMatch): Entry[] =>
  points.flatMap(({ entry }) => entry ?? []);

/** Whether the acts of some seat are signed: what was signed is never unsaid. */
export const isSigned = (match: LocalMatch): boolean => tableOf(match).seqs !== null;

/** Whether acts can be taken back: they are not signed, and no clock has run meanwhile. */
export const canTakeBack = (match: LocalMatch): boolean =>
  !isSigned(match) && tableOf(match).clocks === null;

/** Tries an act. */
export const draftAct = (match: LocalMatch, entry: NewEntry): Result<Draft> =>
  // an unsigned match may have a hash in every entry, so that a broken file is found out at once
  draft(present(match).chain, entry, { hash: !isSigned(match) });

/** The match after an act that was tried and appended. */
export const withAct = (match: LocalMatch, { node }: Draft, appended: Appended): LocalMatch =>
  follow(match, { ...appended, entry: toEntry(node) });

/** The match with its ending. */
export const withEnding = (match: LocalMatch, chain: Chain): LocalMatch =>
  follow(match, { chain, parts: [], entry: null });

const follow = (match: LocalMatch, point: MatchPoint): LocalMatch => ({
  ...match,
  points: [...match.points, point],
});

/** The match as it was when the seat last had the choice; never back over a draw of chance. */
export function takeBack(match: LocalMatch, seat: Seat): Result<LocalMatch> {
  const own = match.points.findLastIndex(({ entry }) => entry?.seat === seat);
  if (own < 1) return fail('unsupported', 'there is nothing to take back');
  if (isSigned(match)) return fail('unsupported', 'what is signed cannot be taken back');
  if (!canTakeBack(match))
    return fail('unsupported', 'what was played by the clock cannot be taken back');
  if (match.points.slice(own).some(({ parts }) => parts.some(({ by }) => by === 'draw')))
    return fail('unsupported', 'what chance has drawn since cannot be taken back');
  const points = match.points.slice(0, own) as unknown as LocalMatch['points'];
  const { n } = points.at(-1)!.chain.table;
  return ok({ ...match, points, remarks: remarksUpTo(match.remarks, n) });
}

/** The match as a record. */
export const toKifu = (match: LocalMatch): Kifu => ({
  ...unwrap(readKifu(nodesOf(present(match).chain))),
  ...match.remarks,
});
