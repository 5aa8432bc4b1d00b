/** A stream of frames, as libp2p gives it, as a transport of messages. */
import type { Transport, TransportHandlers } from './transport.ts';

/** A stream of frames, each with its length before it. */
export interface Frames {
  /** Waits where the reader is slow. */
  send(bytes: Uint8Array): Promise<void>;
  /** The next frame; null when there will be none. */
  receive(): Promise<Uint8Array | null>;
  /** Ends the stream for both. */
  close(): void;
}

/** The protocol of matches between two peers, as libp2p names it. */
export const MATCH_PROTOCOL = '/kifu/match/1';

/** How much is queued for a reader slower than the match: beyond that the stream is closed, and the match continues over another. */
const MAX_WAITING_BYTES = 8 << 20;

/** Messages over a stream of frames. */
export function frameWire(frames: Frames): Transport {
  let ears: TransportHandlers | null = null;
  let isOpen = true;
  let waitingBytes = 0;
  let last: Promise<void> = Promise.resolve();
  const lose = (): void => {
    if (!isOpen) return;
    isOpen = false;
    frames.close();
    ears?.closed();
  };
  const read = async (): Promise<void> => {
    while (isOpen) {
      const bytes = await frames.receive();
      if (!isOpen) return;
      if (bytes === null) return lose();
      ears?.message(bytes);
    }
  };
  return {
    send(message) {
      if (!isOpen) return;
      waitingBytes += message.length;
      if (waitingBytes > MAX_WAITING_BYTES) return lose();
      last = frames.send(message).then(() => {
        waitingBytes -= message.length;
      }, lose);
    },
    listen(mine) {
      ears = mine;
      read().catch(lose);
    },
    close() {
      if (!isOpen) return;
      isOpen = false;
      // what was sent last still goes out: it may be the reason
      void last.then(frames.close);
    },
  };
}
