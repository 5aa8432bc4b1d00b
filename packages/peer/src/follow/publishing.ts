/** How a program on this machine has its peer publish a match: it sends what is new, and receives the head that the name then has. */
import * as dagCbor from '@ipld/dag-cbor';
import { type Fault, fail, isSameBytes, ok, type Result } from '@kifu/core';
import type { Frames } from '../match/frame-wire.ts';
import { arePageNodes, isCount, listIn, pagesOf } from './pages.ts';

/** A match as far as it has come. */
export interface Publication {
  /** All nodes, the header first. */
  readonly nodes: readonly Uint8Array[];
  /** The blocks of the replay log, the oldest first; none where the game has no log. */
  readonly log: readonly Uint8Array[];
}

/** What was published. */
export interface PublishedMatch {
  readonly name: string;
  readonly sequence: string;
  readonly head: string;
  readonly log: string | null;
}

/** Publishes a match that has come further; what is known already is nothing new. */
export type Publish = (publication: Publication) => Promise<Result<PublishedMatch>>;

/** Frames in order: blocks from a number on, and at the end the request to publish them. */
type PublishFrame =
  | readonly [list: 'nodes' | 'log', from: number, blocks: readonly Uint8Array[]]
  | readonly ['publish'];
type PublishAnswer = { readonly published: PublishedMatch } | { readonly fault: Fault };

const WRONG = fail('malformed', 'not a part of a match to publish', { rule: 'message' });
const GONE = fail('unreachable', 'the peer has stopped; start it with kifu peer');

/** The command's side; each match has its own stream. */
export function publishOver(frames: Frames): Publish {
  let sent: Publication = { nodes: [], log: [] };
  const send = (frame: PublishFrame) => frames.send(dagCbor.encode(frame));
  return async publication => {
    try {
      for (const list of ['nodes', 'log'] as const) {
        const from = commonLength(sent[list], publication[list]);
        for (const page of pagesOf(publication[list].slice(from), from, null))
          await send([list, page.from, page.nodes]);
      }
      await send(['publish']);
      sent = { nodes: [...publication.nodes], log: [...publication.log] };
      const frame = await frames.receive();
      if (frame === null) return GONE;
      const answer = dagCbor.decode<PublishAnswer>(frame);
      return 'fault' in answer ? { ok: false, fault: answer.fault } : ok(answer.published);
    } catch {
      return GONE;
    }
  };
}

/** The peer's side. After an invalid message it answers with a fault and closes the stream. */
export async function takePublications(frames: Frames, publish: Publish): Promise<void> {
  const lists = { nodes: [] as Uint8Array[], log: [] as Uint8Array[] };
  const answer = (done: PublishAnswer) => frames.send(dagCbor.encode(done));
  for (let bytes = await frames.receive(); bytes !== null; bytes = await frames.receive()) {
    const frame = decodeFrame(bytes, lists);
    if (!frame.ok) {
      await answer({ fault: { ...frame.fault } });
      return frames.close();
    }
    if (frame.value[0] === 'publish') {
      const done = await publish(lists);
      await answer(done.ok ? { published: done.value } : { fault: { ...done.fault } });
    } else {
      const [list, from, blocks] = frame.value;
      lists[list].splice(from, Infinity, ...blocks);
    }
  }
}

/** Reads the frames about a match. */
function decodeFrame(bytes: Uint8Array, soFar: Publication): Result<PublishFrame> {
  if (listIn(bytes, 1)?.[0] === 'publish') return ok(['publish']);
  const [list, from, blocks] = listIn(bytes, 3) ?? [];
  if (list !== 'nodes' && list !== 'log') return WRONG;
  if (!isCount(from) || from > soFar[list].length || !arePageNodes(blocks)) return WRONG;
  return ok([list, from, blocks]);
}

function commonLength(before: readonly Uint8Array[], now: readonly Uint8Array[]): number {
  let n = 0;
  while (n < before.length && n < now.length && isSameBytes(before[n]!, now[n]!)) n++;
  return n;
}
