/** What a player publishes about another: ratings, trust, flags. Signed, so that others can pass it on. IPGS §13. */
import { type Cid, type Fail, fail, formatCid, ok, parseCid, type Result } from '@kifu/core';
import type { Block } from '@kifu/record/node';
import {
  decodeObject,
  encodeObject,
  encodeWithout,
  type IpldObject,
  isMap,
  linkOf,
  MAX_PLAYER_DATA_BYTES,
  toLink,
} from './ipld.ts';
import { type Rating, readRatingValue } from './payload.ts';
import type { KeyFile } from './pgp/key-file.ts';
import type { Signer } from './pgp/secret-key.ts';
import { checkSignature } from './pgp/signature.ts';
import { type Reading, readBlock, readKeyAt } from './read-record.ts';
import { formatTimestamp, fromMs, parseTimestamp } from './timestamp.ts';

/** A rating that a player gave, and when. */
export interface DatedRating extends Rating {
  readonly at: bigint;
}

/** One version of an author's data about a player. Content IDs are texts. */
export interface PlayerData {
  /** The key files of both. */
  readonly author: string;
  readonly player: string;
  /** The version before; null for the first. */
  readonly previous: string | null;
  readonly at: bigint;
  readonly name: string;
  /** Newest commits and history objects that the author knows of. */
  readonly currentGames: readonly string[];
  readonly history: readonly string[];
  /** The author's own Glicko-2 result. */
  readonly estimated: Rating;
  /** How far the author believes what the player reports, 0 to 1. */
  readonly trust: number;
  /** What the player last claimed; null where nothing. */
  readonly claimed: Rating | null;
  /** By the hash of their author. */
  readonly byOthers: { readonly [hash: string]: DatedRating };
  readonly final: Rating;
  readonly flags: { readonly [name: string]: number };
  readonly nodes: readonly string[];
}

/** Lists from strangers end here. */
const MAX_LISTED = 10_000;

const wrong = (key: string, message: string): Fail =>
  fail('malformed', message, { rule: 'player-data', at: { path: `/${key}` } });

/** What is signed, but for the line feed behind it. */
const stringToSign = (
  { author, player, previous }: Pick<PlayerData, 'author' | 'player' | 'previous'>,
  timestamp: string,
  body: string,
): string => ['player-data', timestamp, author, player, body, previous ?? 'none'].join('|');

/** Writes an author's data about a player, and signs it. */
export async function makePlayerData(
  signer: Signer,
  data: Omit<PlayerData, 'author'>,
): Promise<Result<Block>> {
  const author = signer.file.hash;
  const body: IpldObject = {
    'author-public-key': toLink(author),
    'player-public-key': toLink(data.player),
    ...(data.previous === null ? {} : { 'previous-version': toLink(data.previous) }),
    timestamp: formatTimestamp(data.at),
    name: data.name,
    'current-game-records': data.currentGames,
    'game-history-objects': data.history.slice(-MAX_LISTED),
    'estimated-rating': published(data.estimated),
    'trust-coefficient': data.trust,
    ...(data.claimed === null ? {} : { 'claimed-rating': { ...data.claimed } }),
    'ratings-by-others': Object.fromEntries(
      Object.entries(data.byOthers).map(([hash, { R, RD, at }]) => [
        hash,
        { R, RD, timestamp: formatTimestamp(at) },
      ]),
    ),
    'final-adjusted-rating': published(data.final),
    flags: data.flags,
    nodes: data.nodes,
  };
  const text = stringToSign(
    { ...data, author },
    formatTimestamp(data.at),
    formatCid(encodeObject(body).cid),
  );
  const signature = await signer.sign(new TextEncoder().encode(`${text}\n`), data.at);
  return signature.ok ? ok(encodeObject({ ...body, signature: signature.value })) : signature;
}

/** Ratings are published to two decimals. IPGS §12.1. */
export const published = ({ R, RD }: Rating): Rating => ({ R: rounded(R), RD: rounded(RD) });

const rounded = (value: number): number => Math.round(100 * value) / 100;

/** Player data as it was read, with what its signature covers. */
interface ReadData {
  readonly data: PlayerData;
  readonly signature: string;
  readonly signed: string;
}

