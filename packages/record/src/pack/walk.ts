/**
 * A record after its header, written or read: one walk does both. It plays the match on the way, and whatever the table, the
 * rules or the nodes before tell is not written. A match of which the hands are still hidden cannot be played, and its acts are
 * written in full.
 */
import {
  type Fail,
  fail,
  type Game,
  type Header,
  ok,
  type Result,
  sha256,
  type Terms,
} from '@kifu/core';
import { type Blind, beginBlind, followBlind } from '../blind.ts';
import { shownHash } from '../chain.ts';
import { shownMs } from '../clock-face.ts';
import { termsOf } from '../header.ts';
import { within } from '../kifu.ts';
import {
  type EndingNode,
  type EntryNode,
  encodeEntry,
  encodePlainMove,
  MAX_NODE_BYTES,
  type SignedBytes,
} from '../node.ts';
import { checkTerms, fold, isSealed, keyOf, MAX_ENTRIES, sit, type Table } from '../table.ts';
import { Acts } from './acts.ts';
import { DamagedError, damaged } from './coder.ts';
import { type Columns, codeColumns } from './columns.ts';
import { codeEnding } from './ending.ts';
import type { Tools } from './tools.ts';

/** What is written; whoever reads has nothing of it. */
export interface Source {
  readonly entries: readonly EntryNode[];
  readonly ending: EndingNode | null;
}

/** The nodes of a record, and the digest of the last. */
export interface Walked {
  readonly nodes: Uint8Array[];
  readonly head: Uint8Array;
}

const HASH_BYTES = 32;
const SIGNATURE_BYTES = 64;

/** Writes or reads what follows after a header. */
export class Walk {
  readonly #tools: Tools;
  readonly #game: Game;
  readonly #header: Header;
  readonly #terms: Terms;
  readonly #hasKeys: boolean;
  readonly #nodes: Uint8Array[];
  #prev: Uint8Array;
  /** How many entries there are; below 0 until that is known. */
  #count = -1;
  /** Where the match stands: the table, or where hands are hidden, what can be followed without seeing them. */
  #table: Table | null = null;
  #blind: Blind | null = null;
  /** Of the last entry that had one: its time, its tick, and what clocks showed and how many acts were signed, by seat. */
  #ms = 0;
  #at = 0;
  readonly #clocks = new Map<number | null, number>();
  readonly #seqs = new Map<number, number>();

  constructor(tools: Tools, game: Game, header: Header, bytes: Uint8Array) {
    this.#tools = tools;
    this.#game = game;
    this.#header = header;
    this.#terms = termsOf(header);
    this.#hasKeys = header.players.some(({ key }) => key !== undefined);
    this.#nodes = [bytes];
    this.#prev = sha256(bytes);
  }

  run(source: Source | null): Result<Walked> {
    try {
      return this.#walk(source) ?? ok({ nodes: this.#nodes, head: this.#prev });
    } catch (cause) {
      return this.#locate(damaged(cause, this.#tools.coder));
    }
  }

