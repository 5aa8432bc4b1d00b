/** `kifu play`: a match at the terminal, between people and bots in any mixture. */

import {
  draw,
  type Fail,
  fail,
  type Game,
  type Kit,
  ok,
  parseSeed,
  type Result,
  seatNamesOf,
  unwrap,
} from '@kifu/core';
import { kifuToJson } from '@kifu/record';
import { Command, Option } from 'commander';
import { type BoardStyle, boardStyle } from '../board.ts';
import { readSetup, type StartOptions, spellShort } from '../input.ts';
import { type Context, colorsFor } from '../io.ts';
import { findKey, findOwnKey, type StoredKey } from '../keys.ts';
import { formatId } from '../library/ids.ts';
import { type Library, openLibrary } from '../library/open.ts';
import { headerOf, keyedHeader } from '../new-header.ts';
import { addExamples, addStartOptions, fileName, gameArgument, wholeNumber } from '../options.ts';
import { endKeeping, keep, saveTo, startKeeping, stopKeeping } from '../play/acts.ts';
import { canPlayLive, playLive } from '../play/live.ts';
import { loadMatch } from '../play/load-match.ts';
import { beginLocal, headerIn, type LocalMatch, present, toKifu } from '../play/local-match.ts';
import { playOn } from '../play/loop.ts';
import {
  namedRoles,
  parseRole,
  type Role,
  roleName,
  rolesText,
  seatPlayers,
  usualRoles,
} from '../play/players.ts';
import { createPrompter } from '../play/prompter.ts';
import { findResumed, isResumable } from '../play/resume.ts';
import { peopleOf, type Session, tell, tellOpening } from '../play/session.ts';
import { startLive } from '../publish/live.ts';
import { LIVE_WORDS, parseLive, type To } from '../publish/place.ts';
import { type Handle, misuse, type Report } from '../run-command.ts';
import { counted, grouped, wrap } from '../text.ts';

/** Positions a bot looks at for one move. */
const NODES = 2000;
/** How long a bot thinks at most where the match goes on meanwhile, in milliseconds. */
const THINK_MS = 30;

interface Options extends StartOptions {
  readonly seats?: readonly Role[];
  readonly nodes: number;
  readonly moves: number;
  readonly pieces?: BoardStyle['pieces'];
  /** False where nothing is to be kept. */
  readonly save?: string | false;
  readonly load?: string;
  readonly resume?: string;
  readonly key?: string;
  readonly server?: string;
  readonly join?: string;
  readonly name?: string;
  readonly private?: boolean;
  readonly publish?: To;
  readonly color?: boolean;
}

/** The command. */
export const playCommand = (handle: Handle): Command =>
  addExamples(
    addStartOptions(
      new Command('play')
        .description('Play a match at the terminal, against bots or each other.')
        .summary('Play a match at the terminal.')
        .addArgument(gameArgument().argOptional())
        .addOption(
          new Option(
            '--seats <LIST>',
            'who plays: human, bot or bot:NAME for each seat (default: human,bot)',
          ).argParser(rolesText),
        )
        .addOption(
          new Option('--nodes <N>', 'positions a bot may look at for one move')
            .argParser(wholeNumber(1, 1_000_000))
            .default(NODES),
        )
        .addOption(
          new Option('--moves <N>', 'stop after so many moves')
            .argParser(wholeNumber(0, 1_000_000))
            .default(Number.POSITIVE_INFINITY, 'never'),
        )
        .addOption(
          new Option('--pieces <HOW>', 'how to draw pieces').choices(['figures', 'letters']),
        )
        .addOption(
          new Option('--load <FILE>', 'go on from a saved record')
            .argParser(fileName('Standard input carries the moves.'))
            .conflicts(['setup', 'position']),
        )
        .addOption(
          new Option(
            '--resume <ID>',
            'go on with a match of the library; last: the newest that is open',
          ).conflicts(['setup', 'position', 'load']),
        )
        .addOption(
          new Option('--save <FILE>', 'keep the record there too, from the first act on').argParser(
            fileName('With --json the record is written to standard output.'),
          ),
        )
        .option('--no-save', 'do not keep the match in the library')
        .option('--key <NAME>', 'sign your moves with this key, see kifu key')
        .option(
          '--server <URL>',
          'play there, against others: people on other seats join by a link',
        )
        .option(
          '--join <MATCH>',
          'take a seat of this match, or come back to yours: its link, or its id with --server',
        )
        .option('--name <NAME>', 'what to call you on a server')
        .option('--private', 'only who has the link may join and watch')
        .addOption(
          new Option(
            '--publish <PLACE>',
            `publish the replay log of the match, move by move: ${LIVE_WORDS}`,
          ).argParser(parseLive),
        ),
      'seed for chance and bots (default: a fresh one)',
    ).action(
      handle<Options>(async (context, [name], options) => {
        if (options.server !== undefined || options.join !== undefined)
          // loaded here: other matches need nothing of it
          return (await import('../online/play-online.ts')).playOnline(
            context,
            name as string,
            options,
          );
        if (name === undefined && options.resume === undefined)
          return misuse('the name of a game is missing, see kifu games');
        if (options.resume !== undefined && !isResumable(options.resume))
          return misuse(`${options.resume} is no id of a match; kifu library list shows them`);
        const opened = await open(context, name as string | undefined, options);
        return opened.ok ? playKept(context, opened.value, options) : opened;
      }),
    ),
    ['kifu play chess', 'white against a bot'],
    ['kifu play chess --seats bot,human --nodes 20000', 'black against a stronger one'],
    ['kifu play chess --seats human,human --save game.json', 'two people, kept in a file'],
    ['kifu play chess --load game.json', 'go on with it'],
    ['kifu play chess --key me --save mine.car', 'sign your own moves'],
    ['kifu play chess --save live.car --publish ipfs', 'publish it move by move'],
    ['kifu play --resume last', 'go on with what was interrupted'],
    ['kifu play chess --server http://localhost:7423', 'on a server, with whoever joins'],
  );

