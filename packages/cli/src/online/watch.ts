/** A match on a server, or one published by name, for spectators. */
import type { RemoteMatch } from '@kifu/client';
import { ok, type Result } from '@kifu/core';
import type { Context } from '../io.ts';
import { playOnScreen } from '../play/screen-play.ts';
import {
  clocksLine,
  endLine,
  isOver,
  playersLine,
  type Session,
  tell,
  tellBoard,
} from '../play/session.ts';
import { publishedName } from '../publish/place.ts';
import { type CommandReport, EXIT } from '../run-command.ts';
import { parseAddress, spectate } from './join.ts';
import { onlineSession, reportOn, tellOnline } from './online-session.ts';

/** The options of `kifu watch`. */
export interface WatchOptions {
  readonly server?: string;
  /** Addresses of peers that publish a match by its name. */
  readonly peer?: readonly string[];
  /** Whether the running peer republishes it. */
  readonly publish?: boolean;
  readonly save?: string;
  readonly color?: boolean;
}

/** Watches a match until it ends, the connection is lost or the user quits. */
export async function watch(
  context: Context,
  text: string,
  options: WatchOptions,
): Promise<Result<CommandReport>> {
  const { io } = context;
  const name = options.server === undefined ? publishedName(text) : null;
  if (name !== null) return watchName(context, name, options);
  const address = parseAddress(text, options.server);
  if (!address.ok) return address;
  const connected = await spectate(io, address.value);
  return connected.ok ? watchLive(context, connected.value, options) : connected;
}

/** Watches a match that its players publish. */
async function watchName(
  context: Context,
  name: string,
  options: WatchOptions,
): Promise<Result<CommandReport>> {
  const { io, isJson } = context;
  const { followName, keepForkProof } = await import('../follow/follow.ts');
  const following = await followName(io, name, options.peer ?? []);
  if (!following.ok) return following;
  const { live, close } = following.value;
  try {
    const report = await watchLive(context, live, options);
    const lines = await keepForkProof(io, live);
    for (const line of lines) tell({ screen: isJson ? io.stderr : io.stdout }, line);
    return report;
  } finally {
    await close();
  }
}

async function watchLive(
  context: Context,
  live: RemoteMatch,
  options: WatchOptions,
): Promise<Result<CommandReport>> {
  const { io } = context;
  const kit = await io.games.load(live.invite!.game, live.invite!.version);
  if (!kit.ok) return kit;
  const session = onlineSession(context, kit.value, live, options);
  if (live.replay === null) tell(session, playersLine(session));
  const publisher = options.publish ? await publish(session, live) : ok(null);
  if (!publisher.ok) return publisher;
  const stopTelling = tellOnline(session, live);
  const exitCode =
    session.isDrawn && live.replay !== null
      ? await playOnScreen(session)
      : await watchByLines(session);
  stopTelling();
  await publisher.value?.close();
  live.close();
  return reportOn(session, exitCode);
}

/** Publishes through the running peer, whose libraries are loaded on demand. */
const publish = async (session: Session, live: RemoteMatch) =>
  (await import('../publish/peer-publisher.ts')).publishLive(session, live);

/** Shows the board after each node. */
async function watchByLines(session: Session): Promise<number> {
  session.isDrawn = false;
  const { io, match } = session;
  const end = Promise.withResolvers<number>();
  const look = (): void => {
    tellBoard(session, null);
    const clocks = clocksLine(session);
    if (clocks !== null) tell(session, clocks);
    if (!isOver(session)) return;
    tell(session, endLine(session)!);
    end.resolve(EXIT.good);
  };
  const offs = [
    match.on('node', look),
    match.on('closed', () => end.resolve(EXIT.fault)),
    io.onStop(code => end.resolve(code)),
  ];
  look();
  const exitCode = await end.promise;
  for (const off of offs) off();
  return exitCode;
}
