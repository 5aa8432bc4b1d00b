/** Challenges: created, listed, accepted, confirmed, withdrawn. */
import { randomBytes } from 'node:crypto';
import {
  canonicalText,
  fail,
  type JsonObject,
  ok,
  parseCid,
  parseJson,
  type Result,
} from '@kifu/core';
import {
  type Acted,
  acceptGame,
  automaticTerms,
  awaitedSeats,
  confirmGame,
  formatTimestamp,
  type GameRecord,
  hashesOf,
  type Offer,
  offerGame,
  type PeerGame,
  type Rating,
  type Role,
  remove,
} from '@kifu/ipgs';
import type { CheckedInput, RequestOutput } from '@kifu/peer/api';
import { oneLine, tableLines } from '../text.ts';
import { assess, type KnownPlayers } from './assess.ts';
import { newsLines } from './news.ts';
import { type PeerFolder, pick, shortId } from './peer-folder.ts';
import {
  act,
  chainOf,
  commitmentOf,
  idOfGame,
  type PeerSession,
  type PlayedGame,
  pickGame,
  pickOffer,
  withPeerSession,
} from './peer-session.ts';

/** Fields of a challenge. */
type OfferOptions = CheckedInput<'challenge.offer'>;
/** Result of an action, for programs and people. */
type ActedReport = RequestOutput<'challenge.offer'>;

const HOUR = 3_600_000_000_000n;
/** How long challenges, acceptances and confirmations are valid (default: a week). */
const USUAL_HOURS = 168;

const untilOf = (folder: PeerFolder, hours: number | undefined): bigint =>
  folder.now() + BigInt(hours ?? folder.state.settings.hours ?? USUAL_HOURS) * HOUR;

/** Reports an action; `text` is for people. */
const reported = (id: string, { name, signed }: Acted, text: string): Result<ActedReport> =>
  ok({ json: { id, name, commit: signed.commit.cid }, text });

/** Creates a challenge. */
export const offer = (folder: PeerFolder, options: OfferOptions): Promise<Result<ActedReport>> =>
  withPeerSession(folder, async desk => {
    const { game } = options;
    const peer = await folder.reading.findGame(game);
    if (!peer.ok) return peer;
    const terms = termsOf(peer.value, options);
    if (!terms.ok) return terms;
    const firstTurn = FIRST_TURN[options.first];
    const chance = await chanceOf(folder, peer.value, firstTurn);
    if (!chance.ok) return chance;
    const players = await assess(folder, desk.trees, game);
    const opponent = opponentOf(players, options.opponent);
    if (!opponent.ok) return opponent;
    const { rules, own, komi } = terms.value;
    const rating = ratingOf(players, desk);
    const timeout = untilOf(folder, options.hours);
    const said: Omit<Offer, 'payload' | 'rules'> = {
      ...{ timeout, game, isRanked: !options.unranked, clock: clockOf(options), rating },
      target: options.target ?? { R: rating.R, RD: 300 },
      ...{ firstTurn, handicap: options.handicap ?? 0, komi, comments: options.comment },
      ...{ opponent: opponent.value, chance: chance.value },
    };
    const made = await act(folder, signer =>
      offerGame(signer, peer.value, rules, said, own, folder.now()),
    );
    if (!made.ok) return made;
    const id = shortId(made.value.signed.commit.cid);
    const { offered } = folder.io.texts.reports.peers.challenge;
    return reported(id, made.value, offered(id, game, formatTimestamp(timeout)));
  });

const FIRST_TURN = { me: 'challenger', them: 'contender', auto: 'automatic' } as const;

/** The hash of the only player who may accept: given as such, or by a known name. */
function opponentOf(players: KnownPlayers, typed: string | undefined): Result<string | null> {
  if (typed === undefined) return ok(null);
  if (parseCid(typed).ok) return ok(typed);
  const found = pick(
    [...players.values()],
    typed,
    ({ file }) => [file.name, file.fingerprint],
    'player',
    { describe: ({ file }) => `${file.name} ${file.fingerprint}` },
  );
  return found.ok ? ok(found.value.file.hash) : found;
}

