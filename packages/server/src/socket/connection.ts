/** A connection of a member of a room: what rooms know of a socket, here or at another process. */
import type { Buffer } from 'node:buffer';

/** Connection as a room sees it. */
export interface Connection {
  readonly address: string;
  /** Whether it was closed. */
  readonly isClosed: boolean;
  /** The round trip, in milliseconds; 0 before it is known. */
  readonly roundTripMs: number;
  /** Sends a frame; false if the reader is behind, and nothing was sent. */
  send(frame: Buffer): boolean;
  /** Whether recent pings were not answered: the connection may be dead. */
  readonly isSilent: boolean;
  /** Called when it becomes silent, and when it answers again. */
  onSilent: (() => void) | null;
  /** Called once, when a reader that was behind has caught up. */
  onCaughtUp: (() => void) | null;
  close(code: number, reason: string): void;
}
