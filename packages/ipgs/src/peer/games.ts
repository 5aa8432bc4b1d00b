/** The games of a peer: each merged from all trees that have it. */
import { type Fault, formatCid, ok, type Result, type Seat } from '@kifu/core';
import { AHEAD, type HeadToRead, isAhead, type Merged, mergeHeads } from '../forks.ts';
import { parseGameFile } from '../game-file.ts';
import { readHistory } from '../history.ts';
import { fileBlock } from '../ipld.ts';
import { advance } from '../life/advance.ts';
import { type GameRecord, type RecordEvent, seatOf } from '../life/game-record.ts';
import { standardFile } from '../life/result.ts';
import { parseGameName } from '../namespace/names.ts';
import { type Namespace, readArchive } from '../namespace/read.ts';
import { checkSignature } from '../pgp/signature.ts';
import { type IsWanted, openRecord, type Reading, readSigned } from '../read-record.ts';
import { type EndedGame, type EndedGames, offerOfName } from './ended.ts';
import { hashesOf, type Trees } from './trees.ts';

/** A game that the peer's player plays or watches. */
export interface PeerGameState {
  readonly name: string;
  readonly merged: Merged;
  /** The present state, after all that has run out with time. */
  readonly record: GameRecord;
  /** What running out brought: flags. */
  readonly events: readonly RecordEvent[];
  /** The own seat; null before seats are known, and for spectators. */
  readonly seat: Seat | null;
  readonly role: 'challenger' | 'contender' | 'spectator';
  /** Good signatures under the file of the finished game, by seat. */
  readonly signatures: readonly [string | null, string | null];
  /** The history object in the own archive; null where the game is not archived here yet. */
  readonly archived: string | null;
}

/** A game that some tree lists and that cannot be read. */
export interface BadGame {
  readonly name: string;
  readonly fault: Fault;
}

/** All games that the trees list. */
export interface PeerGames {
  readonly games: readonly PeerGameState[];
  readonly bad: readonly BadGame[];
}

/** What the trees have of one game. */
interface Mentions {
  /** By content ID. */
  readonly heads: Map<string, HeadToRead>;
  /** Signatures that were found under some file, with its content ID. */
  readonly signatures: { readonly file: string; readonly text: string }[];
}

/** How many commits of one other tree are read per refresh: a thousand games of a hundred moves. */
const MAX_WALK = 100_000;

/**
 * Reads the games of the player that the trees list, and those of the same offers, as they stand at a moment. Games of others are
 * their own business until they are archived. Games that have ended count with what is remembered of them, as far as some tree lists
 * them, or another game of their offer.
 */
export async function readGames(
  reading: Reading,
  trees: Trees,
  now: bigint,
  ended: EndedGames = new Map(),
): Promise<PeerGames> {
  const { mine, others } = trees;
  const mentions = new Map<string, Mentions>();
  const isOurs = ownNames(trees, ended);
  const mention = (name: string): Mentions => {
    const known = mentions.get(name) ?? { heads: new Map<string, HeadToRead>(), signatures: [] };
    mentions.set(name, known);
    return known;
  };
  for (const tree of [mine, ...others]) {
    if (!tree.isPlayable) continue;
    const walk = { left: MAX_WALK };
    const boundsOf = (name: string) =>
      tree === mine ? {} : { walk, isWanted: named(trees, name) };
    for (const [name, cid] of tree.currentGames)
      if (isOurs(name)) addHead(mention(name), { cid, ...boundsOf(name) });
    for (const [name, cid] of tree.finishedGames)
      if (isOurs(name)) await noteHistory(reading, cid, mention(name), boundsOf(name));
  }
  const offers = new Set([...mentions.keys()].map(offerOfName));
  for (const { challenges } of [mine, ...others])
    for (const name of challenges.keys()) offers.add(name);
  for (const [name, game] of ended)
    if (offers.has(offerOfName(name))) await noteEnded(reading, game, mention(name));
  // for a single game this takes as long as there are archived ones: only a full refresh does it
  if (trees.only === undefined) await noteArchived(reading, trees, mentions);
  const games: PeerGameState[] = [];
  const bad: BadGame[] = [];
  for (const [name, { heads, signatures }] of mentions) {
    const archived = ended.get(name)?.history ?? null;
    const merge = async (some: Iterable<HeadToRead>): Promise<Result<PeerGameState>> => {
      const merged = await mergeHeads(reading, [...some], now);
      if (!merged.ok) return merged;
      return ok(await stateOf(reading, trees, name, archived, merged.value, signatures, now));
    };
    let game = await merge(heads.values());
    // what both have signed is final, whatever else was signed on the way
    if (archived !== null && !(game.ok && game.value.record.phase === 'archived'))
      game = await merge(await archivedHead(reading, archived));
    if (game.ok) games.push(game.value);
    else if (archived === null) bad.push({ name, fault: game.fault });
  }
  return { games: chosen(games, ended), bad };
}

