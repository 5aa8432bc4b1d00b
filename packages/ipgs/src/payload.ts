/** The payloads of the first three commits of a record: an offer, its acceptance, its confirmation. IPGS §5. */
import { type Fail, fail, isInteger, type JsonObject, ok, parseCid, type Result } from '@kifu/core';
import { isMap } from './ipld.ts';
import { canonicalJson, parseLenientJson } from './lenient-json.ts';
import { formatTimestamp, parseTimestamp } from './timestamp.ts';

/** How strong a player is thought to be, and how sure that is. IPGS §12. */
export interface Rating {
  readonly R: number;
  readonly RD: number;
}

/** Seconds for all moves of a player, or for each move. IPGS §8. */
export interface PeerClock {
  readonly type: 'absolute' | 'fixed';
  readonly seconds: number;
}

/** One of the two players. */
export type Role = 'challenger' | 'contender';

/** An offer to play. */
export interface Offer {
  /** Until when it can be accepted. */
  readonly timeout: bigint;
  readonly game: string;
  /** The content ID of the rules object. */
  readonly rules: string;
  readonly isRanked: boolean;
  readonly clock: PeerClock;
  readonly rating: Rating;
  /** Whom the challenger wishes to play: ratings within R ± RD. */
  readonly target: Rating;
  readonly firstTurn: Role | 'automatic';
  /** −1: to be settled by the confirmation. */
  readonly handicap: number;
  /** Null in games without komi. */
  readonly komi: number | null;
  readonly comments: string;
  /** The only player who may accept, by hash; null for all. */
  readonly opponent: string | null;
  /** In games with randomness: at least 32 hex digits that distinguish this match, and the commitment to the challenger's hash chain. */
  readonly chance: { readonly nonce: string; readonly commitment: string } | null;
  /** All its fields, for those that only its game understands. */
  readonly payload: JsonObject;
}

/** An acceptance. */
export interface Accept {
  /** Until when it can be confirmed. */
  readonly timeout: bigint;
  readonly rating: Rating;
  readonly comments: string;
  /** In games with randomness the commitment to the contender's hash chain. */
  readonly commitment: string | null;
}

/** A confirmation. Null values are as in the offer. */
export interface Confirm {
  /** Until when the first move must be made. */
  readonly timeout: bigint;
  readonly firstTurn: Role | null;
  readonly handicap: number | null;
  readonly komi: number | null;
  readonly comments: string;
  /** In games with randomness the first link of the challenger's hash chain. */
  readonly link: string | null;
}

/** Longer comments are refused. IPGS §17. */
const MAX_COMMENT_BYTES = 4096;
/** No match is that long: a thousand years. */
const MAX_SECONDS = 31_536_000_000;
/** Beyond any board. */
const MAX_HANDICAP = 2704;

/** An invalid payload; thrown because there are many keys, and turned into a result at once. */
class WrongPayload extends Error {
  readonly fail: Fail;
  constructor(key: string, message: string, code: 'malformed' | 'too-large' | 'unsupported') {
    super(message);
    this.fail = fail(code, message, { rule: 'payload', at: { path: `/${key}` } });
  }
}

function refuse(
  key: string,
  message: string,
  code: 'malformed' | 'too-large' | 'unsupported' = 'malformed',
): never {
  throw new WrongPayload(key, message, code);
}

type Read<T> = (payload: JsonObject) => T;

function parseWith<T>(bytes: Uint8Array, read: Read<T>): Result<T> {
  const json = parseLenientJson(new TextDecoder().decode(bytes));
  if (!json.ok) return json;
  if (!isMap(json.value))
    return fail('malformed', 'the payload is not an object', { rule: 'payload' });
  try {
    return ok(read(json.value as JsonObject));
  } catch (cause) {
    if (cause instanceof WrongPayload) return cause.fail;
    throw cause;
  }
}

/** Reads an offer. */
export const parseOffer = (bytes: Uint8Array): Result<Offer> =>
  parseWith(bytes, payload => ({
    timeout: readTime(payload),
    game: readText(payload, 'game', 40),
    rules: readHash(payload, 'rules'),
    isRanked: readBoolean(payload, 'ranked'),
    clock: readClock(payload),
    rating: readRating(payload, 'challenger-rating'),
    target: readRating(payload, 'target-rating'),
    firstTurn: readTurn(payload, ['challenger', 'contender', 'automatic']) ?? 'automatic',
    handicap: readInteger(payload, 'handicap', -1) ?? 0,
    komi: readNumber(payload, 'komi'),
    comments: readComments(payload),
    opponent: payload.opponent === undefined ? null : readHash(payload, 'opponent'),
    chance: readChance(payload),
    payload,
  }));

/** Reads an acceptance, also with the misspelled key of the source document. IPGS §16. */
export const parseAccept = (bytes: Uint8Array): Result<Accept> =>
  parseWith(bytes, payload => ({
    timeout: readTime(payload),
    rating: readRating(
      payload,
      'contender-rating' in payload ? 'contender-rating' : 'condender-rating',
    ),
    comments: readComments(payload),
    commitment: readHex(payload, 'commitment'),
  }));

/** Reads a confirmation. */
export const parseConfirm = (bytes: Uint8Array): Result<Confirm> =>
  parseWith(bytes, payload => ({
    timeout: readTime(payload),
    firstTurn: readTurn(payload, ['challenger', 'contender']),
    handicap: readInteger(payload, 'handicap', 0),
    komi: readNumber(payload, 'komi'),
    comments: readComments(payload),
    link: readHex(payload, 'link'),
  }));

function readTime({ timeout }: JsonObject): bigint {
  const at = typeof timeout === 'string' ? parseTimestamp(timeout) : null;
  return at?.ok ? at.value : refuse('timeout', 'missing or invalid timeout');
}

