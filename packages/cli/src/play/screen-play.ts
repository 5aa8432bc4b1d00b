/**
 * A real-time match on the full terminal: the board is redrawn in place as time passes, and input takes effect at the tick at which Enter is
 * pressed. For games of free pace on a terminal; otherwise seats are asked in turn.
 */
import { mayWait } from '@kifu/bots';
import type { Kit, Seat } from '@kifu/core';
import { presentOf } from '@kifu/record/match';
import type { Context } from '../io.ts';
import { type Keyboard, openKeyboard } from '../keyboard.ts';
import { EXIT } from '../run-command.ts';
import { openScreen, type Screen } from '../screen.ts';
import { printable } from '../text.ts';
import { type Editor, EMPTY, edit } from './editor.ts';
import type { HostedMatch } from './hosted-match.ts';
import { completionsOf, hear, type Speaker } from './parse-input.ts';
import { createPanes, drawPlay, type Panes } from './play-screen.ts';
import {
  endLine,
  isOver,
  keepFile,
  msToStart,
  type Session,
  tell,
  tellBoard,
  tellFault,
  tellTime,
} from './session.ts';

/** How often the board is drawn, in milliseconds. */
const FRAME_MS = 50;
/** Reaction time of a bot before its first move, in milliseconds. */
const REACTION_MS = 500;
/** Shortest time between two writes of the file of `--save`, in milliseconds, and as a multiple of the time that a write takes. */
const SAVE_MS = 1000;
const SAVE_SHARE = 20;

/** Returns whether a match can be drawn: its game does not wait for moves, and there is a terminal. */
export const canDraw = ({ io, isJson }: Context, { game }: Kit): boolean =>
  mayWait(game) &&
  game.secrets === undefined &&
  !isJson &&
  io.isTTY.stdin &&
  io.isTTY.stdout &&
  io.env.TERM !== 'dumb';

/** State of a match on the screen. */
interface Play {
  readonly session: Session;
  readonly panes: Panes;
  /** Number of moves after which a match hosted here stops. */
  readonly limit: number;
  editor: Editor;
  /** Whose moves the keyboard enters; null for the first person. */
  chosen: Seat | null;
  /** The file is being written. */
  saving: Promise<void> | null;
  /** When it may be written again. */
  saveAt: number;
}

/** Plays until a person quits, the limit is reached or the match is closed. Returns the exit code. */
export async function playOnScreen(
  session: Session,
  maxMoves = Number.POSITIVE_INFINITY,
): Promise<number> {
  const { io, screen: output, host } = session;
  const play: Play = {
    ...{ session, limit: (host?.table.moves ?? 0) + maxMoves, panes: createPanes() },
    ...{ editor: EMPTY, chosen: null, saving: null, saveAt: Number.NEGATIVE_INFINITY },
  };
  session.screen = play.panes;
  const keyboard = openKeyboard(io);
  try {
    const screen = await openScreen(io);
    try {
      return await run(play, keyboard, screen);
    } finally {
      await screen.close();
      session.screen = output;
      tellEnd(session);
    }
  } finally {
    await saveNow(play); // while Ctrl-C is still handled
    keyboard.close();
  }
}

async function run(play: Play, keyboard: Keyboard, screen: Screen): Promise<number> {
  const { session, limit } = play;
  const { io, match, host } = session;
  let isClosed = false;
  match.on('closed', () => {
    isClosed = true;
  });
  for (;;) {
    const stopped = keyboard.stoppedBy() ?? (isClosed ? EXIT.fault : null);
    if (stopped !== null) return stopped;
    if (match.rematch?.next != null) return EXIT.good;
    await host?.local.idle(); // pending events of time
    tellTime(session);
    if (host !== null) await askBots(session, host, limit);
    if (host !== null && host.table.moves >= limit) return EXIT.good;
    saveSoon(play);
    const { lines, cursor } = drawPlay(session, play.panes, play.editor, speakerOf(play).seat);
    await screen.draw(lines, cursor);
    await keyboard.wait(isOver(session) && host !== null ? null : FRAME_MS);
    for (const key of keyboard.pressed()) {
      if (key === 'suspend') {
        const left = io.now();
        await screen.close();
        await keyboard.suspend();
        await screen.open();
        host?.hold(io.now() - left); // the match pauses while the user is away
      } else if (await isLast(play, key)) return EXIT.good;
    }
  }
}

/** Runs the bots that have been asked, each with its own delay at first, so that they do not all think at once. */
async function askBots(session: Session, host: HostedMatch, limit: number): Promise<void> {
  const seats = [...host.players.keys()];
  for (const seat of host.waiting) {
    const firstMs = REACTION_MS * (1 + seats.indexOf(seat) / seats.length);
    if (host.local.elapsedMs() >= firstMs && msToStart(session) === 0 && host.table.moves < limit)
      await host.letBot(seat);
  }
}

/** Applies a key to the input; Enter submits it at the present tick. Returns whether the user quits. */
async function isLast(play: Play, key: string): Promise<boolean> {
  const { session, editor, panes } = play;
  if (editor.text === '' && key === 'tab') play.chosen = nextSpeaker(play);
  if (editor.text === '' && key === 'ctrl-d') return true;
  const speaker = speakerOf(play);
  const edited = edit(editor, key, () => completionsOf(session, speaker));
  play.editor = edited.editor;
  const line = edited.entered;
  if (line === null) return false;
  await session.host?.local.idle();
  tellTime(session);
  if (line === '' && isOver(session)) return true;
  const said = await panes.answering(async () => {
    const heard = await hear(session, line, speaker);
    if (!heard.ok) tellFault(session, heard.fault);
    return heard;
  });
  return said.ok && said.value === 'quit';
}

/** The people at the keyboard who are still playing, and whose moves it enters: the chosen one or the first. */
function speakerOf({ session, chosen }: Play): Speaker {
  const { match, kit } = session;
  const now = match.replay?.outcome === null ? presentOf(match) : null;
  const active = now === null ? [] : kit.game.active(now.state);
  const movers = match.seats.filter(seat => active.includes(seat));
  return { movers, seat: movers.find(seat => seat === chosen) ?? movers[0] ?? null };
}

/** The next of several people who share the keyboard. */
function nextSpeaker(play: Play): Seat | null {
  const { movers, seat } = speakerOf(play);
  return movers[(movers.indexOf(seat ?? -1) + 1) % Math.max(1, movers.length)] ?? null;
}

/** Saves the file in the background from time to time, without stopping the match. */
function saveSoon(play: Play): void {
  const { session } = play;
  const now = session.io.now();
  if (play.saving !== null || now < play.saveAt) return;
  play.saving = keepFile(session).then(saved => {
    if (!saved.ok) tellFault(session, saved.fault);
    // a long record takes long to write, which must not stall the match
    play.saveAt = now + Math.max(SAVE_MS, SAVE_SHARE * (session.io.now() - now));
    play.saving = null;
  });
}

async function saveNow({ session, saving }: Play): Promise<void> {
  await saving;
  const saved = await keepFile(session);
  if (!saved.ok) tellFault(session, saved.fault);
}

/** Prints what stays on the terminal after the screen is closed. */
function tellEnd(session: Session): void {
  const { files, kit, host, t } = session;
  const hint =
    host === null || files.autosave === null
      ? ''
      : `; ${t.continueWith(`kifu play ${kit.game.name} --load ${files.autosave}`)}`;
  tellBoard(session, null);
  tell(session, endLine(session) ?? printable(`${t.notOver}${hint}`));
}
