/** Nodes that the peer wants to be connected to: it calls them again for ever, less and less often. */

import { wallTimer } from '@kifu/client/timer';
import type { Libp2p } from '@libp2p/interface';
import { peerIdFromString } from '@libp2p/peer-id';
import { multiaddr } from '@multiformats/multiaddr';

/** Nodes to dial. */
export interface Contacts {
  /** By an address, as people give it: it may name the node at its end or not. */
  addAddress(address: string): void;
  /** By the node's name; its address is known, or others know it. */
  addNode(node: string): void;
  /** A node came or went: contacts that are not connected are called soon. */
  wake(): void;
  stop(): void;
}

const FIRST_MS = 250;
const MOST_MS = 30_000;
/** How long a call waits for an answer. */
const DIAL_MS = 5_000;
const MAX_NODES = 1000;

interface Contact {
  waitMs: number;
  callOff: () => void;
  isCalling: boolean;
}

/** libp2p gives up after five tries: so the peer dials on its own. */
export function createContacts(libp2p: Libp2p, isBanned: (node: string) => boolean): Contacts {
  const contacts = new Map<string, Contact>();
  let isStopped = false;
  const isConnected = (name: string): boolean => {
    const node = nodeOf(name);
    return libp2p
      .getConnections()
      .some(({ remotePeer, remoteAddr }) =>
        node === null ? remoteAddr.toString().startsWith(name) : remotePeer.toString() === node,
      );
  };
  const call = async (name: string, contact: Contact): Promise<void> => {
    if (isStopped || contact.isCalling) return;
    const node = nodeOf(name);
    if (isConnected(name) || (node !== null && isBanned(node))) contact.waitMs = FIRST_MS;
    else {
      contact.isCalling = true;
      try {
        const to = name.startsWith('/') ? multiaddr(name) : peerIdFromString(name);
        await libp2p.dial(to, { signal: AbortSignal.timeout(DIAL_MS) });
        contact.waitMs = FIRST_MS;
      } catch {
        contact.waitMs = Math.min(MOST_MS, contact.waitMs * 2);
      } finally {
        contact.isCalling = false;
      }
    }
    plan(name, contact, isConnected(name) ? MOST_MS : contact.waitMs);
  };
  const plan = (name: string, contact: Contact, ms: number): void => {
    if (isStopped) return;
    contact.callOff();
    contact.callOff = wallTimer.after(ms, () => void call(name, contact));
  };
  const add = (name: string): void => {
    if (contacts.has(name) || contacts.size >= MAX_NODES) return;
    const contact: Contact = { waitMs: FIRST_MS, callOff() {}, isCalling: false };
    contacts.set(name, contact);
    plan(name, contact, 0);
  };
  return {
    addAddress: add,
    addNode(node) {
      if (node !== libp2p.peerId.toString()) add(node);
    },
    wake() {
      for (const [name, contact] of contacts)
        if (!contact.isCalling && !isConnected(name)) {
          contact.waitMs = FIRST_MS;
          plan(name, contact, FIRST_MS);
        }
    },
    stop() {
      isStopped = true;
      for (const { callOff } of contacts.values()) callOff();
    },
  };
}

/** The node that an address ends at, or that a bare name means; null if an address does not say. */
const nodeOf = (name: string): string | null =>
  name.startsWith('/') ? (/\/p2p\/([^/]+)$/.exec(name)?.[1] ?? null) : name;