/** Whether a game is the player's, or of an offer that is at stake in one of those. */
function ownNames({ mine, others }: Trees, ended: EndedGames): (name: string) => boolean {
  const own = hashesOf(mine);
  const offers = new Set([...ended.keys()].map(offerOfName));
  for (const { currentGames, finishedGames } of [mine, ...others])
    for (const name of [...currentGames.keys(), ...finishedGames.keys()]) {
      const { challenger, timestamp, contender } = parseGameName(name)!;
      if (own.includes(challenger) || own.includes(contender))
        offers.add(`${challenger}|${timestamp}`);
    }
  return name => offers.has(offerOfName(name));
}

/**
 * Whether a record is the one that another player lists by a name. What the own tree lists too is known to be; of all else the keys
 * must be those that the name says, since no one can forge a player's own signature.
 */
const named =
  ({ mine }: Trees, name: string): IsWanted =>
  (offer, accept) =>
    mine.currentGames.has(name) ||
    mine.finishedGames.has(name) ||
    `${offer?.key}|${offer?.timestamp}|${accept?.key}` === name;

/** The first tree that lists a head is charged for reading it. */
function addHead({ heads }: Mentions, head: HeadToRead): void {
  if (!heads.has(head.cid)) heads.set(head.cid, head);
}

/** Notes the head and the signatures of a history object. */
async function noteHistory(
  reading: Reading,
  cid: string,
  into: Mentions,
  bounds: Omit<HeadToRead, 'cid'>,
): Promise<void> {
  const history = await readHistory(reading, cid);
  const game = history.ok ? parseGameFile(history.value.file) : history;
  if (!history.ok || !game.ok || game.value.head === null) return;
  addHead(into, { cid: game.value.head, ...bounds });
  const file = formatCid(fileBlock(history.value.file).cid);
  for (const text of history.value.signatures)
    if (text !== null) into.signatures.push({ file, text });
}

/** Notes what is remembered of an ended game. */
async function noteEnded(
  reading: Reading,
  { heads, history }: EndedGame,
  into: Mentions,
): Promise<void> {
  for (const cid of heads) addHead(into, { cid });
  if (history !== null) await noteHistory(reading, history, into, {});
}

/** The last commit of an archived game; none if it cannot be read. */
async function archivedHead(reading: Reading, cid: string): Promise<HeadToRead[]> {
  const into: Mentions = { heads: new Map(), signatures: [] };
  await noteHistory(reading, cid, into, {});
  return [...into.heads.values()];
}

/** How many archived games that are new here are read in one tree. */
const MAX_NEW_ARCHIVED = 1000;

/** The opponent may already have archived a game that waits here for a signature. */
async function noteArchived(
  reading: Reading,
  { mine, others }: Trees,
  mentions: Map<string, Mentions>,
): Promise<void> {
  const waiting = new Set([...mine.finishedGames.keys(), ...mine.currentGames.keys()]);
  if (waiting.size === 0) return;
  for (const own of hashesOf(mine)) {
    const here = await readArchive(reading, mine.cid, own);
    const known = new Set(here.ok ? here.value : []);
    for (const tree of others) {
      const there = await readArchive(reading, tree.cid, own);
      const fresh = there.ok ? there.value.filter(cid => !known.has(cid)) : [];
      const walk = { walk: { left: MAX_WALK } };
      for (const cid of fresh.slice(0, MAX_NEW_ARCHIVED)) {
        const history = await readHistory(reading, cid);
        const game = history.ok ? parseGameFile(history.value.file) : history;
        const into = game.ok && waiting.has(game.value.name) ? mentions.get(game.value.name) : null;
        if (into != null) await noteHistory(reading, cid, into, walk);
      }
    }
  }
}

