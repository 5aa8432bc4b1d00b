/** A match at this terminal: a value that grows by one act at a time and can be written down as a record. */
import {
  type Act,
  type Entry,
  fail,
  type Game,
  type Header,
  hashState,
  type Json,
  type JsonObject,
  type Kifu,
  type Kit,
  type Outcome,
  ok,
  type Part,
  type Result,
  refuseAct,
  type Seat,
  type Stepped,
  step,
} from '@kifu/core';
import {
  append,
  begin as beginChain,
  type Chain,
  decodeNext,
  isEnding,
  keyOf,
  type Remarks,
  remarksUpTo,
  toEntry,
} from '@kifu/record';

/** A match: its points in order, the first of which is the start. */
export interface Match {
  readonly kit: Kit;
  readonly header: Header;
  readonly points: readonly [Point, ...Point[]];
  /** The acts so far; the same list as long as nobody acts. */
  readonly entries: readonly Entry[];
  /** What a record that was loaded says besides; it is kept. */
  readonly remarks: Remarks;
}

/** Where a match stood at some time. */
export interface Point {
  readonly state: unknown;
  readonly outcome: Outcome | null;
  /** What happened on the way here from the point before. */
  readonly parts: readonly Part[];
  /** What was done to get here; null for the start and where only time passed. */
  readonly entry: Entry | null;
  /** The record up to the newest entry. */
  readonly chain: Chain;
  /** Where the outcome is what a record says and not what the rules gave. */
  readonly isDecreed?: true;
}

/** Begins a match as its header says. */
export function begin(kit: Kit, header: Header): Result<Match> {
  const begun = beginChain(kit.game as Game, header);
  if (!begun.ok) return begun;
  const { chain, parts } = begun.value;
  const { state, outcome } = chain.table;
  return ok({
    kit,
    header,
    points: [{ state, outcome, parts, entry: null, chain }],
    entries: [],
    remarks: { notes: [], variations: [] },
  });
}

/** A header for a match that begins now. */
export function headerOf(
  { game }: Kit,
  setup: JsonObject,
  names: readonly string[],
  nowMs: number,
): Header {
  const seats = Array.isArray(setup.seats) ? (setup.seats as Seat[]) : names.map((_, i) => i);
  return {
    game: game.name,
    version: game.version,
    options: (setup.options ?? {}) as JsonObject,
    players: names.map((name, i) => ({ seat: seats[i] ?? i, name })),
    seed: setup.seed ?? null,
    start: (setup.start ?? null) as Header['start'],
    startedAt: new Date(nowMs).toISOString(),
    tags: {},
  };
}

/** Where the match stands now. */
export const present = ({ points }: Match): Point => points.at(-1)!;

/** Who does what, and when. */
export interface Doing {
  readonly seat: Seat | null;
  readonly act: Act;
  /** The tick; the present one unless told. */
  readonly at?: number | null;
  readonly ms?: number | null;
  readonly clockMs?: number | null;
  /** The state hash that a record says it leads to; left out, it is computed. */
  readonly hash?: string | null;
  readonly signed?: Entry['signed'];
  readonly referee?: Entry['referee'];
}

/** A point that somebody's act led to. */
type ActPoint = Point & { readonly entry: Entry };

/** Whether the acts of some seat are signed: what was signed is never unsaid. */
export const isSigned = ({ points }: Match): boolean => points[0].chain.table.seqs !== null;

/** The match after a move that is only tried: nobody signs it. */
export function tryMove(match: Match, seat: Seat | null, move: Json): Result<Match> {
  const { chain } = present(match);
  const isKeyed = seat !== null && keyOf(match.header, seat) !== null;
  const seq = (chain.table.seqs?.[seat ?? 0] ?? 0) + 1;
  const signed = { seq, seen: chain.last.n, signature: '00'.repeat(64) };
  return doAct(match, { seat, act: { type: 'move', move }, ...(isKeyed ? { signed } : {}) });
}

/** The match after one more act, or why it cannot be. */
export function doAct(match: Match, doing: Doing): Result<Match> {
  const done = pointAfter(match, doing);
  return done.ok ? ok(follow(match, done.value)) : done;
}

