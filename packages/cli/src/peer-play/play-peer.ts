/** `kifu play --peer` and `--listen`: a match with another peer, without a server. */
import {
  type Fail,
  fail,
  type Game,
  type JsonObject,
  type Kit,
  ok,
  parseCid,
  type Result,
  type Seat,
  unhurriedOptions,
} from '@kifu/core';
import type { EnginePlayer } from '@kifu/engines';
import type { PlayedMatch } from '@kifu/peer/api';
import {
  createMatches,
  type IncomingOffer,
  keepConnected,
  type Matches,
  type MatchPreferences,
  type PeerMatch,
  type PeerStores,
  type Transport,
} from '@kifu/peer/match';
import { findGameIn } from '@kifu/record/file';
import { memoryStores, memoryVault } from '@kifu/stores/memory';
import type { SessionTexts } from '@kifu/texts/en/cli/session';
import type { PlayOptions } from '../commands/play.ts';
import { driveSeat } from '../engines/drive-seat.ts';
import { MatchEngines } from '../engines/open-engines.ts';
import { readSetup } from '../input.ts';
import type { Context, Io } from '../io.ts';
import { folderPath } from '../ipgs/ask-peer.ts';
import { findKey, findOwnKey, newKey, type StoredKey, secretOf } from '../keys.ts';
import { formatId } from '../library/ids.ts';
import { attempt, type Library, openLibrary } from '../library/open.ts';
import { writeEvidence } from '../online/evidence.ts';
import { onlineSession, reportOn } from '../online/online-session.ts';
import { playLive } from '../online/play-live.ts';
import type { Resumed } from '../play/resume.ts';
import { type Session, tell } from '../play/session.ts';
import { publishLive } from '../publish/peer-publisher.ts';
import { type CommandReport, misuse } from '../run-command.ts';
import { oneLine, printable } from '../text.ts';
import { listMatch, noteFailures } from './keep-match.ts';
import { keepRoute, type PeerRoute, routeOf } from './routes.ts';
import { type PeerWays, waysOfNode, waysOfPeer } from './ways.ts';

/** The key of who names none; it is made on first use. */
const USUAL_KEY = 'peer';
const LOOPBACK = '/ip4/127.0.0.1/tcp/0';
/** How long the other may take to say that it has the ending. */
const GOODBYE_MS = 3000;
/** An offer that meets a peer that is stalled or gone is made so often, waiting longer each time. */
const OFFER_TRIES = 6;
const FIRST_WAIT_MS = 250;

const BUSY = fail('unsupported', 'the other player is already in a match');

/** What a match is played with. */
interface PlayContext {
  readonly context: Context;
  readonly options: PlayOptions;
  readonly key: StoredKey;
  readonly stores: PeerStores;
  readonly matches: Matches;
  readonly ways: PeerWays;
  /** Plays the seat; null if a person does. */
  readonly engine: EnginePlayer | null;
  say(line: string): void;
}

/** Offers a match, accepts one, or resumes one. */
export async function playPeer(
  context: Context,
  name: string | undefined,
  options: PlayOptions,
  back: Resumed | null,
): Promise<Result<CommandReport>> {
  const { io } = context;
  if (options.publish !== undefined && options.publish.kind !== 'peer')
    return misuse(texts => texts.publishByName);
  const key = await keyFor(io, options, back);
  if (!key.ok) return key;
  const engines = new MatchEngines(io, options);
  let library: Result<Library | null> | null = null;
  try {
    const engine = await openEngineFor(context, engines, name ?? back?.game, options);
    if (!engine.ok) return engine;
    library = options.save === false ? ok(null) : await openLibrary(io, { inThreads: true });
    if (!library.ok) return library;
    const kept = library.value;
    return await attempt(() =>
      playIn(context, name, options, back, { key: key.value, library: kept, engine: engine.value }),
    );
  } finally {
    await engines.close();
    if (library?.ok) await library.value?.close();
  }
}

/** The engine of `--as`; its name stands in the offer, so it starts before there is a match. */
async function openEngineFor(
  { io }: Context,
  engines: MatchEngines,
  game: string | undefined,
  { as }: PlayOptions,
): Promise<Result<EnginePlayer | null>> {
  if (as === undefined) return ok(null);
  if (game === undefined)
    return fail('malformed', 'the name of a game is missing (see kifu games)');
  const kit = await io.games.load(game);
  return kit.ok ? engines.open(kit.value, as) : kit;
}

interface Means {
  readonly key: StoredKey;
  readonly library: Library | null;
  readonly engine: EnginePlayer | null;
}

async function keyFor(
  io: Io,
  { key }: PlayOptions,
  back: Resumed | null,
): Promise<Result<StoredKey>> {
  if (key !== undefined) return findKey(io, key);
  if (back !== null) {
    const own = await findOwnKey(io, back.keys);
    return own === null
      ? fail('not-found', 'the key of that match is no longer on this machine')
      : ok(own);
  }
  const usual = await findKey(io, USUAL_KEY);
  return usual.ok || usual.fault.code !== 'not-found' ? usual : newKey(io, USUAL_KEY);
}

