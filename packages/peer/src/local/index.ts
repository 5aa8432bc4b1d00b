/** How commands reach a peer that runs on their folder. Nothing of the network is loaded here. */
import { readFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { PeerStatus } from '../peer.ts';
import { LOCAL_FILE, type LocalAddress, type LocalAnswer, type LocalRequest } from './messages.ts';

/** Asks the peer of a folder how it is doing; null where none runs. */
export async function askStatus(folder: string): Promise<PeerStatus | null> {
  const line = await reach(folder, { do: 'status' });
  if (line === null) return null;
  const answer = await line.next();
  line.end();
  return answer?.status ?? null;
}

/** Has the peer of a folder call an address from now on; says whether one runs. */
export async function askToCall(folder: string, address: string): Promise<boolean> {
  const line = await reach(folder, { do: 'call', address });
  const answer = await line?.next();
  line?.end();
  return answer?.ok ?? false;
}

/** Does something with a folder while the peer that runs on it, if any, waits; afterwards the peer tells others what has changed. */
export async function borrow<T>(folder: string, work: () => Promise<T>): Promise<T> {
  const line = await reach(folder, { do: 'lend' });
  const lent = await line?.next();
  try {
    return await work();
  } finally {
    if (lent?.ok) {
      line!.say('done');
      await line!.next();
    }
    line?.end();
  }
}

/** A line to a peer. */
interface Line {
  /** The next answer; null when the peer is gone. */
  next(): Promise<LocalAnswer | null>;
  say(text: string): void;
  end(): void;
}

type Ask<T> = T extends unknown ? Omit<T, 'token'> : never;

/** Null where no peer runs; a file that one left behind leads nowhere. */
async function reach(folder: string, request: Ask<LocalRequest>): Promise<Line | null> {
  let address: LocalAddress;
  try {
    address = JSON.parse(await readFile(join(folder, LOCAL_FILE), 'utf8'));
  } catch {
    return null;
  }
  const socket = connect(address.port, '127.0.0.1');
  const isThere = await new Promise<boolean>(resolve => {
    socket.once('connect', () => resolve(true));
    socket.once('error', () => resolve(false));
  });
  if (!isThere) return null;
  socket.on('error', () => {}); // the peer is gone: the next answer is null
  const line = lineOf(socket);
  line.say(JSON.stringify({ ...request, token: address.token }));
  return line;
}

function lineOf(socket: Socket): Line {
  const lines = createInterface({ input: socket })[Symbol.asyncIterator]();
  return {
    async next() {
      try {
        const { value, done } = await lines.next();
        return done ? null : (JSON.parse(value) as LocalAnswer);
      } catch {
        return null; // the peer was killed
      }
    },
    say: text => void socket.write(`${text}\n`),
    end: () => socket.destroy(),
  };
}