interface Opened {
  readonly match: LocalMatch;
  readonly roles: readonly Role[];
  readonly seed: number;
  readonly signer: StoredKey | null;
}

/** The match to play: a new one, or one from a file. */
async function open(
  context: Context,
  named: string | undefined,
  options: Options,
): Promise<Result<Opened>> {
  const { io } = context;
  const resumed = options.resume === undefined ? null : await findResumed(io, options.resume);
  if (resumed?.ok === false) return resumed;
  const name = named ?? resumed!.value.game;
  const kit = await io.games.load(name);
  if (!kit.ok) return kit;
  const signer =
    options.key === undefined
      ? ok(await findOwnKey(io, resumed?.value.keys ?? []))
      : await findKey(io, options.key);
  if (!signer.ok) return signer;
  const seed = botSeed(options.seed) ?? io.freshSeed();
  const saved = resumed?.value.id ?? options.load;
  const opened =
    saved === undefined
      ? openNew(context, kit.value, options, seed, signer.value)
      : await openSaved(context, saved, name, options, seed, signer.value);
  return opened.ok ? (refuseSigner(opened.value) ?? opened) : opened;
}

/** A key is a person's: nobody else may sign with it. */
function refuseSigner({ match, roles, signer }: Opened): Fail | null {
  if (signer === null) return null;
  const { players } = headerIn(match);
  const isMine = players.map(({ key }) => key === signer.key);
  if (!isMine.includes(true))
    return fail('unsupported', `no seat of the match has the key ${signer.name}`);
  return roles.some(({ bot }, i) => isMine[i] && bot !== null)
    ? fail('bad-setup', 'a bot does not sign with your key: take the seat yourself')
    : null;
}

/** Bots begin from 31 bits; a longer seed gives the first that are drawn from it. */
const botSeed = (seed: StartOptions['seed']): number | undefined =>
  typeof seed === 'string' ? draw(unwrap(parseSeed(seed)), 2 ** 31)[0] : seed;

function openNew(
  { io }: Context,
  kit: Kit,
  options: Options,
  seed: number,
  signer: StoredKey | null,
): Result<Opened> {
  const setup = readSetup(kit, options, seed);
  if (!setup.ok) return setup;
  const { seats } = setup.value;
  const [min, max] = Array.isArray(seats) ? [seats.length, seats.length] : kit.game.seats;
  const roles = namedRoles(kit, options.seats ?? usualRoles(min));
  const wrong = checkRoles(roles, min, max);
  if (wrong !== null) return wrong;
  const plain = headerOf(kit, setup.value, roles.map(roleName), io.now());
  const people = plain.players.filter((_, i) => roles[i]!.bot === null);
  if (signer !== null && people.length !== 1)
    return fail('bad-setup', `--key signs for one person, and ${people.length} play`);
  const header = signer === null ? plain : keyedHeader(plain, people[0]!.seat, signer.key);
  const match = beginLocal(kit, header);
  return match.ok ? ok({ match: match.value, roles, seed, signer }) : match;
}

async function openSaved(
  { io }: Context,
  path: string,
  name: string,
  options: Options,
  seed: number,
  signer: StoredKey | null,
): Promise<Result<Opened>> {
  const match = await loadMatch(io, path, name, signer?.key ?? null);
  if (!match.ok) return match;
  const kept = headerIn(match.value).players.map(player => parseRole(player.name));
  const known = kept.filter(role => role !== null);
  const usual = known.length === kept.length ? known : usualRoles(kept.length);
  const roles = namedRoles(match.value.kit, options.seats ?? usual);
  return (
    checkRoles(roles, kept.length, kept.length) ?? ok({ match: match.value, roles, seed, signer })
  );
}

const checkRoles = ({ length }: readonly Role[], min: number, max: number) =>
  length >= min && length <= max
    ? null
    : fail(
        'bad-setup',
        `the match has ${min === max ? min : `${min} to ${max}`} seats, and --seats names ${length}`,
      );

