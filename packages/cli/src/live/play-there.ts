/** `kifu play --server`: a match on a server. */
import { followedKifu, lookAtInvite } from '@kifu/client';
import { fail, type Json, type JsonObject, type Kit, ok, type Result, unwrap } from '@kifu/core';
import { type BoardStyle, boardStyle } from '../board.ts';
import type { Report } from '../handle.ts';
import { readSetup, type StartOptions } from '../input.ts';
import { type Context, colorsFor, type Io } from '../io.ts';
import { findKey } from '../keys.ts';
import type { Role } from '../play/players.ts';
import { saveKifu } from '../write-record.ts';
import {
  joinInvite,
  type LiveAddress,
  type Me,
  openInvite,
  parseAddress,
  type Seated,
} from './join.ts';
import { playLive } from './play.ts';

/** What of the options of `kifu play` counts on a server. */
export interface ThereOptions extends StartOptions {
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
export async function playThere(
  context: Context,
  name: string,
  options: ThereOptions,
): Promise<Result<Report>> {
  const { io, isJson } = context;
  const address =
    options.join === undefined ? ok(null) : parseAddress(options.join, options.server);
  if (!address.ok) return address;
  const kit = await findKit(io, name, address.value);
  if (!kit.ok) return kit;
  const signer = options.key === undefined ? ok(null) : await findKey(io, options.key);
  if (!signer.ok) return signer;
  const me = { name: options.name ?? io.env.USER ?? 'guest', signer: signer.value };
  const seated =
    address.value === null
      ? await openOne(context, kit.value, options, me)
      : await joinInvite(io, address.value, me);
  if (!seated.ok) return seated;
  const { live, url, giveUp } = seated.value;
  const shown = {
    ...{ screen: isJson ? io.stderr : io.stdout, kit: kit.value, live },
    colors: isJson ? colorsFor(false) : context.colors,
    style: {
      ...boardStyle(io, isJson || options.color === false, options.pieces),
      isFlipped: live.seat === 1 && kit.value.sceneOfView === undefined,
    },
  };
  if (url !== null) shown.screen.write(`others join at ${url}\n`);
  const exitCode = await playLive(io, shown);
  if (live.followed === null) await giveUp();
  const kifu = live.followed === null ? null : unwrap(followedKifu(live.followed));
  live.close();
  const saved =
    !options.save || kifu === null
      ? ok('')
      : await saveKifu(kit.value, options.save, kifu, { mayReplace: false });
  return saved.ok ? ok({ json: { kifu: kifu as unknown as Json }, text: '', exitCode }) : saved;
}

/** The rules that will be played by: those of the invite, which must be of the game that was named. */
async function findKit(io: Io, name: string, address: LiveAddress | null): Promise<Result<Kit>> {
  if (address === null) return io.games.load(name);
  const invite = await lookAtInvite(address.server, address.id, address.token);
  if (!invite.ok) return invite;
  const { game, version } = invite.value;
  return game === name
    ? io.games.load(game, version)
    : fail('bad-setup', `that is a match of ${game}: kifu play ${game} joins it`);
}

/** Makes an invite. */
async function openOne(
  { io }: Context,
  kit: Kit,
  options: ThereOptions,
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
