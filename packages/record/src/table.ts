/**
 * The table: a match as far as it has come, as a value. `sit` begins one from a header and `fold` takes one act at a time: a
 * recorder, a verifier and a viewer all see the same. Around the rules it knows whose word counts, clocks, offers, and chance
 * that all make together. It reads no signatures: that is for whoever has the keys at hand.
 */
import {
  type Act,
  type Draws,
  type Fail,
  fail,
  type Game,
  type Header,
  isInteger,
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
import { hexToBytes } from '@noble/hashes/utils.js';
import { type Clocks, checkControl, isFallen, passTurn, startClocks } from './clock.ts';
import { checkDeal, checkFair, checkLinks, drawSeed, holdersOf, startSeed } from './fair.ts';
import { termsOf } from './header.ts';
import { isWeakKey } from './signature.ts';
import { afterMove, SILENCE, type Talk } from './talk.ts';
import { foldWord } from './words.ts';

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
  readonly talk: Talk;
  /** Number of the last entry that changed the position: a player must have seen it to act. */
  readonly changed: number;
  /** The states to which the match can be taken back, newest first. */
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

/** An act as somebody wants it to take its place. */
export interface Doing {
  readonly seat: Seat | null;
  readonly act: Act;
  /** The tick; null for the present one, and in games without ticks. */
  readonly at?: number | null;
  readonly ms?: number | null;
  /** How the player signed it: the numbers only. */
  readonly signed?: { readonly seq: number; readonly seen: number } | null;
}

/** The table after an act, and what happened on the way. */
export interface Folded<State = unknown> {
  readonly table: Table<State>;
  readonly parts: readonly Part<State>[];
}

/** Most entries of one record. */
export const MAX_ENTRIES = 1 << 18;
const MAX_HASH_EVERY = 1024;
const MAX_SEATS = 16;
const MOMENT = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d:\d\d(?:\.\d{1,9})?Z)?$/;
const MIN_NONCE = 16;

/** How draws happen at this table. */
export const drawsOf = ({ terms }: { readonly terms: Terms }): Draws =>
  terms.fair === null ? 'plain' : 'fair';

/** Whether the hands of a match are hidden until its end. */
export const isSealed = (header: Header): boolean => termsOf(header).fair?.deal != null;

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
    talk: SILENCE,
    changed: 0,
    trail: null,
    seqs: hasKeys ? new Array(Math.max(...seats) + 1).fill(0) : null,
    links: links.value,
    deal,
    drawn: 0,
    moves: 0,
  };
  return ok({ table: withTurn(table, null), parts });
}

/** Everything that can be wrong with a header before anybody plays, the secret of a deal aside; the first links, if any. */
export function checkTerms(game: Game, header: Header): Result<readonly Uint8Array[] | null> {
  const terms = termsOf(header);
  const wrong =
    checkNames(game, header) ?? checkKeys(header, terms) ?? checkChance(game, header, terms);
  if (wrong !== null) return wrong;
  const control = terms.clock === null ? null : checkControl(terms.clock);
  if (control?.ok === false) return control;
  const seats = header.players.map(({ seat }) => seat);
  return terms.fair === null ? ok(null) : checkFair(terms, terms.fair, seats);
}

function checkNames(game: Game, header: Header): Fail | null {
  if (header.game !== game.name || header.version !== game.version)
    return fail(
      'unknown-game',
      `the record is of ${header.game} version ${header.version}, not of ${game.name} version ${game.version}`,
    );
  const { players, startedAt } = header;
  if (
    players.length > MAX_SEATS ||
    players.some(({ seat }, i) => seat <= (players[i - 1]?.seat ?? -1) || seat >= MAX_SEATS)
  )
    return fail('bad-setup', `players sit on seats 0 to ${MAX_SEATS - 1}, in rising order`, {
      at: { path: '/players' },
    });
  if (startedAt !== null && !MOMENT.test(startedAt))
    return fail('bad-setup', 'a match started at a moment or on a day, in ISO 8601 and UTC', {
      at: { path: '/startedAt' },
    });
  if (!isInteger(termsOf(header).hashEvery, 1, MAX_HASH_EVERY))
    return fail('bad-setup', `a hash stands in every entry up to every ${MAX_HASH_EVERY}th`, {
      at: { path: '/terms/hashEvery' },
    });
  return null;
}