/** Reads player data, in the spellings of the source document too. Unknown keys are ignored. */
export function decodePlayerData(cid: Cid, bytes: Uint8Array): Result<ReadData> {
  const object = decodeObject(cid, bytes, MAX_PLAYER_DATA_BYTES);
  if (!object.ok) return object;
  const { value } = object;
  const [author, player] = [linkOf(value['author-public-key']), linkOf(value['player-public-key'])];
  if (author === null)
    return wrong('author-public-key', "missing or invalid link to the author's key file");
  if (player === null)
    return wrong('player-public-key', "missing or invalid link to the player's key file");
  const before = value['previous-version'];
  const previous = before === undefined ? null : linkOf(before);
  if (before !== undefined && previous === null)
    return wrong('previous-version', 'invalid link to the previous version');
  const at = readTime(value.timestamp);
  if (at === null) return wrong('timestamp', 'missing or invalid timestamp');
  const { signature, 'trust-coefficient': trust = 0 } = value;
  if (typeof signature !== 'string') return wrong('signature', 'missing signature');
  if (typeof trust !== 'number' || !(trust >= 0 && trust <= 1))
    return wrong('trust-coefficient', 'trust must be a number from 0 to 1');
  const data: PlayerData = {
    ...{ author, player, previous, at, trust },
    name: typeof value.name === 'string' ? value.name.slice(0, 200) : '',
    currentGames: readIds(value['current-game-records']),
    history: readIds(value['game-history-objects']),
    estimated: readRatingValue(value['estimated-rating']) ?? NEWCOMER,
    claimed: readRatingValue(value['claimed-rating']),
    byOthers: readRatings(value['ratings-by-others']),
    final: readRatingValue(value['final-adjusted-rating']) ?? NEWCOMER,
    flags: readFlags(value.flags),
    nodes: readTexts(value.nodes),
  };
  const body = formatCid(encodeWithout(cid.codec, value, 'signature').cid);
  return ok({ data, signature, signed: stringToSign(data, `${value.timestamp}`, body) });
}

const NEWCOMER: Rating = { R: 1500, RD: 350 };

/** A timestamp; a number is seconds since 1970. IPGS §16. */
function readTime(value: unknown): bigint | null {
  if (typeof value === 'number') return Number.isFinite(value) ? fromMs(1000 * value) : null;
  const at = typeof value === 'string' ? parseTimestamp(value) : null;
  return at?.ok ? at.value : null;
}

const readTexts = (value: unknown): string[] =>
  Array.isArray(value)
    ? value.filter(text => typeof text === 'string' && text.length <= 128).slice(0, MAX_LISTED)
    : [];

const readIds = (value: unknown): string[] => readTexts(value).filter(text => parseCid(text).ok);

function readRatings(value: unknown): { [hash: string]: DatedRating } {
  const ratings: [string, DatedRating][] = [];
  for (const [hash, rating] of isMap(value) ? Object.entries(value).slice(0, MAX_LISTED) : []) {
    const read = readRatingValue(rating);
    const at = isMap(rating) ? readTime(rating.timestamp) : null;
    if (read !== null && at !== null && parseCid(hash).ok) ratings.push([hash, { ...read, at }]);
  }
  return Object.fromEntries(ratings);
}

function readFlags(value: unknown): { [name: string]: number } {
  const flags = isMap(value) ? Object.entries(value).slice(0, 64) : [];
  return Object.fromEntries(
    flags.filter(
      (flag): flag is [string, number] => Number.isSafeInteger(flag[1]) && (flag[1] as number) >= 0,
    ),
  );
}

/** Player data whose signature is valid, and its author. */
export interface CheckedPlayerData {
  readonly data: PlayerData;
  readonly author: KeyFile;
}

/** Reads player data and checks that its author signed it. */
export async function readPlayerData(
  reading: Reading,
  link: string,
): Promise<Result<CheckedPlayerData>> {
  const cid = parseCid(link);
  if (!cid.ok) return cid;
  const bytes = await readBlock(reading, cid.value, MAX_PLAYER_DATA_BYTES);
  if (!bytes.ok) return bytes;
  const read = decodePlayerData(cid.value, bytes.value);
  if (!read.ok) return read;
  const { data, signature, signed } = read.value;
  const author = await readKeyAt(reading, data.author);
  if (!author.ok) return author;
  const good = await checkSignature(reading.keyring, {
    ...{
      file: author.value,
      bytes: new TextEncoder().encode(`${signed}\n`),
      signature,
      at: data.at,
    },
  });
  return good.ok ? ok({ data, author: author.value }) : good;
}
