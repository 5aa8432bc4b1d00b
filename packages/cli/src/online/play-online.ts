/** `kifu play --server`: a match on a server. */
import { lookAtInvite } from '@kifu/client';
import { fail, type JsonObject, type Kit, ok, type Result } from '@kifu/core';
import type { EnginePlayer } from '@kifu/engines';
import type { Rematch } from '@kifu/record/match';
import { memoryVault } from '@kifu/record/store';
import type { PlayOptions } from '../commands/play.ts';
import { driveSeat } from '../engines/drive-seat.ts';
import { MatchEngines } from '../engines/open-engines.ts';
import { readSetup } from '../input.ts';
import type { Context, Io } from '../io.ts';
import { findKey } from '../keys.ts';
import { attempt, type Library, openLibrary } from '../library/open.ts';
import { saveCreated } from '../library/save-created.ts';
import { kifuOf, type LookOptions, type Session, tell } from '../play/session.ts';
import { type CommandReport, EXIT, misuse } from '../run-command.ts';
import { writeEvidence } from './evidence.ts';
import {
  joinInvite,
  joinRematch,
  type LiveAddress,
  type Me,
  openInvite,
  parseAddress,
  returnToSeat,
  type Seated,
} from './join.ts';
import { onlineSession, reportOn } from './online-session.ts';
import { playLive } from './play-live.ts';
import { dropSeat, type SavedSeat, savedSeats, seatToReturnTo } from './seats.ts';

/** Plays a match on a server, and its rematches. */
export async function playOnline(
  context: Context,
  name: string | undefined,
  options: PlayOptions,
): Promise<Result<CommandReport>> {
  const { io } = context;
  if (options.publish !== undefined) return misuse(texts => texts.publishAsSpectator);
  const address =
    options.join === undefined ? ok(null) : parseAddress(options.join, options.server);
  if (!address.ok) return address;
  if (options.seats?.some(({ engine }) => engine !== undefined))
    return misuse(texts => texts.enginesOnServer);
  const named = options.name ?? io.env.USER ?? 'guest';
  const place = await findPlace(io, name, address.value, named);
  if (!place.ok) return place;
  const { kit, back } = place.value;
  // a seat keeps the key that it was taken with
  const key = back === null ? options.key : (back.key ?? undefined);
  const signer = key === undefined ? ok(null) : await findKey(io, key);
  if (!signer.ok) return signer;
  const engines = new MatchEngines(io, options);
  let library: Result<Library> | null = null;
  try {
    const engine = options.as === undefined ? ok(null) : await engines.open(kit, options.as);
    if (!engine.ok) return engine;
    const own = options.name ?? engine.value?.name ?? named;
    // signed actions are stored before they are sent; without storage there is no returning to the seat either
    library = await openLibrary(io, { inThreads: true });
    const vault = library.ok ? library.value.vault : memoryVault();
    const me = { name: own, signer: signer.value, vault };
    return await attempt(() =>
      playAll(context, kit, options, { address: address.value, back, me, engine: engine.value }),
    );
  } finally {
    await engines.close();
    if (library?.ok) await library.value.close();
  }
}

/** Plays a match and its rematches. */
async function playAll(
  context: Context,
  kit: Kit,
  options: PlayOptions,
  { address, back, me, engine }: PlaceToPlay,
): Promise<Result<CommandReport>> {
  const { io } = context;
  let seated =
    address === null
      ? await openOne(context, kit, options, me)
      : back === null
        ? await joinInvite(io, address, me)
        : await returnToSeat(io, address, back, me);
  // a file has one match; the library has all of them
  for (let { save } = options; ; save = save === false ? false : undefined) {
    if (!seated.ok) return seated;
    const { seat } = seated.value;
    const played = await playSeat(context, kit, seated.value, { ...options, save }, engine);
    if (played.next === null) return reportOn(played.session, played.exitCode);
    await reportOn(played.session, played.exitCode);
    seated = await joinRematch(io, seat, played.next, me);
  }
}

interface PlaceToPlay {
  readonly address: LiveAddress | null;
  readonly back: SavedSeat | null;
  readonly me: Me;
  /** Plays the seat; null if a person does. */
  readonly engine: EnginePlayer | null;
}