  #walk(source: Source | null): Fail | null {
    const { entries = null, ending = null } = source ?? {};
    const tools = this.#tools;
    const wrong = this.#sit(source);
    if (wrong !== null) return this.#locate(wrong);
    this.#count = tools.number('entries', entries?.length ?? 0);
    if (this.#count > MAX_ENTRIES) throw new DamagedError('there are too many entries');
    const hasTicks = this.#table === null || this.#game.time !== undefined;
    const columns = codeColumns(tools, entries, ending, hasTicks, this.#terms.hashEvery);
    const acts = new Acts(tools, this.#game, this.#header, this.#count, entries);
    for (let n = 1; n <= this.#count; n++) {
      const refused = this.#enter(acts, columns, n, entries?.[n - 1] ?? null);
      if (refused !== null) return this.#locate(refused);
    }
    // an ending reveals the deal, so that a match that is followed blindly has none
    if (this.#table === null) return null;
    const isOver = this.#table.outcome !== null;
    if (!tools.flag('ended', ending !== null, isOver ? 1 : 0)) return null;
    const refused = this.#end(this.#table, columns, ending);
    return refused === null ? null : this.#locate(refused);
  }

  /** A fault with where it happened. */
  #locate(wrong: Fail): Fail {
    const n = this.#nodes.length;
    const count = this.#count;
    const located =
      count < 0
        ? within(wrong, 'the header', '/header')
        : n > count
          ? within(wrong, 'the ending', '/ending')
          : within(wrong, `entry ${n} of ${count}`, `/entries/${n - 1}`);
    const { code, message, at, ...more } = located.fault;
    const { offset } = this.#tools.coder;
    return fail(code, message, { ...more, at: offset === null ? at! : { ...at, offset } });
  }

  /** Begins the match. Where hands were hidden, the secret of the deal comes first; where it is not known, there is no table. */
  #sit(source: Source | null): Fail | null {
    const deal = isSealed(this.#header) ? this.#deal(source) : null;
    if (isSealed(this.#header) && deal === null) return this.#sitBlind();
    const seated = sit(this.#game, this.#header, this.#prev, deal);
    if (!seated.ok) return seated;
    this.#table = seated.value.table;
    return null;
  }

  #sitBlind(): Fail | null {
    const links = checkTerms(this.#game, this.#header);
    if (!links.ok) return links;
    this.#blind = beginBlind(this.#header, links.value ?? []);
    return null;
  }

  #deal(source: Source | null): Uint8Array | null {
    const deal = source?.ending?.deal ?? null;
    return this.#tools.flag('dealt', deal !== null) ? this.#tools.bytes(HASH_BYTES, deal) : null;
  }

  #enter(acts: Acts, columns: Columns, n: number, entry: EntryNode | null): Fail | null {
    const table = this.#table;
    const ms = this.#codeMs(columns, entry);
    const at = this.#codeAt(columns, ms, entry);
    const done = acts.code(table, at, entry);
    if (!done.ok) return done;
    const { seat, node, act } = done.value;
    const signed = this.#codeSigned(seat, n, entry);
    if (table !== null) {
      const folded = fold(table, { seat, act: act!, at, ms, signed });
      if (!folded.ok) return folded;
      this.#table = folded.value.table;
    }
    const hash = this.#codeHash(columns, n, entry);
    const clockMs = this.#codeClock(columns, seat, entry);
    const referee =
      this.#terms.referee === null
        ? null
        : this.#tools.bytes(SIGNATURE_BYTES, entry?.referee ?? null);
    const entryNode = {
      n,
      prev: this.#prev,
      seat,
      act: node,
      at,
      ms,
      clockMs,
      hash,
      signed,
      referee,
    };
    if (this.#blind !== null) {
      const followed = followBlind(this.#blind, entryNode);
      if (!followed.ok) return followed;
      this.#blind = followed.value;
    }
    this.#add(encodeQuickly(entryNode) ?? encodeEntry(entryNode));
    return null;
  }

  #add(bytes: Uint8Array): void {
    if (bytes.length > MAX_NODE_BYTES) throw new DamagedError('a node is too large');
    this.#nodes.push(bytes);
    this.#prev = sha256(bytes);
  }

  #codeMs(columns: Columns, entry: EntryNode | null): number | null {
    if (!columns.ms.code(entry !== null && entry.ms !== null)) return null;
    this.#ms = this.#tools.change('ms', null, this.#ms, columns.msUnit, entry?.ms ?? 0);
    return this.#ms;
  }

  #codeAt(columns: Columns, ms: number | null, entry: EntryNode | null): number | null {
    if (columns.at === null || !columns.at.code(entry !== null && entry.at !== null)) return null;
    const written = entry?.at ?? 0;
    const table = this.#table;
    const now = table === null ? this.#at : this.#game.time!.now(table.state);
    const tick = table === null ? null : this.#tickAt(table, ms);
    this.#at =
      tick !== null && tick >= now && !this.#tools.flag('otherTick', written !== tick)
        ? tick
        : this.#tools.change('at', 'downAt', now, 1, written);
    return this.#at;
  }

  /** The tick that a time gives, where ticks are a whole number a second. */
  #tickAt(table: Table, ms: number | null): number | null {
    const hz = this.#game.time!.hz(table.state);
    const product = (ms ?? -1) * hz;
    return Number.isInteger(hz) && product >= 0 && product <= Number.MAX_SAFE_INTEGER
      ? Math.floor(product / 1000)
      : null;
  }

