/**
 * The match state: a match so far, as a value. `sit` starts one from a header and `fold` adds one action at a time: a
 * recorder, a verifier and a viewer all see the same. Around the rules it knows voting seats, clocks, offers, and fair
 * randomness. It reads no signatures: `verify` and the recorder do that.
 */
import {
  type ActionOf,
  type Fail,
  fail,
  type Game,
  type GameEvent,
  type Header,
  type Json,
  type NewEntry,
  type Outcome,
  ok,
  type Part,
  type Result,
  refuseAct,
  type Seat,
  type StepResult,
  start,
  step,
  type Terms,
} from '@kifu/core';
import {
  checkFirstLinks,
  checkLinks,
  drawSeed,
  type Holder,
  holdersOf,
  REFEREE,
  startSeed,
} from '../chance/fair.ts';
import { endsTurn, hasFallen, isFallen, passTurn, pauseClocks, startClocks } from './clock.ts';
import { checkHeader, checkSecret } from './header-check.ts';
import { foldMatchAction } from './match-actions.ts';
import { afterMove, type Negotiation, NO_NEGOTIATION, OPENING } from './negotiation.ts';
import { blame, givenOf, unseen } from './presigned.ts';
import { type Clocks, spentBy } from './shown-clock.ts';
import { drawsOf, isKeyed, keyOf, termsOf } from './terms.ts';
import { type Anchor, anchorOf } from './ticks.ts';

/** A match as far as it has come. */
export interface MatchState<State = unknown> {
  readonly game: Game<State>;
  readonly header: Header;
  readonly terms: Terms;
  /** Digest of the header. */
  readonly match: Uint8Array;
  /** How many entries have been made. */
  readonly n: number;
  readonly state: State;
  /** Null while the match is in progress. */
  readonly outcome: Outcome | null;
  /** When the last action was, in milliseconds since the start; 0 where no action said when. */
  readonly ms: number;
  /** When the newest entry was, as it says itself; null at the start, and where it does not say. */
  readonly lastMs: number | null;
  /** The tick of the newest action that named one, also of one that was refused; 0 before. */
  readonly at: number;
  /** Null where there is no time control. */
  readonly clocks: Clocks | null;
  /** When the match last resumed or paused, in milliseconds and ticks; null in games without ticks. */
  readonly anchor: Anchor | null;
  readonly talk: Negotiation;
  /** Number of the last entry that changed the position: a player must have seen it to act. */
  readonly changed: number;
  /** Number of the last of them that was more than a move: a draw, a takeback, a seat that left. Moves signed ahead of it are refused. */
  readonly unforeseen: number;
  /** The states to which the match can be taken back, newest first; null in games with ticks, where none can. */
  readonly trail: Trail<State> | null;
  /** How many actions each seat has signed, by seat number; null where no seat has a key. */
  readonly seqs: readonly number[] | null;
  /** The newest link of each holder; null in plain matches, and before the first draw. */
  readonly links: ReadonlyMap<Holder, Uint8Array> | null;
  /** The secret of the deal, in matches with hidden hands. */
  readonly deal: Uint8Array | null;
  /** How many draws all have made together after the first, which makes the start seed; −1 before that. */
  readonly drawn: number;
  /** How many moves have been made, also those that were taken back. */
  readonly moves: number;
  /** Whether there is nothing here but moves: no keys, referee, clocks, ticks or chance. */
  readonly isPlain: boolean;
}

/** A state that the match can be taken back to. */
interface Trail<State> {
  /** The entry after which it stood. */
  readonly n: number;
  readonly state: State;
  /** The seat that moved next, and its move: the game's own bytes. */
  readonly mover: Seat;
  readonly move: Uint8Array;
  readonly before: Trail<State> | null;
}

/** The match state after a plain move, and what happened. */
export interface PlainFolded<State = unknown> {
  readonly table: MatchState<State>;
  readonly events: readonly GameEvent[];
}

/** The match state after an action, and what happened on the way. */
export interface FoldResult<State = unknown> {
  readonly table: MatchState<State>;
  readonly parts: readonly Part<State>[];
  /** The move that was played, decoded; null for any other action, and for a refused move. */
  readonly move: Json | null;
}

/** Most entries of one record. */
export const MAX_ENTRIES = 1 << 18;

