/** How commands reach a peer that runs on their directory. Nothing of the network is loaded here. */
import { readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { type Fail, fail, ok, type Result } from '@kifu/core';
import type { Frames } from '../match/frame-wire.ts';
import { isProof, newNonce, proofOf } from './handshake.ts';
import { type LineSocket, linesOf } from './lines.ts';
import {
  LOCAL_FILE,
  type LocalAddress,
  type LocalAnswer,
  MAX_PROOF_BYTES,
  MAX_REQUEST_BYTES,
  PROOF_MS,
  type StreamRequest,
} from './messages.ts';
import type { PlayedMatch } from './offer-broker.ts';
import { apiOver, type PeerService } from './service.ts';

/** The peer that runs on a directory, which answers in a language; null where none does. */
export async function connectPeer(directory: string, language = 'en'): Promise<PeerService | null> {
  const lines = await reach(directory);
  if (lines === null) return null;
  let last: Promise<unknown> = Promise.resolve();
  const ask = async (request: unknown): Promise<Result<unknown>> => {
    try {
      await lines.say(JSON.stringify(request));
      return (await answerIn(lines)) ?? GONE;
    } catch {
      return GONE;
    }
  };
  return {
    // one at a time: answers come in the order of requests
    api: apiOver((request, input) => {
      const answer = last.then(() => ask({ request, input, language }));
      last = answer;
      return answer;
    }),
    async close() {
      lines.end();
    },
  };
}

const GONE: Fail = fail(
  'unreachable',
  'the peer has stopped, perhaps after doing this; check before you try again',
);

/** Has the peer of a directory open a way to another for a match; null where none runs. */
export const askToReach = (directory: string, to: string): Promise<Result<Frames> | null> =>
  frames(directory, { stream: 'reach', to });

/** The next way that another peer opens, to offer a match or to come back to this one; null where no peer runs. */
export const askForCaller = (
  directory: string,
  match: PlayedMatch | null,
  signal: AbortSignal,
): Promise<Result<Frames> | null> => frames(directory, { stream: 'answer', match }, signal);

/** A way to follow matches through the peer of a directory (`subscribeToMatch`), or to publish one (`publishOver`); null where none runs. */
export const askForMatches = (
  directory: string,
  stream: 'follow' | 'publish',
): Promise<Result<Frames> | null> => frames(directory, { stream });

async function frames(
  directory: string,
  request: StreamRequest,
  signal?: AbortSignal,
): Promise<Result<Frames> | null> {
  const lines = await reach(directory);
  if (lines === null) return null;
  const callOff = () => lines.end();
  signal?.addEventListener('abort', callOff, { once: true });
  if (signal?.aborted) callOff();
  await lines.say(JSON.stringify(request)).catch(() => {}); // then there is no answer
  const answer = await answerIn(lines);
  signal?.removeEventListener('abort', callOff);
  if (answer === null || !answer.ok) return answer;
  return ok({
    send: bytes => lines.say(Buffer.from(bytes).toString('base64')),
    async receive() {
      const text = await lines.next(MAX_REQUEST_BYTES);
      return text === null ? null : Buffer.from(text, 'base64');
    },
    close: lines.end,
  });
}

/** The next answer; null when the peer is gone. */
async function answerIn(lines: LineSocket): Promise<LocalAnswer | null> {
  const text = await lines.next(MAX_REQUEST_BYTES);
  return text === null ? null : JSON.parse(text);
}

/** Lines to a peer that has proved the token; null where none runs. A file that one left behind leads nowhere, or to a stranger. */
async function reach(directory: string): Promise<LineSocket | null> {
  let address: LocalAddress;
  try {
    address = JSON.parse(await readFile(join(directory, LOCAL_FILE), 'utf8'));
  } catch {
    return null;
  }
  const socket = connect(address.port, '127.0.0.1');
  const isThere = await new Promise<boolean>(resolve => {
    socket.once('connect', () => resolve(true));
    socket.once('error', () => resolve(false));
  });
  if (!isThere) return null;
  socket.on('error', () => {}); // the peer is gone: the next line is null
  // a process that does not run a peer may never answer
  socket.setTimeout(PROOF_MS, () => socket.destroy());
  const lines = linesOf(socket);
  const isPeer = await isTrusted(lines, address.token).catch(() => false);
  socket.setTimeout(0);
  if (isPeer) return lines;
  lines.end();
  return null;
}

async function isTrusted(lines: LineSocket, token: string): Promise<boolean> {
  const own = newNonce();
  await lines.say(JSON.stringify({ nonce: own }));
  const { nonce, proof } = JSON.parse((await lines.next(MAX_PROOF_BYTES)) ?? 'null') as {
    readonly nonce: string;
    readonly proof: string;
  };
  if (!isProof(proof, proofOf('peer', token, own, nonce))) return false;
  await lines.say(JSON.stringify({ proof: proofOf('command', token, own, nonce) }));
  return true;
}
