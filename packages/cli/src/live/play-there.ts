/** `kifu play --server`: a match on a server. */
import { followedKifu } from '@kifu/client';
import { type Json, type JsonObject, type Kit, ok, type Result, unwrap } from '@kifu/core';
import { type BoardStyle, boardStyle } from '../board.ts';
import type { Report } from '../handle.ts';
import { readSetup, type StartOptions } from '../input.ts';
import { type Context, colorsFor } from '../io.ts';
import { findKey } from '../keys.ts';
import type { Role } from '../play/players.ts';
import { saveKifu } from '../write-record.ts';
import { joinInvite, type Me, openInvite, parseAddress, type Seated } from './join.ts';
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
  const kit = await io.games.load(name);
  if (!kit.ok) return kit;
  const signer = options.key === undefined ? ok(null) : await findKey(io, options.key);
  if (!signer.ok) return signer;
  const me = { name: options.name ?? io.env.USER ?? 'guest', signer: signer.value };
  const seated = await sitDown(context, kit.value, options, me);
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

/** Takes a seat of a match, or makes one. */
async function sitDown(
  { io }: Context,
  kit: Kit,
  options: ThereOptions,
  me: Me,
): Promise<Result<Seated>> {
  if (options.join !== undefined) {
    const address = parseAddress(options.join, options.server);
    return address.ok ? joinInvite(io, address.value, me) : address;
  }
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
