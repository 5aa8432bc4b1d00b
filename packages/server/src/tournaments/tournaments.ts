/**
 * Tournaments that a server runs. It signs their entries with its own key and decides who may make them; pairings and standings follow from
 * the entries. Each pairing becomes a match with a deadline, and its result is recorded when the match ends. One process has a tournament at a time, as with a room.
 */
import { randomBytes } from 'node:crypto';
import { checkSetup, fail, formatCid, type Outcome, ok, type Result } from '@kifu/core';
import {
  appendEntry,
  beginTournament,
  isOver,
  nodeId,
  type OpenTournament,
  openPairings,
  type Pairing,
  parseTerms,
  type TournamentEntry,
  type TournamentTerms,
} from '@kifu/tournament';
import { RoomElsewhereError } from '../cluster/room-elsewhere.ts';
import type { ServerStores } from '../options.ts';
import type { ReplayWorkers } from '../replay-workers/pool.ts';
import { storedInviteOf } from '../rooms/access.ts';
import { makeInvite } from '../rooms/invites.ts';
import type { RoomRegistry } from '../rooms/room-registry.ts';
import type { StoredInvite } from '../rooms/stored-invite.ts';
import {
  boardName,
  keep,
  listStoredTournaments,
  type MatchTerms,
  openStored,
  readStoredTournament,
  type StoredTournament,
} from './stored-tournament.ts';

/** Everything that a tournament is created from. */
interface NewTournament extends MatchTerms {
  readonly terms: TournamentTerms;
}

/** Tournament, and what is stored of it. */
export interface RunTournament {
  readonly stored: StoredTournament;
  readonly open: OpenTournament;
}

/** How often deadlines are checked, in milliseconds. */
const TEND_MS = 5000;
const MOST = 1000;
/** Tournaments in memory, folded. */
const MOST_OPEN = 100;

/** Tournament that this process has. */
interface Owned {
  readonly stores: ServerStores;
  now: RunTournament;
}

/** Runs the tournaments of a server. */
export class Tournaments {
  readonly #registry: RoomRegistry;
  readonly #workers: ReplayWorkers;
  readonly #owned = new Map<string, Owned>();
  readonly #folded = new Map<string, OpenTournament>();
  /** Changes in progress, one after the other. */
  readonly #queues = new Map<string, Promise<unknown>>();
  /** Tournaments that are over: they never change, and need not be read again. */
  readonly #over = new Set<string>();
  readonly #timer: NodeJS.Timeout;
  #isTending = false;

  constructor(registry: RoomRegistry, workers: ReplayWorkers) {
    this.#registry = registry;
    this.#workers = workers;
    this.#timer = setInterval(() => void this.#tendAll(), TEND_MS);
    this.#timer.unref();
  }

  async make(
    organizer: { readonly id: string; readonly name: string },
    wanted: NewTournament,
  ): Promise<Result<RunTournament>> {
    const { stores, games, referee, log, now } = this.#registry;
    const terms = parseTerms(wanted.terms as never);
    if (!terms.ok) return terms;
    const kit = await games.load(terms.value.game);
    if (!kit.ok) return kit;
    const { game } = kit.value;
    if (game.seats[0] > 2 || game.seats[1] < 2)
      return fail('unsupported', `${terms.value.game} is not a two-player game`);
    const setup = checkSetup(game, {
      seats: [0, 1],
      options: wanted.options,
      ...(game.chance === undefined ? {} : { seed: 0 }),
    });
    if (!setup.ok) return setup;
    if ((await listStoredTournaments(stores)).length >= MOST)
      return fail('too-large', 'too many tournaments on this server');
    const startedAt = new Date(now()).toISOString();
    const open = await beginTournament(
      terms.value,
      { name: organizer.name, secret: referee.secret },
      { nonce: randomBytes(16).toString('hex'), startedAt },
    );
    if (!open.ok) return open;
    const { terms: _, ...matches } = wanted;
    const id = formatCid(nodeId(open.value.nodes[0]!));
    const stored = await keep(
      stores,
      {
        organiser: organizer.id, // words-ok: the name in the store
        ...{ ...matches, id, startedAt },
        ...{ begunAt: [], boards: {}, isOver: false },
      },
      open.value,
      0,
    );
    log.info({ tournament: id, game: terms.value.game }, 'tournament created');
    return ok({ stored, open: open.value });
  }

