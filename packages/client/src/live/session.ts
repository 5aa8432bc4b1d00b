/** What the parts of a connection to a live match share: seat and name, what was stored, how far the match is followed, and how to stop. */
import { type Fail, type Fault, fail, type Seat } from '@kifu/core';
import type { FindGame } from '@kifu/record';
import type { Replay } from '@kifu/record/replay';
import { createLiveEmitter, type Stop } from '../live.ts';
import type { MatchMemory } from '../memory.ts';
import { createPending } from '../pending.ts';
import type { ClientMessage, Invite } from '../protocol/messages.ts';
import type { ReconnectingSocket } from '../protocol/reconnecting-socket.ts';

/** The player of a session. */
export interface SessionPlayer {
  /** The secret key, 32 bytes; undefined where the seat has none. */
  readonly secret: Uint8Array | undefined;
  /** As called in this match; what the invite says where it is left out. */
  readonly name: string | undefined;
}

export class LiveSession {
  readonly emitter = createLiveEmitter();
  readonly pending = createPending();
  readonly player: SessionPlayer;
  readonly findGame: FindGame;
  /** Milliseconds since 1970, by the own clock. */
  readonly now: () => number;
  /** Resolves once everything is there, or with the fault that prevents it. */
  readonly first = Promise.withResolvers<Fault | null>();
  /** Set before anything is sent. */
  socket!: ReconnectingSocket;
  isConnected = false;
  seat: Seat | null = null;
  referee: string | null = null;
  invite: Invite | null = null;
  /** Every node so far, verified; null while the invite is open. */
  replay: Replay | null = null;
  /** Null before the server has named the match, and for a spectator. */
  memory: MatchMemory | null = null;
  stopped: Stop | null = null;
  /** Settles when every node that came is verified and stored; what is signed waits for it. */
  checking: Promise<unknown> = Promise.resolve();

  constructor(player: SessionPlayer, findGame: FindGame, now: () => number) {
    this.player = player;
    this.findGame = findGame;
    this.now = now;
  }

  send(message: ClientMessage): void {
    this.socket.send(message);
  }

  /** Sends where the server has said welcome; whether it could. */
  readonly sendIfConnected = (message: ClientMessage): boolean => {
    if (this.isConnected) this.send(message);
    return this.isConnected;
  };

  report(fault: Fault): void {
    this.emitter.emit('fault', fault);
  }

  /** Nothing more is signed or taken in this match: why, and what shows it, is stored and told. */
  async stop(why: Stop): Promise<void> {
    if (this.stopped !== null) return;
    this.stopped = why;
    await this.memory?.keepStop(why).catch((cause: unknown) => this.report(unstored(cause).fault));
    this.emitter.emit('stop', why);
    this.report(why.fault);
    this.pending.failAll({ ok: false, fault: why.fault });
    this.first.resolve(null);
    this.socket.close();
  }
}

export const NO_MATCH = fail('wrong-seat', 'you have no seat in a match yet');

export const unstored = (cause: unknown): Fail =>
  fail('unwritable', `cannot store what the match needs: ${cause}`);
