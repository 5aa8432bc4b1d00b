/** A match at this terminal: a value that grows by one act at a time and can be written down as a record. */
import {
  type Act,
  canonicalText,
  type Entry,
  fail,
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
}

/** Where a match stood at some time. */
export interface Point {
  readonly state: unknown;
  readonly outcome: Outcome | null;
  /** What happened on the way here from the point before. */
  readonly parts: readonly Part[];
  /** What was done to get here; null for the start and where only time passed. */
  readonly entry: Entry | null;
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
  return ok({ kit, header, points: [{ ...started.value, entry: null }] });
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

/** The acts so far, in order. */
export const entriesOf = ({ points }: Match): Entry[] =>
  points.flatMap(({ entry }) => (entry === null ? [] : [entry]));

/** Who does what, and when. */
export interface Doing {
  readonly seat: Seat | null;
  readonly act: Act;
  /** The tick; the present one unless told. */
  readonly at?: number | null;
  readonly ms?: number | null;
}

/** The match after one more act, or why it cannot be. */
export function doAct(match: Match, { seat, act, at, ms = null }: Doing): Result<Match> {
  const { game } = match.kit;
  const { state, outcome } = present(match);
  if (outcome !== null) return fail('game-over', `the match has ended: ${outcome.reason}`);
  const tick = game.time === undefined ? null : (at ?? game.time.now(state));
  const done = consequence(match, seat, act, tick);
  if (!done.ok) return done;
  const hash = hashState(game, done.value.state);
  const entry: Entry = { seat, act, at: tick, ms, clockMs: null, hash };
  return ok(follow(match, { ...done.value, entry }));
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
  return ok({ ...match, points: match.points.slice(0, own) as unknown as Match['points'] });
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
  return { header: match.header, entries: entriesOf(match), ending, notes: [], variations: [] };
}

/** The match ended from outside, as a foreign record may say. */
export const endWith = (match: Match, outcome: Outcome): Match => {
  const last = { ...present(match), outcome };
  return { ...match, points: [...match.points.slice(0, -1), last] as unknown as Match['points'] };
};

const follow = (match: Match, point: Point): Match => ({
  ...match,
  points: [...match.points, point],
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
  const unchanged: Stepped = { state, parts: [], outcome: null };
  switch (act.type) {
    case 'move':
      return moveOf(match, seat, act.move, when);
    case 'leave':
      return step(game, state, { do: 'leave', of: act.of, how: act.how, ...when });
    case 'claim':
      return claimed(match, seat, act.reason);
    case 'accept-draw':
      return ok({ ...unchanged, outcome: AGREED });
    case 'allow-takeback':
      return wentBack(match, act.to);
    case 'refused':
      return moveOf(match, seat, act.move, when).ok
        ? fail('broken-record', 'the record has a move refused that is legal', {
            rule: 'refusal',
          })
        : ok(unchanged);
    case 'links':
      return fail('unsupported', 'matches with links of chance chains are not played here');
    default:
      return ok(unchanged);
  }
}

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

function claimed({ kit: { game }, points }: Match, seat: Seat | null, reason: string) {
  const { state } = points.at(-1)!;
  if (seat === null) return fail('wrong-seat', 'a claim is made by a seat');
  const refused = refuseAct(game, state, seat);
  if (refused !== null) return refused;
  const outcome = game.table?.claims?.(state, seat).find(claim => claim.reason === reason);
  if (outcome === undefined)
    return fail('illegal-move', `${reason} cannot be claimed now`, { rule: 'claim' });
  return ok({ state, parts: [], outcome });
}

/** The state after the first `to` entries. */
function wentBack(match: Match, to: number): Result<Stepped> {
  const entries = match.points.filter(({ entry }, i) => i === 0 || entry !== null);
  const { state } = entries[to] ?? {};
  return state === undefined
    ? fail('broken-record', `there are no ${to} entries to go back to`, { rule: 'takeback' })
    : ok({ state, parts: [], outcome: null });
}

/** Whether two outcomes are the same. */
export const sameOutcome = (a: Outcome, b: Outcome): boolean =>
  canonicalText(a as unknown as Json) === canonicalText(b as unknown as Json);
