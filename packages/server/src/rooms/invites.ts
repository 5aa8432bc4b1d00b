/** Invites: created on request of a guest, and joined. */
import { randomBytes } from 'node:crypto';
import { botNames, usualBot } from '@kifu/bots';
import type { Invite, NewInvite } from '@kifu/client';
import type { NewSeat } from '@kifu/client/protocol';
import {
  checkSetup,
  fail,
  formatCid,
  inviteTerms,
  type JsonObject,
  type Kit,
  ok,
  parseCid,
  type Result,
  type Seat,
  unhurriedOptions,
  unwrap,
} from '@kifu/core';
import { loadNodes } from '@kifu/record/store';
import { isPresentKey } from '../players/players.ts';
import { isInRange } from '../players/rating-distance.ts';
import { type Holder, holderOf } from '../quotas.ts';
import type { BranchStart } from '../replay-workers/jobs.ts';
import type { ReplayWorkers } from '../replay-workers/pool.ts';
import { freshId, freshSecret, freshToken, hashToken, isToken } from '../tokens.ts';
import { storedInviteOf } from './access.ts';
import { beginIfReady, IN_BETWEEN, isInBetween, tryOut } from './begin.ts';
import { changeSeat } from './members.ts';
import { TOO_MANY } from './rematch.ts';
import type { Room } from './room.ts';
import type { RoomRegistry } from './room-registry.ts';
import {
  guestsOf,
  inviteOf,
  playerHolder,
  playerOfSeat,
  type StoredInvite,
  type StoredSeat,
} from './stored-invite.ts';

const WAIT_MS = 120_000;
const ABSENCE_MS = 300_000;
const COUNTDOWN_MS = 3000;
const DEFAULT_LEVEL = 3;

/** New invite, with what only its creator may know. */
export interface CreatedInvite {
  readonly room: Room;
  readonly invite: Invite;
  readonly tokens: readonly { readonly seat: Seat; readonly token: string }[];
  readonly joinToken: string | null;
}

/** Everything that an invite is created with, and for whom. */
interface InviteContext {
  readonly registry: RoomRegistry;
  readonly workers: ReplayWorkers;
  /** The guest, as quotas know them; null for the server itself. */
  readonly by: string | null;
  /** The tournament that it is a game of. */
  readonly tournament?: string;
}

/** Creates an invite. */
export async function makeInvite(
  making: InviteContext,
  wanted: NewInvite,
): Promise<Result<CreatedInvite>> {
  const { registry } = making;
  const by = making.by === null ? null : registry.seal(holderOf(making.by));
  if (by !== null && !registry.quotas.matches.has(by)) return TOO_MANY;
  const loaded = await registry.games.load(wanted.game, wanted.version);
  if (!loaded.ok) return loaded;
  const kit = loaded.value;
  const seats = wanted.seats.flatMap((seat, i) =>
    seat.type === 'none' ? [] : [{ seat: i, wanted: seat }],
  );
  const given = (wanted.options ?? {}) as JsonObject;
  // a match that branches off has the rules of the original
  const options = wanted.branch === undefined ? unhurriedOptions(kit.game, given) : given;
  const setup = checkSetup(kit.game, {
    ...{ seats: seats.map(({ seat }) => seat), options },
    ...(kit.game.chance === undefined ? {} : { seed: 0 }),
  });
  if (!setup.ok) return setup;
  const bots = checkBots(registry, kit, wanted);
  if (!bots.ok) return bots;
  const isHidden = kit.game.secrets !== undefined;
  if (isHidden && (wanted.chance === 'plain' || wanted.referee === false))
    return fail('bad-setup', 'the match needs fair randomness and a referee: it has hidden hands', {
      at: { path: '/chance' },
    });
  if (wanted.referee === false && needsReferee(kit, wanted))
    return fail(
      'bad-setup',
      'the match needs a referee: it has a clock, ticks or fair randomness',
      {
        at: { path: '/referee' },
      },
    );
  if (wanted.mayCancel === true && wanted.rated === true)
    return fail('bad-setup', '"mayCancel" is not allowed in a rated match', {
      at: { path: '/mayCancel' },
    });
  const branch = wanted.branch === undefined ? ok(null) : await findBranch(making, kit, wanted);
  if (!branch.ok) return branch;
  const owners = await Promise.all(
    seats.map(({ wanted: how }) => (how.type === 'you' ? seatOwner(registry, how, []) : ok({}))),
  );
  for (const owner of owners) if (!owner.ok) return owner;
  const tokens: { seat: Seat; token: string }[] = [];
  const stored = seats.map(({ seat, wanted: how }, i): StoredSeat => {
    const base = {
      ...{ seat, key: null, token: null, isReady: false, isMaker: false },
      commitment: null,
    };
    if (how.type === 'open') return { ...base, type: 'open', name: null, bot: null, level: 0 };
    if (how.type === 'bot') {
      const level = how.level ?? DEFAULT_LEVEL;
      const bot = how.bot ?? usualBot(kit);
      const name = `bot:${bot}-${level}`;
      return {
        ...base,
        type: 'bot',
        name,
        bot,
        level,
        isReady: true,
      };
    }
    const token = freshToken();
    tokens.push({ seat, token });
    return {
      ...base,
      ...{ type: 'person', name: how.name, key: how.key ?? null, token: hashToken(token) },
      ...unwrap(owners[i]!),
      ...{ bot: null, level: 0, isMaker: true },
    };
  });
  const joinToken = wanted.visibility === 'private' ? freshToken() : null;
  const invite: StoredInvite = {
    id: freshId(),
    phase: 'open',
    game: kit.game.name,
    version: kit.game.version,
    ...{ options, seats: stored },
    ...inviteTerms(wanted),
    visibility: wanted.visibility ?? 'public',
    chance: kit.game.chance === undefined ? 'plain' : (wanted.chance ?? 'fair'),
    waitMs: wanted.waitMs ?? WAIT_MS,
    absenceMs:
      wanted.absenceMs === undefined
        ? isHurried(kit.game, options)
          ? null
          : ABSENCE_MS
        : wanted.absenceMs,
    countdownMs: wanted.countdownMs ?? (kit.game.pace === 'free' ? COUNTDOWN_MS : 0),
    referee: wanted.referee ?? true,
    mayCancel: wanted.mayCancel ?? false,
    chatOff: wanted.chat === false ? ['invite'] : [],
    ...(wanted.within === undefined ? {} : { within: wanted.within }),
    nonce: randomBytes(16).toString('hex'),
    match: null,
    createdAt: new Date(registry.now()).toISOString(),
    outcome: null,
    joinToken: joinToken === null ? null : hashToken(joinToken),
    chain: freshSecret(),
    deal: isHidden ? freshSecret() : null,
    branch: branch.value,
    ...(by === null ? {} : { by }),
    ...(making.tournament === undefined ? {} : { tournament: making.tournament }),
  };
  const tried = tryOut(kit, invite, registry.referee.key);
  if (!tried.ok) return tried;
  const room = await registry.open(kit, invite);
  if (room === null) return TOO_MANY;
  const { id, game, visibility } = invite;
  registry.log.info(
    { room: id, game, visibility, open: openSeats(invite) },
    'an invite was created',
  );
  await beginIfReady(room);
  return ok({ room, invite: inviteOf(room.stored), tokens, joinToken });
}

