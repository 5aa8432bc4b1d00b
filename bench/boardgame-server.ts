/** boardgame.io's own server over socket.io, with the files that it comes with as its storage: `FOLDER`. Says its address once it listens. It waits for no disk. */
import { createRequire } from 'node:module';
import { COUNTING } from './boardgame-master.ts';

process.env.NODE_ENV = 'production'; // else it freezes every state
const { Server, FlatFile } = createRequire(import.meta.url)('boardgame.io/server');
const [dir] = process.argv.slice(2);
console.info = () => {}; // it says at once that it serves, and not where
const server = Server({ games: [COUNTING], origins: ['*'], db: new FlatFile({ dir }) });
const { appServer } = await server.run({ port: 0, lobbyConfig: { apiPort: 0 } });
process.on('message', () =>
  process.send!({ ...process.memoryUsage(), cpu: process.cpuUsage(), rooms: 0 }),
);
process.stdout.write(`ws://127.0.0.1:${appServer.address().port}\n`);
