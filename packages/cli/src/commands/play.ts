/** `kifu play`: a match at the terminal, between people and bots in any mixture. */
import { capital, parseTimeControl, type TimeControl } from '@kifu/core';
import { Command, InvalidArgumentError, Option } from 'commander';
import type { BoardStyle } from '../board.ts';
import type { StartOptions } from '../input.ts';
import {
  addExamples,
  addressText,
  addStartOptions,
  fileName,
  gameArgument,
  levelOption,
  nameOption,
  piecesOption,
  urlText,
  wholeNumber,
} from '../options.ts';
import { findPeerMatch } from '../peer-play/routes.ts';
import { playHere } from '../play/play-here.ts';
import { NODES, rolesText, type SeatRole } from '../play/players.ts';
import { isResumable } from '../play/resume.ts';
import { LIVE_WORDS, type LivePlace, parseLive } from '../publish/place.ts';
import { type Handle, misuse } from '../run-command.ts';

/** The options of `kifu play`. */
export interface PlayOptions extends StartOptions {
  readonly seats?: readonly SeatRole[];
  readonly level?: number;
  /** Goes before the level. */
  readonly nodes?: number;
  readonly moves: number;
  readonly pieces?: BoardStyle['pieces'];
  /** False where nothing is to be kept. */
  readonly save?: string | false;
  readonly load?: string;
  readonly resume?: string;
  readonly key?: string;
  readonly server?: string;
  readonly join?: string;
  /** Address or name of another peer. */
  readonly peer?: string;
  /** True where no address is told. */
  readonly listen?: string | true;
  readonly seat?: string;
  readonly delay?: number;
  readonly name?: string;
  readonly private?: boolean;
  readonly clock?: TimeControl;
  readonly publish?: LivePlace;
  readonly color?: boolean;
}

/** What matches with other peers have not. */
const LOCAL_ONLY = ['load', 'position', 'setup', 'seed', 'seats', 'level', 'nodes'];

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
            'who plays: human, bot, bot:NAME or bot-LEVEL for each seat (default: human,bot)',
          ).argParser(rolesText),
        )
        .addOption(levelOption())
        .addOption(
          new Option('--nodes <N>', `lines of play a bot may try for one move (default: ${NODES})`)
            .argParser(wholeNumber(1, 1_000_000))
            .conflicts('level'),
        )
        .addOption(
          new Option('--moves <N>', 'stop after so many moves')
            .argParser(wholeNumber(0, 1_000_000))
            .default(Number.POSITIVE_INFINITY, 'never'),
        )
        .addOption(piecesOption())
        .addOption(
          new Option('--load <FILE>', 'go on from a saved record')
            .argParser(fileName('Standard input carries the moves.'))
            .conflicts(['setup', 'option', 'position']),
        )
        .addOption(
          new Option(
            '--resume <ID>',
            'go on with a match of the library; last: the one touched last',
          ).conflicts(['setup', 'option', 'position', 'load']),
        )
        .addOption(
          new Option('--save <FILE>', 'keep the record there too, from the first act on').argParser(
            fileName('With --json the record is written to standard output.'),
          ),
        )
        .option('--no-save', 'do not keep the match in the library')
        .option('--key <NAME>', 'sign your moves with this key, see kifu key')
        .addOption(
          new Option(
            '--server <URL>',
            'play there, against others: people on other seats join by a link',
          ).argParser(urlText),
        )
        .option(
          '--join <MATCH>',
          'take a seat of this match, or come back to yours: its link, or its id with --server',
        )
        .addOption(
          new Option(
            '--peer <PEER>',
            'offer a match to another peer, without a server: its address, or its name where kifu peer runs',
          ).conflicts(['server', 'join', ...LOCAL_ONLY]),
        )
        .addOption(
          new Option(
            '--listen [ADDR]',
            'wait for the offer of another peer, and take it (default: where kifu peer listens, else loopback)',
          )
            .argParser(addressText)
            .conflicts(['server', 'join', 'peer', 'option', 'clock', ...LOCAL_ONLY]),
        )
        .option('--seat <SEAT>', 'the seat you take with --peer, such as black')
        .addOption(
          new Option(
            '--delay <TICKS>',
            'with --peer, in games without turns: from a move to its effect (default: 3)',
          ).argParser(wholeNumber(2, 8)),
        )
        .addOption(nameOption())
        .addOption(
          new Option(
            '--clock <TIME>',
            'by the clock: 5+3 (minutes, seconds a move), 10, 30s or 3d (a move) or 20+5x30 (then periods)',
          )
            .argParser(clockText)
            .conflicts(['load', 'resume']),
        )
        .option('--private', 'only who has the link may join and watch')
        .addOption(
          new Option(
            '--publish <PLACE>',
            `publish the match, move by move: ${LIVE_WORDS}`,
          ).argParser(parseLive),
        ),
      'seed for chance and bots (default: a fresh one)',
    ).action(
      handle<PlayOptions>(async (context, [name], options) => {
        if (options.server !== undefined || options.join !== undefined)
          // loaded here: other matches need nothing of it
          return (await import('../online/play-online.ts')).playOnline(
            context,
            name as string | undefined,
            options,
          );
        if (options.resume !== undefined && !isResumable(options.resume))
          return misuse(`${options.resume} is no id of a match; kifu library list shows them`);
        const back =
          options.resume === undefined ? null : await findPeerMatch(context.io, options.resume);
        if (back?.ok === false) return back;
        const isOffered = options.listen !== undefined || (back != null && back.value !== null);
        if (name === undefined && options.resume === undefined && !isOffered)
          return misuse('the name of a game is missing, see kifu games');
        if (options.peer !== undefined || isOffered)
          return (await import('../peer-play/play-peer.ts')).playPeer(
            context,
            name as string | undefined,
            options,
            back?.value ?? null,
          );
        return playHere(context, name as string | undefined, options);
      }),
    ),
    ['kifu play chess', 'white against a bot'],
    ['kifu play chess --seats bot,human --level 5', 'black against a strong one'],
    ['kifu play chess --seats human,human --save game.json', 'two people, kept in a file'],
    ['kifu play chess --load game.json', 'go on with it'],
    ['kifu play go --option width=9 --clock 10', 'on a small board, with ten minutes each'],
    ['kifu play chess --key me --save mine.car', 'sign your own moves'],
    ['kifu play chess --save live.car --publish ipfs', 'publish it move by move'],
    ['kifu play chess --publish peer', 'others follow it by a name, through kifu peer'],
    ['kifu play --resume last', 'go on with what was interrupted'],
    ['kifu play chess --server http://localhost:7423 --clock 5+3', 'on a server, by the clock'],
    ['kifu play --join http://localhost:7423/live/ID', 'with somebody who sent you the link'],
    ['kifu play --listen /ip4/0.0.0.0/tcp/4002', 'take what another peer offers'],
    ['kifu play chess --peer /ip4/192.0.2.7/tcp/4002/p2p/NODE', 'offer it, without a server'],
  );

function clockText(text: string): TimeControl {
  const clock = parseTimeControl(text);
  if (clock.ok) return clock.value;
  throw new InvalidArgumentError(`${capital(clock.fault.message)}.`);
}