/** Where one more act leads to, or why it cannot be. */
export function pointAfter(match: Match, doing: Doing): Result<ActPoint> {
  const { state, chain } = present(match);
  const game = match.kit.game as Game;
  const { act } = doing;
  const move =
    act.type === 'move' || act.type === 'refused' ? game.moves.json.decode(act.move) : null;
  if (move?.ok === false) return move;
  const done = append(
    chain,
    {
      ...doing,
      // a match that nobody signs may have a hash everywhere, so that a broken file is found out at once
      isHashed: doing.hash === undefined && chain.table.seqs === null,
      act: move === null ? act : ({ ...act, move: move.value } as Act),
      at: doing.at ?? game.time?.now(state) ?? null,
      signed:
        doing.signed === undefined
          ? null
          : { ...doing.signed, signature: Buffer.from(doing.signed.signature, 'hex') },
    },
    doing.referee === undefined ? null : Buffer.from(doing.referee, 'hex'),
  );
  if (!done.ok) return done;
  const { chain: after, parts } = done.value;
  const { table } = after;
  const entry = newestEntry(after);
  return ok({ state: table.state, outcome: table.outcome, parts, entry, chain: after });
}

/** The newest entry of a chain, as records have it. */
function newestEntry({ table, last }: Chain): Entry {
  const node = decodeNext(last.bytes);
  const entry = node.ok && !isEnding(node.value) ? toEntry(table.game, node.value) : null;
  if (entry?.ok) return entry.value;
  throw new Error('a node that was just written cannot be read');
}

/** The match after some time in which nobody acted. */
export function passTime(match: Match, at: number): Result<Match> {
  const { state, chain } = present(match);
  const passed = step(match.kit.game, state, { do: 'time', at });
  return passed.ok ? ok(follow(match, { ...passed.value, entry: null, chain })) : passed;
}

/** The match as it was when the seat last had the choice; never back over a draw of chance. */
export function takeBack(match: Match, seat: Seat): Result<Match> {
  const own = match.points.findLastIndex(({ entry }) => entry?.seat === seat);
  if (own < 1) return fail('unsupported', 'there is nothing to take back');
  if (isSigned(match)) return fail('unsupported', 'what is signed cannot be taken back');
  if (match.points.slice(own).some(({ parts }) => parts.some(({ by }) => by === 'draw')))
    return fail('unsupported', 'what chance has drawn since cannot be taken back');
  const entries = match.entries.slice(0, match.entries.lastIndexOf(match.points[own]!.entry!));
  return ok({
    ...match,
    points: match.points.slice(0, own) as unknown as Match['points'],
    entries,
    remarks: remarksUpTo(match.remarks, entries.length),
  });
}

/** The match as a record. */
export function toKifu(match: Match): Kifu {
  const { outcome, entry, state } = present(match);
  const ending =
    outcome === null
      ? null
      : {
          outcome,
          ms: entry?.ms ?? null,
          // where time alone ended it, the record does not say at which tick somebody looked
          hash: entry === null ? null : hashState(match.kit.game, state),
        };
  return { header: match.header, entries: match.entries, ending, ...match.remarks };
}

/** The match ended from outside, as a foreign record may say. */
export const endWith = (match: Match, outcome: Outcome): Match => {
  const last: Point = { ...present(match), outcome, isDecreed: true };
  return { ...match, points: [...match.points.slice(0, -1), last] as unknown as Match['points'] };
};

const follow = (match: Match, point: Point): Match => ({
  ...match,
  points: [...match.points, point],
  entries: point.entry === null ? match.entries : [...match.entries, point.entry],
});

/** What a claim leads to: the state stays, and the match has ended. */
export function claim(game: Game, state: unknown, seat: Seat, reason: string): Result<Stepped> {
  const refused = refuseAct(game, state, seat);
  if (refused !== null) return refused;
  const outcome = game.table?.claims?.(state, seat).find(claim => claim.reason === reason);
  if (outcome === undefined)
    return fail('illegal-move', `${reason} cannot be claimed now`, { rule: 'claim' });
  return ok({ state, parts: [], outcome });
}