/** Begins a match. With hidden hands it takes the secret of the deal. */
export function sit<State>(
  game: Game<State>,
  header: Header,
  match: Uint8Array,
  deal: Uint8Array | null = null,
): Result<FoldResult<State>> {
  const terms = termsOf(header);
  const wrong = checkHeader(game as Game, header) ?? checkSecret(terms, deal);
  if (wrong !== null) return wrong;
  const seats = header.players.map(({ seat }) => seat);
  const started = setUp(game, header, seats, terms.fair === null ? header.seed : NO_SEED);
  if (!started.ok) return started;
  const { state, parts, outcome } = started.value;
  const hasKeys = header.players.some(({ key }) => key !== undefined);
  const isOpening = isKeyed(header);
  const clocks = terms.clock === null ? null : startClocks(terms.clock, seats);
  const table: MatchState<State> = {
    game,
    header,
    terms,
    match,
    n: 0,
    state,
    outcome,
    ms: 0,
    lastMs: null,
    at: 0,
    clocks: clocks !== null && isOpening ? pauseClocks(clocks, 0) : clocks,
    anchor: null,
    talk: isOpening ? OPENING : NO_NEGOTIATION,
    changed: 0,
    unforeseen: 0,
    trail: null,
    seqs: hasKeys ? new Array(Math.max(...seats) + 1).fill(0) : null,
    links: null,
    deal,
    drawn: terms.fair === null ? 0 : -1,
    moves: 0,
    isPlain:
      !isOpening && terms.clock === null && game.time === undefined && game.chance === undefined,
  };
  return ok({ table: withTurn({ ...table, anchor: anchorOf(table) }, null, 0), parts, move: null });
}

/** Until the first links have made one, the start seed of a fair match is 32 zero bytes. */
const NO_SEED = '00'.repeat(32);

/** The beginning of a match with these seats and this seed. */
export const setUp = <State>(
  game: Game<State>,
  header: Header,
  seats: readonly Seat[],
  seed: Header['seed'],
): Result<StepResult<State>> =>
  start(
    game,
    {
      seats,
      options: header.options,
      ...(seed === null ? {} : { seed }),
      ...(header.start === null ? {} : { start: { ...header.start } }),
    },
    drawsOf({ terms: termsOf(header) }),
  );

/** Returns whether a fair random draw is pending. */
export const isDrawDue = <State>({ game, state, terms, drawn }: MatchState<State>): boolean =>
  terms.fair !== null && (drawn < 0 || game.chance?.due(state) === true);

/** The seats that may move now: none after the end, in a pause, and while a draw is waited for. */
export const moversOf = <State>(table: MatchState<State>): readonly Seat[] =>
  table.outcome !== null || table.talk.isPaused || isDrawDue(table)
    ? []
    : table.game.active(table.state);

/** The match state after one more action, or why it cannot be. */
export function fold<State>(table: MatchState<State>, entry: NewEntry): Result<FoldResult<State>> {
  const { act } = entry;
  if (act.type !== 'move' && act.type !== 'refused') {
    const wrong = checkTurn(table, entry);
    if (wrong !== null) return wrong;
    return act.type === 'links'
      ? foldLinks(table, entry, act.links)
      : foldMatchAction(table, entry, act);
  }
  const move: Result<Json> = table.game.moves.bytes.decode(act.move);
  if (!move.ok) return move;
  if (act.type === 'refused') return foldRefused(table, entry, act, move.value);
  return foldMove(table, entry, act.move, move.value);
}

/** What can be wrong with an action of any kind: a match that is over or not agreed to yet, its time, its signature. */
function checkTurn<State>(table: MatchState<State>, entry: NewEntry): Fail | null {
  const { outcome, terms, clocks } = table;
  if (outcome !== null) return fail('game-over', `the match is over: ${outcome.reason}`);
  if (table.n >= MAX_ENTRIES) return fail('too-large', `too many entries: ${MAX_ENTRIES} at most`);
  const { seat, act, ms = null } = entry;
  if (ms !== null && ms < table.ms)
    return fail('past-time', `time ${ms} ms is before the previous entry (${table.ms} ms)`, {
      at: { path: '/ms' },
    });
  // a refused move lets no time pass, but what comes after it must not be of an earlier tick
  if ((entry.at ?? table.at) < table.at)
    return fail('past-time', `tick ${entry.at} is before the previous entry (tick ${table.at})`, {
      at: { path: '/at' },
    });
  if (seat === null && table.seqs !== null && terms.referee === null)
    return fail('wrong-seat', 'without a referee, every action needs a seat');
  if (table.talk.isOpening && act.type !== 'resume' && act.type !== 'abort')
    return fail('paused', 'the match has not started: not every seat has agreed to its header');
  const late = checkTick(table, entry.at ?? null);
  if (late !== null) return late;
  if (clocks === null) return checkSigned(table, entry);
  if (ms === null)
    return fail('malformed', 'a timed match needs a time for every action', {
      at: { path: '/ms' },
    });
  const lag = entry.lag ?? 0;
  if (isFallen(clocks, ms, lag) && !(act.type === 'leave' && act.of === clocks.running))
    return fail('out-of-time', `seat ${clocks.running} ran out of time`, { rule: 'flag' });
  if (act.type === 'links' && seat !== null && hasFallen(clocks, seat, ms, lag))
    return fail('out-of-time', `seat ${seat} ran out of time`, { rule: 'flag' });
  return checkSigned(table, entry);
}

