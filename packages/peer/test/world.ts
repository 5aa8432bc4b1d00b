/**
 * A world for two peers in which time, the way between them and their crashes are decided by a seed: messages are lost, doubled, out of
 * order and late, wires are cut, and programs die between any two things that they keep.
 */
import { setImmediate } from 'node:timers/promises';
import type { Timer } from '@kifu/record/match';
import { memoryStores, memoryVault } from '@kifu/stores/memory';
import type { PeerStores } from '../src/match/match-side.ts';
import { decodeMessage, type Message } from '../src/match/messages.ts';
import type { Transport, TransportHandlers } from '../src/match/transport.ts';

/** A number from 0 to below 1, the same ones for the same seed. */
function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    // the generator "mulberry32"
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/** How bad the way is. */
export interface Weather {
  /** Chance of a message to be lost. */
  readonly loss: number;
  readonly double: number;
  /** Whether messages overtake each other. */
  readonly disorder: boolean;
  readonly minMs: number;
  readonly maxMs: number;
}

export const FAIR: Weather = { loss: 0, double: 0, disorder: false, minMs: 1, maxMs: 5 };

interface Happening {
  readonly at: number;
  readonly order: number;
  readonly work: () => void;
}

/** Time, and what happens in it. */
export interface World {
  readonly timer: Timer;
  readonly random: () => number;
  /** All that was ever sent, also what was lost. */
  readonly sent: Message[];
  /** Two ends of a wire. */
  wires(weather?: Weather): readonly [Transport, Transport] & { cut(): void };
  after(ms: number, work: () => void): () => void;
  /** Each waits until one program has nothing to do, or is dead. */
  readonly resting: Set<() => Promise<void>>;
  /** Lets things happen, for a second at most, while something other than a match is done. */
  during<T>(work: Promise<T>): Promise<T>;
  /** Lets things happen one after the other until something is so; false where nothing happens any more, or too much. */
  until(isSo: () => boolean, most?: number): Promise<boolean>;
}

export function createWorld(seed: number): World {
  const random = createRandom(seed);
  let now = 1_000_000;
  let order = 0;
  const happenings = new Set<Happening>();
  const sent: Message[] = [];
  const after = (ms: number, work: () => void): (() => void) => {
    const happening = { at: now + Math.max(0, ms), order: order++, work };
    happenings.add(happening);
    return () => void happenings.delete(happening);
  };
  const next = (): Happening | null => {
    let first: Happening | null = null;
    for (const one of happenings)
      if (first === null || one.at < first.at || (one.at === first.at && one.order < first.order))
        first = one;
    return first;
  };
  const happen = (): boolean => {
    const first = next();
    if (first === null) return false;
    happenings.delete(first);
    now = first.at;
    first.work();
    return true;
  };
  const resting = new Set<() => Promise<void>>();
  return {
    timer: { now: () => now, after },
    random,
    sent,
    resting,
    after,
    wires(weather = FAIR) {
      let isOpen = true;
      const ears: (TransportHandlers | null)[] = [null, null];
      const waiting: Uint8Array[][] = [[], []];
      const last = [0, 0];
      const close = (by: number | null) => {
        if (!isOpen) return;
        isOpen = false;
        for (const end of [0, 1]) if (end !== by) after(0, () => ears[end]?.closed());
      };
      const deliver = (to: number, bytes: Uint8Array) => {
        const { minMs, maxMs, disorder } = weather;
        const at = now + minMs + random() * (maxMs - minMs);
        const then = disorder ? at : Math.max(at, last[to]!);
        last[to] = then;
        after(then - now, () => {
          if (!isOpen) return;
          if (ears[to] === null) waiting[to]!.push(bytes);
          else ears[to]!.message(bytes);
        });
      };
      const end = (own: number): Transport => ({
        send(bytes) {
          if (!isOpen) return;
          const message = decodeMessage(bytes);
          if (message.ok) sent.push(message.value);
          const copy = bytes.slice();
          if (random() >= weather.loss) deliver(1 - own, copy);
          if (random() < weather.double) deliver(1 - own, copy);
        },
        listen(mine) {
          ears[own] = mine;
          for (const bytes of waiting[own]!.splice(0))
            after(0, () => isOpen && mine.message(bytes));
        },
        close: () => close(own),
      });
      return Object.assign([end(0), end(1)] as const, { cut: () => close(null) });
    },
    async until(isSo, most = 20_000) {
      for (let i = 0; i < most; i++) {
        await Promise.all([...resting].map(rest => rest()));
        if (isSo()) return true;
        if (!happen()) return false;
      }
      return isSo();
    },
    async during(work) {
      const end = now + 1000;
      let isDone = false;
      const done = work.finally(() => {
        isDone = true;
      });
      while (!isDone) {
        await Promise.race([done, setImmediate()]);
        if ((next()?.at ?? end) < end) happen();
      }
      return done;
    },
  };
}

/** Stores that survive the program; `life` gives them to a program that can be killed. */
export interface Disk {
  readonly whole: PeerStores;
  /** The stores as a program sees them, which dies after this many writes, before or after the last. */
  life(writes?: number): Life;
}

/** A program that can die. */
export interface Life {
  readonly stores: PeerStores;
  kill(): void;
  readonly isDead: boolean;
  readonly died: Promise<void>;
}

export function createDisk(): Disk {
  const { blocks, heads, append } = memoryStores();
  const vault = memoryVault();
  const whole: PeerStores = { blocks, heads, append, vault };
  return {
    whole,
    life(writes = Infinity) {
      let left = writes;
      let isDead = false;
      const death = Promise.withResolvers<void>();
      const die = () => {
        isDead = true;
        death.resolve();
      };
      const never = new Promise<never>(() => {});
      const alive = <T>(work: () => Promise<T>): Promise<T> => (isDead ? never : work());
      const write = <T>(work: () => Promise<T>): Promise<T> => {
        if (isDead) return never;
        left -= 0.5;
        if (left <= 0) {
          die();
          return never;
        }
        left -= 0.5;
        if (left <= 0) {
          return work().then(() => {
            die();
            return never;
          });
        }
        return work();
      };
      return {
        stores: {
          blocks: {
            get: (cid, ask) => alive(() => blocks.get(cid, ask)),
            put: (cid, bytes, ask) => write(() => blocks.put(cid, bytes, ask)),
            has: (cid, ask) => alive(() => blocks.has(cid, ask)),
          },
          heads: {
            get: (match, ask) => alive(() => heads.get(match, ask)),
            move: (match, from, to, ask) => write(() => heads.move(match, from, to, ask)),
          },
          append: (...args) => write(() => append(...args)),
          vault: {
            get: (kind, name, ask) => alive(() => vault.get(kind, name, ask)),
            put: (kind, name, value, ask) => write(() => vault.put(kind, name, value, ask)),
            add: (kind, name, value, ask) => write(() => vault.add(kind, name, value, ask)),
            remove: (kind, name, ask) => write(() => vault.remove(kind, name, ask)),
            names: (kind, ask) => alive(() => vault.names(kind, ask)),
          },
        },
        kill: die,
        died: death.promise,
        get isDead() {
          return isDead;
        },
      };
    },
  };
}
