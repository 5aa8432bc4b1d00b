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
  start,
  step,
  type What,
} from '@kifu/core';

/** A match: its points in order, the first of which is the start. */
export interface Match {
  readonly kit: Kit;
  readonly header: Header;
  readonly points: readonly [Point, ...Point[]];
  /** The acts so far; the same list as long as nobody acts. */
  readonly entries: readonly Entry[];
  /** What a record that was loaded says besides; it is kept. */
  readonly remarks: Pick<Kifu, 'notes' | 'variations'>;
}

/** Where a match stood at some time. */
export interface Point {
  readonly state: unknown;
  readonly outcome: Outcome | null;
  /** What happened on the way here from the point before. */
  readonly parts: readonly Part[];
  /** What was done to get here; null for the start and where only time passed. */
  readonly entry: Entry | null;
  /** Where the outcome is what a record says and not what the rules gave. */
  readonly isDecreed?: true;
}

/** Begins a match as its header says. */
export function begin(kit: Kit, header: Header): Result<Match> {
  const { players, seed, options, start: position } = header;
  const seats = players.map(({ seat }) => seat);
  const started = start(kit.game, {
    seats,
    options,
    ...(seed === null ? {} : { seed }),
    ...(position === null ? {} : { start: { ...position } }),
  });
  if (!started.ok) return started;
  return ok({
    kit,
    header,
    points: [{ ...started.value, entry: null }],
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
}

/** A point that somebody's act led to. */
type ActPoint = Point & { readonly entry: Entry };

/** The match after one more act, or why it cannot be. */
export function doAct(match: Match, doing: Doing): Result<Match> {
  const done = pointAfter(match, doing);
  return done.ok ? ok(follow(match, done.value)) : done;
}

/** Where one more act leads to, or why it cannot be. */
export function pointAfter(
  match: Match,
  { seat, act, at = null, ms = null, clockMs = null }: Doing,
): Result<ActPoint> {
  const { game } = match.kit;
  const { state, outcome } = present(match);
  if (outcome !== null) return fail('game-over', `the match has ended: ${outcome.reason}`);
  const tick = at ?? game.time?.now(state) ?? null;
  const done = consequence(match, seat, act, tick);
  if (!done.ok) return done;
  const hash = hashState(game, done.value.state);
  return ok({ ...done.value, entry: { seat, act, at: tick, ms, clockMs, hash } });
}

/** The match after some time in which nobody acted. */
export function passTime(match: Match, at: number): Result<Match> {
  const passed = step(match.kit.game, present(match).state, { do: 'time', at });
  return passed.ok ? ok(follow(match, { ...passed.value, entry: null })) : passed;
}

/** The match as it was when the seat last had the choice; never back over a draw of chance. */
export function takeBack(match: Match, seat: Seat): Result<Match> {
  const own = match.points.findLastIndex(({ entry }) => entry?.seat === seat);
  if (own < 1) return fail('unsupported', 'there is nothing to take back');
  if (match.points.slice(own).some(({ parts }) => parts.some(({ by }) => by === 'draw')))
    return fail('unsupported', 'what chance has drawn since cannot be taken back');
  const entries = match.entries.slice(0, match.entries.lastIndexOf(match.points[own]!.entry!));
  const isLeft = ({ entry }: { readonly entry: number }) => entry <= entries.length;
  const { notes, variations } = match.remarks;
  return ok({
    ...match,
    points: match.points.slice(0, own) as unknown as Match['points'],
    entries,
    remarks: { notes: notes.filter(isLeft), variations: variations.filter(isLeft) },
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

/** What an act leads to. */
function consequence(
  match: Match,
  seat: Seat | null,
  act: Act,
  tick: number | null,
): Result<Stepped> {
  const { game } = match.kit;
  const { state } = present(match);
  const when = tick === null ? {} : { at: tick };
  if (tick !== null && game.time === undefined)
    return fail('no-ticks', `${game.name} has no ticks`, { at: { path: '/at' } });
  switch (act.type) {
    case 'move':
      return moveOf(match, seat, act.move, when);
    case 'leave':
      // nobody resigns for another; that a seat is absent or out of time may be the referee's word
      if (seat !== act.of && (seat !== null || act.how === 'resignation'))
        return fail('wrong-seat', `seat ${act.of} leaves by itself`);
      return step(game, state, { do: 'leave', of: act.of, how: act.how, ...when });
    case 'claim':
      if (seat === null) return fail('wrong-seat', 'a claim is made by a seat');
      return claim(game, state, seat, act.reason);
    case 'accept-draw':
      return agreed(match, seat);
    case 'allow-takeback':
      return wentBack(match, act.to);
    case 'refused':
      return moveOf(match, seat, act.move, when).ok
        ? fail('broken-record', 'the record has a move refused that is legal', {
            rule: 'refusal',
          })
        : ok(unchanged(state));
    case 'links':
      return fail('unsupported', 'matches with links of chance chains are not played here');
    default:
      return (seat === null ? null : refuseAct(game, state, seat)) ?? ok(unchanged(state));
  }
}

const unchanged = (state: unknown): Stepped => ({ state, parts: [], outcome: null });

const AGREED: Outcome = { result: 'draw', winners: [], points: null, reason: 'agreement' };

function moveOf(
  { kit: { game }, points }: Match,
  seat: Seat | null,
  move: Json,
  when: { readonly at?: number },
): Result<Stepped> {
  if (seat === null) return fail('wrong-seat', 'a move is made by a seat');
  const decoded = game.moves.json.decode(move);
  if (!decoded.ok) return decoded;
  const what: What = { do: 'move', seat, move: decoded.value, ...when };
  return step(game, points.at(-1)!.state, what);
}

/** What a claim leads to: the state stays, and the match has ended. */
export function claim(game: Game, state: unknown, seat: Seat, reason: string): Result<Stepped> {
  const refused = refuseAct(game, state, seat);
  if (refused !== null) return refused;
  const outcome = game.table?.claims?.(state, seat).find(claim => claim.reason === reason);
  if (outcome === undefined)
    return fail('illegal-move', `${reason} cannot be claimed now`, { rule: 'claim' });
  return ok({ state, parts: [], outcome });
}

/** A draw, where another seat has offered one and this seat has neither moved nor declined since. */
function agreed({ kit: { game }, points, entries }: Match, seat: Seat | null): Result<Stepped> {
  const { state } = points.at(-1)!;
  if (seat === null) return fail('wrong-seat', 'a draw is accepted by a seat');
  const refused = refuseAct(game, state, seat);
  if (refused !== null) return refused;
  const last = entries.findLast(({ seat: of, act: { type } }) =>
    of === seat ? type === 'move' || type === 'decline' : type === 'offer-draw',
  );
  return last?.act.type === 'offer-draw'
    ? ok({ ...unchanged(state), outcome: AGREED })
    : fail('illegal-move', `nobody has offered seat ${seat} a draw`, { rule: 'agreement' });
}

/** The state after the first `to` entries. */
function wentBack({ points, entries }: Match, to: number): Result<Stepped> {
  if (to > entries.length)
    return fail('broken-record', `there are no ${to} entries to go back to`, { rule: 'takeback' });
  let i = to; // further on by as many points as are of time alone
  while (to > 0 && points[i]!.entry !== entries[to - 1]) i++;
  return ok(unchanged(points[i]!.state));
}
