/** Acts on their way: sent and not yet answered. */
import {
  bytesToHex,
  canonicalText,
  type Entry,
  type Fail,
  type Fault,
  type Json,
  ok,
  type Result,
  type Seat,
} from '@kifu/core';
import { actToJson } from '@kifu/record/json';
import type { Replay } from '@kifu/record/replay';
import type { ClientMessage, WireAct } from './protocol/messages.ts';
import { nextOrdinary } from './seq.ts';

/** An act to be sent. */
interface ToSend {
  readonly wire: WireAct;
  readonly seen: number;
  readonly seq?: number;
  readonly signature?: string;
  readonly ms?: number;
}

/** Those that wait for an answer. */
export interface Pending {
  add(
    act: ToSend,
    send: (message: ClientMessage) => void,
    isOpen: boolean,
  ): Promise<Result<number>>;
  /** An entry came: by the number of the act where the server says it, else by what it is. */
  taken(re: number | null, followed: Replay, entry: Entry | null, seat: Seat | null): void;
  refuse(re: number, fault: Fault): void;
  /** After a lost connection: sends again what nobody answered. Where it had arrived, the server refuses it as seen. */
  again(send: (message: ClientMessage) => void): void;
  failAll(fault: Fail): void;
  /** Own moves on their way, in order. */
  moves(followed: Replay): readonly Json[];
  /** The next number that a seat signs with. */
  nextSeq(followed: Replay, seat: Seat): number;
}

interface Waiting extends ToSend {
  readonly id: number;
  done(result: Result<number>): void;
}

/** Begins with none. */
export function createPending(): Pending {
  let last = 0;
  let seq = 0;
  const waiting = new Map<number, Waiting>();
  const settle = (id: number, result: Result<number>): void => {
    waiting.get(id)?.done(result);
    waiting.delete(id);
  };
  return {
    add(act, send, isOpen) {
      const id = ++last;
      return new Promise(done => {
        const mine = { ...act, id, done };
        waiting.set(id, mine);
        if (isOpen) send(messageOf(mine));
      });
    },
    taken(re, { game, n }, entry, seat) {
      if (re !== null) return settle(re, ok(n));
      if (entry === null || entry.seat !== seat || waiting.size === 0) return;
      const act = canonicalText(actToJson(game, entry.act));
      const signed = entry.signed === null ? null : bytesToHex(entry.signed.signature);
      for (const [id, { wire, signature, seen }] of waiting) {
        const isIt =
          signature === undefined
            ? n > seen && canonicalText(wire as unknown as Json) === act
            : signature === signed;
        if (isIt) return settle(id, ok(n));
      }
    },
    refuse: (re, fault) => settle(re, { ok: false, fault }),
    again(send) {
      for (const one of waiting.values()) send(messageOf(one));
    },
    failAll(fault) {
      for (const id of [...waiting.keys()]) settle(id, fault);
    },
    moves: ({ game }) =>
      [...waiting.values()].flatMap(({ wire }) => {
        const move = wire.type === 'move' ? game.moves.json.decode(wire.move as Json) : null;
        return move?.ok ? [move.value] : [];
      }),
    nextSeq(followed, seat) {
      const known = followed.table?.seqs?.[seat] ?? followed.blind?.seqs.get(seat) ?? 0;
      // without a referee no number may be left out: what was refused gives its own back
      const used = followed.terms.referee === null ? known + waiting.size : Math.max(seq, known);
      seq = nextOrdinary(used);
      return seq;
    },
  };
}

const messageOf = ({ id, seen, wire, seq, signature, ms }: Waiting): ClientMessage => ({
  type: 'act',
  id,
  seen,
  act: wire,
  ...(seq === undefined ? {} : { seq }),
  ...(signature === undefined ? {} : { signature }),
  ...(ms === undefined ? {} : { ms }),
});