/** Whether something can happen at a tick: there are ticks, and the first draw has been made before time passes. */
function checkTick<State>(
  { game, state, drawn }: MatchState<State>,
  at: number | null,
): Fail | null {
  if (at === null) return null;
  if (game.time === undefined) return fail('no-ticks', `${game.name} has no ticks`);
  return drawn < 0 && at > game.time.now(state)
    ? fail('draw-due', 'a random draw must come before the first tick')
    : null;
}

/** Whether a keyed seat signed, in its order, having seen the position it acts on; and an unkeyed one did not. */
function checkSigned<State>(
  table: MatchState<State>,
  { seat, act, signed }: NewEntry,
): Fail | null {
  if (table.seqs === null && (signed === null || signed === undefined)) return null;
  const { referee } = table.terms;
  // links prove themselves, so that a referee may put them together
  const isSigning =
    seat !== null &&
    keyOf(table.header, seat) !== null &&
    !(act.type === 'links' && referee !== null);
  if (!isSigning)
    return signed === null || signed === undefined
      ? null
      : fail('bad-signature', 'signature given, but the seat has no key');
  if (signed === null || signed === undefined)
    return fail('bad-signature', `missing signature of seat ${seat}`);
  const before = table.seqs?.[seat] ?? 0;
  if (referee === null ? signed.seq !== before + 1 : signed.seq <= before)
    return fail('bad-signature', `signature ${signed.seq} of seat ${seat} is out of order`, {
      rule: 'seq',
    });
  if (signed.seen > table.n)
    return fail(
      'bad-signature',
      `the signature of seat ${seat} refers to node ${signed.seen}, which comes later`,
      {
        rule: 'seen',
      },
    );
  const isBlindfold = table.game.pace !== 'free' && signed.seen < table.changed;
  return isBlindfold && givenOf(table, { seat, act, signed }) === null
    ? unseen(seat, table.changed)
    : null;
}

/** At a plain table moves are not signed, ahead of others or after them. */
const NOT_SIGNED = new Uint8Array();

function foldMove<State>(
  table: MatchState<State>,
  entry: NewEntry,
  bytes: Uint8Array,
  move: Json,
): Result<FoldResult<State>> {
  const wrong = checkTurn(table, entry);
  if (wrong !== null) return wrong;
  const moved = playMove(table, entry, bytes, move);
  return moved.ok ? moved : blame(table, entry, moved);
}

function playMove<State>(
  table: MatchState<State>,
  entry: NewEntry,
  bytes: Uint8Array,
  move: Json,
): Result<FoldResult<State>> {
  const { seat, at = null } = entry;
  if (seat === null) return NO_SEAT;
  if (table.talk.isPaused) return fail('paused', 'the match is paused');
  if (table.drawn < 0) return fail('draw-due', 'a random draw must come first');
  const { game, state, n, talk } = table;
  const stepped = step(
    game,
    state,
    at === null ? { do: 'move', seat, move } : { do: 'move', seat, move, at },
    drawsOf(table),
  );
  if (!stepped.ok) return stepped;
  const { parts } = stepped.value;
  const hasDrawn = parts.length > 1 && parts.some(({ by }) => by === 'draw');
  // a random draw is known once it is made, so takebacks end there; time cannot be taken back at all
  const isFinal = hasDrawn || game.time !== undefined;
  const next: MatchState<State> = {
    ...table,
    n: n + 1,
    state: stepped.value.state,
    outcome: stepped.value.outcome,
    ms: entry.ms ?? table.ms,
    lastMs: entry.ms ?? null,
    at: at ?? table.at,
    talk: afterMove(talk, seat, game.pace === 'free'),
    changed: n + 1,
    unforeseen: isFinal ? n + 1 : table.unforeseen,
    trail: isFinal
      ? null
      : {
          n,
          state,
          mover: seat,
          move: table.isPlain ? NOT_SIGNED : bytes,
          before: table.trail,
        },
    seqs: nextSeqs(table, entry),
    moves: table.moves + 1,
  };
  return turned(next, entry, seat, parts, move);
}

