/** Challenges: offered, listed, accepted, confirmed, taken back. */
import { randomBytes } from 'node:crypto';
import { canonicalText, fail, type JsonObject, ok, parseJson, type Result } from '@kifu/core';
import {
  acceptGame,
  automaticTerms,
  confirmGame,
  formatTimestamp,
  type GameRecord,
  knowPlayers,
  learnGames,
  type Offer,
  offerGame,
  type PeerGame,
  type Rating,
  type Role,
  remove,
} from '@kifu/ipgs';
import type { Io } from '../io.ts';
import type { Report } from '../run-command.ts';
import { oneLine, tableLines } from '../text.ts';
import {
  chainOf,
  commitmentOf,
  type Desk,
  idOfGame,
  openDesk,
  pickGame,
  pickOffer,
} from './desk.ts';
import { newsLines } from './news.ts';
import { type PeerFolder, type PeerOptions, shortId, withPeer } from './peer-folder.ts';

/** What an offer may say. */
export interface OfferOptions extends PeerOptions {
  readonly opponent?: string;
  readonly size: number;
  readonly komi?: number;
  readonly handicap: number;
  readonly rules?: string;
  readonly options?: string;
  readonly time?: number;
  readonly perMove?: number;
  readonly first: 'me' | 'them' | 'auto';
  readonly unranked?: boolean;
  readonly hours: number;
  readonly comment: string;
}

const HOUR = 3_600_000_000_000n;

/** Offers a game. */
export const offer = (io: Io, game: string, options: OfferOptions): Promise<Result<Report>> =>
  withPeer(io, options, async folder => {
    const peer = await folder.reading.findGame(game);
    if (!peer.ok) return peer;
    const terms = termsOf(peer.value, options);
    if (!terms.ok) return terms;
    const desk = await openDesk(folder);
    if (!desk.ok) return desk;
    const signer = await folder.signer();
    if (!signer.ok) return signer;
    const now = folder.now();
    const firstTurn = ({ me: 'challenger', them: 'contender', auto: 'automatic' } as const)[
      options.first
    ];
    const chance = await chanceOf(folder, peer.value, firstTurn);
    if (!chance.ok) return chance;
    const { rules, own, komi } = terms.value;
    const said: Omit<Offer, 'payload' | 'rules'> = {
      ...{ timeout: now + BigInt(options.hours) * HOUR, game, isRanked: !options.unranked },
      clock: clockOf(options),
      rating: await ratingOf(folder, desk.value, game),
      target: { R: 1500, RD: 350 },
      ...{ firstTurn, handicap: options.handicap, komi, comments: options.comment },
      ...{ opponent: options.opponent ?? null, chance: chance.value },
    };
    const made = await offerGame(signer.value, peer.value, rules, said, own, now);
    if (!made.ok) return made;
    const published = await folder.publish(made.value.change);
    if (!published.ok) return published;
    const id = shortId(made.value.signed.commit.cid);
    return ok({
      json: { id, challenge: made.value.name, commit: made.value.signed.commit.cid },
      text: `challenge ${id}: ${game}, open until ${formatTimestamp(said.timeout)}`,
    });
  });

const clockOf = ({ time, perMove }: OfferOptions): Offer['clock'] =>
  perMove === undefined
    ? { type: 'absolute', seconds: time ?? 36_000 }
    : { type: 'fixed', seconds: perMove };

interface Terms {
  readonly rules: string;
  readonly own: JsonObject;
  readonly komi: number | null;
}

/** Rules, and what only go says: the board and komi. */
function termsOf({ game, form }: PeerGame, options: OfferOptions): Result<Terms> {
  if (game.name !== 'go') {
    const given = parseJson(options.options ?? '{}');
    if (!given.ok) return given;
    const { name, version } = game;
    return ok({
      rules: canonicalText({ game: name, options: given.value, version }),
      own: {},
      komi: null,
    });
  }
  const known = form.rules.map(text => ({
    text,
    ...(JSON.parse(text) as { name: string; 'default-komi': number }),
  }));
  const found = known.find(({ name }) => name === (options.rules ?? known[0]!.name));
  if (found === undefined)
    return fail('not-found', `rules are one of ${known.map(({ name }) => name).join(', ')}`);
  const usual = options.handicap >= 2 ? 0.5 : found['default-komi'];
  return ok({
    rules: found.text,
    own: { 'board-width': options.size, 'board-height': options.size },
    komi: options.komi ?? usual,
  });
}

/** In games with chance both commit to chains before anybody shows a link. */
async function chanceOf(
  folder: PeerFolder,
  { game }: PeerGame,
  firstTurn: Role | 'automatic',
): Promise<Result<Offer['chance']>> {
  if (game.chance === undefined) return ok(null);
  if (firstTurn === 'automatic')
    return fail('bad-setup', 'in a game with dice the offer says who begins: --first me, or them');
  const nonce = randomBytes(16).toString('hex');
  const seat = firstTurn === 'challenger' ? 0 : 1;
  return ok({ nonce, commitment: await commitmentOf(folder, nonce, seat) });
}

/** What the player is thought to be worth by the own calculation. */
export async function ratingOf(folder: PeerFolder, desk: Desk, game: string): Promise<Rating> {
  const known = await folder.knownGames();
  await learnGames(folder.reading, desk.trees, known);
  await folder.keepKnown(known);
  const players = await knowPlayers(
    ...([folder.reading, desk.trees, known, judgementOf(folder), game, folder.now()] as const),
  );
  const { R, RD } = players.get(desk.trees.mine.identity.fingerprint)!.assessment.final;
  return { R: Math.round(100 * R) / 100, RD: Math.round(100 * RD) / 100 };
}

