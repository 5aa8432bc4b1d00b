/** `kifu play`: a match at the terminal, between people and bots in any mixture. */

import { parseTimeControl, type TimeControl } from '@kifu/core';
import { Command, Option } from 'commander';
import type { BoardStyle } from '../board.ts';
import { addEngineOptions, engineText } from '../engines/engine-options.ts';
import type { EngineOptions } from '../engines/find-engine.ts';
import type { StartOptions } from '../input.ts';
import { refuse } from '../misuse.ts';
import {
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
import { rolesText, type SeatRole } from '../play/players.ts';
import { isResumable } from '../play/resume.ts';
import { type LivePlace, parseLive } from '../publish/place.ts';
import { type Handle, misuse } from '../run-command.ts';
import { printable } from '../text.ts';

/** The options of `kifu play`. */
export interface PlayOptions extends StartOptions, EngineOptions {
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
  /** The engine that plays the seat on the server. */
  readonly as?: string;
  /** Address or name of another peer. */
  readonly peer?: string;
  /** True without an address. */
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
  addStartOptions(
    addEngineOptions(new Command('play'))
      .addArgument(gameArgument().argOptional())
      .addOption(new Option('--seats <LIST>').argParser(rolesText))
      .addOption(levelOption())
      .addOption(new Option('--nodes <N>').argParser(wholeNumber(1, 1_000_000)).conflicts('level'))
      .addOption(
        new Option('--moves <N>')
          .argParser(wholeNumber(0, 1_000_000))
          .default(Number.POSITIVE_INFINITY),
      )
      .addOption(piecesOption())
      .addOption(
        new Option('--load <FILE>')
          .argParser(fileName('moves'))
          .conflicts(['setup', 'option', 'position']),
      )
      .addOption(new Option('--resume <ID>').conflicts(['setup', 'option', 'position', 'load']))
      .addOption(new Option('--save <FILE>').argParser(fileName('json')))
      .option('--no-save')
      .option('--key <NAME>')
      .addOption(new Option('--server <URL>').argParser(urlText))
      .option('--join <MATCH>')
      .addOption(new Option('--as <ENGINE>').argParser(engineText))
      .addOption(new Option('--peer <PEER>').conflicts(['server', 'join', ...LOCAL_ONLY]))
      .addOption(
        new Option('--listen [ADDR]')
          .argParser(addressText)
          .conflicts(['server', 'join', 'peer', 'option', 'clock', ...LOCAL_ONLY]),
      )
      .option('--seat <SEAT>')
      .addOption(new Option('--delay <TICKS>').argParser(wholeNumber(2, 8)))
      .addOption(nameOption())
      .addOption(new Option('--clock <TIME>').argParser(clockText).conflicts(['load', 'resume']))
      .option('--private')
      .addOption(new Option('--publish <PLACE>').argParser(parseLive)),
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
        return misuse(texts => texts.noMatchId(printable(`${options.resume}`)));
      const back =
        options.resume === undefined ? null : await findPeerMatch(context.io, options.resume);
      if (back?.ok === false) return back;
      const isOffered = options.listen !== undefined || (back != null && back.value !== null);
      if (name === undefined && options.resume === undefined && !isOffered)
        return misuse(texts => texts.noGame);
      if (options.peer !== undefined || isOffered)
        return (await import('../peer-play/play-peer.ts')).playPeer(
          context,
          name as string | undefined,
          options,
          back?.value ?? null,
        );
      if (options.as !== undefined) return misuse(texts => texts.engineForSeat);
      return playHere(context, name as string | undefined, options);
    }),
  );

function clockText(text: string): TimeControl {
  const clock = parseTimeControl(text);
  if (clock.ok) return clock.value;
  return refuse(texts => texts.clock);
}