/** Keys must be able to prove something: no key twice, none that anybody could sign with, and nobody is their own referee. */
function checkKeys({ players }: Header, terms: Terms): Fail | null {
  const { referee, nonce, fair, clock } = terms;
  const keys = [...players.flatMap(({ key }) => key ?? []), ...(referee === null ? [] : [referee])];
  const at = (path: string) => ({ at: { path } });
  if (keys.some(isWeakKey))
    return fail('bad-setup', 'a key is of small order: anybody can sign with it', at('/players'));
  if (new Set(keys).size < keys.length)
    return fail('bad-setup', 'every key sits once, the referee apart', at('/players'));
  if ((keys.length > 0 || fair !== null) && nonce.length < 2 * MIN_NONCE)
    return fail(
      'bad-setup',
      `a match that is signed has a nonce of ${MIN_NONCE} bytes at least`,
      at('/terms/nonce'),
    );
  if (clock !== null && referee === null && keys.length > 0)
    return fail(
      'bad-setup',
      'clocks in a match that players sign need a referee: nobody else vouches for the time',
      at('/terms/clock'),
    );
  return null;
}

function checkChance(game: Game, header: Header, { fair, referee }: Terms): Fail | null {
  if (fair === null) return null;
  const at = { at: { path: '/terms/fair' } };
  if (game.chance === undefined)
    return fail('bad-setup', `${game.name} leaves nothing to chance`, at);
  if (header.seed !== null)
    return fail('bad-setup', 'the seed is made of all links, so the header names none', at);
  if ((fair.deal !== null) !== (game.secrets !== undefined))
    return fail('bad-setup', 'matches with hidden hands, and no others, have a secret deal', at);
  return fair.deal !== null && referee === null
    ? fail('bad-setup', 'hidden hands need a referee who deals', at)
    : null;
}

function checkSecret(terms: Terms, deal: Uint8Array | null): Fail | null {
  const { fair } = terms;
  if (fair === null || fair.deal === null) return null;
  if (deal === null)
    return fail('unsupported', 'the hands are hidden until the secret of the deal is known');
  const checked = checkDeal(terms, fair, deal);
  return checked.ok ? null : checked;
}

/** The table after one more act, or why it cannot be. */
export function fold<State>(table: Table<State>, doing: Doing): Result<Folded<State>> {
  const wrong = checkTurn(table, doing);
  if (wrong !== null) return wrong;
  const { act, seat } = doing;
  if (act.type === 'move') return foldMove(table, seat, act.move, doing);
  if (act.type === 'refused') return foldRefused(table, doing, act);
  if (act.type === 'links') return foldLinks(table, doing, act.links);
  return foldWord(table, doing, act);
}

/** Everything that can be wrong with an act before anybody looks at what it is. */
function checkTurn<State>(table: Table<State>, doing: Doing): Fail | null {
  const { outcome, terms, clocks } = table;
  if (outcome !== null) return fail('game-over', `the match has ended: ${outcome.reason}`);
  if (table.n >= MAX_ENTRIES)
    return fail('too-large', `a match has at most ${MAX_ENTRIES} entries`);
  const { seat, act, ms = null } = doing;
  if (ms !== null && ms < table.ms)
    return fail('past-time', `${ms} ms are over, the entry before was at ${table.ms} ms`, {
      at: { path: '/ms' },
    });
  // a refused move lets no time pass, but what comes after it must not be of an earlier tick
  if ((doing.at ?? table.at) < table.at)
    return fail('past-time', `tick ${doing.at} is over, the entry before was at tick ${table.at}`, {
      at: { path: '/at' },
    });
  if (seat === null && table.seqs !== null && terms.referee === null && act.type !== 'links')
    return fail('wrong-seat', 'an act is of a seat that signs it: the match has no referee');
  if (clocks === null) return checkSigned(table, doing);
  if (ms === null)
    return fail('malformed', 'a match with clocks says when each act was', { at: { path: '/ms' } });
  if (isFallen(clocks, ms) && !(act.type === 'leave' && act.of === clocks.running))
    return fail('out-of-time', `the time of seat ${clocks.running} had run out`, { rule: 'flag' });
  return checkSigned(table, doing);
}

