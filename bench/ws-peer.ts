/**
 * A server of nothing but sockets, to compare with: answers each message with itself, to its sender, to a pair or to all (`echo`, `relay` or `broadcast`).
 * It sends texts by `ws`, or `bytes`, encoded once for all, or `frames` as our own server writes them.
 */

import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import { frameOf } from '../packages/server/src/socket/frame.ts';
import { SocketConnection } from '../packages/server/src/socket/socket-connection.ts';

type Send = (text: string, data: Buffer) => void;

const [how, by] = process.argv.slice(2);
const server = new WebSocketServer({ port: 0, host: '127.0.0.1', perMessageDeflate: false });
const encode = by === 'frames' ? frameOf : Buffer.from;
const all: Send[] = [];
server.on('connection', (socket, request) => {
  const number = all.push(sendBy(socket, request.socket)) - 1;
  const to = { echo: [number], relay: [number, number ^ 1] }[how!];
  socket.on('message', received => {
    const text = String(received);
    const data = by === undefined ? NOTHING : encode(text);
    for (const send of to?.map(i => all[i]) ?? all) send?.(text, data);
  });
});

const NOTHING = Buffer.alloc(0);

function sendBy(socket: WebSocket, stream: Duplex): Send {
  if (by === undefined) return text => socket.send(text);
  if (by === 'bytes') return (_text, bytes) => socket.send(bytes, { binary: false });
  const limits = { behindBytes: Infinity, behindMs: Infinity };
  const around = { limits, now: Date.now, address: '', onSlow() {} };
  const connection = new SocketConnection(socket, stream, around);
  return (_text, frame) => connection.send(frame);
}

process.on('message', () => process.send!({ cpu: process.cpuUsage() }));
server.on('listening', () =>
  process.stdout.write(`ws://127.0.0.1:${(server.address() as AddressInfo).port}\n`),
);
