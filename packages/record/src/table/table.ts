/**
 * The table: a match as far as it has come, as a value. `sit` begins one from a header and `fold` takes one act at a time: a
 * recorder, a verifier and a viewer all see the same. Around the rules it knows whose word counts, clocks, offers, and chance
 * that all make together. It reads no signatures: that is for whoever has the keys at hand.
 */
import {
  type ActOf,
  type Fail,
  fail,
  type Game,
  type Header,
  type Json,
  type NewEntry,
  type Outcome,
  ok,
  type Part,
  type Result,
  refuseAct,
  type Seat,
  type Stepped,
  start,
  step,
  type Terms,
} from '@kifu/core';
import { checkLinks, drawSeed, holdersOf, startSeed } from '../chance/fair.ts';
import { type Clocks, isFallen, passTurn, startClocks } from './clock.ts';
import { foldTableAct } from './table-acts.ts';
import { afterMove, SILENCE, type Talk } from './talk.ts';
import { checkSecret, checkTerms, drawsOf, keyOf, termsOf } from './terms.ts';
import { type Anchor, firstAnchor } from './ticks.ts';

/** A match as far as it has come. */
export interface Table<State = unknown> {
  readonly game: Game<State>;
  readonly header: Header;
  readonly terms: Terms;
  /** Digest of the header. */
  readonly match: Uint8Array;
  /** How many entries have been made. */
  readonly n: number;
  readonly state: State;
  /** Null while the match goes on. */
  readonly outcome: Outcome | null;
  /** When the last act was, in milliseconds since the start; 0 where no act said when. */
  readonly ms: number;
  /** The tick of the newest act that named one, also of one that was refused; 0 before. */
  readonly at: number;
  /** Null where there is no time control. */
  readonly clocks: Clocks | null;
  /** When the match last began to go on, or was held, in milliseconds and ticks; null in games without ticks. */
  readonly anchor: Anchor | null;
  readonly talk: Talk;
  /** Number of the last entry that changed the position: a player must have seen it to act. */
  readonly changed: number;
  /** The states to which the match can be taken back, newest first; null in games with ticks, where none can. */
  readonly trail: Trail<State> | null;
  /** How many acts each seat has signed, by seat number; null where nobody has a key. */
  readonly seqs: readonly number[] | null;
  /** The newest link of each holder; null in plain matches. */
  readonly links: readonly Uint8Array[] | null;
  /** The secret of the deal, in matches with hidden hands. */
  readonly deal: Uint8Array | null;
  /** How many draws all have made together. */
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
  /** Who moved next. */
  readonly mover: Seat;
  readonly before: Trail<State> | null;
}

/** The table after an act, and what happened on the way. */
export interface Folded<State = unknown> {
  readonly table: Table<State>;
  readonly parts: readonly Part<State>[];
}

/** Most entries of one record. */
export const MAX_ENTRIES = 1 << 18;

/** Begins a match. With hidden hands it takes the secret of the deal. */
export function sit<State>(
  game: Game<State>,
  header: Header,
  match: Uint8Array,
  deal: Uint8Array | null = null,
): Result<Folded<State>> {
  const terms = termsOf(header);
  const links = checkTerms(game as Game, header);
  if (!links.ok) return links;
  const wrong = checkSecret(terms, deal);
  if (wrong !== null) return wrong;
  const seats = header.players.map(({ seat }) => seat);
  const seed = links.value === null ? header.seed : startSeed(terms.nonce, links.value, deal);
  const started = start(
    game,
    {
      seats,
      options: header.options,
      ...(seed === null ? {} : { seed }),
      ...(header.start === null ? {} : { start: { ...header.start } }),
    },
    drawsOf({ terms }),
  );
  if (!started.ok) return started;
  const { state, parts, outcome } = started.value;
  const hasKeys = header.players.some(({ key }) => key !== undefined);
  const table: Table<State> = {
    game,
    header,
    terms,
    match,
    n: 0,
    state,
    outcome,
    ms: 0,
    at: 0,
    clocks: terms.clock === null ? null : startClocks(terms.clock, seats),
    anchor: firstAnchor(game, state),
    talk: SILENCE,
    changed: 0,
    trail: null,
    seqs: hasKeys ? new Array(Math.max(...seats) + 1).fill(0) : null,
    links: links.value,
    deal,
    drawn: 0,
    moves: 0,
    isPlain:
      !hasKeys &&
      terms.referee === null &&
      terms.clock === null &&
      game.time === undefined &&
      game.chance === undefined,
  };
  return ok({ table: withTurn(table, null), parts });
}