/** Whether a keyed seat signed, in its order, having seen the position it acts on; and an unkeyed one did not. */
function checkSigned<State>(table: Table<State>, { seat, signed }: Doing): Fail | null {
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

/** The public key of a seat, in hex; null where it has none. */
export const keyOf = ({ players }: Header, seat: Seat): string | null =>
  players.find(player => player.seat === seat)?.key ?? null;

function foldMove<State>(
  table: Table<State>,
  seat: Seat | null,
  move: Parameters<Game['play']>[2],
  doing: Doing,
): Result<Folded<State>> {
  if (seat === null) return NO_SEAT;
  if (table.talk.isPaused) return fail('paused', 'the match is paused');
  const { game, state, n, talk } = table;
  const at = doing.at ?? null;
  const stepped = step(
    game,
    state,
    at === null ? { do: 'move', seat, move } : { do: 'move', seat, move, at },
    drawsOf(table),
  );
  if (!stepped.ok) return stepped;
  const { parts } = stepped.value;
  const hasDrawn = parts.length > 1 && parts.some(({ by }) => by === 'draw');
  // written out, because this is where records spend their time
  const next: Table<State> = {
    game,
    header: table.header,
    terms: table.terms,
    match: table.match,
    n: n + 1,
    state: stepped.value.state,
    outcome: stepped.value.outcome,
    ms: doing.ms ?? table.ms,
    at: doing.at ?? table.at,
    clocks: table.clocks,
    talk: talk === SILENCE ? talk : afterMove(talk, seat, game.pace === 'free'),
    changed: n + 1,
    // what chance has drawn is known, so the way back ends there
    trail: hasDrawn ? null : { n, state, mover: seat, before: table.trail },
    seqs: nextSeqs(table, doing),
    links: table.links,
    deal: table.deal,
    drawn: table.drawn,
    moves: table.moves + 1,
  };
  return { ok: true, value: { table: next.clocks === null ? next : withTurn(next, seat), parts } };
}

/** How many acts each seat has signed, after one more. */
const nextSeqs = <State>({ seqs }: Table<State>, { seat, signed }: Doing): Table['seqs'] =>
  seqs === null || seat === null || signed === null || signed === undefined
    ? seqs
    : seqs.with(seat, signed.seq);

const NO_SEAT = fail('wrong-seat', 'a move is made by a seat');

/** A move that was refused must be refused again, for the same reason. */
function foldRefused<State>(
  table: Table<State>,
  doing: Doing,
  { move, fault }: Extract<Act, { readonly type: 'refused' }>,
): Result<Folded<State>> {
  // a foreign record may tell of commands by seats that are not there; where somebody signs, that would be a way to slip entries in
  const isForeign = table.seqs === null && table.terms.referee === null;
  const nobody = doing.seat === null ? NO_SEAT : isForeign ? null : refuseSeat(table, doing.seat);
  if (nobody !== null) return nobody;
  const again = fold(table, { ...doing, act: { type: 'move', move } });
  if (again.ok)
    return fail('broken-record', 'the record has a move refused that is legal', {
      rule: 'refusal',
    });
  if (again.fault.code !== fault.code || again.fault.rule !== fault.rule)
    return fail('broken-record', `the move is refused for another reason: ${again.fault.message}`, {
      rule: 'refusal',
    });
  return ok({ table: advance(table, doing, {}), parts: [] });
}

/** A draw of chance that all make together. */
function foldLinks<State>(
  table: Table<State>,
  doing: Doing,
  hexes: readonly string[],
): Result<Folded<State>> {
  const { game, terms, state, match, n, deal, drawn } = table;
  if (doing.seat !== null) return fail('wrong-seat', 'a draw is everybody’s, not of a seat');
  if (table.links === null)
    return fail('unsupported', 'draws of this match come from its seed, not from links');
  if (game.chance?.due(state) !== true) return fail('not-due', 'no draw of chance is due');
  const links = hexes.map(hexToBytes);
  const seats = table.header.players.map(({ seat }) => seat);
  const all = holdersOf(seats, terms);
  const here = holdersOf(game.seated(state), terms);
  const before = here.map(holder => table.links![all.indexOf(holder)]!);
  const checked = checkLinks(terms.nonce, here, before, links);
  if (!checked.ok) return checked;
  const seed = drawSeed(match, drawn + 1, links, deal);
  const at = doing.at ?? null;
  const stepped = step(
    game,
    state,
    at === null ? { do: 'draw', seed } : { do: 'draw', seed, at },
    'fair',
  );
  if (!stepped.ok) return stepped;
  return after(table, doing, stepped.value, {
    links: all.map((holder, i) => links[here.indexOf(holder)] ?? table.links![i]!),
    changed: n + 1,
    trail: null,
    drawn: drawn + 1,
  });
}

/** The table after a step of the rules. */
export function after<State>(
  table: Table<State>,
  doing: Doing,
  { state, parts, outcome }: Stepped<State>,
  change: Partial<Table<State>>,
): Result<Folded<State>> {
  const next = advance(table, doing, { ...change, state, outcome });
  return ok({ table: next.clocks === null ? next : withTurn(next, null), parts });
}

/** The table with one more entry. */
export const advance = <State>(
  table: Table<State>,
  doing: Doing,
  change: Partial<Table<State>>,
): Table<State> => ({
  ...table,
  n: table.n + 1,
  ms: doing.ms ?? table.ms,
  at: doing.at ?? table.at,
  seqs: nextSeqs(table, doing),
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