  /** Returns the current state of a tournament, in whichever process; null if there is none. */
  async get(id: string): Promise<RunTournament | null> {
    const { stores } = this.#registry;
    const known = this.#ownedNow(id);
    if (known !== undefined) return known.now;
    const stored = await readStoredTournament(stores, id);
    if (stored === null) return null;
    const folded = this.#folded;
    const open = folded.get(stored.head) ?? (await openStored(stores, stored));
    if (folded.size >= MOST_OPEN) folded.delete(folded.keys().next().value!);
    folded.set(stored.head, open);
    return { stored, open };
  }

  /** Lists tournaments, newest first, up to a limit. */
  async list(limit: number): Promise<readonly RunTournament[]> {
    const { stores } = this.#registry;
    const stored = await Promise.all(
      (await listStoredTournaments(stores)).map(id => readStoredTournament(stores, id)),
    );
    const newest = stored
      .filter(one => one !== null)
      .sort((a, b) => (a.startedAt < b.startedAt ? 1 : -1))
      .slice(0, limit);
    const all = await Promise.all(newest.map(({ id }) => this.get(id)));
    return all.filter(one => one !== null);
  }

  /** Adds an entry. Throws `RoomElsewhereError` if another process has the tournament. */
  take(id: string, entry: TournamentEntry): Promise<Result<RunTournament>> {
    return this.#inOrder(id, async () => {
      const one = await this.#own(id);
      if (one === null) return NO_TOURNAMENT;
      const changed = await this.#change(one, [entry]);
      if (!changed.ok) return changed;
      await this.#tendNow(id);
      return ok(one.now);
    });
  }

  /** Runs a tournament: creates the matches of its pairings, records their results, and enforces deadlines. */
  tend(id: string): Promise<void> {
    return this.#inOrder(id, () => this.#tendNow(id)).catch(err => {
      // the process that has the tournament runs it
      if (!(err instanceof RoomElsewhereError))
        this.#registry.log.error({ err, tournament: id }, 'cannot update a tournament');
    });
  }

  close(): void {
    clearInterval(this.#timer);
  }

  #inOrder<T>(id: string, work: () => Promise<T>): Promise<T> {
    const queues = this.#queues;
    const done = (queues.get(id) ?? Promise.resolve()).then(work);
    const settled = done
      .catch(() => {})
      .then(() => {
        if (queues.get(id) === settled) queues.delete(id);
      });
    queues.set(id, settled);
    return done;
  }

  /** Returns a tournament that this process still has. */
  #ownedNow(id: string): Owned | undefined {
    const { cluster } = this.#registry;
    return cluster === null || cluster.has(leaseName(id)) ? this.#owned.get(id) : undefined;
  }

  /** Takes a tournament for this process, to change it; null if there is none. */
  async #own(id: string): Promise<Owned | null> {
    const { stores, cluster } = this.#registry;
    const known = this.#ownedNow(id);
    if (known !== undefined) return known;
    this.#owned.delete(id);
    if ((await readStoredTournament(stores, id)) === null) return null;
    const by = cluster === null ? stores : (await cluster.take(leaseName(id))).stores;
    // another process may have changed it until now
    const stored = (await readStoredTournament(stores, id))!;
    const one = { stores: by, now: { stored, open: await openStored(stores, stored) } };
    this.#owned.set(id, one);
    return one;
  }

  /** Adds entries, and stores them with other changes. */
  async #change(
    one: Owned,
    entries: readonly TournamentEntry[],
    more: Partial<StoredTournament> = {},
  ): Promise<Result<RunTournament>> {
    const { referee, now } = this.#registry;
    let { open } = one.now;
    const from = open.nodes.length;
    for (const entry of entries) {
      const next = await appendEntry(open, entry, referee.secret);
      if (!next.ok) return next;
      open = next.value;
    }
    const begun = entries.filter(({ type }) => type === 'round').map(() => Math.floor(now()));
    const stored = await keep(
      one.stores,
      {
        ...one.now.stored,
        ...more,
        begunAt: [...one.now.stored.begunAt, ...begun],
        isOver: isOver(open.tournament),
      },
      open,
      from,
    );
    one.now = { stored, open };
    return ok(one.now);
  }

  async #tendAll(): Promise<void> {
    if (this.#isTending) return;
    this.#isTending = true;
    const { stores, log } = this.#registry;
    try {
      for (const id of await listStoredTournaments(stores)) {
        if (this.#over.has(id)) continue;
        const stored = this.#owned.get(id)?.now.stored ?? (await readStoredTournament(stores, id));
        if (stored?.isOver === true) this.#over.add(id);
        else if (stored !== null && stored.begunAt.length > 0) await this.tend(id);
      }
    } catch (err) {
      log.error({ err }, 'cannot update tournaments');
    } finally {
      this.#isTending = false;
    }
  }

  async #tendNow(id: string): Promise<void> {
    const one = await this.#own(id);
    if (one === null || one.now.stored.isOver) return;
    for (const [r, { pairings }] of one.now.open.tournament.rounds.entries())
      for (const [b, pairing] of pairings.entries())
        if (pairing.result === null) await this.#tendBoard(one, r + 1, b + 1, pairing);
    const { open, stored } = one.now;
    const { rounds } = open.tournament;
    const isNext = stored.isAutomatic && rounds.length > 0 && !isOver(open.tournament);
    if (isNext && openPairings(open.tournament).length === 0) {
      const next = await this.#change(one, [{ type: 'round' }]);
      if (next.ok) return this.#tendNow(id);
      this.#noteFault(id, next);
    }
  }

  /** Handles a pairing without a result. */
  async #tendBoard(one: Owned, round: number, board: number, pairing: Pairing): Promise<void> {
    const { stored, open } = one.now;
    const name = boardName(round, board);
    const invite =
      stored.boards[name] === undefined
        ? null
        : await storedInviteOf(this.#registry, stored.boards[name]);
    const isLate = this.#registry.now() > (stored.begunAt[round - 1] ?? 0) + stored.roundMs;
    const outcome = invite?.phase === 'ended' ? resultOf(invite.outcome) : undefined;
    if (outcome !== undefined && outcome !== null) {
      const entry = { type: 'result', round, board, match: invite!.match, ...outcome } as const;
      this.#registry.log.info({ tournament: stored.id, round, board }, 'a board has its result');
      return this.#noteFault(stored.id, await this.#change(one, [entry]));
    }
    if (invite?.phase === 'live') return;
    const { players } = open.tournament;
    const out = pairing.players.map(player => players[player]!.isOut);
    const forfeit = forfeitOf(invite, out, isLate);
    if (forfeit !== null) {
      const entry = { type: 'result', round, board, match: null, winner: forfeit.winner } as const;
      const gone = forfeit.absent.map(
        seat => ({ type: 'withdraw', player: players[pairing.players[seat]]!.id }) as const,
      );
      return this.#noteFault(stored.id, await this.#change(one, [entry, ...gone]));
    }
    if (invite?.phase === 'open') return;
    const made = await this.#invitePair(one, pairing);
    if (!made.ok) return this.#noteFault(stored.id, made);
    await this.#change(one, [], { boards: { ...stored.boards, [name]: made.value } });
  }

  /** Creates the match of two players; each gets the token of the seat by proving the key. */
  async #invitePair(one: Owned, { players }: Pairing): Promise<Result<string>> {
    const { stored, open } = one.now;
    const { terms, players: all } = open.tournament;
    const seats = players.map(player => {
      const { name, key } = all[player]!;
      return { type: 'you', name, ...(key === null ? {} : { key }) } as const;
    });
    const { clock, options, rated } = stored;
    const made = await makeInvite(
      { registry: this.#registry, workers: this.#workers, by: null, tournament: stored.id },
      { game: terms.game, seats, clock, options, rated },
    );
    return made.ok ? ok(made.value.invite.id) : made;
  }

  #noteFault(id: string, result: Result<unknown>): void {
    if (!result.ok)
      this.#registry.log.warn({ tournament: id, fault: result.fault }, 'a board cannot continue');
  }
}

