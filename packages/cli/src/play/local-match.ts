/** A match that is played in this process, as a value: its record as far as it has come, and the points that it came by. */
import {
  type Entry,
  fail,
  type Game,
  type Header,
  type Json,
  type Kifu,
  type Kit,
  type NewEntry,
  type Outcome,
  ok,
  type Part,
  type Result,
  type Seat,
  step,
  unwrap,
} from '@kifu/core';
import {
  type Appended,
  begin,
  type Chain,
  chainOf,
  type Draft,
  draft,
  isEnding,
  nodesOf,
  type Remarks,
  type Replay,
  type ReplayReader,
  readKifu,
  type Stored,
  toEntry,
} from '@kifu/record';

/** A match: its points in order, the first of which is the start. */
export interface LocalMatch {
  readonly kit: Kit;
  readonly points: readonly [Point, ...Point[]];
  /** What a record that was loaded says besides; it is kept. */
  readonly remarks: Remarks;
}

/** Where a match stood at some time. */
export interface Point {
  /** The record up to here. */
  readonly chain: Chain;
  /** What happened on the way here from the point before. */
  readonly parts: readonly Part[];
  /** What was done to get here; null for the start, the ending, and where only time passed. */
  readonly entry: Entry | null;
  /** Of the table, unless time has passed since. */
  readonly state: unknown;
  readonly outcome: Outcome | null;
  /** Where the outcome is what a record says and not what the rules gave. */
  readonly isDecreed?: boolean;
}

const NO_REMARKS: Remarks = { notes: [], variations: [] };

/** Begins a match as its header says. */
export function beginLocal(kit: Kit, header: Header): Result<LocalMatch> {
  const begun = begin(kit.game as Game, header);
  if (!begun.ok) return begun;
  const { chain, parts } = begun.value;
  return ok({ kit, points: [pointOf(chain, parts, null)], remarks: NO_REMARKS });
}

const pointOf = (chain: Chain, parts: readonly Part[], entry: Entry | null): Point => ({
  chain,
  parts,
  entry,
  state: chain.table.state,
  outcome: chain.table.outcome,
});

/** Keeps the points that a record comes by, so that the match can go on from there and be taken back. */
export class PointReader implements ReplayReader {
  readonly #points: Omit<Point, 'chain'>[] = [];
  readonly #tables: Chain['table'][] = [];

  take(replay: Replay): void {
    const { n, table, parts, settled } = replay;
    if (table === null) return;
    const { state, outcome } = table;
    const node = n === 0 ? null : replay.node;
    const entry = node === null || isEnding(node) ? null : toEntry(node);
    this.#tables.push(table);
    this.#points.push({ parts, entry, state, outcome, isDecreed: settled?.isDecreed ?? false });
  }

  /** The match that the replay went through. */
  match(kit: Kit, replay: Replay, { notes, variations }: Kifu): LocalMatch {
    let last: Stored | null = chainOf(replay).last;
    const points = this.#points.toReversed().map((point): Point => {
      const { n } = last!;
      const chain = {
        table: this.#tables[n]!,
        last: last!,
        isEnded: n === replay.n && replay.isEnded,
      };
      last = last!.before;
      return { ...point, chain };
    });
    return {
      kit,
      points: points.reverse() as unknown as LocalMatch['points'],
      remarks: { notes, variations },
    };
  }
}

/** Where the match stands now. */
export const present = ({ points }: LocalMatch): Point => points.at(-1)!;

/** What the players agreed on. */
export const headerIn = ({ points: [{ chain }] }: LocalMatch): Header => chain.table.header;

/** The acts so far. */
export const entriesIn = ({ points }: LocalMatch): Entry[] =>
  points.flatMap(({ entry }) => entry ?? []);

/** Whether the acts of some seat are signed: what was signed is never unsaid. */
export const isSigned = ({ points }: LocalMatch): boolean => points[0].chain.table.seqs !== null;

/** Tries an act, at the present tick unless told. */
export function draftAct(match: LocalMatch, entry: NewEntry): Result<Draft> {
  const { chain, state } = present(match);
  const at = entry.at ?? chain.table.game.time?.now(state) ?? null;
  // a match that nobody signs may have a hash everywhere, so that a broken file is found out at once
  return draft(chain, { ...entry, at }, { hash: chain.table.seqs === null });
}

/** The match after an act that was tried and appended. */
export const withAct = (
  match: LocalMatch,
  { node }: Draft,
  { chain, parts }: Appended,
): LocalMatch => follow(match, pointOf(chain, parts, toEntry(node)));

/** The match with its ending. */
export const withEnding = (match: LocalMatch, chain: Chain): LocalMatch =>
  follow(match, pointOf(chain, [], null));

/** The match after some time in which nobody acted. */
export function passTime(match: LocalMatch, at: number): Result<LocalMatch> {
  const { state, chain } = present(match);
  const passed = step(match.kit.game, state, { do: 'time', at });
  return passed.ok ? ok(follow(match, { ...passed.value, entry: null, chain })) : passed;
}

const follow = (match: LocalMatch, point: Point): LocalMatch => ({
  ...match,
  points: [...match.points, point],
});

/** Whether the rules let a seat move so now. */
export const canMove = (match: LocalMatch, seat: Seat, move: Json): boolean =>
  present(match).outcome === null && match.kit.game.play(present(match).state, seat, move).ok;

/** The match as it was when the seat last had the choice; never back over a draw of chance. */
export function takeBack(match: LocalMatch, seat: Seat): Result<LocalMatch> {
  const own = match.points.findLastIndex(({ entry }) => entry?.seat === seat);
  if (own < 1) return fail('unsupported', 'there is nothing to take back');
  if (isSigned(match)) return fail('unsupported', 'what is signed cannot be taken back');
  if (match.points.slice(own).some(({ parts }) => parts.some(({ by }) => by === 'draw')))
    return fail('unsupported', 'what chance has drawn since cannot be taken back');
  const points = match.points.slice(0, own) as unknown as LocalMatch['points'];
  const { n } = points.at(-1)!.chain.table;
  const isLeft = ({ entry }: { readonly entry: number }) => entry <= n;
  const { notes, variations } = match.remarks;
  return ok({
    ...match,
    points,
    remarks: { notes: notes.filter(isLeft), variations: variations.filter(isLeft) },
  });
}

/** The match as a record. */
export const toKifu = (match: LocalMatch): Kifu => ({
  ...unwrap(readKifu(nodesOf(present(match).chain))),
  ...match.remarks,
});
