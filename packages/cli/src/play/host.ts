/**
 * The host of a match in this process, as a server is for its guests: it takes acts, keeps them in the library, lets time pass, and
 * shows every seat what it may see. A node is durable before a seat hears of it.
 */
import {
  type Act,
  type Cid,
  type Entry,
  type Fail,
  type Fault,
  fail,
  moveAct,
  type NewEntry,
  ok,
  type Part,
  type Result,
  type Seat,
  type Signed,
  sightOf,
  step,
  unwrap,
} from '@kifu/core';
import {
  type Draft,
  end,
  isHiding,
  keepRefusal,
  keyOf,
  link,
  NO_REFUSALS,
  nodesOf,
  seatView,
} from '@kifu/record';
import { within } from '../fault.ts';
import type { Io } from '../io.ts';
import { type StoredKey, secretOf } from '../keys.ts';
import type { Library } from '../library/open.ts';
import { beginRecording, type Recorder } from '../library/recorder.ts';
import { signAct } from '../sign.ts';
import {
  draftAct,
  type LocalMatch,
  present,
  tableOf,
  takeBack,
  withAct,
  withEnding,
} from './local-match.ts';
import type { Brought, Followed, MatchView } from './match-view.ts';
import { type Players, peopleOf } from './players.ts';

/** What a host is made of. */
export interface HostOptions {
  readonly io: Io;
  readonly match: LocalMatch;
  /** Whether the match was begun here and now, and not read from somewhere. */
  readonly isNew: boolean;
  readonly players: Players;
  /** The key of the person here; null where nothing is signed. */
  readonly signer: StoredKey | null;
  /** Null where nothing is kept. */
  readonly library: Library | null;
  /** Whether moves that the rules refuse are kept: where the match does not wait for a better one. */
  readonly keepsRefused: boolean;
  /** Hears of what goes wrong with the library; the match goes on without it. */
  tellFault(fault: Fault): void;
}

/** A match that is hosted here. */
export interface Host {
  readonly match: LocalMatch;
  readonly players: Players;
  /** The public key of the person here, hex digits; null where nothing is signed. */
  readonly key: string | null;
  /** Content id of the match in the library; null where it is not kept there. */
  readonly kept: Cid | null;
  /** With the time that has passed since the last act. */
  readonly state: unknown;
  /** Null in games without ticks. */
  readonly tick: number | null;
  /** The state in which the newest act was done, for the words of it. */
  readonly before: unknown;
  /** Begins to keep the match, if there is a library: a new match may get another header by that. */
  begin(): Promise<void>;
  /** What a seat sees; for null, what those see who look on. Where there are bots alone, nothing is hidden. */
  view(seat: Seat | null): MatchView;
  act(seat: Seat, act: Act): Promise<Result<number>>;
  /** Lets a bot choose; false where it waits. `think` does what takes long. */
  letBot(seat: Seat, think?: <T>(work: () => T) => T): Promise<boolean>;
  /** Lets time pass up to a tick. */
  passTo(tick: number): Promise<void>;
  /** Goes back to where the seat last had the choice. */
  takeBack(seat: Seat): Promise<Result<void>>;
  /** Puts another match on the table. */
  load(match: LocalMatch): Promise<void>;
  /** Goes on without the library. */
  stopKeeping(why: Fail): void;
  /** Lists the match with all that it can be found by, if it is kept. */
  close(): Promise<void>;
}

/** What the library calls the source of matches that were played here. */
export const SOURCE = 'play';

/** A bot takes a draw where it thinks that it stands worse than this, from −1000 to 1000. */
const WORSE = -100;

