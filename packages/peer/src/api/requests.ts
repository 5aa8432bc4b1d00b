/** What can be asked of a peer: one row per request. Commands, the socket and the page read the same table. */
import type { Json, JsonObject } from '@kifu/core';
import * as z from 'zod/mini';
import type { PeerStatus } from '../peer.ts';

/** One request. */
interface PeerRequest {
  readonly input: z.ZodMiniType;
  readonly output: z.ZodMiniType;
  /** Whether it may sign: a command that has the passphrase unlocks a locked peer first. */
  readonly signs: boolean;
  /** Whether the page in the browser may ask it. */
  readonly page: boolean;
}

/** Longer texts are refused; names, ids and comments stay far below it. */
const MAX_TEXT = 1 << 16;
const text = z.string().check(z.maxLength(MAX_TEXT));
const name = z.string().check(z.minLength(1), z.maxLength(512));
const hours = z.exactOptional(z.int().check(z.positive()));
const rating = z.object({ R: z.number(), RD: z.number() });
/** Bytes in base64. */
const bytes = z.string();

const json = z.custom<Json>(value => value !== undefined);
const jsonObject = z.custom<JsonObject>(
  value => typeof value === 'object' && value !== null && !Array.isArray(value),
);

/** What programs read, and the same for people. */
const report = <T extends z.ZodMiniType>(data: T) =>
  z.object({ json: data, text: z.string(), exitCode: z.exactOptional(z.int()) });

/** An object of which some keys are promised. */
const open = <T extends z.core.$ZodLooseShape>(shape: T) => z.catchall(z.object(shape), json);

const none = z.object({});
const ofGame = z.object({ game: name });

const gameSummary = open({
  ...{ id: z.string(), name: z.string(), phase: z.string(), game: z.string() },
  ...{ seat: z.nullable(z.int()), opponent: z.string(), turn: z.array(z.int()) },
  ...{ result: z.nullable(z.string()), head: z.string(), commits: z.int() },
});
const gameDetails = z.extend(gameSummary, {
  /** What the own seat may play, as it is typed. */
  moves: z.array(z.string()),
  position: z.nullable(z.object({ canon: json, aside: json })),
});
const challenge = z.object({
  ...{ id: z.string(), name: z.string(), by: z.string(), isMine: z.boolean() },
  ...{ game: z.string(), state: z.enum(['offered', 'accepted']), for: z.string() },
});
/** Ratings in hundredths, trust in ten-thousandths. */
const player = open({
  ...{ name: z.string(), hash: z.string(), fingerprint: z.string(), games: z.int() },
  ...{ rating: z.int(), deviation: z.int(), trust: z.int() },
});
const archived = open({
  ...{ cid: z.string(), game: z.exactOptional(z.string()), result: z.exactOptional(z.string()) },
  players: z.exactOptional(z.array(z.string())),
});
const gameReport = report(gameSummary);
const actedReport = report(open({ id: z.string(), name: z.string(), commit: z.string() }));
const anyReport = report(jsonObject);

/** A file that the command writes. */
const outputFile = z.object({ name: z.string(), bytes });

const peerStatus = z.custom<PeerStatus>(
  value => typeof value === 'object' && value !== null && 'node' in value,
);

const asks = { signs: false, page: true } as const;
const reads = { signs: false, page: false } as const;
const changes = { signs: true, page: false } as const;
const plays = { signs: true, page: true } as const;