const clockOf = ({ time, perMove }: OfferOptions): Offer['clock'] =>
  perMove === undefined
    ? { type: 'absolute', seconds: time ?? 36_000 }
    : { type: 'fixed', seconds: perMove };

interface OfferTerms {
  readonly rules: string;
  readonly own: JsonObject;
  readonly komi: number | null;
}

/** Options of go only. */
const OF_GO = ['size', 'komi', 'handicap', 'rules'] as const;
/** Default board size of go. */
const USUAL_SIZE = 19;

/** Rules, and in go the board and komi. */
function termsOf({ game, form }: PeerGame, options: OfferOptions): Result<OfferTerms> {
  const isGo = game.name === 'go';
  const strange = isGo ? (['options'] as const) : OF_GO;
  const wrong = strange.find(name => options[name] !== undefined);
  if (wrong !== undefined)
    return fail('bad-setup', `${game.name} has no --${wrong}; omit it`, { rule: 'options' });
  if (!isGo) {
    const given = parseJson(options.options ?? '{}');
    if (!given.ok) return given;
    const usual = JSON.parse(form.rules[0]!) as JsonObject;
    return ok({
      rules: canonicalText({ ...usual, options: given.value }),
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
    return fail('not-found', `unknown rules; use ${known.map(({ name }) => name).join(', ')}`);
  const { size = USUAL_SIZE, handicap = 0 } = options;
  const usual = handicap >= 2 ? 0.5 : found['default-komi'];
  return ok({
    rules: found.text,
    own: { 'board-width': size, 'board-height': size },
    komi: options.komi ?? usual,
  });
}

/** In games with randomness both players commit to hash chains before either reveals a link. */
async function chanceOf(
  folder: PeerFolder,
  { game }: PeerGame,
  firstTurn: Role | 'automatic',
): Promise<Result<Offer['chance']>> {
  if (game.chance === undefined) return ok(null);
  if (firstTurn === 'automatic')
    return fail('bad-setup', 'games with dice require --first me or --first them');
  const nonce = randomBytes(16).toString('hex');
  const seat = firstTurn === 'challenger' ? 0 : 1;
  return ok({ nonce, commitment: await commitmentOf(folder, nonce, seat) });
}

/** The player's rating by the local computation. */
function ratingOf(players: KnownPlayers, { trees }: PeerSession): Rating {
  const { R, RD } = players.get(trees.mine.identity.fingerprint)!.assessment.final;
  return { R: Math.round(100 * R) / 100, RD: Math.round(100 * RD) / 100 };
}

/** A line of the list: an open challenge, or a pending acceptance. */
interface ListedChallenge {
  readonly id: string;
  readonly name: string;
  readonly by: string;
  readonly isMine: boolean;
  readonly game: string;
  readonly state: 'offered' | 'accepted';
  readonly for: string;
}

/** Lists open challenges and pending acceptances. */
export const listChallenges = (
  folder: PeerFolder,
): Promise<Result<RequestOutput<'challenge.list'>>> =>
  withPeerSession(folder, async desk => {
    const { phases, challenge: t } = folder.io.texts.reports.peers;
    const own = hashesOf(desk.trees.mine);
    const offers = desk.offers.map(
      ({ record, isMine, name }): ListedChallenge => ({
        ...{ id: shortId(record.offer.commit.cid), name, by: record.offer.file.name, isMine },
        ...{ game: record.game.name, state: 'offered', for: whomFor(folder, record, own) },
      }),
    );
    const waiting = desk.games
      .filter(({ record }) => record.phase === 'accepted')
      .map(
        ({ record, name, role }): ListedChallenge => ({
          ...{ id: idOfGame(record), name, by: record.accept!.file.name },
          ...{ isMine: role === 'contender', game: record.game.name, state: 'accepted', for: '' },
        }),
      );
    const all = [...offers, ...waiting];
    const rows = all.map(({ id, state, game, by, isMine, for: whom }) => [
      ...[id, phases[state], game, isMine ? t.me : oneLine(by), whom],
    ]);
    const lines = [...newsLines(folder, desk), ...tableLines(rows)];
    const json = { challenges: all.map(each => ({ ...each })) };
    return ok({ json, text: lines.join('\n') || t.none });
  });

function whomFor(
  { io }: PeerFolder,
  { offer: { payload } }: GameRecord,
  own: readonly string[],
): string {
  const t = io.texts.reports.peers.challenge;
  const { opponent } = payload;
  if (opponent === null) return t.forAnyone;
  return own.includes(opponent) ? t.forMe : t.for(shortId(opponent));
}

/** Accepts a challenge. */
export const accept = (
  folder: PeerFolder,
  { challenge: typed, hours, comment }: CheckedInput<'challenge.accept'>,
): Promise<Result<ActedReport>> =>
  withPeerSession(folder, async desk => {
    const others = desk.offers.filter(({ isMine }) => !isMine);
    const found = pickOffer(others, typed);
    if (!found.ok) return found;
    const { record } = found.value;
    const { chance, firstTurn } = record.offer.payload;
    const seat = firstTurn === 'challenger' ? 1 : 0;
    const said = {
      timeout: untilOf(folder, hours),
      rating: ratingOf(await assess(folder, desk.trees, record.game.name), desk),
      comments: comment,
      commitment: chance === null ? null : await commitmentOf(folder, chance.nonce, seat),
    };
    const made = await act(folder, signer => acceptGame(signer, record, said, folder.now()));
    if (!made.ok) return made;
    const id = idOfGame(made.value.record);
    const whom = oneLine(record.offer.file.name);
    return reported(id, made.value, folder.io.texts.reports.peers.challenge.accepted(id, whom));
  });

/** Confirms an acceptance, which starts the game. */
export const confirm = (
  folder: PeerFolder,
  { challenge: typed, hours, comment }: CheckedInput<'challenge.confirm'>,
): Promise<Result<ActedReport>> =>
  withPeerSession(folder, async desk => {
    const waits = ({ record: { phase }, role }: PlayedGame) =>
      phase === 'accepted' && role === 'challenger';
    const found = pickGame(desk.games, typed, waits);
    if (!found.ok) return found;
    const { record } = found.value;
    if (record.phase !== 'accepted')
      return fail('conflict', `the game is ${record.phase}`, { rule: 'phase' });
    const { payload } = record.offer;
    const ratings = { challenger: payload.rating, contender: record.accept!.payload.rating };
    const seat = payload.firstTurn === 'contender' ? 1 : 0;
    const link =
      payload.chance === null ? null : (await chainOf(folder, payload.chance.nonce, seat))[0]!;
    const said = {
      ...automaticTerms(record.offer, record.accept!.commit, ratings),
      ...{ timeout: untilOf(folder, hours), comments: comment, link },
    };
    const made = await act(folder, signer => confirmGame(signer, record, said, folder.now()));
    if (!made.ok) return made;
    const id = idOfGame(record);
    const whom = oneLine(record.accept!.file.name);
    const seatOfMe = made.value.record.match!.challengerSeat;
    const isMyTurn = awaitedSeats(made.value.record.match!).includes(seatOfMe);
    const t = folder.io.texts.reports.peers.challenge;
    const isMove = payload.chance === null;
    const mine = isMove ? t.youMove : t.youRoll;
    const next = isMyTurn ? mine : (isMove ? t.theyMove : t.theyRoll)(whom);
    return reported(id, made.value, t.confirmed(id, whom, next));
  });

/** Withdraws one of the player's challenges. */
export const cancel = (
  folder: PeerFolder,
  { challenge: typed }: CheckedInput<'challenge.cancel'>,
): Promise<Result<RequestOutput<'challenge.cancel'>>> =>
  withPeerSession(folder, async desk => {
    const own = desk.offers.filter(({ isMine }) => isMine);
    const found = pickOffer(own, typed);
    if (!found.ok) return found;
    const published = await folder.publish(remove(['challenges', found.value.name]));
    if (!published.ok) return published;
    const id = shortId(found.value.record.offer.commit.cid);
    return ok({ json: { id }, text: folder.io.texts.reports.peers.challenge.withdrawn(id) });
  });