const leaseName = (id: string): string => `tournament ${id}`;

export const NO_TOURNAMENT = fail('not-found', 'tournament not found');

/** Returns the result of a match; null if it ended without one, and is played again. */
function resultOf(outcome: Outcome | null): { readonly winner: 0 | 1 | null } | null {
  if (outcome?.result === 'draw') return { winner: null };
  const [seat] = outcome?.winners ?? [];
  return outcome?.result === 'win' && (seat === 0 || seat === 1) ? { winner: seat } : null;
}

/**
 * Returns who wins without playing, and who is withdrawn, by seat. A player who has withdrawn, or is absent when the time is over, loses. If both are absent, the first
 * seat loses, since a game must have a result, and both are withdrawn.
 */
function forfeitOf(
  invite: StoredInvite | null,
  out: readonly boolean[],
  isLate: boolean,
): { readonly winner: 0 | 1; readonly absent: readonly (0 | 1)[] } | null {
  const [a, b] = out;
  if (a !== b) return { winner: a ? 1 : 0, absent: [] };
  if (!isLate) return null;
  const [first, second] = [0, 1].map(
    seat => invite?.seats.find(other => other.seat === seat)?.isReady === true,
  );
  if (first && second) return null; // it is just starting
  if (first) return { winner: 0, absent: [] };
  if (second) return { winner: 1, absent: [] };
  return { winner: 1, absent: a ? [] : [0, 1] };
}
