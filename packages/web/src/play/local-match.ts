/** A match in this page: people at one screen, and bots. It is a record like any other, and goes on after the page is loaded again. */
import {
  type Act,
  decodeBase64,
  encodeBase64,
  fail,
  type Game,
  type Header,
  type Json,
  type JsonObject,
  type Kit,
  moveAct,
  ok,
  type Result,
  type Seat,
  step,
  type TimeControl,
  unhurriedOptions,
} from '@kifu/core';
import { toEntry } from '@kifu/record';
import { encodeHeader, isEnding } from '@kifu/record/node';
import { Replay, readAll, type SeatView, seatView } from '@kifu/record/replay';
import { fallsAt, hzOf, isHiding, NO_TERMS, tickAt } from '@kifu/record/table';
import { type Bots, createBots } from './bot.ts';
import {
  type LocalRole,
  type MatchSummary,
  type StoredMatch,
  storedMatch,
  storeMatch,
} from './local-store.ts';
import { legalIn, type MatchNews, type TableMatch } from './table-match.ts';

/** What a match begins with. */
export interface LocalSetup {
  readonly roles: readonly LocalRole[];
  readonly options: JsonObject;
  readonly clock: TimeControl | null;
  /** A position to go on from, instead of the usual one. */
  readonly start?: { readonly canon: Json; readonly aside: Json };
}

/** How long a bot takes at least, so that people see what happens, and how often one looks where all act at once; in milliseconds. */
const PAUSE_MS = 350;
const LOOK_MS = 500;
/** How long players may look at the board before a match without turns begins. */
const COUNTDOWN_MS = 3000;

const freshSeed = (): number => crypto.getRandomValues(new Uint32Array(1))[0]! >>> 1;

/** Begins a match, and gives its id in this browser. */
export function beginLocal(kit: Kit, setup: LocalSetup): Result<string> {
  const { game } = kit;
  const { roles, clock, start = null } = setup;
  // a position has its rules in it
  const options = start === null ? unhurriedOptions(game, setup.options) : setup.options;
  const header: Header = {
    game: game.name,
    version: game.version,
    options,
    players: roles.map(({ seat, name }) => ({ seat, name })),
    seed: game.chance === undefined ? null : freshSeed(),
    start,
    startedAt: new Date().toISOString(),
    tags: {},
    terms: { ...NO_TERMS, nonce: freshNonce(), clock },
  };
  const bytes = encodeHeader(header);
  const replay = new Replay(game as Game, [bytes], { isNew: true });
  if (replay.fault !== null) return replay.fault;
  const id = freshNonce().slice(0, 12);
  const beganAt = Date.now() + (game.pace === 'free' ? COUNTDOWN_MS : 0);
  storeMatch(id, {
    ...{ game: game.name, roles, nodes: [encodeBase64(bytes)], beganAt },
    summary: summaryOf(replay, beganAt),
  });
  return ok(id);
}

const freshNonce = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))]
    .map(n => n.toString(16).padStart(2, '0'))
    .join('');

/** Goes on with a match that was begun in this browser. */
export function openLocal(kit: Kit, id: string): Result<TableMatch> {
  const stored = storedMatch(id);
  if (stored === null) return fail('not-found', 'there is no such match in this browser');
  const replay = replayStored(kit, stored);
  if (replay.fault !== null) return replay.fault;
  return ok(new LocalMatch(kit, id, stored, replay));
}

/** Plays a stored match through. */
export function replayStored(kit: Kit, { nodes }: StoredMatch): Replay {
  const bytes = nodes.map(decodeBase64).flatMap(node => (node.ok ? [node.value] : []));
  return readAll(new Replay(kit.game as Game, bytes), []);
}

/** What a list shows of a match that was played last at a time, in milliseconds since 1970. */
export function summaryOf(replay: Replay, playedAt: number): MatchSummary {
  const { table, isEnded, game } = replay;
  const active = table === null || table.outcome !== null ? [] : game.active(table.state);
  return { playedAt, active, isEnded };
}

class LocalMatch implements TableMatch {
  readonly kit: Kit;
  readonly followed: Replay;
  readonly live = null;
  readonly chat = [];
  premoved: Json | null = null;
  readonly #id: string;
  readonly #roles: readonly LocalRole[];
  readonly #bots: Bots = createBots();
  readonly #listeners = new Set<(news: MatchNews | null) => void>();
  readonly #beganAt: number;
  #thinking = new Set<Seat>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isClosed = false;