/**
 * A move at a plain table, as `fold` would take it, in half the time: records of that kind come by the million. Null where it is not
 * as simple as that, or refused: `fold` tells.
 */
export function foldPlain<State>(
  table: MatchState<State>,
  seat: Seat,
  move: Json,
  ms: number | null,
): PlainFolded<State> | null {
  const { game, state, n, talk } = table;
  if (!table.isPlain || table.outcome !== null || talk !== NO_NEGOTIATION || n >= MAX_ENTRIES)
    return null;
  if (ms !== null && ms < table.ms) return null;
  const played = game.play(state, seat, move);
  if (!played.ok || played.value.first !== undefined) return null;
  const { state: next, events } = played.value;
  return {
    // written out, because spreading takes longer than the move
    table: {
      game,
      header: table.header,
      terms: table.terms,
      match: table.match,
      n: n + 1,
      state: next,
      outcome: game.outcome(next),
      ms: ms ?? table.ms,
      lastMs: ms,
      at: table.at,
      clocks: null,
      anchor: null,
      talk,
      changed: n + 1,
      unforeseen: table.unforeseen,
      trail: { n, state, mover: seat, move: NOT_SIGNED, before: table.trail },
      seqs: null,
      links: null,
      deal: null,
      drawn: 0,
      moves: table.moves + 1,
      isPlain: true,
    },
    events,
  };
}

/** How many actions each seat has signed, after one more. */
const nextSeqs = <State>(
  { seqs }: MatchState<State>,
  { seat, signed }: NewEntry,
): MatchState['seqs'] =>
  seqs === null || seat === null || signed === null || signed === undefined
    ? seqs
    : seqs.with(seat, signed.seq);

const NO_SEAT = fail('wrong-seat', 'a move needs a seat');

/** A move that was refused must be refused again, for the same reason. */
function foldRefused<State>(
  table: MatchState<State>,
  entry: NewEntry,
  { move: bytes, fault }: ActionOf<'refused'>,
  move: Json,
): Result<FoldResult<State>> {
  const wrong = checkTurn(table, entry);
  if (wrong !== null) return wrong;
  // a foreign record may contain commands by seats that are not playing; in a signed match that would be a way to slip entries in
  const isForeign = table.seqs === null && table.terms.referee === null;
  const noSeat = entry.seat === null ? NO_SEAT : isForeign ? null : refuseSeat(table, entry.seat);
  if (noSeat !== null) return noSeat;
  if ((entry.lag ?? null) !== null) return NO_LAG;
  const again = foldMove(table, entry, bytes, move);
  if (again.ok)
    return fail('broken-record', 'a move recorded as refused is legal', {
      rule: 'refusal',
    });
  if (again.fault.code !== fault.code || again.fault.rule !== fault.rule)
    return fail(
      'broken-record',
      `the move is illegal for a different reason: ${again.fault.message}`,
      {
        rule: 'refusal',
      },
    );
  return ok({ table: advance(table, entry, {}), parts: [], move: null });
}

/** A fair random draw, entered by the seat that revealed its link last, or by the referee. */
function foldLinks<State>(
  table: MatchState<State>,
  entry: NewEntry,
  links: readonly Uint8Array[],
): Result<FoldResult<State>> {
  const { game, header, terms, state } = table;
  if (terms.fair === null) return fail('unsupported', 'this match uses a seed, not links');
  if (table.talk.isPaused) return fail('paused', 'the match is paused');
  if (!isDrawDue(table)) return fail('not-due', 'no random draw is due');
  const holders = holdersOf(header, game.seated(state));
  if (entry.seat !== null && !holders.includes(entry.seat))
    return fail('wrong-seat', `seat ${entry.seat} has no link to reveal`);
  if (entry.seat === null && terms.referee !== null && !holders.includes(REFEREE))
    return fail('wrong-seat', 'the referee has no link to reveal');
  const drawn =
    table.drawn < 0 ? firstDraw(table, holders, links) : nextDraw(table, entry, holders, links);
  if (!drawn.ok) return drawn;
  const shown = holders.map((holder, i) => [holder, links[i]!] as const);
  const change = {
    links: new Map([...(table.links ?? []), ...shown]),
    changed: table.n + 1,
    unforeseen: table.n + 1,
    trail: null,
    drawn: table.drawn + 1,
  };
  const folded = after(table, entry, drawn.value, change, entry.seat);
  if (!folded.ok || table.drawn >= 0 || table.anchor === null) return folded;
  const begun = folded.value.table;
  return ok({ ...folded.value, table: { ...begun, anchor: anchorOf(begun) } });
}

