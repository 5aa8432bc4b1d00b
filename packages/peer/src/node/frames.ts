/** A libp2p stream as frames: each has its length before it, and a limited number of bytes. */

import { wallTimer } from '@kifu/client/timer';
import type { Stream } from '@libp2p/interface';
import { lpStream } from '@libp2p/utils';

/** Both ends of a stream may send and receive. */
export interface FrameStream {
  /** The node at the other end. */
  readonly remote: string;
  /** Waits where the reader is slow. */
  send(bytes: Uint8Array): Promise<void>;
  /** The next frame; null when there will be none. */
  receive(): Promise<Uint8Array | null>;
  /** Ends the stream for both. */
  close(): void;
  /** Closes it after the other side has had time to read what was sent last. */
  end(): void;
}

/** IPGS §14.3. */
const MAX_FRAME_BYTES = 1 << 20;

/** How long the other side may take to read what was sent last. */
const END_MS = 2000;

/** Frames of a stream. One that claims to be longer ends the stream before it is read. */
export function framesOf(stream: Stream, remote: string): FrameStream {
  const frames = lpStream(stream, { maxDataLength: MAX_FRAME_BYTES });
  const close = () => stream.abort(new Error('closed'));
  return {
    remote,
    send: bytes => frames.write(bytes),
    async receive() {
      try {
        return (await frames.read()).subarray();
      } catch {
        close();
        return null;
      }
    },
    close,
    end() {
      stream.close().catch(() => {});
      const callOff = wallTimer.after(END_MS, close);
      stream.addEventListener('close', callOff, { once: true });
    },
  };
}