const openSeats = ({ seats }: StoredInvite): number =>
  seats.filter(({ type }) => type === 'open').length;

/** Whether the rules themselves limit the time per move, so that an absent player loses. */
const isHurried = ({ time }: Kit['game'], options: JsonObject): boolean =>
  time !== undefined &&
  (time.unhurried === undefined ||
    Object.entries(time.unhurried).some(([name, value]) => options[name] !== value));

/** Whether a match needs a referee, who vouches for time and collects all reveals. */
const needsReferee = ({ game }: Kit, { clock, chance }: NewInvite): boolean =>
  (clock ?? null) !== null ||
  game.time !== undefined ||
  (game.chance !== undefined && chance !== 'plain');

function checkBots(registry: RoomRegistry, kit: Kit, { seats }: NewInvite): Result<null> {
  for (const [i, seat] of seats.entries()) {
    if (seat.type !== 'bot') continue;
    if (registry.bots === null) return fail('unsupported', 'this server has no bots');
    if (seat.bot !== undefined && !botNames(kit).includes(seat.bot))
      return fail('unknown-bot', `${kit.game.name} has only ${botNames(kit).join(', ')}`, {
        at: { path: `/seats/${i}/bot` },
      });
  }
  return ok(null);
}

/** Finds the point of another match from which one starts. That match must be public. */
async function findBranch(
  { registry, workers, by }: InviteContext,
  { game: { name: game, version } }: Kit,
  { branch }: NewInvite,
): Promise<Result<BranchStart>> {
  const { match, n, part = null, at = null } = branch!;
  const cid = parseCid(match);
  if (!cid.ok) return cid;
  const head = await registry.stores.heads.get(cid.value);
  const listed = await registry.stores.library?.get(cid.value);
  const stored = await storedInviteOf(registry, match);
  const isPrivate = (stored?.visibility ?? listed?.visibility ?? 'public') === 'private';
  if (head === null || isPrivate) return fail('not-found', `match ${match} not found`);
  const nodes = await loadNodes(registry.stores, head);
  if (!nodes.ok) return nodes;
  const point = { game, version, n, part, at };
  return workers.run(
    { do: 'branch', head: formatCid(head), nodes: nodes.value, ...point },
    { by: by ?? '' },
  );
}

/**
 * Returns the player who takes a seat, by key. Refuses the name of another player, a revoked or replaced key, a player who is
 * suspended, and two players of whom one has blocked the other.
 */