  #codeSigned(seat: number | null, n: number, entry: EntryNode | null): SignedBytes | null {
    const tools = this.#tools;
    const written = entry?.signed ?? null;
    if (seat === null || !this.#hasKeys || keyOf(this.#header, seat) === null) return null;
    const seq = this.#codeSeq(seat, written);
    const seen = tools.flag('unseen', written !== null && written.seen !== n - 1)
      ? tools.number('seen', written?.seen ?? 0)
      : n - 1;
    return { seq, seen, signature: tools.bytes(SIGNATURE_BYTES, written?.signature ?? null) };
  }

  /** Which act of its seat this is: mostly the next. */
  #codeSeq(seat: number, written: SignedBytes | null): number {
    const next = (this.#seqs.get(seat) ?? 0) + 1;
    const isOther = this.#tools.flag('skipped', written !== null && written.seq !== next);
    const seq = isOther ? this.#tools.number('seq', written?.seq ?? 0) : next;
    this.#seqs.set(seat, seq);
    return seq;
  }

  #codeHash(columns: Columns, n: number, entry: EntryNode | null): Uint8Array | null {
    const table = this.#table;
    const isThere = entry !== null && entry.hash !== null;
    const isDue = n % this.#terms.hashEvery === 0;
    if (isDue) {
      if (table === null && this.#tools.flag('unhashed', !isThere)) return null;
    } else if (!columns.hash.code(isThere)) return null;
    return table === null
      ? this.#tools.bytes(HASH_BYTES, entry?.hash ?? null)
      : shownHash(table, n);
  }

  #codeClock(columns: Columns, seat: number | null, entry: EntryNode | null): number | null {
    if (!columns.clock.code(entry !== null && entry.clockMs !== null)) return null;
    const table = this.#table;
    if (table?.clocks != null && seat !== null) {
      const shown = shownMs(table.clocks, seat, table.ms);
      if (shown === null) throw new DamagedError(`seat ${seat} has no clock`);
      return shown;
    }
    const before = this.#clocks.get(seat) ?? 0;
    const written = entry?.clockMs ?? 0;
    const found = this.#tools.change('clock', 'downClock', before, columns.clockUnit, written);
    this.#clocks.set(seat, found);
    return found;
  }

  #end(table: Table, columns: Columns, written: EndingNode | null): Fail | null {
    const ended = codeEnding({
      tools: this.#tools,
      table,
      n: this.#count + 1,
      prev: this.#prev,
      ms: this.#ms,
      msUnit: columns.msUnit,
      hasMs: columns.ms.isThere,
      at: this.#game.time?.now(table.state) ?? 0,
      hasReferee: this.#terms.referee !== null,
      written,
    });
    if (!ended.ok) return ended;
    this.#add(ended.value);
    return null;
  }
}

/** Most entries are moves with nothing more to say. */
function encodeQuickly(node: EntryNode): Uint8Array | null {
  const { seat, act } = node;
  const isPlain =
    seat !== null &&
    act.type === 'move' &&
    node.at === null &&
    node.clockMs === null &&
    node.hash === null &&
    node.signed === null &&
    node.referee === null;
  return isPlain ? encodePlainMove(node.n, node.prev, { seat, move: act.move, ms: node.ms }) : null;
}