/** Trust and flags as this node keeps them. */
export const judgementOf = ({ state: { trust, flags } }: PeerFolder) => ({
  trust: new Map(Object.entries(trust)),
  flags: new Map(Object.entries(flags)),
});

/** Lists open offers, and acceptances that wait. */
export const listChallenges = (io: Io, options: PeerOptions): Promise<Result<Report>> =>
  withPeer(io, options, async folder => {
    const desk = await openDesk(folder);
    if (!desk.ok) return desk;
    const { offers, games, trees } = desk.value;
    const me = trees.mine.identity.fingerprint;
    const open = offers.map(({ record, isMine, name }) => ({
      ...{ id: shortId(record.offer.commit.cid), name, by: record.offer.file.name, isMine },
      ...{ game: record.game.name, state: 'offered', for: whomFor(record, me) },
    }));
    const waiting = games
      .filter(({ record }) => record.phase === 'accepted')
      .map(({ record, name, role }) => ({
        ...{
          id: idOfGame(record),
          name,
          by: record.accept!.file.name,
          isMine: role === 'contender',
        },
        ...{ game: record.game.name, state: 'accepted', for: '' },
      }));
    const all = [...open, ...waiting];
    const rows = all.map(({ id, state, game, by, isMine, for: whom }) => [
      ...[id, state, game, isMine ? 'me' : oneLine(by), whom],
    ]);
    const lines = [...newsLines(desk.value), ...tableLines(rows)];
    return ok({ json: { challenges: all }, text: lines.join('\n') || 'no challenges' });
  });

const whomFor = ({ offer }: GameRecord, me: string): string => {
  const { opponent } = offer.payload;
  if (opponent === null) return 'for anybody';
  return opponent === me ? 'for me' : `for ${shortId(opponent)}`;
};

/** Accepts an offer. */
export const accept = (
  io: Io,
  typed: string,
  options: PeerOptions & { readonly hours: number; readonly comment: string },
): Promise<Result<Report>> =>
  withPeer(io, options, async folder => {
    const desk = await openDesk(folder);
    if (!desk.ok) return desk;
    const found = pickOffer(
      desk.value.offers.filter(({ isMine }) => !isMine),
      typed,
    );
    if (!found.ok) return found;
    const { record } = found.value;
    const signer = await folder.signer();
    if (!signer.ok) return signer;
    const { chance, firstTurn } = record.offer.payload;
    const seat = firstTurn === 'challenger' ? 1 : 0;
    const now = folder.now();
    const said = {
      timeout: now + BigInt(options.hours) * HOUR,
      rating: await ratingOf(folder, desk.value, record.game.name),
      comments: options.comment,
      commitment: chance === null ? null : await commitmentOf(folder, chance.nonce, seat),
    };
    const made = await acceptGame(signer.value, record, said, now);
    if (!made.ok) return made;
    const published = await folder.publish(made.value.change);
    if (!published.ok) return published;
    const id = idOfGame(made.value.record);
    return ok({
      json: { id, game: made.value.name, commit: made.value.signed.commit.cid },
      text: `game ${id}: accepted; it begins when ${oneLine(record.offer.file.name)} confirms`,
    });
  });

/** Confirms an acceptance: the game begins. */
export const confirm = (
  io: Io,
  typed: string,
  options: PeerOptions & { readonly hours: number; readonly comment: string },
): Promise<Result<Report>> =>
  withPeer(io, options, async folder => {
    const desk = await openDesk(folder);
    if (!desk.ok) return desk;
    const found = pickGame(desk.value, typed);
    if (!found.ok) return found;
    const { record } = found.value;
    if (record.phase !== 'accepted')
      return fail('conflict', `the game is ${record.phase}`, { rule: 'phase' });
    const signer = await folder.signer();
    if (!signer.ok) return signer;
    const { payload } = record.offer;
    const ratings = { challenger: payload.rating, contender: record.accept!.payload.rating };
    const seat = payload.firstTurn === 'contender' ? 1 : 0;
    const now = folder.now();
    const said = {
      ...automaticTerms(record.offer, record.accept!.commit, ratings),
      ...{ timeout: now + BigInt(options.hours) * HOUR, comments: options.comment },
      link:
        payload.chance === null ? null : (await chainOf(folder, payload.chance.nonce, seat))[0]!,
    };
    const made = await confirmGame(signer.value, record, said, now);
    if (!made.ok) return made;
    const published = await folder.publish(made.value.change);
    if (!published.ok) return published;
    const id = idOfGame(record);
    return ok({
      json: { id, game: made.value.name, commit: made.value.signed.commit.cid },
      text: `game ${id}: confirmed with ${oneLine(record.accept!.file.name)}`,
    });
  });

/** Takes an own offer back. */
export const cancel = (io: Io, typed: string, options: PeerOptions): Promise<Result<Report>> =>
  withPeer(io, options, async folder => {
    const desk = await openDesk(folder);
    if (!desk.ok) return desk;
    const found = pickOffer(
      desk.value.offers.filter(({ isMine }) => isMine),
      typed,
    );
    if (!found.ok) return found;
    const published = await folder.publish(remove(['challenges', found.value.name]));
    if (!published.ok) return published;
    const id = shortId(found.value.record.offer.commit.cid);
    return ok({ json: { id }, text: `challenge ${id}: withdrawn` });
  });
