/** The matches of one player with other peers: offered, joined, and resumed after a start of the program. */

import { wallTimer } from '@kifu/client/timer';
import {
  bytesToHex,
  type Fail,
  fail,
  formatCid,
  type Game,
  type Header,
  hexToBytes,
  isObject,
  ok,
  parseCid,
  type Result,
  type Seat,
} from '@kifu/core';
import type { FindGame } from '@kifu/record';
import type { Timer } from '@kifu/record/match';
import { termsOf } from '@kifu/record/match-state';
import { publicKeyOf } from '@kifu/record/sign';
import { beginMatch, loadMatch, type OpenMatch } from '@kifu/record/store';
import { createMatchChannel, type MatchChannel } from './match-channel.ts';
import type { PeerStores } from './match-side.ts';
import type { Message, MessageOf } from './messages.ts';
import {
  checkOffer,
  headerOf,
  type LocalPlayer,
  linksOf,
  type MatchPreferences,
  makeOffer,
  type Offer,
  offerIdOf,
  readOffer,
  takeOffer,
} from './offer.ts';
import { openPeerMatch, type PeerMatch } from './peer-match.ts';
import type { Transport } from './transport.ts';

/** The player, and the store of the matches. */
export interface MatchesOptions extends LocalPlayer {
  readonly stores: PeerStores;
  readonly findGame: FindGame;
  readonly timer?: Timer;
  /** 32 random bytes. */
  readonly random?: () => Uint8Array;
  /** How late another may be in a whole match. */
  readonly lagMs?: number;
}

/** An offer that came, to be taken or not. */
export interface IncomingOffer {
  /** The same if the opponent repeats the offer. */
  readonly id: string;
  readonly game: Game;
  readonly header: Header;
  /** The seat that would be ours. */
  readonly seat: Seat;
  accept(): Promise<Result<PeerMatch>>;
  decline(why?: Fail): void;
}

/** What came over a transport. */
export type Incoming =
  | { readonly type: 'offer'; readonly offer: IncomingOffer }
  /** A match that is played here continues over this transport. */
  | { readonly type: 'match'; readonly match: PeerMatch };

/** The matches of one player. */
export interface Matches {
  /** Those that are open in this program, by id. */
  readonly open: ReadonlyMap<string, PeerMatch>;
  /**
   * Offers a match over a transport, and resolves once it is taken. Where the transport is lost before the answer, `again` gives another one, over
   * which the same offer is sent; null: it is given up.
   */
  offer(
    wire: Transport,
    game: Game,
    wish: MatchPreferences,
    again?: () => Promise<Transport | null>,
  ): Promise<Result<PeerMatch>>;
  /** Handles a transport that a peer opened to us. */
  receive(wire: Transport): Promise<Result<Incoming>>;
  /** Resumes a stored match; over a transport if there is one. */
  resume(match: string, wire?: Transport): Promise<Result<PeerMatch>>;
}

/** The kind of the vault's entries, one per nonce: the root of the player's own hash chain. */
const CHAIN = 'peer-chain';
const NO_OFFER = fail('malformed', 'not an offer, nor a match that is played here');
const NO_ANSWER = fail('unreachable', 'your opponent disconnected');
const DECLINED = fail('unsupported', 'your opponent declined', { rule: 'declined' });