async function seatOwner(
  { players, quotas, moderation }: RoomRegistry,
  { name, key }: { readonly name: string; readonly key?: string | undefined },
  others: readonly string[],
): Promise<Result<Pick<StoredSeat, 'player'>>> {
  const player = key === undefined ? null : ((await players?.find(key)) ?? null);
  const may = key === undefined ? ok(null) : await moderation.checkJoin(player?.id ?? key, others);
  if (!may.ok) return may;
  if (players === null) return ok({});
  if (player !== null && !isPresentKey(player, key!)) return REVOKED;
  const named = await players.ownerOfName(name);
  if (named !== null && named.id !== player?.id) return NAME_TAKEN;
  if (player === null) return ok({});
  return quotas.matches.has(playerHolder(player.id)) ? ok({ player: player.id }) : TOO_MANY;
}

const REVOKED = fail('bad-signature', 'the key was revoked or replaced', {
  rule: 'key',
});
const NAME_TAKEN = fail('exists', 'the name belongs to a registered player; choose another', {
  rule: 'name',
});

const OUT_OF_RANGE = fail(
  'conflict',
  'your rating is outside the range of this challenge; look for another one',
  { rule: 'rating' },
);

/** For unknown and private ones: strangers cannot distinguish them. */
export const NO_INVITE = fail('not-found', 'invite or match not found');

/** Gives a player who has proved the key of a seat a new token for it, which replaces the old one. Used for games of tournaments. */
export async function claimSeat(
  room: Room,
  key: string,
): Promise<Result<{ readonly seat: Seat; readonly token: string }>> {
  const own = room.stored.seats.find(other => other.type === 'person' && other.key === key);
  if (own === undefined) return NO_INVITE;
  if (isInBetween(room)) return IN_BETWEEN;
  if (room.stored.phase === 'ended') return fail('conflict', 'the match is over');
  const token = freshToken();
  await changeSeat(room, own.seat, old => ({ ...old, token: hashToken(token) }));
  return ok({ seat: own.seat, token });
}

/** Gives an open seat to a guest who may have it. */
export async function joinInvite(
  room: Room,
  { seat, name, key, joinToken }: NewSeat,
  guest: string,
): Promise<Result<{ readonly seat: Seat; readonly token: string }>> {
  const { stored } = room;
  if (stored.visibility === 'private' && !(joinToken && isToken(joinToken, stored.joinToken)))
    return NO_INVITE;
  if (stored.phase !== 'open') return fail('conflict', 'the match has already started');
  const open = stored.seats.find(
    other => other.type === 'open' && (seat === undefined || other.seat === seat),
  );
  if (open === undefined) return SEAT_TAKEN;
  const { registry } = room;
  const by = registry.seal(holderOf(guest));
  const isHolder = guestsOf(stored).some(other => other.guest === by.guest);
  const { matches } = registry.quotas;
  // held until the seat is taken, so that seats taken at the same time count
  if (!isHolder && !matches.take(by)) return TOO_MANY;
  try {
    return await joinSeat(room, open.seat, { name, key, by });
  } finally {
    if (!isHolder) matches.give(by);
  }
}

const SEAT_TAKEN = fail('conflict', 'the seat is no longer open');

/** Gives an open seat to a guest, if the match can be played with them. */
async function joinSeat(
  room: Room,
  seat: Seat,
  {
    name,
    key,
    by,
  }: { readonly name: string; readonly key?: string | undefined; readonly by: Holder },
): Promise<Result<{ readonly seat: Seat; readonly token: string }>> {
  const { registry } = room;
  const others = room.stored.seats.map(playerOfSeat).filter(who => who !== null);
  const owner = await seatOwner(registry, { name, key }, others);
  if (!owner.ok) return owner;
  if (!(await isInRange(registry, room.stored, owner.value.player ?? null))) return OUT_OF_RANGE;
  // meanwhile another player may have joined, or the maker may have canceled it
  const { stored } = room;
  const isFree = stored.seats.some(other => other.seat === seat && other.type === 'open');
  if (!isFree || stored.phase !== 'open' || room.isForgotten) return SEAT_TAKEN;
  const token = freshToken();
  const sit = (old: StoredSeat): StoredSeat => ({
    ...old,
    ...{ type: 'person', name, key: key ?? null, token: hashToken(token), isReady: false, by },
    ...owner.value,
  });
  const seats = stored.seats.map(old => (old.seat === seat ? sit(old) : old));
  const tried = tryOut(room.kit, { ...stored, seats }, registry.referee.key);
  if (!tried.ok) return tried;
  await changeSeat(room, seat, sit);
  if (room.isForgotten) return NO_INVITE; // it was canceled before this was stored
  registry.log.info({ room: stored.id, game: stored.game, seat }, 'a seat was taken');
  return ok({ seat, token });
}
