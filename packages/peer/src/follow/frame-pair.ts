/** Two ends of a stream inside one process, as streams of frames: local followers are served like remote ones. */
import type { FrameStream } from '../node/frames.ts';

/** How many frames wait for a reader before the sender waits. */
const MAX_WAITING = 16;

/** What one end sends is received at the other; what was sent before it closed is still received. */
export function framePair(): readonly [FrameStream, FrameStream] {
  const waiting = new Set<() => void>();
  let isOpen = true;
  const change = (): void => {
    for (const wake of waiting) wake();
    waiting.clear();
  };
  const changed = () => new Promise<void>(resolve => waiting.add(resolve));
  const close = (): void => {
    isOpen = false;
    change();
  };
  const end = (inbox: Uint8Array[], outbox: Uint8Array[]): FrameStream => ({
    ...{ remote: '', close, end: close },
    async send(bytes) {
      while (isOpen && outbox.length >= MAX_WAITING) await changed();
      if (!isOpen) throw new Error('closed');
      outbox.push(bytes);
      change();
    },
    async receive() {
      while (isOpen && inbox.length === 0) await changed();
      const frame = inbox.shift() ?? null;
      change();
      return frame;
    },
  });
  const [one, other]: [Uint8Array[], Uint8Array[]] = [[], []];
  return [end(one, other), end(other, one)];
}
