/** Actions on their way: from the moment they are done, while they are signed and sent, until they are answered. */
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
import type { ClientMessage, WireAction } from './protocol/messages.ts';
import { nextOrdinary } from './seq.ts';
import type { SignedWire } from './signatures.ts';

/** An action to be sent. */
interface ToSend {
  readonly wire: WireAction;
  readonly seen: number;
  /** Null where the seat has no key. A fault where it cannot be signed. */
  readonly signed: Promise<Result<SignedWire>> | null;
}

/** Actions that wait for an answer of the server. */
export interface Pending {
  /** Takes an action, and sends it as soon as it is signed and there is a connection; resolves with its number, or why it was refused. */
  add(act: ToSend, send: (message: ClientMessage) => void): Promise<Result<number>>;
  /** Settles the action that an entry brings: by the number of the action where the server says it, else by its signature, or by seat and act. */
  taken(re: number | null, followed: Replay, entry: Entry | null, seat: Seat | null): void;
  refuse(re: number, fault: Fault): void;
  /** After a lost connection: sends again what the server has not answered. Where it had arrived, the server refuses it as seen. */
  again(send: (message: ClientMessage) => void): void;
  failAll(fault: Fail): void;
  /** Own moves on their way, in order. */
  moves(followed: Replay): readonly Json[];
  /** The next number that a seat signs with. */
  nextSeq(followed: Replay, seat: Seat): number;
}

interface WaitingAct extends Pick<ToSend, 'wire'> {
  readonly id: number;
  /** Null while it is being signed. */
  signed: UnsignedWire | SignedWire | null;
  done(result: Result<number>): void;
}

/** The fields of an action of a seat without a key. */
interface UnsignedWire {
  readonly seen: number;
  readonly signature?: never;
}

/** Begins with none. */
export function createPending(): Pending {
  let last = 0;
  let seq = 0;
  const waiting = new Map<number, WaitingAct>();
  const settle = (id: number, result: Result<number>): void => {
    waiting.get(id)?.done(result);
    waiting.delete(id);
  };
  return {
    add({ wire, seen, signed }, send) {
      const id = ++last;
      return new Promise(done => {
        const mine: WaitingAct = { wire, id, signed: null, done };
        waiting.set(id, mine);
        const go = (fields: UnsignedWire | SignedWire) => {
          mine.signed = fields;
          if (waiting.has(id)) send(messageOf(mine, fields));
        };
        if (signed === null) go({ seen });
        else
          void signed.then(made => {
            if (made.ok) go(made.value);
            else settle(id, made);
          });
      });
    },
    taken(re, { game, n }, entry, seat) {
      if (re !== null) return settle(re, ok(n));
      if (entry === null || entry.seat !== seat || waiting.size === 0) return;
      const act = canonicalText(actToJson(game, entry.act));
      const signed = entry.signed === null ? null : bytesToHex(entry.signed.signature);
      for (const [id, { wire, signed: own }] of waiting) {
        if (own === null) continue;
        const isIt =
          own.signature === undefined
            ? n > own.seen && canonicalText(wire as unknown as Json) === act
            : own.signature === signed;
        if (isIt) return settle(id, ok(n));
      }
    },
    refuse: (re, fault) => settle(re, { ok: false, fault }),
    again(send) {
      for (const one of waiting.values()) if (one.signed !== null) send(messageOf(one, one.signed));
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
      const sent = [...waiting.values()].filter(({ signed }) => signed !== null).length;
      const used = followed.terms.referee === null ? known + sent : Math.max(seq, known);
      seq = nextOrdinary(used);
      return seq;
    },
  };
}

const messageOf = ({ id, wire }: WaitingAct, signed: UnsignedWire | SignedWire): ClientMessage => ({
  type: 'act',
  id,
  act: wire,
  ...signed,
});
