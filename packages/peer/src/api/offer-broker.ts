/** Holds streams of callers who want a match with a running peer, until a program on this machine takes them. */
import { formatCid } from '@kifu/core';
import { decodeHeader } from '@kifu/record/node';
import { decodeMessage, encodeMessage, type Message } from '../match/messages.ts';
import { offerIdOf } from '../match/offer.ts';
import type { FrameStream } from '../node/frames.ts';

/** A received offer, for observers. */
export interface ReceivedOffer {
  readonly node: string;
  readonly game: string;
  /** The name of the player who offers it. */
  readonly player: string;
}

/** Callers from other nodes, and programs here that wait for one. */
export interface OfferBroker {
  /** Another node opened a stream for a match. */
  take(stream: FrameStream): Promise<void>;
  /** The next caller who offers a match, or returns to one: to the named match, or with the offer that started it. Null after `signal` was aborted. */
  next(match: PlayedMatch | null, signal: AbortSignal): Promise<FrameStream | null>;
}

/** A match that a program plays. */
export interface PlayedMatch {
  readonly id: string;
  /** The id of the offer that it began by, whose maker may send it again; null where it was not taken in this program. */
  readonly offer: string | null;
}

interface WaitingProgram {
  readonly match: PlayedMatch | null;
  give(stream: FrameStream | null): void;
}

/** Offers that wait to be taken. */
const MAX_OFFERS = 16;

/** Creates a broker without callers; `hear` is called for each offer that has to wait. */
export function createOfferBroker(hear: (offer: ReceivedOffer) => void): OfferBroker {
  let offers: readonly FrameStream[] = [];
  const waiting = new Set<WaitingProgram>();
  return {
    async take(stream) {
      const first = await stream.receive();
      const message = first === null ? null : decodeMessage(first);
      if (first === null || !message?.ok) return stream.close();
      const whole = startingWith(stream, first);
      const match = matchOf(message.value);
      const again = message.value.type === 'offer' ? offerIdOf(message.value) : null;
      const programs = [...waiting];
      const waiter =
        programs.find(each => again !== null && each.match?.offer === again) ??
        programs.find(each => (each.match?.id ?? null) === match);
      if (waiter !== undefined) return waiter.give(whole);
      const offer = match === null ? offerOf(message.value, stream.remote) : null;
      if (offer === null || offers.length >= MAX_OFFERS) {
        await stream.send(NO_PLAYER).catch(() => {});
        return stream.end();
      }
      offers = [...offers, whole];
      hear(offer);
    },
    async next(match, signal) {
      const [offer] = offers;
      if (match === null && offer !== undefined) {
        offers = offers.slice(1);
        return offer;
      }
      return new Promise(resolve => {
        const waiter: WaitingProgram = {
          match,
          give(stream) {
            waiting.delete(waiter);
            resolve(stream);
          },
        };
        waiting.add(waiter);
        signal.addEventListener('abort', () => waiter.give(null), { once: true });
      });
    },
  };
}

const NO_PLAYER = encodeMessage({
  type: 'refuse',
  fault: { code: 'unreachable', message: 'the other player is not at the board' },
});

/** The match that the caller comes back to; null where one is offered. */
const matchOf = (message: Message): string | null =>
  message.type === 'status'
    ? formatCid({ version: 1, codec: 'dag-cbor', digest: message.match })
    : null;

/** What is offered, as far as its maker says; null if it is not an offer. */
function offerOf(message: Message, node: string): ReceivedOffer | null {
  const header = message.type === 'offer' ? decodeHeader(message.header) : null;
  if (!header?.ok) return null;
  const player = header.value.players.find(({ key }) => key !== undefined)?.name ?? '';
  return { node, game: header.value.game, player };
}

/** The stream with a frame before all others. */
function startingWith(stream: FrameStream, first: Uint8Array): FrameStream {
  let next: Uint8Array | null = first;
  return {
    ...stream,
    async receive() {
      const frame = next;
      next = null;
      return frame ?? stream.receive();
    },
  };
}
