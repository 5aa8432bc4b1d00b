/** A server of nothing but sockets, to compare with: answers each message with itself, to its sender, to a pair or to all. `echo`, `relay` or `broadcast`. */
import type { AddressInfo } from 'node:net';
import { type WebSocket, WebSocketServer } from 'ws';

const [how] = process.argv.slice(2);
const server = new WebSocketServer({ port: 0, host: '127.0.0.1', perMessageDeflate: false });
const all: WebSocket[] = [];
server.on('connection', socket => {
  const number = all.push(socket) - 1;
  socket.on('message', data => {
    const text = String(data);
    if (how === 'echo') socket.send(text);
    else if (how === 'relay') for (const i of [number, number ^ 1]) all[i]?.send(text);
    else for (const other of server.clients) other.send(text);
  });
});
process.on('message', () =>
  process.send!({ ...process.memoryUsage(), cpu: process.cpuUsage(), rooms: 0 }),
);
server.on('listening', () =>
  process.stdout.write(`ws://127.0.0.1:${(server.address() as AddressInfo).port}\n`),
);