function readText(payload: JsonObject, key: string, max: number): string {
  const text = payload[key];
  return typeof text === 'string' && text.length <= max && text.isWellFormed()
    ? text
    : refuse(key, `${key} must be a text of ${max} characters at most`);
}

function readHash(payload: JsonObject, key: string): string {
  const text = payload[key];
  return typeof text === 'string' && parseCid(text).ok
    ? text
    : refuse(key, `${key} must be a content ID`);
}

function readBoolean(payload: JsonObject, key: string): boolean {
  const value = payload[key];
  return typeof value === 'boolean' ? value : refuse(key, `${key} must be true or false`);
}

function readComments({ comments = '' }: JsonObject): string {
  if (typeof comments !== 'string' || !comments.isWellFormed())
    return refuse('comments', 'comments must be text');
  return new TextEncoder().encode(comments).length <= MAX_COMMENT_BYTES
    ? comments
    : refuse('comments', `comments are too long: ${MAX_COMMENT_BYTES} bytes at most`, 'too-large');
}

function readClock({ 'time-control': clock }: JsonObject): PeerClock {
  const key = 'time-control';
  if (!isMap(clock)) return refuse(key, 'missing or invalid time control');
  const type = clock.type;
  if (type !== 'absolute' && type !== 'fixed')
    return refuse(key, 'unsupported time control; expected absolute or fixed', 'unsupported');
  const seconds = clock[type === 'absolute' ? 'seconds-per-player' : 'seconds-per-move'];
  return isInteger(seconds, 1, MAX_SECONDS)
    ? { type, seconds }
    : refuse(key, 'time must be an integer of seconds');
}

function readRating(payload: JsonObject, key: string): Rating {
  const rating = readRatingValue(payload[key]);
  return rating ?? refuse(key, `${key} must be a rating with R and RD`);
}

/** A rating from outside; null if invalid. Other fields are ignored. */
export function readRatingValue(value: unknown): Rating | null {
  if (!isMap(value)) return null;
  const { R, RD } = value;
  const isGood = (number: unknown): number is number =>
    typeof number === 'number' && Number.isFinite(number) && Math.abs(number) <= 1e6;
  return isGood(R) && isGood(RD) && RD >= 0 ? { R, RD } : null;
}

function readTurn<T extends string>(payload: JsonObject, turns: readonly T[]): T | null {
  const turn = payload['first-turn'];
  if (turn === undefined) return null;
  return turns.includes(turn as T)
    ? (turn as T)
    : refuse('first-turn', `first-turn must be one of ${turns.join(', ')}`);
}

function readInteger(payload: JsonObject, key: string, min: number): number | null {
  const value = payload[key];
  if (value === undefined) return null;
  return isInteger(value, min, MAX_HANDICAP) ? value : refuse(key, `${key} must be an integer`);
}

function readNumber(payload: JsonObject, key: string): number | null {
  const value = payload[key];
  if (value === undefined) return null;
  return typeof value === 'number' && Math.abs(value) <= 1e6
    ? value
    : refuse(key, `${key} must be a number`);
}

function readHex(payload: JsonObject, key: string): string | null {
  const value = payload[key];
  if (value === undefined) return null;
  return typeof value === 'string' && /^[0-9a-f]{64}$/.test(value)
    ? value
    : refuse(key, `${key} must be 64 hex digits`);
}

function readChance(payload: JsonObject): Offer['chance'] {
  const { nonce } = payload;
  const commitment = readHex(payload, 'commitment');
  if (nonce === undefined && commitment === null) return null;
  return typeof nonce === 'string' && /^(?:[0-9a-f]{2}){16,32}$/.test(nonce) && commitment !== null
    ? { nonce, commitment }
    : refuse('nonce', 'a game with randomness needs a nonce and a commitment');
}

const utf8 = new TextEncoder();
const write = (payload: JsonObject): Uint8Array => utf8.encode(canonicalJson(payload));

/** Leaves out what is null. */
const known = (payload: { readonly [key: string]: JsonObject[string] | null }): JsonObject =>
  Object.fromEntries(
    Object.entries(payload).filter(
      (member): member is [string, JsonObject[string]] => member[1] !== null,
    ),
  );

/** Writes an offer; what only its game understands stands in `own`. */
export const formatOffer = (offer: Omit<Offer, 'payload'>, own: JsonObject = {}): Uint8Array =>
  write({
    ...own,
    ...known({
      timeout: formatTimestamp(offer.timeout),
      game: offer.game,
      rules: offer.rules,
      ranked: offer.isRanked,
      'time-control':
        offer.clock.type === 'absolute'
          ? { type: 'absolute', 'seconds-per-player': offer.clock.seconds }
          : { type: 'fixed', 'seconds-per-move': offer.clock.seconds },
      'challenger-rating': { ...offer.rating },
      'target-rating': { ...offer.target },
      'first-turn': offer.firstTurn,
      handicap: offer.handicap,
      komi: offer.komi,
      comments: offer.comments,
      opponent: offer.opponent,
      nonce: offer.chance?.nonce ?? null,
      commitment: offer.chance?.commitment ?? null,
    }),
  });

/** Writes an acceptance. */
export const formatAccept = (accept: Accept): Uint8Array =>
  write(
    known({
      timeout: formatTimestamp(accept.timeout),
      'contender-rating': { ...accept.rating },
      comments: accept.comments,
      commitment: accept.commitment,
    }),
  );

/** Writes a confirmation. */
export const formatConfirm = (confirm: Confirm): Uint8Array =>
  write(
    known({
      timeout: formatTimestamp(confirm.timeout),
      'first-turn': confirm.firstTurn,
      handicap: confirm.handicap,
      komi: confirm.komi,
      comments: confirm.comments,
      link: confirm.link,
    }),
  );
