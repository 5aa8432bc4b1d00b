/** How commands reach a peer that runs on their folder. Nothing of the network is loaded here. */
import { readFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fail, ok, type Result } from '@kifu/core';
import type { Frames } from '../match/frame-wire.ts';
import type { PeerStatus } from '../peer.ts';
import type { PlayedMatch } from './match-desk.ts';
import { LOCAL_FILE, type LocalAddress, type LocalAnswer, type LocalRequest } from './messages.ts';

export type { PlayedMatch } from './match-desk.ts';

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
  const line = await askToLend(folder);
  try {
    return await work();
  } finally {
    // one that was started meanwhile, also in the place of that one, has not seen all that has changed
    if (!(await giveBack(line))) await giveBack(await askToLend(folder));
  }
}

/** The line to a peer that waits; null where none runs. */
async function askToLend(folder: string): Promise<LocalLine | null> {
  const line = await reach(folder, { do: 'lend' });
  const lent = await line?.next();
  if (lent?.ok) return line;
  line?.end();
  return null;
}

/** Lets a peer go on; says whether it has seen what has changed. */
async function giveBack(line: LocalLine | null): Promise<boolean> {
  await line?.say('done').catch(() => {}); // the peer is gone
  const seen = await line?.next();
  line?.end();
  return seen?.ok ?? false;
}

/** Has the peer of a folder open a way to another for a match; null where none runs. */
export const askToReach = (folder: string, to: string): Promise<Result<Frames> | null> =>
  frames(folder, { do: 'reach', to });

/** The next way that another peer opens, to offer a match or to come back to this one; null where no peer runs. */
export const askForCaller = (
  folder: string,
  match: PlayedMatch | null,
  signal: AbortSignal,
): Promise<Result<Frames> | null> => frames(folder, { do: 'answer', match }, signal);

/** A way to follow matches through the peer of a folder (`hearMatch`), or to publish one (`publishOver`); null where none runs. */
export const askForMatches = (
  folder: string,
  what: 'follow' | 'publish',
): Promise<Result<Frames> | null> => frames(folder, { do: what });

async function frames(
  folder: string,
  request: WithoutToken<LocalRequest>,
  signal?: AbortSignal,
): Promise<Result<Frames> | null> {
  const line = await reach(folder, request);
  const callOff = () => line?.end();
  signal?.addEventListener('abort', callOff, { once: true });
  if (signal?.aborted) callOff();
  const answer = await line?.next();
  signal?.removeEventListener('abort', callOff);
  if (line === null || answer == null) return null;
  if (!answer.ok) return fail('unreachable', answer.why ?? 'nobody came');
  return ok({
    send: bytes => line.say(Buffer.from(bytes).toString('base64')),
    async receive() {
      const text = await line.nextText();
      return text === null ? null : Buffer.from(text, 'base64');
    },
    close: line.end,
  });
}

/** A line to a peer. */
interface LocalLine {
  /** The next answer; null when the peer is gone. */
  next(): Promise<LocalAnswer | null>;
  nextText(): Promise<string | null>;
  /** Resolves when it is on its way. */
  say(text: string): Promise<void>;
  end(): void;
}

type WithoutToken<T> = T extends unknown ? Omit<T, 'token'> : never;

/** Null where no peer runs; a file that one left behind leads nowhere. */
async function reach(
  folder: string,
  request: WithoutToken<LocalRequest>,
): Promise<LocalLine | null> {
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
  await line.say(JSON.stringify({ ...request, token: address.token })).catch(() => {});
  return line;
}

function lineOf(socket: Socket): LocalLine {
  const lines = createInterface({ input: socket })[Symbol.asyncIterator]();
  const nextText = async (): Promise<string | null> => {
    try {
      const { value, done } = await lines.next();
      return done ? null : value;
    } catch {
      return null; // the peer was killed
    }
  };
  return {
    nextText,
    async next() {
      const text = await nextText();
      return text === null ? null : (JSON.parse(text) as LocalAnswer);
    },
    say: text =>
      new Promise((resolve, reject) =>
        socket.write(`${text}\n`, cause => (cause == null ? resolve() : reject(cause))),
      ),
    // what was said last still goes out
    end: () => void socket.end(() => socket.destroy()),
  };
}
