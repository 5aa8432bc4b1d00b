/** The answering side of a sync stream. */
import { type Cid, formatCid, parseCid } from '@kifu/core';
import type { Block } from '@kifu/record/node';
import type { FrameStream } from '../node/frames.ts';
import type { TurnWord } from '../signing-turn.ts';
import {
  bytesOf,
  decodeMessage,
  encodeMessage,
  linkText,
  MAX_AT_ONCE,
  PAGE,
  type SyncError,
  type SyncMessage,
  toLink,
} from './messages.ts';

/** What a peer answers with. Each is asked on behalf of a node. */
export interface SyncAnswers {
  readonly version: string;
  /** The own player's hash; null for a node without one. */
  readonly player: string | null;
  /** A node has named its player. */
  greeted(node: string, player: string | null): void;
  heads(): Promise<ReadonlyMap<string, string>>;
  block(cid: Cid): Promise<Uint8Array | null>;
  /** The commits after `have` up to `head`, oldest first, up to a limit; each with what it links. Null if the record is not here. */
  record(
    head: string,
    have: string | null,
    limit: number,
  ): Promise<{ readonly blocks: AsyncIterable<Block>; readonly isDone: boolean } | null>;
  put(node: string, block: Uint8Array, data: Uint8Array): Promise<'ok' | SyncError>;
  ipns(node: string): Promise<Uint8Array | null>;
  /** A node is about to sign, or has signed; returns whether it may. */
  turn(node: string, word: TurnWord): boolean;
  /** Whether a node may ask once more, by its rate. */
  mayAsk(node: string, what: string): boolean;
}

/** IPGS §17. */
const MAX_COMMIT_BYTES = 64 * 1024;
const MAX_NAMES = 1000;

type Send = (answer: SyncMessage) => Promise<void>;

/** Answers requests until the stream ends. A frame that does not decode ends it. */
export async function answerAll(frames: FrameStream, answers: SyncAnswers): Promise<void> {
  let working = 0;
  for (;;) {
    const frame = await frames.receive();
    const message = frame === null ? null : decodeMessage(frame);
    if (!message?.ok) return frames.close();
    const { id } = message.value;
    if (typeof id !== 'number') return frames.close();
    const send: Send = answer => frames.send(encodeMessage({ id, ...answer }));
    if (working >= MAX_AT_ONCE || !answers.mayAsk(frames.remote, String(message.value.m))) {
      await send({ err: 'busy' });
      continue;
    }
    working++;
    answer(frames.remote, message.value, answers, send)
      .catch(() => frames.close())
      .finally(() => {
        working--;
      });
  }
}

async function answer(
  node: string,
  request: SyncMessage,
  answers: SyncAnswers,
  send: Send,
): Promise<void> {
  const refuse = (err: SyncError) => send({ err });
  switch (request.m) {
    case 'hello': {
      answers.greeted(node, linkText(request.player));
      const { version, player } = answers;
      return send({ version: toLink(version), player: player === null ? null : toLink(player) });
    }
    case 'heads': {
      const { names } = request;
      const all = await answers.heads();
      const wanted = Array.isArray(names) ? new Set(names.slice(0, MAX_NAMES)) : null;
      const heads = [...all].filter(([name]) => wanted?.has(name) ?? true);
      return send({ heads: Object.fromEntries(heads.map(([name, cid]) => [name, toLink(cid)])) });
    }
    case 'record': {
      const head = linkText(request.head);
      const have = request.have === undefined ? null : linkText(request.have);
      const limit = typeof request.limit === 'number' ? request.limit : PAGE;
      if (head === null || !(limit >= 1 && limit <= PAGE)) return refuse('bad-request');
      const found = await answers.record(head, have, limit);
      if (found === null) return refuse('not-found');
      for await (const block of found.blocks) await send(blockFrame(block));
      return send({ done: found.isDone });
    }
    case 'blocks': {
      const cids = Array.isArray(request.cids) ? request.cids.map(linkText) : [];
      if (cids.length > PAGE) return refuse('too-large');
      for (const text of cids) {
        const cid = text === null ? null : parseCid(text);
        const bytes = cid?.ok ? await answers.block(cid.value) : null;
        if (cid?.ok && bytes !== null) await send(blockFrame({ cid: cid.value, bytes }));
      }
      return send({ done: true });
    }
    case 'put': {
      const block = bytesOf(request.block, MAX_COMMIT_BYTES);
      const data = bytesOf(request.data, MAX_COMMIT_BYTES);
      if (block === null || data === null) return refuse('too-large');
      const said = await answers.put(node, block, data);
      return said === 'ok' ? send({ ok: true }) : refuse(said);
    }
    case 'ipns': {
      const of = typeof request.node === 'string' ? request.node : '';
      const record = await answers.ipns(of.slice(0, 128));
      return record === null ? refuse('not-found') : send({ record });
    }
    case 'sign':
    case 'signed':
      return answers.turn(node, request.m) ? send({ ok: true }) : refuse('busy');
    default:
      return refuse('bad-request');
  }
}

const blockFrame = ({ cid, bytes }: Block): SyncMessage => ({
  cid: toLink(formatCid(cid)),
  block: bytes,
});
