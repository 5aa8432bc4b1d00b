/** Connections to matches on a server: by a new invite, by a seat, or as a spectator. */
import {
  callOff,
  connect,
  type LiveMatch,
  makeInvite,
  type NewInvite,
  takeSeat,
} from '@kifu/client';
import { fail, type Kit, ok, type Result, type Seat } from '@kifu/core';
import { findGameIn } from '@kifu/record/file';
import type { Vault } from '@kifu/record/store';
import type { Io } from '../io.ts';
import { type StoredKey, secretOf } from '../keys.ts';
import { type SeatRole, USUAL } from '../play/players.ts';
import { dropSeat, type SavedSeat, saveSeat } from './seats.ts';

/** Location of a match: its server, its ID, and the token of a private match. */
export interface LiveAddress {
  readonly server: string;
  readonly id: string;
  readonly token?: string;
}

/** Parses the address of a match: `https://server/live/ID#TOKEN`, or `ID#TOKEN` if the server is given separately. */
export function parseAddress(text: string, server: string | undefined): Result<LiveAddress> {
  const [whole = '', token] = text.split('#');
  const url = URL.canParse(whole) ? new URL(whole) : null;
  const id = url === null ? whole : (url.pathname.split('/').pop() ?? '');
  const at = server ?? url?.origin;
  if (at === undefined || !URL.canParse(at))
    return fail('malformed', 'no server given; use --server URL or the full link of the match', {
      rule: 'no-server',
    });
  if (!/^[A-Za-z0-9_-]{1,80}$/.test(id))
    return fail('malformed', `${JSON.stringify(id)} is not a match ID`);
  return ok({ server: at, id, ...(token === undefined ? {} : { token }) });
}

/** Who plays here, and where signed actions are stored. */
export interface Me {
  readonly name: string;
  readonly signer: StoredKey | null;
  readonly vault: Vault;
}

/** A connection to a seat, and what others need to join. */
export interface Seated {
  readonly live: LiveMatch;
  /** Link for others to join; null if a seat was taken. */
  readonly url: string | null;
  readonly seat: SavedSeat;
  /** Whether the seat is saved, so that the user can return to it. */
  readonly isSaved: boolean;
  /** Whether the user returned to an earlier seat. */
  readonly isBack: boolean;
  /** Gives up before the match starts: cancels the invite, or gives the seat back. False if the server cannot be reached. */
  giveUp(): Promise<boolean>;
}

/** Creates an invite and joins it: the first person is you, others are open seats. */
export async function openInvite(
  io: Io,
  server: string,
  kit: Kit,
  wanted: Omit<NewInvite, 'game' | 'version' | 'seats'> & {
    readonly roles: readonly SeatRole[] | undefined;
  },
  me: Me,
): Promise<Result<Seated>> {
  const { roles, ...terms } = wanted;
  const made = await makeInvite(server, {
    ...terms,
    game: kit.game.name,
    version: kit.game.version,
    seats: seatsOf(kit, roles, me),
  });
  if (!made.ok) return made;
  const [own] = made.value.tokens;
  if (own === undefined) return fail('bad-setup', 'no seat for you; use kifu watch to spectate');
  const { invite, url } = made.value;
  const seat = { server, id: invite.id, ...own, isMaker: true };
  const seated = await connectSeat(io, freshSeat(seat, me), me);
  return seated.ok ? ok({ ...seated.value, url }) : seated;
}

/** A seat that was just taken, by this process. */
const freshSeat = (
  taken: Pick<SavedSeat, 'server' | 'id' | 'seat' | 'token' | 'isMaker'>,
  { name, signer }: Me,
): SavedSeat => ({
  ...taken,
  server: new URL(taken.server).origin,
  name,
  key: signer?.name ?? null,
  pid: process.pid,
});

/** Connects to a seat. It is saved before its token is used, so that the user can return from the start. */
async function connectSeat(io: Io, seat: SavedSeat, me: Me): Promise<Result<Seated>> {
  const isSaved = await saveSeat(io, seat);
  const { server, id, token, name } = seat;
  const connected = await connect(server, {
    ...{ match: id, token, name, findGame: findGameIn(io.games), vault: me.vault },
    ...secretFor(me),
  });
  if (!connected.ok) return connected;
  const live = connected.value;
  const giveUp = async () => {
    if (seat.isMaker) return (await callOff(server, id, token)).ok;
    live.stand();
    return live.connection.isConnected;
  };
  return ok({ live, url: null, seat, isSaved, isBack: false, giveUp });
}

const secretFor = ({ signer }: Me) => (signer === null ? {} : { secret: secretOf(signer) });

function seatsOf(kit: Kit, roles: readonly SeatRole[] | undefined, me: Me): NewInvite['seats'] {
  const usual: readonly SeatRole[] = Array.from({ length: kit.game.seats[0] }, () => ({
    bot: null,
  }));
  let isSeated = false;
  return (roles ?? usual).map(({ bot, level }) => {
    if (bot !== null)
      return {
        type: 'bot' as const,
        ...(bot === USUAL ? {} : { bot }),
        ...(level === undefined ? {} : { level }),
      };
    if (isSeated) return { type: 'open' as const };
    isSeated = true;
    return {
      type: 'you' as const,
      name: me.name,
      ...(me.signer === null ? {} : { key: me.signer.key }),
    };
  });
}

/** Takes an open seat of an invite. */
export async function joinInvite(io: Io, address: LiveAddress, me: Me): Promise<Result<Seated>> {
  const { server, id, token } = address;
  const taken = await takeSeat(server, id, {
    name: me.name,
    ...(token === undefined ? {} : { joinToken: token }),
    ...(me.signer === null ? {} : { key: me.signer.key }),
  });
  if (!taken.ok) return taken;
  const { seat, token: own } = taken.value;
  return connectSeat(io, freshSeat({ server, id, seat, token: own, isMaker: false }, me), me);
}

/** Returns to a seat; if the server has given it away meanwhile, takes another. */
export async function returnToSeat(
  io: Io,
  address: LiveAddress,
  seat: SavedSeat,
  me: Me,
): Promise<Result<Seated>> {
  const seated = await connectSeat(io, { ...seat, pid: process.pid }, me);
  if (seated.ok) return ok({ ...seated.value, isBack: true });
  if (seated.fault.code !== 'wrong-seat') return seated;
  await dropSeat(io, seat);
  return joinInvite(io, address, me);
}

/** Joins the rematch of a match: its token is the same. */
export const joinRematch = (
  io: Io,
  { server, token, isMaker }: Pick<SavedSeat, 'server' | 'token' | 'isMaker'>,
  next: { readonly id: string; readonly seat: Seat },
  me: Me,
): Promise<Result<Seated>> =>
  connectSeat(io, freshSeat({ server, token, isMaker, ...next }, me), me);

/** Connects as a spectator. */
export const spectate = (io: Io, { server, id, token }: LiveAddress): Promise<Result<LiveMatch>> =>
  connect(server, {
    ...{ match: id, findGame: findGameIn(io.games) },
    ...(token === undefined ? {} : { token }),
  });