async function stateOf(
  reading: Reading,
  { mine }: Trees,
  name: string,
  archived: string | null,
  merged: Merged,
  signatures: Mentions['signatures'],
  now: bigint,
): Promise<PeerGameState> {
  const { fingerprint } = mine.identity;
  const { offer, accept } = merged.record;
  const role =
    offer.file.fingerprint === fingerprint
      ? 'challenger'
      : accept?.file.fingerprint === fingerprint
        ? 'contender'
        : 'spectator';
  const signed = await sortSignatures(reading, merged.record, signatures);
  let { record } = merged;
  for (const [seat, text] of signed.entries()) {
    const taken = text === null ? null : advance(record, { do: 'sign', seat });
    if (taken?.ok) ({ record } = taken.value);
  }
  const late = advance(record, { do: 'time', at: now });
  const { record: present, events } = late.ok ? late.value : { record, events: [] };
  const seat = seatOf(present, fingerprint);
  return {
    ...{ name, merged, record: present, events, seat, role, archived },
    signatures: signed,
  };
}

/** Of the signatures that were found those that are good for the file of this record, by seat. */
async function sortSignatures(
  { keyring }: Reading,
  record: GameRecord,
  found: Mentions['signatures'],
): Promise<readonly [string | null, string | null]> {
  const signed: [string | null, string | null] = [null, null];
  const file = standardFile(record);
  if (!file.ok) return signed;
  const cid = formatCid(fileBlock(file.value).cid);
  for (const { text } of found.filter(each => each.file === cid))
    for (const player of [record.offer.file, record.accept!.file]) {
      const seat = seatOf(record, player.fingerprint)! as 0 | 1;
      const good = await checkSignature(keyring, {
        file: player,
        bytes: file.value,
        signature: text,
        at: null,
      });
      if (good.ok) signed[seat] ??= text;
    }
  return signed;
}

/** Acceptances of an offer of which another was confirmed are not chosen, and those that were not chosen before. */
function chosen(games: readonly PeerGameState[], ended: EndedGames): PeerGameState[] {
  const confirmed = new Set(
    games.flatMap(({ merged }) =>
      merged.record.confirm === null ? [] : [merged.record.offer.commit.cid],
    ),
  );
  return games.map(game => {
    const isOther =
      confirmed.has(game.record.offer.commit.cid) || ended.get(game.name)?.phase === 'not-chosen';
    if (game.record.phase !== 'accepted' || !isOther) return game;
    const taken = advance(game.record, { do: 'choose-other' });
    return taken.ok ? { ...game, record: taken.value.record, events: taken.value.events } : game;
  });
}

/** An offer that a tree lists. */
export interface PeerOffer {
  readonly name: string;
  readonly record: GameRecord;
  readonly isMine: boolean;
}

/** Reads the offers of a tree; those that have run out, or cannot be read, are left out. */
export async function readOffers(
  reading: Reading,
  tree: Namespace,
  isMine: boolean,
  now: bigint,
): Promise<readonly PeerOffer[]> {
  const offers: PeerOffer[] = [];
  for (const [name, head] of tree.isPlayable ? tree.challenges : []) {
    const record = await readOffer(reading, head, now);
    const late = record.ok ? advance(record.value, { do: 'time', at: now }) : record;
    if (late.ok && late.value.record.phase === 'offered')
      offers.push({ name, record: late.value.record, isMine });
  }
  return offers;
}

/** Reads an offer by its commit; one of a time that has not come is held back. */
async function readOffer(reading: Reading, head: string, now: bigint): Promise<Result<GameRecord>> {
  const signed = await readSigned(reading, head);
  if (!signed.ok) return signed;
  return isAhead(signed.value, now) ? AHEAD : openRecord(reading, signed.value);
}