async function playIn(
  context: Context,
  name: string | undefined,
  options: PlayOptions,
  back: Resumed | null,
  { key, library, engine }: Means,
): Promise<Result<CommandReport>> {
  const { io, isJson } = context;
  const stores = library ?? { ...memoryStores(), vault: memoryVault() };
  const route = await routeFor(stores, options, back);
  const ways = await waysFor(io, key, route);
  if (!ways.ok) return ways;
  const playing: PlayContext = {
    ...{ context, options, key, stores, ways: ways.value, engine },
    matches: createMatches({
      name: options.name ?? engine?.name ?? io.env.USER ?? 'guest',
      ...{ secret: secretOf(key), stores, findGame: findGameIn(io.games) },
    }),
    say: line => tell({ screen: isJson ? io.stderr : io.stdout }, line),
  };
  try {
    const begun = await begin(playing, name, route, back);
    if (!begun.ok) return begun;
    const { match, offer } = begun.value;
    await match.idle(); // a first connection is none that came back
    const { game, version } = match.replay!.header!;
    const kit = await io.games.load(game, version);
    if (!kit.ok) return kit;
    const { peer } = route;
    const { listens: listen } = ways.value;
    await keepRoute(stores.vault, match.id, { peer, listen });
    const list = () => listMatch(library, kit.value, match);
    await list();
    const session = onlineSession(context, kit.value, match, options);
    const report = await play(playing, session, match, peer, offer);
    await list();
    await noteFailures(library, session);
    return report;
  } finally {
    await ways.value.stop();
  }
}

/** How the other player is reached: by the options, otherwise as before. */
async function routeFor(
  { vault }: PeerStores,
  { peer, listen }: PlayOptions,
  back: Resumed | null,
): Promise<PeerRoute> {
  if (peer !== undefined) return { peer, listen: null };
  if (listen !== undefined) return { peer: null, listen: listen === true ? null : listen };
  return routeOf(vault, back!.id);
}

/** Uses a separate node if there is an address to listen on, otherwise the running peer, if there is one. */
async function waysFor(
  io: Io,
  key: StoredKey,
  { peer, listen }: PeerRoute,
): Promise<Result<PeerWays>> {
  const running = listen === null ? await waysOfPeer(folderPath(io, {}), io.sleep) : null;
  if (running !== null) return ok(running);
  if (peer !== null && !peer.startsWith('/'))
    return fail(
      'not-found',
      `no running peer to look up ${peer}; start kifu peer, or give an address`,
    );
  return waysOfNode(secretOf(key), peer === null ? (listen ?? LOOPBACK) : null);
}

/** A match that has begun. */
interface BegunMatch {
  readonly match: PeerMatch;
  /** The id of the offer that was taken here; null where it was not. */
  readonly offer: string | null;
}

async function begin(
  playing: PlayContext,
  name: string | undefined,
  { peer }: PeerRoute,
  back: Resumed | null,
): Promise<Result<BegunMatch>> {
  const { matches, context } = playing;
  if (back !== null) return begunBy(await matches.resume(back.id), null);
  if (peer === null) return waitForOffer(playing, name);
  const kit = await context.io.games.load(name!);
  const wish = kit.ok ? wishOf(playing, kit.value) : kit;
  if (!kit.ok || !wish.ok) return kit.ok ? (wish as Fail) : kit;
  return begunBy(await offerTo(playing, peer, kit.value.game as Game, wish.value), null);
}

const begunBy = (match: Result<PeerMatch>, offer: string | null): Result<BegunMatch> =>
  match.ok ? ok({ match: match.value, offer }) : match;

/** Offers a match; where the other cannot be reached, or is gone before it answers, the same offer is made again a few times. */
async function offerTo(
  { matches, ways, say, context: { io } }: PlayContext,
  peer: string,
  game: Game,
  wish: MatchPreferences,
): Promise<Result<PeerMatch>> {
  let tries = 0;
  const reach = async (): Promise<Result<Transport>> => {
    for (;;) {
      const waitMs = FIRST_WAIT_MS * 2 ** tries;
      if (tries++ > 0) {
        say(io.texts.session.noAnswer);
        await io.sleep(waitMs);
      }
      const wire = await ways.reach(peer);
      if (wire.ok) say(io.texts.session.challengeSent);
      if (wire.ok || tries === OFFER_TRIES) return wire;
    }
  };
  const first = await reach();
  if (!first.ok) return first;
  return matches.offer(first.value, game, wish, async () => {
    const next = tries < OFFER_TRIES ? await reach() : null;
    return next?.ok ? next.value : null;
  });
}

