/**
 * A match that does not wait, played on the whole terminal: the board is drawn in place as time passes, and each line is
 * carried out at the tick at which Enter is pressed. For games of free pace, on a terminal; elsewhere seats are asked in turn.
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
/** How long a bot looks at the board before its first move, in milliseconds. */
const REACTION_MS = 500;
/** How often the file of `--save` is brought up to date at most, in milliseconds; and so many times what writing it took lies between. */
const SAVE_MS = 1000;
const SAVE_SHARE = 20;

/** Whether a match can be played so: its game does not wait, and it is shown on a terminal. */
export const canDraw = ({ io, isJson }: Context, { game }: Kit): boolean =>
  mayWait(game) &&
  game.secrets === undefined &&
  !isJson &&
  io.isTTY.stdin &&
  io.isTTY.stdout &&
  io.env.TERM !== 'dumb';

/** A match on the screen; what changes in the course of it. */
interface Play {
  readonly session: Session;
  readonly panes: Panes;
  /** After so many moves a match that is hosted here stops. */
  readonly limit: number;
  editor: Editor;
  /** Which of the people at the keyboard speaks; null for the first. */
  chosen: Seat | null;
  /** The file is being written. */
  saving: Promise<void> | null;
  /** When it may be written again. */
  saveAt: number;
}

/** Plays until a person leaves, so many moves were made, or the match is closed; gives the exit code. */
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
    await saveNow(play); // while Ctrl-C is still heard
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
    await host?.local.idle(); // what time has brought about
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
        host?.hold(io.now() - left); // while the user is away the match stands still
      } else if (await isLast(play, key)) return EXIT.good;
    }
  }
}

/** Lets the bots think that have been asked: at first each on its own beat, so that they do not all think at once. */
async function askBots(session: Session, host: HostedMatch, limit: number): Promise<void> {
  const seats = [...host.players.keys()];
  for (const seat of host.waiting) {
    const firstMs = REACTION_MS * (1 + seats.indexOf(seat) / seats.length);
    if (host.local.elapsedMs() >= firstMs && msToStart(session) === 0 && host.table.moves < limit)
      await host.letBot(seat);
  }
}

/** A key changes the line that is typed; with Enter it is heard, at the tick of that moment. Tells whether the user leaves. */
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

/** The people at the keyboard who are still in the match, and which of them speaks: the one that was chosen, else the first. */
function speakerOf({ session, chosen }: Play): Speaker {
  const { match, kit } = session;
  const now = match.replay?.outcome === null ? presentOf(match) : null;
  const active = now === null ? [] : kit.game.active(now.state);
  const movers = match.seats.filter(seat => active.includes(seat));
  return { movers, seat: movers.find(seat => seat === chosen) ?? movers[0] ?? null };
}

/** Where several people share the keyboard, the next of them. */
function nextSpeaker(play: Play): Seat | null {
  const { movers, seat } = speakerOf(play);
  return movers[(movers.indexOf(seat ?? -1) + 1) % Math.max(1, movers.length)] ?? null;
}

/** Brings the file up to date behind the scenes, now and then: writing must not stop the match. */
function saveSoon(play: Play): void {
  const { session } = play;
  const now = session.io.now();
  if (play.saving !== null || now < play.saveAt) return;
  play.saving = keepFile(session).then(saved => {
    if (!saved.ok) tellFault(session, saved.fault);
    // a long record takes long to write, and the match must not stand still for it
    play.saveAt = now + Math.max(SAVE_MS, SAVE_SHARE * (session.io.now() - now));
    play.saving = null;
  });
}

async function saveNow({ session, saving }: Play): Promise<void> {
  await saving;
  const saved = await keepFile(session);
  if (!saved.ok) tellFault(session, saved.fault);
}

/** What stays on the terminal when the screen is gone. */
function tellEnd(session: Session): void {
  const { files, kit, host } = session;
  const hint =
    host === null || files.autosave === null
      ? ''
      : `: kifu play ${kit.game.name} --load ${files.autosave} goes on`;
  tellBoard(session, null);
  tell(session, endLine(session) ?? printable(`the match is not over${hint}`));
}