/** All requests. */
export const PEER_API = {
  /** Null where no network runs. */
  'peer.status': { input: none, output: z.nullable(peerStatus), ...asks },
  /** Whether signing needs the passphrase first. */
  'peer.locked': { input: none, output: z.boolean(), ...reads },
  'peer.unlock': { input: z.object({ passphrase: text }), output: z.null(), ...reads },
  'peer.lock': { input: none, output: z.null(), ...reads },
  'peer.add': { input: z.object({ address: text }), output: anyReport, ...asks },
  'peer.list': { input: none, output: anyReport, ...reads },
  'game.list': {
    input: none,
    output: report(z.object({ games: z.array(gameSummary) })),
    ...plays,
  },
  'game.show': {
    input: ofGame,
    output: z.extend(report(gameDetails), { scene: z.nullable(json) }),
    ...plays,
  },
  'game.play': {
    input: z.object({ game: name, move: text, comment: z._default(text, '') }),
    output: gameReport,
    ...plays,
  },
  'game.say': { input: z.object({ game: name, text }), output: gameReport, ...changes },
  'game.propose': {
    input: z.object({ game: name, result: text, dead: z.exactOptional(text) }),
    output: gameReport,
    ...plays,
  },
  'game.agree': { input: ofGame, output: gameReport, ...plays },
  'game.resign': { input: ofGame, output: gameReport, ...plays },
  'game.dispute': { input: ofGame, output: gameReport, ...changes },
  'game.sign': { input: ofGame, output: gameReport, ...plays },
  'challenge.list': {
    input: none,
    output: report(z.object({ challenges: z.array(challenge) })),
    ...plays,
  },
  'challenge.offer': {
    input: z.object({
      game: name,
      first: z._default(z.enum(['me', 'them', 'auto']), 'auto'),
      comment: z._default(text, ''),
      ...{
        opponent: z.exactOptional(name),
        rules: z.exactOptional(text),
        options: z.exactOptional(text),
      },
      ...{ size: z.exactOptional(z.int()), komi: z.exactOptional(z.number()) },
      ...{ handicap: z.exactOptional(z.number()), time: z.exactOptional(z.int()) },
      ...{ perMove: z.exactOptional(z.int()), unranked: z.exactOptional(z.boolean()) },
      ...{ target: z.exactOptional(rating), hours },
    }),
    output: actedReport,
    ...plays,
  },
  'challenge.accept': {
    input: z.object({ challenge: name, comment: z._default(text, ''), hours }),
    output: actedReport,
    ...plays,
  },
  'challenge.confirm': {
    input: z.object({ challenge: name, comment: z._default(text, ''), hours }),
    output: actedReport,
    ...plays,
  },
  'challenge.cancel': { input: z.object({ challenge: name }), output: anyReport, ...plays },
  'player.list': {
    input: z.object({ game: z.exactOptional(name) }),
    output: report(z.object({ players: z.array(player) })),
    ...asks,
  },
  'player.show': {
    input: z.object({ player: name, game: z.exactOptional(name) }),
    output: anyReport,
    ...reads,
  },
  'player.trust': {
    input: z.object({ player: name, value: text, game: z.exactOptional(name) }),
    output: anyReport,
    ...changes,
  },
  'player.note': {
    input: z.object({ player: name, text, game: z.exactOptional(name) }),
    output: anyReport,
    ...changes,
  },
  /** The identities that vouch for keys, by key; with a line for people. */
  'player.vouching': {
    input: z.object({ keys: z.array(text) }),
    output: z.record(z.string(), z.object({ name: z.string(), line: z.string() })),
    ...reads,
  },
  'archive.list': { input: none, output: report(z.object({ games: z.array(archived) })), ...asks },
  'archive.verify': {
    input: z.object({ archived: z.exactOptional(name) }),
    output: anyReport,
    ...reads,
  },
  'archive.export': {
    input: z.object({ archived: name, form: z.enum(['sgf', 'json', 'car', 'folder']) }),
    output: z.object({ files: z.array(outputFile) }),
    ...asks,
  },
  'namespace.show': {
    input: z.object({ root: z.exactOptional(text), since: z.exactOptional(text) }),
    output: anyReport,
    ...reads,
  },
  'namespace.export': {
    input: none,
    output: z.object({ root: z.string(), blocks: z.int(), bytes }),
    ...changes,
  },
  'namespace.import': {
    input: z.object({ bytes, name: text, node: z.exactOptional(text) }),
    output: anyReport,
    ...changes,
  },
  'namespace.evidence': { input: none, output: anyReport, ...reads },
  'namespace.check': { input: none, output: anyReport, ...reads },
  'identity.create': {
    input: z.object({
      ...{ identity: bytes, secret: z.string(), passphrase: text },
      /** When the first list of devices was signed, in nanoseconds. */
      listedAt: z.string().check(z.regex(/^\d{1,20}$/)),
      /** Whether other devices may use the same key. */
      isShared: z.boolean(),
    }),
    output: anyReport,
    ...reads,
  },
  'identity.show': { input: none, output: anyReport, ...reads },
  'identity.lock': { input: z.object({ passphrase: text }), output: anyReport, ...reads },
  'identity.update': { input: z.object({ identity: bytes }), output: anyReport, ...changes },
  'identity.export': {
    input: z.object({ secret: z.boolean() }),
    output: z.object({ bytes }),
    ...reads,
  },
  'identity.device': {
    input: z.object({ node: text, isAdded: z.boolean() }),
    output: anyReport,
    ...changes,
  },
  'identity.certify': { input: z.object({ key: text }), output: anyReport, ...changes },
  'identity.set': {
    input: z.object({ name: z.exactOptional(text), value: z.exactOptional(text) }),
    output: anyReport,
    ...reads,
  },
} as const satisfies { readonly [name: string]: PeerRequest };

/** The name of a request. */
export type RequestName = keyof typeof PEER_API;
/** What a request takes, as the caller writes it. */
export type RequestInput<K extends RequestName> = z.input<(typeof PEER_API)[K]['input']>;
/** The same after defaults were filled in. */
export type CheckedInput<K extends RequestName> = z.output<(typeof PEER_API)[K]['input']>;
export type RequestOutput<K extends RequestName> = z.output<(typeof PEER_API)[K]['output']>;
