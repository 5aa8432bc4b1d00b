/** Messages over a transport: read, counted, and forwarded. A peer that sends invalid messages, or too many, is disconnected. */
import { type Fail, fail } from '@kifu/core';
import type { Timer } from '@kifu/record/match';
import { decodeMessage, encodeMessage, type Message } from './messages.ts';
import { MAX_MESSAGE_BYTES, type Transport } from './transport.ts';

/** A transport that carries messages. */
export interface MatchChannel {
  send(message: Message): void;
  /** Hands on to these ears from now on; what came before goes to the first. */
  hand(ears: LineEars): void;
  /** Queues a limited number of messages for the next listener. */
  hold(): void;
  /** Sends the reason, if there is one, and closes. */
  close(why?: Fail): void;
  readonly isOpen: boolean;
}

/** Handles messages. */
interface LineEars {
  message(message: Message): void;
  /** The channel was closed by the other side, or for what came over it. */
  closed(why: Fail | null): void;
}

/** A match in lockstep has about forty messages per second; a history that is sent again takes few. */
const MAX_BURST = 600;
const PER_SECOND = 150;
/** How many messages wait for the first listener. */
const MAX_WAITING = 16;

const TOO_MANY = fail('too-large', 'too many messages');

/** Reads what comes over a transport. */
export function createMatchChannel(wire: Transport, timer: Timer): MatchChannel {
  let ears: LineEars | null = null;
  let waiting: Message[] = [];
  let isOpen = true;
  let room = MAX_BURST;
  let countedAt = timer.now();

  const isTooMuch = (): boolean => {
    const now = timer.now();
    room = Math.min(MAX_BURST, room + ((now - countedAt) * PER_SECOND) / 1000) - 1;
    countedAt = now;
    return room < 0;
  };
  const shut = (why: Fail | null): void => {
    if (!isOpen) return;
    isOpen = false;
    wire.close();
    ears?.closed(why);
  };
  const send = (message: Message): void => {
    if (isOpen) wire.send(encodeMessage(message));
  };
  const close = (why?: Fail): void => {
    if (why !== undefined) send({ type: 'refuse', fault: why.fault });
    isOpen = false;
    wire.close();
  };

  wire.listen({
    message(bytes) {
      if (!isOpen) return;
      if (isTooMuch()) return shut(TOO_MANY);
      const message =
        bytes.length > MAX_MESSAGE_BYTES
          ? fail('too-large', `the message is too large: ${MAX_MESSAGE_BYTES} bytes at most`)
          : decodeMessage(bytes);
      if (!message.ok) return shut(message);
      if (ears !== null) return ears.message(message.value);
      if (waiting.length >= MAX_WAITING) return shut(TOO_MANY);
      waiting.push(message.value);
    },
    closed: () => shut(null),
  });
  return {
    send,
    hold() {
      ears = null;
    },
    hand(next) {
      ears = next;
      const all = waiting;
      waiting = [];
      for (const [i, message] of all.entries()) {
        if (ears !== next) waiting.push(...all.slice(i));
        if (ears !== next || !isOpen) break;
        next.message(message);
      }
      if (!isOpen) next.closed(null);
    },
    close,
    get isOpen() {
      return isOpen;
    },
  };
}