/** Plays with the library open, unless nobody wants it; without one that should be there the match is played all the same. */
async function playKept(
  context: Context,
  opened: Opened,
  options: Options,
): Promise<Result<Report>> {
  const library = options.save === false ? null : await openLibrary(context.io);
  try {
    return await play(context, opened, options, library);
  } finally {
    if (library?.ok) await library.value.close();
  }
}

async function play(
  context: Context,
  { match, roles, seed, signer }: Opened,
  options: Options,
  library: Result<Library> | null,
): Promise<Result<Report>> {
  const { io, isJson } = context;
  const { kit } = match;
  const seats = headerIn(match).players.map(player => player.seat);
  const isLive = canPlayLive(context, match);
  const budget = { nodes: options.nodes, ...(isLive ? { timeMs: THINK_MS, now: io.now } : {}) };
  const players = seatPlayers(kit, seats, roles, seed, budget);
  if (!players.ok) return players;
  const publisher =
    options.publish === undefined ? ok(null) : await startLive(io, options.publish, match);
  if (!publisher.ok) return publisher;
  const isPlain = isJson || options.color === false;
  const session: Session = {
    io,
    kit,
    colors: isJson ? colorsFor(false) : context.colors,
    screen: isJson ? io.stderr : io.stdout,
    players: players.value,
    names: seatNamesOf(kit),
    style: {
      ...boardStyle(io, isPlain, options.pieces),
      isFlipped: isSecond(roles) && hasSides(match) && kit.sceneOfView === undefined,
    },
    match,
    isNew: options.resume === undefined && options.load === undefined,
    asked: [],
    files: options.load === undefined ? [] : [options.load],
    autosave: options.save || null,
    kept: null,
    library: library?.ok ? library.value : null,
    recorder: null,
    signer,
    live: null,
    publisher: publisher.value,
  };
  if (!isLive) await startKeeping(session); // a live match begins only when everybody has looked at the board
  const first = await keep(session); // before anybody has played in vain
  if (!first.ok) return first;
  const prompter = isLive ? null : createPrompter(io, session.screen); // from here on Ctrl-C is heard
  if (prompter !== null) tellStart(session, seed, options);
  if (library?.ok === false) stopKeeping(session, library);
  const exitCode =
    prompter === null
      ? await playLive(session, options.moves)
      : await playOn(session, prompter, options.moves);
  await endKeeping(session);
  const saved = session.autosave === null ? null : await saveTo(session, session.autosave);
  if (saved?.ok) tell(session, saved.value);
  if (publisher.value !== null) tell(session, ...(await publisher.value.close(session.match)));
  tellHowToGoOn(session);
  prompter?.close();
  const json = {
    kifu: kifuToJson(kit.game as Game, toKifu(session.match)),
    ...(publisher.value === null ? {} : { published: publisher.value.root() }),
  };
  return ok({ json, text: '', exitCode, ...(saved?.ok === false ? { fault: saved.fault } : {}) });
}

/** Whoever plays black alone sees the board from that side; a view is drawn from the side of its seat anyway. */
const isSecond = (roles: readonly Role[]) =>
  roles.length === 2 && roles[0]!.bot !== null && roles[1]!.bot === null;

/** Whether players sit across a board from each other; tiles and cards read the same way for everybody. */
const hasSides = ({ kit, points: [{ state }] }: LocalMatch) =>
  kit.scene(state).areas[0]?.look === 'chequered';

/** A move that a person could make now; where a bot begins, nothing. */
function example({ kit, match, players }: Session): string {
  const { state } = present(match);
  const all = peopleOf(players).flatMap(seat => [...kit.game.legal(state, seat)]);
  const move = all[all.length >> 1];
  return move === undefined ? '' : ` such as ${spellShort(kit, state, move)}`;
}

/** A match that is kept and has not ended can go on another day. */
function tellHowToGoOn(session: Session): void {
  const { recorder, match, io, colors } = session;
  if (recorder === null || present(match).outcome !== null || !io.isTTY.stdin) return;
  tell(session, colors.dim(`kifu play --resume ${formatId(recorder.match)} goes on with it`));
}

function tellStart(session: Session, seed: number, { nodes }: Options): void {
  const { kit, players, names, colors, match } = session;
  const people = peopleOf(players);
  const who = [...players].map(([seat, { name, bot }]) =>
    bot === null && people.length === 1 ? `${names(seat)}: you` : `${names(seat)}: ${name}`,
  );
  const hasBots = people.length < players.size;
  const facts = [
    ...who,
    ...(hasBots || kit.game.chance !== undefined ? [`seed ${headerIn(match).seed ?? seed}`] : []),
    ...(hasBots ? [`${grouped(nodes)} nodes`] : []),
  ];
  tell(session, `${colors.bold(kit.game.name)}  ${colors.dim(facts.join(' · '))}`);
  if (people.length > 0 && present(match).outcome === null)
    for (const line of wrap(
      `Type a move${example(session)}, or ? for what else you can say.`.split(' '),
      session.io.columns,
    ))
      tell(session, colors.dim(line));
  const count = present(match).chain.table.n;
  if (count > 0) tell(session, `${counted(count, 'entry', 'entries')} verified`);
  tellOpening(session);
}