/** What is offered. */
function wishOf({ context: { io }, options }: PlayContext, kit: Kit): Result<MatchPreferences> {
  const setup = readSetup(kit, options);
  if (!setup.ok) return setup;
  const own = options.seat === undefined ? ok(0) : seatNamed(kit, options.seat);
  if (!own.ok) return own;
  return ok({
    options: unhurriedOptions(kit.game, (setup.value.options ?? {}) as JsonObject),
    own: own.value,
    startedAt: new Date(io.now()).toISOString(),
    ...(options.clock === undefined ? {} : { clock: options.clock }),
    ...(options.delay === undefined ? {} : { delay: options.delay }),
  });
}

function seatNamed({ seatNames }: Kit, text: string): Result<Seat> {
  const two = seatNames.slice(0, 2);
  const seat = two.indexOf(text.toLowerCase());
  return seat < 0 ? fail('bad-setup', `--seat must be ${two.join(' or ')}`) : ok(seat);
}

/** The first offer that comes, and is of the game that is wanted. */
async function waitForOffer(
  playing: PlayContext,
  name: string | undefined,
): Promise<Result<BegunMatch>> {
  const { matches, ways, say } = playing;
  const t = playing.context.io.texts.session;
  for (const address of ways.addresses) say(t.challengeWith(`kifu play GAME --peer ${address}`));
  const taken = Promise.withResolvers<Result<BegunMatch>>();
  const found = new AbortController();
  let isTaking = false;
  const consider = async (wire: Transport): Promise<void> => {
    const came = await matches.receive(wire);
    if (!came.ok || came.value.type !== 'offer') return;
    const { offer } = came.value;
    if (isTaking) return offer.decline(BUSY);
    if (name !== undefined && offer.game.name !== name) return offer.decline(otherGame(name));
    isTaking = true;
    say(describeChallenge(offer, t));
    const match = await offer.accept();
    isTaking = match.ok;
    if (!match.ok) return say(t.nextChallenge(printable(match.fault.message)));
    found.abort();
    taken.resolve(begunBy(match, offer.id));
  };
  void takeAll(ways, null, found.signal, consider);
  return taken.promise;
}

const otherGame = (name: string) => fail('unsupported', `the other player only accepts ${name}`);

const describeChallenge = ({ header }: IncomingOffer, t: SessionTexts): string =>
  t.challenged(oneLine(header.players.find(({ key }) => key !== undefined)!.name), header.game);

/** Takes every wire that comes, until the signal is aborted. */
async function takeAll(
  ways: PeerWays,
  match: PlayedMatch | null,
  signal: AbortSignal,
  take: (wire: Transport) => Promise<unknown>,
): Promise<void> {
  while (!signal.aborted) {
    const wire = await ways.next(match, signal);
    if (wire !== null) void take(wire);
  }
}

/** Plays until the match is over or left. */
async function play(
  { context, options, matches, ways, engine, say }: PlayContext,
  session: Session,
  match: PeerMatch,
  peer: string | null,
  offer: string | null,
): Promise<Result<CommandReport>> {
  const { io, isJson } = context;
  const left = new AbortController();
  const stopReaching =
    peer === null
      ? () => {}
      : keepConnected(matches, match, async () => {
          const wire = await ways.reach(peer);
          if (!wire.ok) throw new Error(wire.fault.message);
          return wire.value;
        });
  // also who calls may be called: by another who offers a match
  if (peer === null)
    void takeAll(ways, { id: match.id, offer }, left.signal, async wire => {
      const came = await matches.receive(wire);
      if (came.ok && came.value.type === 'offer') came.value.offer.decline(BUSY);
    });
  const publisher = options.publish === undefined ? ok(null) : await publishLive(session, match);
  if (!publisher.ok) return publisher;
  const output = isJson ? io.stderr : io.stdout;
  const exitCode =
    engine === null
      ? await playLive(session, match, output)
      : await driveSeat(session, match, engine, output);
  await waitForReceipt(io, match);
  await publisher.value?.close();
  stopReaching();
  left.abort();
  match.close();
  const id = parseCid(match.id);
  if (match.stopped !== null) tell(session, ...(await writeEvidence(io, match.stopped)));
  else if (match.replay!.outcome === null && options.save !== false && id.ok)
    say(io.texts.session.resumeWith(`kifu play --resume ${formatId(id.value)}`));
  return reportOn(session, exitCode);
}

/** After the end, waits until the other player has the ending or disconnects. */
async function waitForReceipt(io: Io, match: PeerMatch): Promise<void> {
  const gone = new AbortController();
  match.on('down', () => gone.abort());
  void io.sleep(GOODBYE_MS, gone.signal).then(() => gone.abort());
  while (
    match.replay!.isEnded &&
    match.connection.isConnected &&
    match.receipt === null &&
    !gone.signal.aborted
  )
    await io.sleep(20, gone.signal);
  gone.abort();
}
