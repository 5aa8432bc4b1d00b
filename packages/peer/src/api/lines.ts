/** Lines over a socket, each of bounded length. */
import { once } from 'node:events';
import type { Socket } from 'node:net';

/** A line was longer than allowed. */
export class LineTooLong extends Error {
  override readonly name = 'LineTooLong';
}

/** A socket as lines. */
export interface LineSocket {
  /** The next line; null when the other side is gone. Throws `LineTooLong` if it has more bytes than given. */
  next(maxBytes: number): Promise<string | null>;
  /** Resolves when there is room for more. */
  say(text: string): Promise<void>;
  /** Closes the socket after what was sent last. */
  end(): void;
}

const NEWLINE = 0x0a;

/** Takes a socket over. */
export function linesOf(socket: Socket): LineSocket {
  const chunks: AsyncIterator<Buffer> = socket[Symbol.asyncIterator]();
  let rest: Buffer = Buffer.alloc(0);
  return {
    async next(maxBytes) {
      const parts: Buffer[] = [];
      let length = 0;
      for (;;) {
        const end = rest.indexOf(NEWLINE);
        const part = end < 0 ? rest : rest.subarray(0, end);
        length += part.length;
        if (length > maxBytes)
          throw new LineTooLong(`the line is too long: ${maxBytes} bytes at most`);
        parts.push(part);
        if (end >= 0) {
          rest = rest.subarray(end + 1);
          return Buffer.concat(parts).toString();
        }
        rest = Buffer.alloc(0);
        const chunk = await chunks.next().catch(() => null); // the other process was killed
        if (chunk === null || chunk.done) return null;
        rest = chunk.value;
      }
    },
    async say(text) {
      if (socket.destroyed) throw new Error('the other process has stopped');
      if (!socket.write(`${text}\n`))
        await Promise.race([once(socket, 'drain'), once(socket, 'close')]);
    },
    end: () => void socket.end(() => socket.destroy()),
  };
}