  constructor(kit: Kit, id: string, { roles, beganAt }: StoredMatch, replay: Replay) {
    this.kit = kit;
    this.#id = id;
    this.#roles = roles;
    this.followed = replay;
    // a match that was left stands where it stood: the time while the page was closed has not passed
    const isFresh = replay.n === 0 && Date.now() - beganAt < 2000;
    this.#beganAt = isFresh ? beganAt : Date.now() - (replay.table?.ms ?? 0);
    queueMicrotask(() => this.#goOn());
  }

  get seats(): readonly Seat[] {
    return this.#roles.filter(({ level }) => level === null).map(({ seat }) => seat);
  }

  get bots(): readonly Seat[] {
    return this.#roles.filter(({ level }) => level !== null).map(({ seat }) => seat);
  }

  nameOf(seat: Seat): string {
    return this.#roles.find(role => role.seat === seat)?.name ?? '';
  }

  elapsedMs(): number {
    return Date.now() - this.#beganAt;
  }

  sightOf(seat: Seat | null): SeatView | null {
    const { table, header, isEnded, parts } = this.followed;
    if (table === null || !isHiding(this.kit.game as Game, header!, isEnded)) return null;
    return seatView(table, seat, parts);
  }

  present(): { readonly state: unknown; readonly tick: number | null } | null {
    const table = this.followed.table!;
    if (this.sightOf(null) !== null) return null;
    const tick = this.#tick();
    if (tick === null || table.outcome !== null) return { state: table.state, tick };
    const passed = step(this.kit.game, table.state, { do: 'time', at: tick });
    return { state: passed.ok ? passed.value.state : table.state, tick };
  }

  /** Null in games without ticks. */
  #tick(): number | null {
    const { anchor, game, state } = this.followed.table!;
    if (anchor === null) return null;
    const tick = tickAt(anchor, hzOf(game, state), Math.max(0, this.elapsedMs()));
    return Math.max(tick, game.time!.now(state));
  }

  async act(seat: Seat, act: Act): Promise<Result<number>> {
    const wrong = this.#write(seat, act);
    if (wrong !== null) return wrong;
    this.#answer(act);
    this.#goOn();
    return ok(this.followed.n);
  }

  premove(_seat: Seat, move: Json | null): void {
    this.premoved = move;
    this.#tell(null);
  }

  say(): void {}

  listen(listener: (news: MatchNews | null) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    this.#bots.close();
  }