/** The table after one more act, or why it cannot be. */
export function fold<State>(table: Table<State>, entry: NewEntry): Result<Folded<State>> {
  const { act } = entry;
  if (act.type !== 'move' && act.type !== 'refused') {
    const wrong = checkTurn(table, entry);
    if (wrong !== null) return wrong;
    return act.type === 'links'
      ? foldLinks(table, entry, act.links)
      : foldTableAct(table, entry, act);
  }
  const move: Result<Json> = table.game.moves.bytes.decode(act.move);
  if (!move.ok) return move;
  if (act.type === 'refused') return foldRefused(table, entry, act, move.value);
  return foldMove(table, entry, move.value);
}

/** Everything that can be wrong with an act before anybody looks at what it is. */
function checkTurn<State>(table: Table<State>, entry: NewEntry): Fail | null {
  const { outcome, terms, clocks } = table;
  if (outcome !== null) return fail('game-over', `the match has ended: ${outcome.reason}`);
  if (table.n >= MAX_ENTRIES)
    return fail('too-large', `a match has at most ${MAX_ENTRIES} entries`);
  const { seat, act, ms = null } = entry;
  if (ms !== null && ms < table.ms)
    return fail('past-time', `${ms} ms are over, the entry before was at ${table.ms} ms`, {
      at: { path: '/ms' },
    });
  // a refused move lets no time pass, but what comes after it must not be of an earlier tick
  if ((entry.at ?? table.at) < table.at)
    return fail('past-time', `tick ${entry.at} is over, the entry before was at tick ${table.at}`, {
      at: { path: '/at' },
    });
  if (seat === null && table.seqs !== null && terms.referee === null && act.type !== 'links')
    return fail('wrong-seat', 'an act is of a seat that signs it: the match has no referee');
  if (clocks === null) return checkSigned(table, entry);
  if (ms === null)
    return fail('malformed', 'a match with clocks says when each act was', { at: { path: '/ms' } });
  if (isFallen(clocks, ms) && !(act.type === 'leave' && act.of === clocks.running))
    return fail('out-of-time', `the time of seat ${clocks.running} had run out`, { rule: 'flag' });
  return checkSigned(table, entry);
}

/** Whether a keyed seat signed, in its order, having seen the position it acts on; and an unkeyed one did not. */
function checkSigned<State>(table: Table<State>, { seat, signed }: NewEntry): Fail | null {
  if (table.seqs === null && (signed === null || signed === undefined)) return null;
  const isKeyed = seat !== null && keyOf(table.header, seat) !== null;
  if (!isKeyed)
    return signed === null || signed === undefined
      ? null
      : fail('bad-signature', 'there is a signature, and no key that it could be by');
  if (signed === null || signed === undefined)
    return fail('bad-signature', `seat ${seat} has a key and did not sign`);
  if (signed.seq <= (table.seqs?.[seat] ?? 0))
    return fail('bad-signature', `seat ${seat} signed act ${signed.seq} out of order`, {
      rule: 'seq',
    });
  if (signed.seen > table.n)
    return fail('bad-signature', `seat ${seat} had seen node ${signed.seen}, which comes later`, {
      rule: 'seen',
    });
  if (table.game.pace !== 'free' && signed.seen < table.changed)
    return fail('bad-signature', `seat ${seat} had not seen entry ${table.changed}`, {
      rule: 'seen',
    });
  return null;
}

function foldMove<State>(table: Table<State>, entry: NewEntry, move: Json): Result<Folded<State>> {
  const { seat, at = null } = entry;
  const wrong = checkTurn(table, entry);
  if (wrong !== null) return wrong;
  if (seat === null) return NO_SEAT;
  if (table.talk.isPaused) return fail('paused', 'the match is paused');
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
  const next: Table<State> = {
    ...table,
    n: n + 1,
    state: stepped.value.state,
    outcome: stepped.value.outcome,
    ms: entry.ms ?? table.ms,
    at: at ?? table.at,
    talk: afterMove(talk, seat, game.pace === 'free'),
    changed: n + 1,
    // what chance has drawn is known, so the way back ends there; time cannot be taken back at all
    trail:
      hasDrawn || game.time !== undefined ? null : { n, state, mover: seat, before: table.trail },
    seqs: nextSeqs(table, entry),
    moves: table.moves + 1,
  };
  return ok({ table: next.clocks === null ? next : withTurn(next, seat), parts });
}

/**
 * A move at a plain table, as `fold` would take it, in half the time: records of that kind come by the million. Null where it is not
 * as simple as that, or refused: `fold` tells.
 */
