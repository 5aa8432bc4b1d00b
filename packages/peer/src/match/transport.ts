/** The way from one peer to another, as a match needs it: a stream of libp2p, a pair in memory, or anything else. */

/** A way that carries messages to one other peer. It promises nothing: what is lost, doubled or out of order does no harm to a match. */
export interface Transport {
  /** Sends one message; nothing where the way is closed. */
  send(message: Uint8Array): void;
  /** Sets the handlers; called once, before anything is sent. */
  listen(ears: TransportHandlers): void;
  close(): void;
}

/** Handles what comes over a transport. */
export interface TransportHandlers {
  message(bytes: Uint8Array): void;
  /** Nothing comes any more, and nothing can be sent. Not called after the own `close`. */
  closed(): void;
}

/** Longer messages are neither sent nor read. */
export const MAX_MESSAGE_BYTES = 1 << 20;
