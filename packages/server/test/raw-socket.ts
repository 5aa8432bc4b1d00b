/** A WebSocket by hand, to send what no client does, and to read nothing. */
import { connect, type Socket } from 'node:net';
import { PROTOCOL } from '@kifu/client/protocol';

/** Frames without content, with the mask 0. */
export const MASKED_PING = Uint8Array.of(0x89, 0x80, 0, 0, 0, 0);
export const MASKED_PONG = Uint8Array.of(0x8a, 0x80, 0, 0, 0, 0);

/** A text as one masked frame, with the mask 0. */
export const maskedText = (text: string): Buffer =>
  Buffer.concat([Uint8Array.of(0x81, 0x80 | text.length, 0, 0, 0, 0), Buffer.from(text)]);

/** A socket to a match whose handshake has been answered. */
export async function openRaw(server: string, id: string): Promise<Socket> {
  const { hostname, port } = new URL(server);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => {});
  socket.write(
    [
      `GET /api/live/${id} HTTP/1.1`,
      `host: ${hostname}:${port}`,
      'connection: upgrade',
      'upgrade: websocket',
      'sec-websocket-version: 13',
      'sec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==',
      `sec-websocket-protocol: ${PROTOCOL}`,
      '\r\n',
    ].join('\r\n'),
  );
  const answer = await new Promise(done => {
    socket.once('data', done);
    socket.once('close', () => done('closed'));
  });
  if (!String(answer).startsWith('HTTP/1.1 101')) throw new Error(String(answer));
  return socket;
}
