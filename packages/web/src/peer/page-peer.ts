/** This page as a peer: its network node, its matches, and their storage. Loaded on demand. */
import {
  canonicalText,
  fail,
  type Game,
  type Header,
  type JsonObject,
  type Result,
  type TimeControl,
} from '@kifu/core';
import {
  createMatches,
  type Incoming,
  keepConnected,
  type MatchPreferences,
  type PeerMatch,
} from '@kifu/peer/match';
import { type MatchNode, startPageNode } from '@kifu/peer/page';
import { findGameIn } from '@kifu/record/file';
import { gamesNow } from '@kifu/viewer/games';
import { playerKey } from '../play/player-key.ts';
import { openPageStores } from '../site/page-stores.ts';

/** How this page is connected. */
export interface Reach {
  /** Whether the relay is there. */
  readonly hasRelay: boolean;
  /** Where others reach this page; null while the relay has not been reached. */
  readonly address: string | null;
  /** Connection to the opponent: direct, through the relay, or none. */
  readonly other: 'direct' | 'relayed' | null;
}

/** What is to be played, as who waits has chosen it. */
export interface WantedMatch {
  readonly game: string;
  readonly clock: TimeControl | null;
  readonly options: JsonObject;
}

/** This page as a peer. */
export interface PagePeer {
  readonly reach: Reach;
  /** Calls when the connections have changed. */
  onChange(hear: () => void): void;
  /** Offers a match to another page. */
  offer(
    to: string,
    game: Game,
    wish: Omit<MatchPreferences, 'startedAt'>,
  ): Promise<Result<PeerMatch>>;
  /** Accepts the first offer of the wanted match; other offers are declined. */
  take(wanted: WantedMatch): Promise<Result<PeerMatch>>;
  /** Resumes a match that this browser stores; `to` is the opponent to call, null if the opponent calls. */
  resume(match: string, to: string | null): Promise<Result<PeerMatch>>;
  stop(): void;
}

const BUSY = fail('unsupported', 'a match is played there already');
const OTHER_GAME = fail('unsupported', 'another game is wanted there');
const OTHER_TERMS = fail('unsupported', 'another clock or other options are wanted there');

/** Whether clock and options are the chosen ones: the opponent has them from a link, which may have been changed. */
const isAsWanted = ({ options, terms }: Header, wanted: WantedMatch): boolean =>
  canonicalText(options) === canonicalText(wanted.options) &&
  canonicalText(terms?.clock ?? null) === canonicalText(wanted.clock);

/** Becomes a peer, by a relay. */
export async function startPagePeer(relay: string, name: string): Promise<PagePeer> {
  const [games, { secret }, stores] = await Promise.all([
    gamesNow(),
    playerKey(),
    openPageStores('kifu-peer'),
  ]);
  const findGame = findGameIn({ load: games.loadKit });
  const matches = createMatches({ name, secret, stores, findGame });
  const node = await startPageNode({ secret, relay });
  let hearOffer: ((incoming: Incoming & { readonly type: 'offer' }) => void) | null = null;
  let stopReaching = (): void => {};
  await node.answer(wire => {
    void matches.receive(wire).then(came => {
      if (!came.ok || came.value.type !== 'offer') return;
      if (hearOffer === null) came.value.offer.decline(BUSY);
      else hearOffer(came.value);
    });
  });
  const goOn = (begun: Result<PeerMatch>, to: string | null): Result<PeerMatch> => {
    if (begun.ok && to !== null)
      stopReaching = keepConnected(matches, begun.value, () => node.reach(to));
    return begun;
  };
  return {
    get reach() {
      return reachOf(node, relay);
    },
    onChange: node.onChange,
    async offer(to, game, wish) {
      try {
        const wire = await tryThrice(() => node.reach(to));
        const startedAt = new Date().toISOString();
        return goOn(await matches.offer(wire, game, { ...wish, startedAt }), to);
      } catch {
        return fail('unreachable', 'your opponent does not answer');
      }
    },
    take: wanted =>
      new Promise(resolve => {
        hearOffer = ({ offer }) => {
          if (offer.game.name !== wanted.game) return offer.decline(OTHER_GAME);
          if (!isAsWanted(offer.header, wanted)) return offer.decline(OTHER_TERMS);
          hearOffer = null;
          resolve(offer.accept());
        };
      }),
    resume: async (match, to) => goOn(await matches.resume(match), to),
    stop() {
      stopReaching();
      for (const match of matches.open.values()) match.close();
      void node.stop();
    },
  };
}

/** Two pages that are busy may miss each other at first. */
const tryThrice = <T>(work: () => Promise<T>): Promise<T> => work().catch(() => work().catch(work));

/** How a page is connected, by the addresses at the other ends. */
function reachOf({ addresses, connections }: MatchNode, relay: string): Reach {
  const isRelay = (address: string) => address.endsWith(relay.slice(relay.lastIndexOf('/p2p/')));
  const others = connections.filter(address => !isRelay(address));
  return {
    hasRelay: connections.some(isRelay),
    address: addresses.find(address => address.includes('/webrtc')) ?? null,
    other: others.some(address => address.includes('/webrtc'))
      ? 'direct'
      : others.length > 0
        ? 'relayed'
        : null,
  };
}
