/**
 * A connection to a live match, for players and spectators. It replays the nodes by the rules at hand and verifies every signature of
 * each as it arrives; it signs only what it has verified, and stores what it signs before it sends it. It reconnects, reveals links of
 * its hash chain when they are due, holds a premove until it is legal, and estimates the server's time.
 */
import { ok, type Result } from '@kifu/core';
import type { FindGame } from '@kifu/record';
import type { Vault } from '@kifu/record/store';
import { ServerMatch } from './live/server-match.ts';
import type { LiveMatch } from './live.ts';

/** How to connect. */
export interface ConnectOptions {
  /** Id of the invite or of the match. */
  readonly match: string;
  /** The token of a seat, or of a private match; without one a spectator of a public match. */
  readonly token?: string;
  readonly findGame: FindGame;
  /** The secret key of the player (32 bytes), where the seat has a key. */
  readonly secret?: Uint8Array;
  /** What the player is called in this match; what the invite says where it is left out. */
  readonly name?: string;
  /**
   * Stores what must outlive the program: the hash chain, what was agreed to, signed and shown. Without it the client remembers as
   * long as the program runs, and a restart is a new device.
   */
  readonly vault?: Vault;
  /** Reports the player as ready as soon as the seat is there; default: true. */
  readonly isReady?: boolean;
  /** Reconnects when the connection is lost; default: true. */
  readonly reconnects?: boolean;
  /** Milliseconds since 1970, by the own clock. */
  readonly now?: () => number;
  readonly WebSocket?: typeof WebSocket;
}

/** Connects, and resolves once everything is there; or with the fault that prevents it. */
export async function connect(server: string, options: ConnectOptions): Promise<Result<LiveMatch>> {
  const match = new ServerMatch(server, options);
  const fault = await match.first;
  if (fault === null) return ok(match);
  await match.close();
  return { ok: false, fault };
}