export function foldPlain<State>(
  table: Table<State>,
  seat: Seat,
  move: Json,
  ms: number | null,
): Folded<State> | null {
  const { game, state, n, talk } = table;
  if (!table.isPlain || table.outcome !== null || talk !== SILENCE || n >= MAX_ENTRIES) return null;
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
      at: table.at,
      clocks: null,
      anchor: null,
      talk,
      changed: n + 1,
      trail: { n, state, mover: seat, before: table.trail },
      seqs: null,
      links: null,
      deal: null,
      drawn: 0,
      moves: table.moves + 1,
      isPlain: true,
    },
    parts: [{ by: 'move', state: next, events }],
  };
}

/** How many acts each seat has signed, after one more. */
const nextSeqs = <State>({ seqs }: Table<State>, { seat, signed }: NewEntry): Table['seqs'] =>
  seqs === null || seat === null || signed === null || signed === undefined
    ? seqs
    : seqs.with(seat, signed.seq);

const NO_SEAT = fail('wrong-seat', 'a move is made by a seat');

/** A move that was refused must be refused again, for the same reason. */
function foldRefused<State>(
  table: Table<State>,
  entry: NewEntry,
  { fault }: ActOf<'refused'>,
  move: Json,
): Result<Folded<State>> {
  const wrong = checkTurn(table, entry);
  if (wrong !== null) return wrong;
  // a foreign record may tell of commands by seats that are not there; where there are signatures, that would be a way to slip entries in
  const isForeign = table.seqs === null && table.terms.referee === null;
  const nobody = entry.seat === null ? NO_SEAT : isForeign ? null : refuseSeat(table, entry.seat);
  if (nobody !== null) return nobody;
  const again = foldMove(table, entry, move);
  if (again.ok)
    return fail('broken-record', 'the record has a move refused that is legal', {
      rule: 'refusal',
    });
  if (again.fault.code !== fault.code || again.fault.rule !== fault.rule)
    return fail('broken-record', `the move is refused for another reason: ${again.fault.message}`, {
      rule: 'refusal',
    });
  return ok({ table: advance(table, entry, {}), parts: [] });
}

/** A draw of chance that all make together. */
function foldLinks<State>(
  table: Table<State>,
  entry: NewEntry,
  links: readonly Uint8Array[],
): Result<Folded<State>> {
  const { game, terms, state, match, n, deal, drawn } = table;
  if (entry.seat !== null) return fail('wrong-seat', 'a draw is everybody’s, not of a seat');
  if (table.links === null)
    return fail('unsupported', 'draws of this match come from its seed, not from links');
  if (game.chance?.due(state) !== true) return fail('not-due', 'no draw of chance is due');
  const seats = table.header.players.map(({ seat }) => seat);
  const all = holdersOf(seats, terms);
  const here = holdersOf(game.seated(state), terms);
  const before = here.map(holder => table.links![all.indexOf(holder)]!);
  const checked = checkLinks(terms.nonce, here, before, links);
  if (!checked.ok) return checked;
  const seed = drawSeed(match, drawn + 1, links, deal);
  const at = entry.at ?? null;
  const stepped = step(
    game,
    state,
    at === null ? { do: 'draw', seed } : { do: 'draw', seed, at },
    'fair',
  );
  if (!stepped.ok) return stepped;
  return after(table, entry, stepped.value, {
    links: all.map((holder, i) => links[here.indexOf(holder)] ?? table.links![i]!),
    changed: n + 1,
    trail: null,
    drawn: drawn + 1,
  });
}

/** The table after a step of the rules. */
export function after<State>(
  table: Table<State>,
  entry: NewEntry,
  { state, parts, outcome }: Stepped<State>,
  change: Partial<Table<State>>,
): Result<Folded<State>> {
  const next = advance(table, entry, { ...change, state, outcome });
  return ok({ table: next.clocks === null ? next : withTurn(next, null), parts });
}

/** The table with one more entry. */
export const advance = <State>(
  table: Table<State>,
  entry: NewEntry,
  change: Partial<Table<State>>,
): Table<State> => ({
  ...table,
  n: table.n + 1,
  ms: entry.ms ?? table.ms,
  at: entry.at ?? table.at,
  seqs: nextSeqs(table, entry),
  ...change,
});

/** The table with its clocks set to whoever may move now. */
function withTurn<State>(table: Table<State>, mover: Seat | null): Table<State> {
  const { clocks, game, state, outcome, ms } = table;
  if (clocks === null) return table;
  const isDue = game.chance?.due(state) === true;
  const active = outcome === null && !isDue ? game.active(state) : [];
  const turn = active.length === 1 ? active[0]! : null;
  return { ...table, clocks: passTurn(clocks, turn, mover, ms) };
}

/** The refusals that every word at the table has: it is of a seat that is still in the match. */
export const refuseSeat = <State>({ game, state }: Table<State>, seat: Seat | null): Fail | null =>
  seat === null ? null : refuseAct(game as Game, state, seat);