/** The matches of a player. */
export function createMatches(options: MatchesOptions): Matches {
  const { stores, findGame, secret, timer = wallTimer } = options;
  const random = options.random ?? (() => crypto.getRandomValues(new Uint8Array(32)));
  const open = new Map<string, PeerMatch>();
  const loading = new Map<string, Promise<Result<PeerMatch>>>();
  /** Offers that were accepted and whose makers have not been heard since: they may not know it. */
  const accepted = new Map<string, { readonly answer: Message; readonly match: PeerMatch }>();

  const begin = async (
    game: Game,
    header: Header,
    seat: Seat,
    root: Uint8Array,
    line: MatchChannel,
    opened: (match: PeerMatch) => void = () => {},
  ): Promise<Result<PeerMatch>> => {
    const begun = await beginMatch(stores, game, header);
    if (!begun.ok) return begun;
    const match = await openOne(begun.value, header, seat, root);
    opened(match);
    match.attach(line);
    return ok(match);
  };

  const openOne = async (
    kept: OpenMatch,
    header: Header,
    seat: Seat,
    root: Uint8Array,
  ): Promise<PeerMatch> => {
    const { lagMs } = options;
    const match = await openPeerMatch({
      ...{ stores, open: kept, seat, secret, timer, links: linksOf(header, seat, root) },
      ...(lagMs === undefined ? {} : { lagMs }),
    });
    open.set(match.id, match);
    match.on('down', ({ isOver }) => isOver && open.delete(match.id));
    return match;
  };

  /** Stores the root of our own chain, once: a nonce serves for one match. */
  const keepRoot = async (nonce: string, root: Uint8Array): Promise<Fail | null> => {
    const isNew = await stores.vault.add(CHAIN, nonce, { root: bytesToHex(root) });
    return isNew
      ? null
      : fail('conflict', 'the offer was already used: its nonce is not new', {
          rule: 'header',
        });
  };

  const load = async (id: string): Promise<Result<PeerMatch>> => {
    const cid = parseCid(id);
    if (!cid.ok) return cid;
    const kept = await loadMatch(stores, cid.value, findGame);
    if (!kept.ok) return kept;
    const { header } = kept.value.chain.table;
    const own = bytesToHex(await publicKeyOf(secret));
    const seat = header.players.find(({ key }) => key === own)?.seat;
    const note = await stores.vault.get(CHAIN, termsOf(header).nonce);
    if (seat === undefined || !isObject(note) || typeof note.root !== 'string')
      return fail('not-found', 'the match was not played here');
    return ok(await openOne(kept.value, header, seat, hexToBytes(note.root)));
  };

  const resume = async (id: string): Promise<Result<PeerMatch>> => {
    const there = open.get(id);
    if (there !== undefined) return ok(there);
    const loaded = loading.get(id) ?? load(id).finally(() => loading.delete(id));
    loading.set(id, loaded);
    return loaded;
  };

  const incoming = async (
    line: MatchChannel,
    message: MessageOf<'offer'>,
  ): Promise<Result<IncomingOffer>> => {
    const offer = await readOffer(message);
    if (!offer.ok) return offer;
    const { header, free } = offer.value;
    const game = await findGame(header.game, header.version);
    if (!game.ok) return game;
    const wrong = checkOffer(game.value, offer.value);
    if (wrong !== null) return wrong;
    const id = offerIdOf(message);
    return ok({
      id,
      game: game.value,
      header,
      seat: free,
      async accept() {
        const root = random();
        const taken = await takeOffer(offer.value, options, root);
        const used = await keepRoot(termsOf(header).nonce, root);
        const begun =
          used ??
          (await begin(
            ...([game.value, taken.header, free, root, answered(line, taken.message)] as const),
            match => {
              accepted.set(id, { answer: taken.message, match });
              match.on('welcome', () => accepted.delete(id));
              match.on('down', ({ isOver }) => isOver && accepted.delete(id));
            },
          ));
        if (!begun.ok) line.close(begun);
        return begun;
      },
      decline: (why = DECLINED) => line.close(why),
    });
  };

  return {
    open,
    async offer(wire, game, wish, again) {
      let line = createMatchChannel(wire, timer);
      const [nonce, root] = [random(), random()];
      const made = await makeOffer(game, options, wish, nonce, root);
      const wrong = made.ok ? await keepRoot(bytesToHex(nonce), root) : made;
      if (!made.ok || wrong !== null) {
        line.close();
        return made.ok ? wrong! : made;
      }
      const { offer, message } = made.value;
      let said = await answerTo(line, message);
      while (said === NO_ANSWER) {
        const next = await again?.();
        if (next == null) break;
        line = createMatchChannel(next, timer);
        said = await answerTo(line, message);
      }
      const header = said.ok ? await readAnswer(offer, said.value) : said;
      if (!header.ok) {
        line.close(header);
        return header;
      }
      const own = header.value.players.find(({ seat }) => seat !== offer.free)!.seat;
      const begun = await begin(game, header.value, own, root, line);
      if (!begun.ok) line.close(begun);
      return begun;
    },
    async receive(wire) {
      const line = createMatchChannel(wire, timer);
      const first = await firstOf(line, ['offer', 'status']);
      if (!first.ok) return first;
      const { value: message } = first;
      if (message.type === 'offer') {
        const before = accepted.get(offerIdOf(message));
        if (before !== undefined) {
          before.match.attach(answered(line, before.answer));
          return ok({ type: 'match', match: before.match });
        }
        const offer = await incoming(line, message);
        if (offer.ok) return ok({ type: 'offer', offer: offer.value });
        line.close(offer);
        return offer;
      }
      const match =
        message.type === 'status'
          ? await resume(formatCid({ version: 1, codec: 'dag-cbor', digest: message.match }))
          : NO_OFFER;
      if (!match.ok || message.type !== 'status') {
        const why = match.ok ? NO_OFFER : match;
        line.close(why);
        return why;
      }
      match.value.attach(line, message);
      return ok({ type: 'match', match: match.value });
    },
    async resume(id, wire) {
      const match = await resume(id);
      if (match.ok && wire !== undefined) match.value.attach(createMatchChannel(wire, timer));
      return match;
    },
  };
}

/** Sends an offer, and waits for the opponent's answer. */
function answerTo(line: MatchChannel, message: Message): Promise<Result<Message>> {
  const answer = firstOf(line, ['accept', 'refuse']);
  line.send(message);
  return answer;
}

/** The line with the answer to an offer sent before anything else, so that it comes first. */
function answered(line: MatchChannel, message: Message): MatchChannel {
  line.send(message);
  return line;
}

/** The first message of these kinds over a line; what came before it has come too early, and what comes after it waits. */
const firstOf = (line: MatchChannel, kinds: readonly Message['type'][]): Promise<Result<Message>> =>
  new Promise(resolve => {
    line.hand({
      message: message => {
        if (!kinds.includes(message.type)) return;
        line.hold();
        resolve(ok(message));
      },
      closed: why => resolve(why ?? NO_ANSWER),
    });
  });

const readAnswer = async (offer: Offer, message: Message): Promise<Result<Header>> =>
  message.type === 'refuse'
    ? { ok: false, fault: message.fault }
    : message.type === 'accept'
      ? headerOf(offer, message)
      : NO_OFFER;