  #write(seat: Seat | null, act: Act): ReturnType<Replay['write']> {
    const tick = this.#tick();
    const ms = Math.max(Math.round(this.elapsedMs()), this.followed.table!.ms, 0);
    const wrong = this.followed.write({ seat, act, ms, ...(tick === null ? {} : { at: tick }) });
    if (wrong !== null) return wrong;
    this.#tellNode();
    if (this.followed.outcome !== null) this.#end();
    return null;
  }

  #end(): void {
    const tick = this.#tick();
    const isTimed = this.followed.table!.outcome === null && tick !== null;
    const ms = Math.max(Math.round(this.elapsedMs()), this.followed.table!.ms);
    if (this.followed.writeEnd({ ms, ...(isTimed ? { at: tick } : {}) }) === null) this.#tellNode();
  }

  #tellNode(): void {
    const { followed } = this;
    const { node, parts } = followed;
    const stored = storedMatch(this.#id);
    // one that was deleted in another tab stays deleted
    if (stored !== null)
      storeMatch(this.#id, {
        ...stored,
        nodes: followed.nodes.map(bytes => encodeBase64(bytes)),
        summary: summaryOf(followed, Date.now()),
      });
    this.#tell({ entry: isEnding(node) ? null : toEntry(node), parts, sight: null });
  }

  #tell(news: MatchNews | null): void {
    for (const listener of this.#listeners) listener(news);
  }

  /** Bots, and the other people at this screen, agree to what is asked. */
  #answer(act: Act): void {
    const { talk } = this.followed.table!;
    const { takeback, offer } = talk;
    const others = (by: Seat) => this.#roles.map(({ seat }) => seat).filter(seat => seat !== by);
    if (act.type === 'ask-takeback' && takeback !== null) {
      const to = this.#before(takeback.by);
      for (const seat of others(takeback.by)) this.#write(seat, { type: 'allow-takeback', to });
    } else if (act.type === 'offer-draw' && offer !== null) {
      const bots = others(offer.by).filter(seat => this.bots.includes(seat));
      for (const seat of bots)
        if (this.followed.outcome === null)
          this.#write(seat, { type: this.#wouldDraw(seat) ? 'accept-draw' : 'decline' });
    } else if (act.type === 'pause' || act.type === 'resume')
      for (const { seat } of this.#roles)
        if (this.followed.table!.talk.isPaused === (act.type === 'resume'))
          this.#write(seat, { type: act.type });
  }

  /** The entry before the newest move of a seat. */
  #before(seat: Seat): number {
    let here = this.followed.table!.trail;
    while (here !== null && here.mover !== seat) here = here.before;
    return here?.n ?? 0;
  }

  /** A bot takes a draw where it thinks that it stands no better. */
  #wouldDraw(seat: Seat): boolean {
    const { state, moves } = this.followed.table!;
    return moves > 20 && (this.kit.judge?.(state, seat) ?? 1) <= 0;
  }

  /** What comes next without a person: a bot that thinks, a move that was chosen ahead, a flag that falls, time that ends the match. */
  #goOn(): void {
    clearTimeout(this.#timer);
    const { followed, kit } = this;
    const table = followed.table!;
    if (this.#isClosed || followed.isEnded) return;
    if (table.outcome !== null) {
      this.#end();
      return;
    }
    if (table.talk.isPaused) return;
    this.#tryPremove();
    const isFree = kit.game.pace === 'free';
    const now = this.#now();
    if (kit.game.outcome(now) !== null && this.#tick() !== null) {
      this.#end();
      return;
    }
    const waits = [this.#flagIn()];
    if (isFree) {
      if (this.elapsedMs() > 0) for (const seat of this.bots) void this.#think(seat);
      waits.push(LOOK_MS);
    } else
      for (const seat of kit.game.active(now)) if (this.bots.includes(seat)) void this.#think(seat);
    // time alone may end a match
    if (!isFree && kit.game.time !== undefined) waits.push(1000);
    const least = Math.min(...waits.filter(wait => wait !== null));
    if (Number.isFinite(least)) this.#timer = setTimeout(() => this.#wake(), least);
  }

  #wake(): void {
    const { clocks } = this.followed.table!;
    const wait = this.#flagIn();
    if (wait !== null && wait <= 0 && clocks?.running != null)
      this.#write(null, { type: 'leave', of: clocks.running, how: 'flag' });
    this.#goOn();
  }

  /** In how many milliseconds the flag of the running clock falls. */
  #flagIn(): number | null {
    const { clocks } = this.followed.table!;
    const at = clocks === null ? null : fallsAt(clocks);
    return at === null ? null : Math.max(0, at - this.elapsedMs());
  }

  /** The true state now, hidden hands and all. */
  #now(): unknown {
    const { state } = this.followed.table!;
    const tick = this.#tick();
    if (tick === null) return state;
    const passed = step(this.kit.game, state, { do: 'time', at: tick });
    return passed.ok ? passed.value.state : state;
  }

  async #think(seat: Seat): Promise<void> {
    if (this.#thinking.has(seat)) return;
    this.#thinking.add(seat);
    const { kit, followed } = this;
    const { n } = followed;
    const since = performance.now();
    const level = this.#roles.find(role => role.seat === seat)?.level ?? 3;
    const move = await this.#bots.choose(kit, this.#now(), seat, level);
    const isFree = kit.game.pace === 'free';
    const rest = isFree ? 0 : PAUSE_MS - (performance.now() - since);
    if (rest > 0) await new Promise(resolve => setTimeout(resolve, rest));
    this.#thinking.delete(seat);
    if (this.#isClosed || followed.isEnded) return;
    // what was thought about is no longer so: it is thought about anew
    const isStale = followed.n !== n && !isFree;
    if (!isStale && move !== null) this.#write(seat, moveAct(kit.game, move));
    if (!isFree) this.#goOn();
  }

  #tryPremove(): void {
    const move = this.premoved;
    if (move === null) return;
    const { game } = this.kit;
    const seat = game.active(this.#now()).find(seat => this.seats.includes(seat));
    if (seat === undefined) return;
    this.premoved = null;
    const { hex } = game.moves;
    if (legalIn(this, seat).some(other => hex.encode(other) === hex.encode(move)))
      this.#write(seat, moveAct(game, move));
    else this.#tell(null);
  }
}
