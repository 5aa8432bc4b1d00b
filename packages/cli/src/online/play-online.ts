/** `kifu play --server`: a match on a server. */
import { lookAtInvite } from '@kifu/client';
import {
  fail,
  type Game,
  type JsonObject,
  type Kit,
  ok,
  type Result,
  seatNamesOf,
  unwrap,
} from '@kifu/core';
import { kifuToJson, readKifu } from '@kifu/record';
import { type BoardStyle, boardStyle } from '../board.ts';
import { readSetup, type StartOptions } from '../input.ts';
import { type Context, colorsFor, type Io } from '../io.ts';
import { findKey } from '../keys.ts';
import type { Role } from '../play/players.ts';
import { EXIT, type Report } from '../run-command.ts';
import { saveKifu } from '../write-record.ts';
import {
  comeBack,
  joinInvite,
  type LiveAddress,
  type Me,
  openInvite,
  parseAddress,
  type Seated,
} from './join.ts';
import { playLive } from './play.ts';
import { tell } from './screen.ts';
import { dropSeat, type KeptSeat, keptSeats, seatToReturnTo } from './seats.ts';

/** What of the options of `kifu play` counts on a server. */
export interface OnlineOptions extends StartOptions {
  readonly seats?: readonly Role[];
  readonly pieces?: BoardStyle['pieces'];
  readonly save?: string | false;
  readonly key?: string;
  readonly server?: string;
  readonly join?: string;
  readonly name?: string;
  readonly private?: boolean;
  readonly color?: boolean;
}

/** A match on a server. */
export async function playOnline(
  context: Context,
  name: string,
  options: OnlineOptions,
): Promise<Result<Report>> {
  const { io, isJson } = context;
  const address =
    options.join === undefined ? ok(null) : parseAddress(options.join, options.server);
  if (!address.ok) return address;
  const own = options.name ?? io.env.USER ?? 'guest';
  const place = await findPlace(io, name, address.value, own);
  if (!place.ok) return place;
  const { kit, back } = place.value;
  // a seat has the key that it was taken with
  const key = back === null ? options.key : (back.key ?? undefined);
  const signer = key === undefined ? ok(null) : await findKey(io, key);
  if (!signer.ok) return signer;
  const me = { name: own, signer: signer.value };
  const seated =
    address.value === null
      ? await openOne(context, kit, options, me)
      : back === null
        ? await joinInvite(io, address.value, me)
        : await comeBack(io, address.value, back, me);
  if (!seated.ok) return seated;
  const { live, url, kept, isBack } = seated.value;
  const shown = {
    ...{ screen: isJson ? io.stderr : io.stdout, kit, live },
    colors: isJson ? colorsFor(false) : context.colors,
    style: {
      ...boardStyle(io, isJson || options.color === false, options.pieces),
      isFlipped: live.seat === 1 && kit.sceneOfView === undefined,
    },
  };
  if (url !== null) shown.screen.write(`others join at ${url}\n`);
  if (isBack) tell(shown, `back in your seat: ${seatNamesOf(kit)(live.seat!)}`);
  const exitCode = await playLive(io, shown);
  const isDone = await isLeft(seated.value, exitCode);
  if (kept !== null && isDone) await dropSeat(io, kept);
  else if (kept !== null)
    tell(shown, `back again by: kifu play ${name} --server ${kept.server} --join ${kept.id}`);
  const kifu = live.followed === null ? null : unwrap(readKifu(live.followed.nodes));
  live.close();
  const saved =
    !options.save || kifu === null
      ? ok('')
      : await saveKifu(kit, options.save, kifu, { mayReplace: false });
  return saved.ok
    ? ok({ json: { kifu: kifu && kifuToJson(kit.game as Game, kifu) }, text: '', exitCode })
    : saved;
}

/** Whether nobody will come back: the match has ended, is closed, or had not begun and can do without us. */
const isLeft = async (
  { live: { followed }, giveUp }: Seated,
  exitCode: number,
): Promise<boolean> =>
  followed === null ? (await giveUp()) || exitCode === EXIT.fault : followed.outcome !== null;

/** What a match is played with: the rules of the invite, which must be of the game that was named, and the seat there to come back to. */
async function findPlace(
  io: Io,
  name: string,
  address: LiveAddress | null,
  own: string,
): Promise<Result<{ readonly kit: Kit; readonly back: KeptSeat | null }>> {
  if (address === null) {
    const kit = await io.games.load(name);
    return kit.ok ? ok({ kit: kit.value, back: null }) : kit;
  }
  const { server, id } = address;
  const seats = await keptSeats(io, server);
  const asGuest = await lookAtInvite(server, id, address.token);
  const kept = seats.find(seat => seat.id === id);
  // a private one is not there for strangers
  const invite =
    asGuest.ok || kept === undefined ? asGuest : await lookAtInvite(server, id, kept.token);
  if (!invite.ok) return invite;
  const { game, version } = invite.value;
  if (game !== name)
    return fail('bad-setup', `that is a match of ${game}: kifu play ${game} joins it`);
  const kit = await io.games.load(game, version);
  return kit.ok ? ok({ kit: kit.value, back: seatToReturnTo(seats, invite.value, own) }) : kit;
}

/** Makes an invite. */
async function openOne(
  { io }: Context,
  kit: Kit,
  options: OnlineOptions,
  me: Me,
): Promise<Result<Seated>> {
  const setup = readSetup(kit, options);
  if (!setup.ok) return setup;
  const { options: own } = setup.value;
  return openInvite(
    io,
    options.server!,
    kit,
    {
      roles: options.seats,
      ...(own === undefined ? {} : { options: own as JsonObject }),
      ...(options.private === true ? { visibility: 'private' as const } : {}),
    },
    me,
  );
}