/** Hosts a match. */
export function createHost(options: HostOptions): Host {
  const { io, players, signer, library, tellFault } = options;
  const { kit } = options.match;
  const { game } = kit;
  const people = peopleOf(players);
  const listeners = new Set<(entry: Entry | null, parts: readonly Part[]) => void>();
  let { match, isNew } = options;
  let recorder: Recorder | null = null;
  let { state } = tableOf(match);
  let tick = game.time?.now(state) ?? null;
  let before = state;
  let refusals = NO_REFUSALS;

  const stopKeeping = (why: Fail): void => {
    recorder = null;
    tellFault(within('the match is not kept in the library', why).fault);
  };

  /** Puts a point of the match on the table. */
  const stand = (now: LocalMatch): void => {
    match = now;
    ({ state } = tableOf(match));
    tick = game.time?.now(state) ?? null;
    before = state;
  };

  const begin = async (): Promise<void> => {
    recorder = null;
    if (library === null) return;
    const begun = await beginRecording(library, match, { source: SOURCE, isNew });
    if (!begun.ok) return stopKeeping(begun);
    if (begun.value === null)
      return stopKeeping(fail('conflict', 'it has another course of this match'));
    ({ match, recorder } = begun.value);
  };

  const tell = (entry: Entry | null, parts: readonly Part[]): void => {
    for (const listener of [...listeners]) listener(entry, parts);
  };

  /** An act at the present time, signed where the seat has a key here. */
  const entryNow = async (seat: Seat, act: Act): Promise<NewEntry> => {
    const { chain } = present(match);
    const isMine = signer !== null && keyOf(chain.table.header, seat) === signer.key;
    const signed: Signed | null = isMine ? await signAct(chain, secretOf(signer), seat, act) : null;
    return { seat, act, at: tick, ms: elapsedMs(io, match), signed };
  };

  const append = async (drafted: Draft): Promise<void> => {
    const kept = (await recorder?.append(drafted)) ?? null;
    if (kept?.ok === false) stopKeeping(kept);
    const appended = kept?.ok ? kept.value : unwrap(link(drafted));
    match = withAct(match, drafted, appended);
    before = state;
    // what was refused changes nothing: the time that has passed has passed
    if (drafted.node.act.type !== 'refused') ({ state } = appended.chain.table);
    tell(present(match).entry, appended.parts);
    if (appended.chain.table.outcome !== null) await finish(drafted.node.ms);
  };

  /** Ends the record of a match that is over. */
  const finish = async (ms: number | null): Promise<void> => {
    const kept = (await recorder?.end({ ms })) ?? null;
    if (kept?.ok === false) stopKeeping(kept);
    const ended = kept?.ok ? kept : end(present(match).chain, { ms });
    if (!ended.ok) return;
    match = withEnding(match, ended.value);
    ({ state } = tableOf(match));
    tell(null, []);
  };

  const act = async (seat: Seat, what: Act): Promise<Result<number>> => {
    const entry = await entryNow(seat, what);
    const drafted = draftAct(match, entry);
    if (!drafted.ok) {
      if (options.keepsRefused) await keepRefused(entry, drafted.fault);
      return drafted;
    }
    await append(drafted.value);
    if (what.type === 'offer-draw') await answerOffer();
    return ok(drafted.value.node.n);
  };

  /** Keeps a move that was refused, with its fault, unless its seat has had too many of them in the last second. */
  const keepRefused = async (entry: NewEntry, fault: Fault): Promise<void> => {
    const { chain } = present(match);
    const refusal = keepRefusal(chain, refusals, entry, fault, entry.ms ?? io.now());
    ({ refusals } = refusal);
    if (refusal.keep !== null) await append(refusal.keep);
  };

  /** Lets the bots answer a draw that was offered: one that thinks it can win declines, and that is enough. */
  const answerOffer = async (): Promise<void> => {
    for (const [seat, { bot }] of players) {
      const { talk, outcome } = tableOf(match);
      if (bot === null || outcome !== null || talk.offer === null) continue;
      const isAsked = talk.offer.by !== seat && !talk.offer.agreed.includes(seat);
      if (!isAsked || !game.active(state).includes(seat)) continue;
      const worth = kit.judge?.(state, seat) ?? 0;
      await act(seat, { type: worth < WORSE ? 'accept-draw' : 'decline' });
    }
  };

  const isHidden = (): boolean => {
    const { chain } = present(match);
    return people.length > 0 && isHiding(game, chain.table.header, chain.isEnded);
  };

  /** Parts as a seat may see them. */
  const seenBy = (seat: Seat | null, parts: readonly Part[]): readonly Part[] => {
    const { secrets } = game;
    if (secrets === undefined || people.length === 0) return parts;
    return parts.map(part => ({
      ...part,
      events: part.events.map(event => secrets.see(event, seat)).filter(event => event !== null),
    }));
  };

  const followed = (seat: Seat | null): Followed => {
    const { chain, parts } = present(match);
    const { header, outcome, n } = chain.table;
    const isSeen = !isHidden();
    return {
      header,
      n: n + (chain.isEnded ? 1 : 0),
      get nodes() {
        return nodesOf(chain);
      },
      table: isSeen ? chain.table : null,
      before: isSeen ? (match.points.at(-2)?.chain.table ?? null) : null,
      parts: seenBy(seat, parts),
      outcome: isSeen ? outcome : null,
      isEnded: chain.isEnded,
    };
  };

  return {
    players,
    key: signer?.key ?? null,
    get match() {
      return match;
    },
    get kept() {
      return recorder?.match ?? null;
    },
    get state() {
      return state;
    },
    get tick() {
      return tick;
    },
    get before() {
      return before;
    },
    begin,
    view: seat => ({
      seat,
      get followed() {
        return followed(seat);
      },
      get sight() {
        return isHidden() ? seatView(tableOf(match), seat, []) : null;
      },
      present: () => (isHidden() ? null : { state, tick }),
      act: what => (seat === null ? Promise.resolve(LOOKS_ON) : act(seat, what)),
      on(_name, listener) {
        const hear = (entry: Entry | null, parts: readonly Part[]): void =>
          listener({ entry, parts: seenBy(seat, parts), sight: null } satisfies Brought);
        listeners.add(hear);
        return () => void listeners.delete(hear);
      },
    }),
    act,
    async letBot(seat, think = work => work()) {
      const bot = players.get(seat)!.bot!;
      const sight = sightOf(game, state, seat);
      const move = sight.legal.length === 0 ? null : think(() => bot.choose(sight));
      if (move === null) return false;
      const played = await act(seat, moveAct(game, move));
      if (!played.ok) throw new Error(`the bot on seat ${seat} chose what is not legal`);
      return true;
    },
    async passTo(to) {
      if (tick === null || to <= tick || present(match).chain.isEnded) return;
      const passed = unwrap(step(game, state, { do: 'time', at: to }));
      ({ state } = passed);
      tick = to;
      if (passed.outcome !== null) await finish(null);
    },
    async takeBack(seat) {
      const back = takeBack(match, seat);
      if (!back.ok) return back;
      const kept = await recorder?.takeBack(back.value);
      if (kept?.ok === false) stopKeeping(kept);
      stand(back.value);
      return ok(undefined);
    },
    async load(other) {
      await recorder?.list(match);
      stand(other);
      isNew = false;
      await begin();
    },
    stopKeeping,
    async close() {
      const listed = await recorder?.list(match);
      if (listed?.ok === false) stopKeeping(listed);
    },
  };
}

const LOOKS_ON = fail('wrong-seat', 'who looks on has nothing to say here');

/** Milliseconds since the match began; null where nobody knows when that was. */
function elapsedMs(io: Io, match: LocalMatch): number | null {
  const { header, ms } = tableOf(match);
  const elapsed =
    header.startedAt === null ? Number.NaN : Math.round(io.now() - Date.parse(header.startedAt));
  // a clock that was set back must not make a record that runs backwards
  return Number.isNaN(elapsed) ? null : Math.max(ms, elapsed);
}
