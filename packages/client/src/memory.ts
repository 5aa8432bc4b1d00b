/**
 * What a client remembers of a match across restarts, so that it never signs two things of which only one can be true: the invite it
 * agreed to, the one header that its nonce served, every action it signed, and every node it was shown. A vault stores it.
 */
import {
  bytesToHex,
  decodeBase64,
  encodeBase64,
  type Fault,
  hexToBytes,
  isObject,
  isSameBytes,
  type Json,
  type JsonObject,
  type Seat,
  unwrap,
} from '@kifu/core';
import type { Vault } from '@kifu/record/store';
import type { Stop } from './live.ts';
import type { Invite } from './protocol/messages.ts';

/** The header that a nonce served, and when it came. */
export interface AgreedHeader {
  /** Content id. */
  readonly id: string;
  /** Milliseconds since 1970, by the client's own clock. */
  readonly atMs: number;
}

/** Terms of an invite that a player agreed to, and the name given. */
export interface ReadyFor {
  readonly invite: Invite;
  readonly name: string;
}

/** An action that was signed: the message and the signature, in hex. */
export interface SignedAction {
  readonly message: string;
  readonly signature: string;
}

/** Names within the kind of a match. Node numbers have six digits, so that they sort. */
const [SALT, HEADER, STOP] = ['salt', 'header', 'stop'];
const readyName = (seat: Seat): string => `ready ${seat}`;
const nodeName = (n: number): string => `node ${String(n).padStart(6, '0')}`;
const actionName = (seat: Seat, number: string): string => `action ${seat} ${number}`;
const SALT_BYTES = 32;

/** Memory of one seat of a match, by the nonce of the match. Everything it stores is durable when the call resolves. */
export class MatchMemory {
  /** Random bytes that the player's hash chain is made from; no other match and no other device has them. */
  readonly salt: Uint8Array;
  /** Nodes that were shown before this program started, from the header on. */
  readonly nodes: readonly Uint8Array[];
  /** Null where no header was agreed to on this device. */
  readonly header: AgreedHeader | null;
  readonly ready: ReadyFor | null;
  /** Why nothing more is signed in this match; null while it is played. */
  readonly stop: Stop | null;
  readonly #vault: Vault;
  readonly #kind: string;
  readonly #seat: Seat;
  /** Signatures of this device, in hex. */
  readonly #signatures: Set<string>;

  private constructor(
    vault: Vault,
    kind: string,
    seat: Seat,
    salt: Uint8Array,
    stored: StoredMemory,
  ) {
    this.#vault = vault;
    this.#kind = kind;
    this.#seat = seat;
    this.salt = salt;
    this.nodes = stored.nodes;
    this.header = stored.header;
    this.ready = stored.ready;
    this.stop = stored.stop;
    this.#signatures = stored.signatures;
  }

  /** Loads what is stored of a seat in the match with a nonce. */
  static async open(vault: Vault, nonce: string, seat: Seat): Promise<MatchMemory> {
    const kind = `live ${nonce}`;
    const fresh = bytesToHex(crypto.getRandomValues(new Uint8Array(SALT_BYTES)));
    const salt = (await vault.add(kind, SALT, fresh)) ? fresh : await vault.get(kind, SALT);
    const stored = await load(vault, kind, seat);
    return new MatchMemory(vault, kind, seat, hexToBytes(String(salt)), stored);
  }

  /** Whether this device signed it. */
  isOwn(signature: Uint8Array): boolean {
    return this.#signatures.has(bytesToHex(signature));
  }

  /** Stores what the player agrees to. */
  async storeReady(ready: ReadyFor): Promise<void> {
    await this.#vault.put(this.#kind, readyName(this.#seat), ready as unknown as Json);
  }

  /** Stores the header that the nonce serves unless there is one. Returns the one that counts. */
  async keepHeader(header: AgreedHeader): Promise<AgreedHeader> {
    if (await this.#vault.add(this.#kind, HEADER, { ...header })) return header;
    return (await this.#vault.get(this.#kind, HEADER)) as unknown as AgreedHeader;
  }

  /**
   * Stores a signed action before it is sent, under a number that the seat uses once: its `seq`, or without a referee the node it
   * follows. Returns the action that has the number already; null where it was free.
   */
  async keepAction(number: string, action: SignedAction): Promise<SignedAction | null> {
    const name = actionName(this.#seat, number);
    const isNew = await this.#vault.add(this.#kind, name, { ...action });
    const stored = isNew ? action : ((await this.#vault.get(this.#kind, name)) as JsonObject);
    this.#signatures.add(String(stored.signature));
    return isNew ? null : (stored as unknown as SignedAction);
  }

  /** Stores a node as it was shown. Returns the node that was shown in its place before, where it is another. */
  async keepNode(n: number, node: Uint8Array): Promise<Uint8Array | null> {
    if (await this.#vault.add(this.#kind, nodeName(n), encodeBase64(node))) return null;
    const stored = bytesOf(await this.#vault.get(this.#kind, nodeName(n)));
    return isSameBytes(stored, node) ? null : stored;
  }

  /** Stores why nothing more is signed in this match. */
  async keepStop({ fault, evidence }: Stop): Promise<void> {
    await this.#vault.put(this.#kind, STOP, {
      fault: fault as unknown as Json,
      evidence: evidence.map(({ name, bytes }) => ({ name, bytes: encodeBase64(bytes) })),
    });
  }
}

interface StoredMemory {
  readonly nodes: readonly Uint8Array[];
  readonly header: AgreedHeader | null;
  readonly ready: ReadyFor | null;
  readonly stop: Stop | null;
  readonly signatures: Set<string>;
}

async function load(vault: Vault, kind: string, seat: Seat): Promise<StoredMemory> {
  const names = await vault.names(kind);
  const values = await Promise.all(names.map(name => vault.get(kind, name)));
  const stored = new Map(names.map((name, i) => [name, values[i]!]));
  const nodes: Uint8Array[] = [];
  while (stored.has(nodeName(nodes.length)))
    nodes.push(bytesOf(stored.get(nodeName(nodes.length))));
  const actions = names.filter(name => name.startsWith(actionName(seat, '')));
  return {
    nodes,
    header: (stored.get(HEADER) as unknown as AgreedHeader | undefined) ?? null,
    ready: (stored.get(readyName(seat)) as unknown as ReadyFor | undefined) ?? null,
    stop: stopOf(stored.get(STOP)),
    signatures: new Set(actions.map(name => String((stored.get(name) as JsonObject).signature))),
  };
}

const bytesOf = (value: Json | undefined): Uint8Array => unwrap(decodeBase64(String(value)));

function stopOf(value: Json | undefined): Stop | null {
  if (!isObject(value)) return null;
  const files = value.evidence as readonly { readonly name: string; readonly bytes: string }[];
  return {
    fault: value.fault as unknown as Fault,
    evidence: files.map(({ name, bytes }) => ({ name, bytes: bytesOf(bytes) })),
  };
}
