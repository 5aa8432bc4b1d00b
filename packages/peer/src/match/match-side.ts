/** One side of a match between two peers: its seat, its record and its time, and how far both have come. */
import { createLiveEmitter } from '@kifu/client';
import type { Links } from '@kifu/client/player';
import { wallTimer } from '@kifu/client/timer';
import { type Fault, formatCid, isObject, type Json, type Seat } from '@kifu/core';
import type { Chain } from '@kifu/record';
import type { Timer } from '@kifu/record/match';
import type { MatchState } from '@kifu/record/match-state';
import type { Replay } from '@kifu/record/replay';
import type { MatchStores, OpenMatch, Vault } from '@kifu/record/store';
import type { Evidence } from './evidence.ts';
import type { Lockstep } from './lockstep.ts';
import { PeerProgress } from './peer-progress.ts';
import { Stopwatch } from './stopwatch.ts';

/** Where a match is stored, and its secrets. */
export interface PeerStores extends MatchStores {
  readonly vault: Vault;
}

/** What a match is played with. */
export interface PeerMatchOptions {
  readonly stores: PeerStores;
  /** Begun or loaded. */
  readonly open: OpenMatch;
  readonly seat: Seat;
  /** The secret key of the seat, 32 bytes. */
  readonly secret: Uint8Array;
  /** The player's own hash chain; null if the match has none. */
  readonly links: Links | null;
  readonly timer?: Timer;
  /** How late the other player may be in the whole match, by this side's stopwatch; taken from the clock by default. */
  readonly lagMs?: number;
}

/** Kinds of notes in the vault, each by the id of the match. */
const PEN = 'peer-pen';
const TIME = 'peer-time';

/** What was noted at the newest node. */
interface Noted {
  /** How often the write token was passed since. */
  readonly handed: number;
  /** When that node came; null where that is not known. */
  readonly since: number | null;
}

/** Reads what was noted of a match. */
export async function readNoted({ stores, open }: PeerMatchOptions): Promise<Noted> {
  const { n, match } = open.replay;
  const read = async (kind: string): Promise<number | null> => {
    const note: Json | undefined = await stores.vault.get(kind, formatCid(match));
    return isObject(note) && note.n === n ? Number(note.value) : null;
  };
  const [handed, since] = await Promise.all([read(PEN), read(TIME)]);
  return { handed: handed ?? 0, since };
}

/** What the parts of a peer's match share. */
export class MatchSide {
  readonly options: PeerMatchOptions;
  readonly id: string;
  readonly seat: Seat;
  readonly other: Seat;
  readonly timer: Timer;
  readonly progress: PeerProgress;
  readonly stopwatch: Stopwatch;
  readonly emitter = createLiveEmitter();
  /** Where both play at once, once both have agreed to the header. */
  lockstep: Lockstep | null = null;
  /** What proves that the opponent signed something invalid; null while the match is in progress. */
  evidence: Evidence | null = null;
  isClosed = false;

  constructor(options: PeerMatchOptions, { handed, since }: Noted) {
    const { open, seat } = options;
    this.options = options;
    this.id = formatCid(open.replay.match);
    this.seat = seat;
    this.other = open.replay.header!.players.find(player => player.seat !== seat)!.seat;
    this.timer = options.timer ?? wallTimer;
    this.progress = new PeerProgress(seat, this.other, handed);
    this.stopwatch = new Stopwatch(this.timer, open.replay.table!, since, options.lagMs);
  }

  get replay(): Replay {
    return this.options.open.replay;
  }

  get chain(): Chain {
    return this.options.open.chain;
  }

  get table(): MatchState {
    return this.chain.table;
  }

  /** Whether nothing more is done or taken. */
  get isOver(): boolean {
    return this.isClosed || this.evidence !== null;
  }

  /** The seat that has the write token now. */
  get holder(): Seat {
    return this.progress.holder(this.replay, this.table);
  }

  elapsedMs(): number {
    if (this.lockstep !== null && this.table.outcome === null)
      return this.lockstep.elapsedMs(this.timer.now());
    return this.stopwatch.elapsedMs(this.table);
  }

  report(fault: Fault): void {
    this.emitter.emit('fault', fault);
  }

  /** Passes the write token. It is stored first, so that a restart does not write too. */
  async passWriteToken(): Promise<void> {
    const handed = this.progress.handed + 1;
    await this.#note(PEN, handed);
    this.progress.handed = handed;
    this.progress.settle({ asks: false });
  }

  /** Called after a node was stored: the match has a new head. */
  async advance(): Promise<void> {
    const { clocks, anchor } = this.table;
    const since = this.stopwatch.restart();
    this.progress.advance();
    if (clocks !== null || anchor !== null) await this.#note(TIME, Math.floor(since));
    const { replay } = this;
    this.emitter.emit('node', { replay, entry: replay.entry, parts: replay.parts });
  }

  #note(kind: string, value: number): Promise<void> {
    return this.options.stores.vault.put(kind, this.id, { n: this.chain.last.n, value });
  }
}