/** Plays one match from a seat until it is over or the user quits. */
async function playSeat(
  context: Context,
  kit: Kit,
  seated: Seated,
  options: LookOptions & { readonly save?: string | false | undefined },
  engine: EnginePlayer | null,
): Promise<{
  readonly session: Session;
  readonly exitCode: number;
  readonly next: Rematch['next'];
}> {
  const { io } = context;
  const { live, url, seat, isSaved, isBack } = seated;
  const session = onlineSession(context, kit, live, options);
  if (url !== null) tell(session, session.t.joinAt(url));
  if (isBack) tell(session, session.t.backInSeat(session.names(live.seat!)));
  const output = context.isJson ? io.stderr : io.stdout;
  const exitCode =
    engine === null
      ? await playLive(session, live, output)
      : await driveSeat(session, live, engine, output);
  const isDone = await isLeft(seated, exitCode);
  if (live.stopped !== null) tell(session, ...(await writeEvidence(io, live.stopped)));
  if (isSaved && isDone) await dropSeat(io, seat);
  else if (isSaved)
    tell(session, session.t.returnWith(`kifu play --server ${seat.server} --join ${seat.id}`));
  live.close();
  if (options.save !== false) await keepPlayed(session, seat.server);
  const next = live.rematch?.next ?? null;
  if (next !== null) tell(session, '', session.t.rematchStarted);
  return { session, exitCode, next };
}

/** Saves a match from a server to the library. It is replayed and verified again, so that no server has to be trusted. */
async function keepPlayed(session: Session, source: string) {
  const { io, kit, match } = session;
  const { replay } = match;
  // it cannot be replayed while hands are hidden
  if (replay === null || replay.n === 0 || replay.table === null) return;
  const { nodes } = replay;
  const record = { kit, kifu: kifuOf(session), nodes };
  const id = await saveCreated(io, record, { source });
  if (id !== null && io.isTTY.stdin)
    tell(session, session.colors.dim(session.t.verifiedAndSaved(`kifu replay ${id}`)));
}

/** Returns whether there is no returning: the match is over or closed, or it had not started and the seat was given back. */
const isLeft = async (
  { live: { replay, stopped }, giveUp }: Seated,
  exitCode: number,
): Promise<boolean> =>
  stopped !== null ||
  (replay === null ? (await giveUp()) || exitCode === EXIT.fault : replay.outcome !== null);

/** Finds the game of an invite, which must be the named one if there is one, and the seat to return to. */
async function findPlace(
  io: Io,
  name: string | undefined,
  address: LiveAddress | null,
  own: string,
): Promise<Result<{ readonly kit: Kit; readonly back: SavedSeat | null }>> {
  if (address === null) {
    if (name === undefined)
      return fail('malformed', 'the name of a game is missing (see kifu games)');
    const kit = await io.games.load(name);
    return kit.ok ? ok({ kit: kit.value, back: null }) : kit;
  }
  const { server, id } = address;
  const seats = await savedSeats(io, server);
  const asGuest = await lookAtInvite(server, id, address.token);
  const kept = seats.find(seat => seat.id === id);
  // guests cannot see a private invite
  const invite =
    asGuest.ok || kept === undefined ? asGuest : await lookAtInvite(server, id, kept.token);
  if (!invite.ok) return invite;
  const { game, version } = invite.value;
  if (name !== undefined && game !== name)
    return fail('bad-setup', `the match is of ${game}; join it with kifu play ${game}`);
  const kit = await io.games.load(game, version);
  return kit.ok ? ok({ kit: kit.value, back: seatToReturnTo(seats, invite.value, own) }) : kit;
}

/** Makes an invite. */
async function openOne(
  { io }: Context,
  kit: Kit,
  options: PlayOptions,
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
      roles: options.seats?.map(role =>
        role.bot === null || options.level === undefined ? role : { level: options.level, ...role },
      ),
      ...(own === undefined ? {} : { options: own as JsonObject }),
      ...(options.clock === undefined ? {} : { clock: options.clock }),
      ...(options.private === true ? { visibility: 'private' as const } : {}),
    },
    me,
  );
}
