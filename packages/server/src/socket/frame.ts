/** Frames of WebSocket (RFC 6455 §5.2) made by hand, so that one is made for many readers and written in one go. */
import { Buffer } from 'node:buffer';

const TEXT = 0x81;
const PONG = 0x8a;
const LENGTH_16 = 126;
const LENGTH_64 = 127;

/** A whole text message as one frame, as servers send it: not masked. */
export function frameOf(text: string): Buffer {
  const length = Buffer.byteLength(text);
  const start = length < LENGTH_16 ? 2 : length < 0x10000 ? 4 : 10;
  const frame = Buffer.allocUnsafe(start + length);
  frame[0] = TEXT;
  if (start === 2) frame[1] = length;
  else if (start === 4) {
    frame[1] = LENGTH_16;
    frame.writeUInt16BE(length, 2);
  } else {
    frame[1] = LENGTH_64;
    frame.writeBigUInt64BE(BigInt(length), 2);
  }
  frame.write(text, start);
  return frame;
}

/** The answer to a ping: what it carried, which is never longer than 125 bytes. */
export const pongOf = (data: Uint8Array): Buffer =>
  Buffer.concat([Uint8Array.of(PONG, data.length), data]);
