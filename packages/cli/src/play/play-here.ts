/** `kifu play`: a match in this process, between people at this terminal and bots in any mixture. */
import { describeTimeControl, type Game, ok, type Result } from '@kifu/core';
import { kifuToJson } from '@kifu/record/json';
import { isFlippedFor } from '../board.ts';
import type { PlayOptions } from '../commands/play.ts';
import type { Context } from '../io.ts';
import { formatId } from '../library/ids.ts';
import { type Library, openLibrary } from '../library/open.ts';
import { startLive } from '../publish/live.ts';
import type { CommandReport } from '../run-command.ts';
import { HostedMatch } from './hosted-match.ts';
import { playByLines } from './line-play.ts';
import { beginLocal, type LocalMatch } from './local-match.ts';
import { type OpenedMatch, openMatch } from './open-match.ts';
import { NODES, peopleOf, seatPlayers } from './players.ts';
import { createPrompter } from './prompter.ts';
import { createRecordFiles } from './record-files.ts';
import { canDraw, playOnScreen } from './screen-play.ts';
import {
  createSession,
  follow,
  isOver,
  keepFile,
  kifuOf,
  type Session,
  tell,
  tellFault,
  tellStart,
} from './session.ts';

/** Time to look at the board before the first tick, in milliseconds. */
const LEAD_MS = 3000;
/** Time limit of a bot in real-time games, in milliseconds. */
const THINK_MS = 30;

/** Plays with the library open, except with `--no-save`. If it cannot be opened, the match is played without it. */
export async function playHere(
  context: Context,
  name: string | undefined,
  options: PlayOptions,
): Promise<Result<CommandReport>> {
  const opened = await openMatch(context.io, name, options);
  if (!opened.ok) return opened;
  const library =
    options.save === false ? null : await openLibrary(context.io, { inThreads: true });
  try {
    return await play(context, opened.value, options, library);
  } finally {
    if (library?.ok) await library.value.close();
  }
}

async function play(
  context: Context,
  opened: OpenedMatch,
  options: PlayOptions,
  library: Result<Library> | null,
): Promise<Result<CommandReport>> {
  const { io } = context;
  const { kit } = opened.match;
  const isDrawn = canDraw(context, kit);
  const startsAt = io.now() + LEAD_MS;
  const begun = isDrawn ? await startingAt(opened.match, startsAt) : ok(opened.match);
  if (!begun.ok) return begun;
  const match = begun.value;
  const budget = {
    nodes: options.nodes ?? NODES,
    ...(isDrawn ? { timeMs: THINK_MS, now: io.now } : {}),
  };
  const seats = match.replay.header!.players.map(({ seat }) => seat);
  const players = seatPlayers(kit, seats, opened.roles, opened.seed, budget);
  if (!players.ok) return players;
  const publisher =
    options.publish === undefined ? ok(null) : await startLive(io, options.publish, match);
  if (!publisher.ok) return publisher;
  const host = new HostedMatch({
    ...{ io, match, players: players.value, signer: opened.signer },
    startsAt: isDrawn ? startsAt : null,
    isNew: options.resume === undefined && options.load === undefined,
    library: library?.ok ? library.value : null,
    tellFault: fault => tellFault(session, fault),
  });
  const session = sessionOf(context, host, isDrawn, options);
  await host.begin();
  session.match = host.local;
  const first = await keepFile(session); // before a move is played in vain
  if (!first.ok) return first;
  follow(session);
  const prompter = isDrawn ? null : createPrompter(io, context.isJson ? io.stderr : io.stdout); // handles Ctrl-C from here on
  if (prompter !== null) {
    session.screen = prompter.screen;
    tellStart(session, factsOf(session, opened.seed, options));
  }
  if (library?.ok === false) host.stopKeeping(library);
  const exitCode =
    prompter === null
      ? await playOnScreen(session, options.moves)
      : await playByLines(session, prompter, {
          maxMoves: options.moves,
          ...(publisher.value === null ? {} : { publish: publisher.value.follow }),
        });
  session.leave();
  await host.close();
  const { autosave } = session.files;
  const saved = autosave === null ? null : await session.files.saveTo(autosave, kifuOf(session));
  if (saved?.ok) tell(session, saved.value);
  if (publisher.value !== null) tell(session, ...(await publisher.value.close(host.match)));
  tellHowToResume(session, host);
  prompter?.close();
  const json = {
    kifu: kifuToJson(kit.game as Game, kifuOf(session)),
    ...(publisher.value === null ? {} : { published: publisher.value.root() }),
  };
  return ok({ json, text: '', exitCode, ...(saved?.ok === false ? { fault: saved.fault } : {}) });
}

/** A match without entries starts at its first tick. */
const startingAt = async (match: LocalMatch, ms: number): Promise<Result<LocalMatch>> =>
  match.replay.n > 0
    ? ok(match)
    : beginLocal(match.kit, {
        ...match.replay.header!,
        startedAt: new Date(ms).toISOString(),
      });

function sessionOf(
  context: Context,
  host: HostedMatch,
  isDrawn: boolean,
  options: PlayOptions,
): Session {
  const { kit } = host.match;
  const people = peopleOf(host.players);
  // a board that several people share is flipped for none of them
  const alone = people.length === 1 ? people[0]! : null;
  return createSession(context, kit, options, {
    ...{ isDrawn, match: host.local, host },
    files: createRecordFiles(kit, options.load, options.save || null, context.io.texts.session),
    isFlipped: isFlippedFor(kit, kit.scene(host.table.state), alone),
  });
}

/** Prints how to resume a saved match that is not over. */
function tellHowToResume(session: Session, { kept }: HostedMatch): void {
  const { io, colors } = session;
  if (kept === null || isOver(session) || !io.isTTY.stdin) return;
  tell(session, colors.dim(session.t.resumeWith(`kifu play --resume ${formatId(kept)}`)));
}

/** Describes a match besides its players. */
function factsOf(
  { kit, match, voice, t }: Session,
  seed: number,
  { nodes, level }: PlayOptions,
): string[] {
  const hasBots = match.players.some(({ kind }) => kind === 'program');
  const { header, terms } = match.replay!.table!;
  return [
    ...(terms.clock === null ? [] : [describeTimeControl(terms.clock, voice.match)]),
    ...(hasBots || kit.game.chance !== undefined ? [t.seed(`${header.seed ?? seed}`)] : []),
    ...(hasBots
      ? [nodes === undefined && level !== undefined ? t.level(level) : t.nodes(nodes ?? NODES)]
      : []),
  ];
}
