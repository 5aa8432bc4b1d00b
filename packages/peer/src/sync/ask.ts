/** The asking side of a sync stream: requests go out side by side, and each gets its own answers. */
import { hashesTo, parseCid } from '@kifu/core';
import type { Block } from '@kifu/record/node';
import type { FrameStream } from '../node/frames.ts';
import type { TurnWord } from '../signing-turn.ts';
import {
  decodeMessage,
  encodeMessage,
  linkText,
  MAX_AT_ONCE,
  PAGE,
  type SyncError,
  type SyncMessage,
  toLink,
} from './messages.ts';

/** A request was refused, or the stream ended first. */
export class SyncRefused extends Error {
  override readonly name = 'SyncRefused';
  readonly code: SyncError | 'closed';
  constructor(code: SyncError | 'closed') {
    super(`the other node says ${code}`);
    this.code = code;
  }
}

/** Some commits of a record. */
export interface RecordPage {
  readonly blocks: readonly Block[];
  /** Whether its head is among them. */
  readonly isDone: boolean;
}

/** Another node, as it can be asked. All throw `SyncRefused`. */
export interface SyncClient {
  readonly node: string;
  hello(version: string, player: string | null): Promise<{ readonly player: string | null }>;
  /** Heads of games by name: of all that the node lists, or of these. */
  heads(names?: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** The next commits of a record after one that is known, with all that they link, oldest first; and whether that is all. */
  record(head: string, have: string | null): Promise<RecordPage>;
  /** Those of these blocks that the node has. */
  blocks(cids: readonly string[]): Promise<readonly Block[]>;
  put(block: Uint8Array, data: Uint8Array): Promise<void>;
  /** The newest IPNS record of a node that this one knows. */
  ipns(node: string): Promise<Uint8Array>;
  /** Reports to another node of the player that this one is about to sign, or has signed. */
  turn(word: TurnWord): Promise<void>;
  readonly isClosed: boolean;
  close(): void;
}

/** How long the next answer may take until the node is given up. */
const TIMEOUT_MS = 30_000;
/** How many bytes of blocks are accepted in answer to one request. */
const MAX_ANSWER_BYTES = 32 << 20;

type IsLast = (answer: SyncMessage) => boolean;

/** What waits for answers. */
interface Pending {
  /** Returns whether that was the last answer. */
  take(message: SyncMessage): boolean;
  fail(error: Error): void;
}

/** Asks over a stream. */
export function createSyncClient(frames: FrameStream): SyncClient {
  const pending = new Map<number, Pending>();
  let last = 0;
  let isClosed = false;
  const close = (error: Error = new SyncRefused('closed')) => {
    isClosed = true;
    frames.close();
    for (const each of pending.values()) each.fail(error);
    pending.clear();
  };
  const listen = async () => {
    for (;;) {
      const frame = await frames.receive();
      const message = frame === null ? null : decodeMessage(frame);
      if (message === null || !message.ok) return close();
      const id = message.value.id as number;
      if (pending.get(id)?.take(message.value)) pending.delete(id);
    }
  };
  listen().catch(close);

  /** Requests that wait because too many others are in progress. */
  const waiting: (() => void)[] = [];
  let asked = 0;
  const ask = async (request: SyncMessage, isLast: IsLast): Promise<SyncMessage[]> => {
    if (asked >= MAX_AT_ONCE) await new Promise<void>(resolve => waiting.push(resolve));
    else asked++;
    try {
      return await askNow(request, isLast);
    } finally {
      const next = waiting.shift();
      if (next === undefined) asked--;
      else next();
    }
  };
  /** Sends a request and collects its answers, until `isLast` returns true. */
  const askNow = (request: SyncMessage, isLast: IsLast): Promise<SyncMessage[]> => {
    if (isClosed) return Promise.reject(new SyncRefused('closed'));
    const id = ++last;
    return new Promise((resolve, reject) => {
      const answers: SyncMessage[] = [];
      let size = 0;
      const timer = setTimeout(() => close(), TIMEOUT_MS);
      const end = (done: () => void) => {
        clearTimeout(timer);
        done();
        return true;
      };
      pending.set(id, {
        take(answer) {
          if (typeof answer.err === 'string')
            return end(() => reject(new SyncRefused(answer.err as SyncError)));
          size += answer.block instanceof Uint8Array ? answer.block.length : 0;
          if (size > MAX_ANSWER_BYTES)
            return end(() => {
              reject(new SyncRefused('too-large'));
              queueMicrotask(close); // a node that sends that much keeps sending
            });
          answers.push(answer);
          timer.refresh();
          return isLast(answer) ? end(() => resolve(answers)) : false;
        },
        fail: error => void end(() => reject(error)),
      });
      frames.send(encodeMessage({ ...request, id })).catch(() => close());
    });
  };
  const one = async (request: SyncMessage): Promise<SyncMessage> =>
    (await ask(request, () => true))[0]!;
  const gather = async (request: SyncMessage) => {
    const answers = await ask(request, ({ done }) => done !== undefined);
    return { blocks: answers.flatMap(readBlockFrame), isDone: answers.at(-1)!.done === true };
  };

  return {
    node: frames.remote,
    async hello(version, player) {
      const asked = { m: 'hello', version: toLink(version), player: player && toLink(player) };
      return { player: linkText((await one(asked)).player) };
    },
    async heads(names) {
      const { heads } = await one({ m: 'heads', ...(names && { names: [...names] }) });
      const entries = typeof heads === 'object' && heads !== null ? Object.entries(heads) : [];
      return new Map(
        entries.flatMap(([name, link]) => {
          const head = linkText(link);
          return head === null ? [] : [[name, head] as const];
        }),
      );
    },
    record: (head, have) =>
      gather({ m: 'record', head: toLink(head), ...(have && { have: toLink(have) }), limit: PAGE }),
    blocks: async cids => (await gather({ m: 'blocks', cids: cids.map(toLink) })).blocks,
    async put(block, data) {
      await one({ m: 'put', block, data });
    },
    async turn(word) {
      await one({ m: word });
    },
    async ipns(node) {
      const { record } = await one({ m: 'ipns', node });
      if (record instanceof Uint8Array) return record;
      throw new SyncRefused('bad-request');
    },
    get isClosed() {
      return isClosed;
    },
    close: () => close(),
  };
}

/** The block in an answer; none where it does not hash to its content ID. */
function readBlockFrame({ cid, block }: SyncMessage): Block[] {
  const text = linkText(cid);
  const parsed = text === null ? null : parseCid(text);
  if (!parsed?.ok || !(block instanceof Uint8Array)) return [];
  return hashesTo(parsed.value, block) ? [{ cid: parsed.value, bytes: block }] : [];
}