/** The first draw makes the start seed: the match is set up with it, for the seats that have not left. */
function firstDraw<State>(
  { game, header, terms, state, deal }: MatchState<State>,
  holders: readonly Holder[],
  links: readonly Uint8Array[],
): Result<StepResult<State>> {
  const wrong = checkFirstLinks(header, terms.fair!, holders, links);
  if (wrong !== null) return wrong;
  return setUp(game, header, game.seated(state), startSeed(terms.nonce, links, deal));
}

function nextDraw<State>(
  { game, terms, state, match, deal, drawn, links: shown }: MatchState<State>,
  entry: NewEntry,
  holders: readonly Holder[],
  links: readonly Uint8Array[],
): Result<StepResult<State>> {
  const before = holders.map(holder => shown!.get(holder)!);
  const wrong = checkLinks(terms.nonce, holders, before, links);
  if (wrong !== null) return wrong;
  const seed = drawSeed(match, drawn + 1, links, deal);
  const at = entry.at ?? null;
  return step(game, state, at === null ? { do: 'draw', seed } : { do: 'draw', seed, at }, 'fair');
}

/** The match state after a step of the rules; `by` is the seat that is charged for a draw. */
export function after<State>(
  table: MatchState<State>,
  entry: NewEntry,
  { state, parts, outcome }: StepResult<State>,
  change: Partial<MatchState<State>>,
  by: Seat | null = null,
): Result<FoldResult<State>> {
  return turned(advance(table, entry, { ...change, state, outcome }), entry, by, parts, null);
}

/** The table with its clocks set to the seats that may move now, after `by` has moved or shown a link. */
function turned<State>(
  table: MatchState<State>,
  entry: NewEntry,
  by: Seat | null,
  parts: readonly Part<State>[],
  move: Json | null,
): Result<FoldResult<State>> {
  const lag = entry.lag ?? null;
  if (table.clocks === null && lag === null) return { ok: true, value: { table, parts, move } };
  const wrong = lag === null ? null : checkLag(table, lag);
  return wrong ?? ok({ table: withTurn(table, by, lag ?? 0), parts, move });
}

/** Lag is given back by a referee, of a turn or a draw that ends here, and never more than it took. */
function checkLag<State>(table: MatchState<State>, lag: number): Fail | null {
  const { clocks, terms, ms } = table;
  const isGood =
    clocks !== null &&
    terms.referee !== null &&
    (clocks.running !== null || clocks.drawing.length > 0) &&
    endsTurn(clocks, turnOf(table)) &&
    lag > 0 &&
    lag <= spentBy(clocks, ms);
  return isGood ? null : NO_LAG;
}

/** The fault of lag that is given back where there is none to give. */
export const NO_LAG = fail('broken-record', 'the lag compensation exceeds the turn', {
  rule: 'lag',
  at: { path: '/lag' },
});

/** The table with one more entry. */
export const advance = <State>(
  table: MatchState<State>,
  entry: NewEntry,
  change: Partial<MatchState<State>>,
): MatchState<State> => ({
  ...table,
  n: table.n + 1,
  ms: entry.ms ?? table.ms,
  lastMs: entry.ms ?? null,
  at: entry.at ?? table.at,
  seqs: nextSeqs(table, entry),
  ...change,
});

/** Which clocks run now: that of the one seat that may move, or of all that owe a link. */
function turnOf<State>(table: MatchState<State>): {
  running: Seat | null;
  drawing: readonly Seat[];
} {
  const { game, header, state, outcome } = table;
  if (outcome !== null) return NO_TURN;
  if (isDrawDue(table))
    return {
      running: null,
      drawing: holdersOf(header, game.seated(state)).filter(holder => holder !== REFEREE),
    };
  const active = game.chance?.due(state) === true ? [] : game.active(state);
  return active.length === 1 ? { running: active[0]!, drawing: [] } : NO_TURN;
}

const NO_TURN = { running: null, drawing: [] };

const withTurn = <State>(
  table: MatchState<State>,
  by: Seat | null,
  lagMs: number,
): MatchState<State> =>
  table.clocks === null
    ? table
    : { ...table, clocks: passTurn(table.clocks, { ...turnOf(table), by, ms: table.ms, lagMs }) };

/** Refuses actions of seats that are not playing. */
export const refuseSeat = <State>(
  { game, state }: MatchState<State>,
  seat: Seat | null,
): Fail | null => (seat === null ? null : refuseAct(game as Game, state, seat));
