/**
 * A match that runs by the wall clock: the board is drawn in place, and whatever is typed is done at the tick at which Enter is
 * pressed. For games of free pace, on a terminal; elsewhere seats are asked in turn.
 */
import { type Game, type Seat, sightOf, step, unwrap } from '@kifu/core';
import { NO_REFUSALS } from '@kifu/record';
import type { Context } from '../io.ts';
import { type Keyboard, openKeyboard } from '../keyboard.ts';
import { EXIT } from '../run-command.ts';
import { openScreen, type Screen } from '../screen.ts';
import { printable } from '../text.ts';
import { endMatch, keep, playMove, startKeeping } from './acts.ts';
import { EMPTY, edit } from './editor.ts';
import {
  completionsOf,
  createPanes,
  hearLine,
  type Live,
  peopleIn,
  speakerOf,
} from './live-hear.ts';
import { drawLive } from './live-screen.ts';
import { beginLocal, headerIn, type LocalMatch, passTime, present } from './local-match.ts';
import { endLine, type Session, tell, tellBoard, tellEvents, tellFault } from './session.ts';
import { hasRounds } from './turns.ts';

/** How often the board is drawn, in milliseconds. */
const FRAME_MS = 50;
/** How long everybody may look at the board before the first tick, in milliseconds. */
const LEAD_MS = 3000;
/** How often a bot decides, in seconds of the match. */
const REACTION_SECONDS = 0.5;
/** How often the file of `--save` is brought up to date at most, in milliseconds; and so many times what writing it took lies between. */
const SAVE_MS = 1000;
const SAVE_SHARE = 20;

/** Whether a match can run by the clock: its game must have one, and somebody must be able to look at it. */
export const canPlayLive = ({ io, isJson }: Context, { kit }: LocalMatch): boolean =>
  hasRounds(kit.game as Game) &&
  kit.game.secrets === undefined &&
  !isJson &&
  io.isTTY.stdin &&
  io.isTTY.stdout &&
  io.env.TERM !== 'dumb';

/** Plays until somebody leaves, or so many acts were done; gives the exit code. */
export async function playLive(session: Session, maxMoves: number): Promise<number> {
  const { io, screen: output } = session;
  const live = startLive(session, countOf(session) + maxMoves);
  await startKeeping(session);
  const keyboard = openKeyboard(io);
  try {
    const screen = await openScreen(io);
    try {
      return await run(live, keyboard, screen);
    } finally {
      await screen.close();
      session.screen = output;
      tellEnd(session);
      session.live = null;
    }
  } finally {
    await saveNow(live); // while Ctrl-C is still heard
    keyboard.close();
  }
}

/** A match that nobody has played in yet begins when its first tick does. */
function startLive(session: Session, limit: number): Live {
  const { io, kit } = session;
  const startsAt = io.now() + LEAD_MS;
  if (countOf(session) === 0) {
    const startedAt = new Date(startsAt).toISOString();
    session.match = unwrap(beginLocal(kit, { ...headerIn(session.match), startedAt }));
  }
  const { state } = present(session.match);
  const tick = kit.game.time!.now(state);
  session.live = { tick, state };
  const panes = createPanes();
  session.screen = panes.stream;
  return {
    session,
    panes,
    limit,
    startTick: tick,
    startsAt,
    hz: kit.game.time!.hz(state),
    editor: EMPTY,
    refusals: NO_REFUSALS,
    speaker: null,
    decideAt: new Map(),
    saving: null,
    saveAt: Number.NEGATIVE_INFINITY,
  };
}

async function run(live: Live, keyboard: Keyboard, screen: Screen): Promise<number> {
  const { session } = live;
  const { io } = session;
  for (;;) {
    const stopped = keyboard.stoppedBy();
    if (stopped !== null) return stopped;
    await passTo(live, tickNow(live));
    await askBots(live);
    if (countOf(session) >= live.limit) return EXIT.good;
    saveSoon(live);
    const isOver = present(session.match).outcome !== null;
    const { lines, cursor } = drawLive(live, io);
    await screen.draw(lines, cursor);
    await keyboard.wait(isOver ? null : FRAME_MS);
    for (const key of keyboard.pressed()) {
      if (key === 'suspend') await suspend(live, keyboard, screen);
      else if ((await press(live, key)) === 'quit') return EXIT.good;
    }
  }
}

/** How many acts there have been. */
const countOf = ({ match }: Session): number => present(match).chain.table.n;

/** The tick by the wall clock; the first one as long as the match has not begun. */
const tickNow = ({ startTick, startsAt, hz, session }: Live): number =>
  startTick + Math.max(0, Math.floor(((session.io.now() - startsAt) * hz) / 1000));

/** Lets time pass up to a tick, and tells what it brought. */
async function passTo({ session }: Live, tick: number): Promise<void> {
  const { kit, match, live } = session;
  if (present(match).outcome !== null || live === null || tick <= live.tick) return;
  const { state, parts, outcome } = unwrap(step(kit.game, live.state, { do: 'time', at: tick }));
  session.live = { tick, state };
  for (const part of parts) tellEvents(session, part);
  if (outcome === null) return;
  session.match = unwrap(passTime(match, tick));
  await endMatch(session, null);
}

/** Asks the bots that have not decided for a while: each on its own beat, so that they do not all think at once. */
async function askBots(live: Live): Promise<void> {
  const { session, decideAt, startTick, hz } = live;
  const { kit, players } = session;
  const beat = Math.max(1, Math.round(hz * REACTION_SECONDS));
  for (const [i, [seat, { bot }]] of [...players].entries()) {
    const { tick, state } = session.live!;
    const first = startTick + beat + Math.floor((i * beat) / players.size);
    if (bot === null || tick < (decideAt.get(seat) ?? first)) continue;
    if (present(session.match).outcome !== null || countOf(session) >= live.limit) return;
    decideAt.set(seat, tick + beat);
    const sight = sightOf(kit.game, state, seat);
    const move = sight.legal.length === 0 ? null : bot.choose(sight);
    if (move === null) continue;
    const played = await playMove(session, seat, move);
    if (!played.ok) throw new Error(`the bot on seat ${seat} chose what is not legal`);
  }
}

/** A key changes the line that is typed; with Enter it is heard, at the tick of that moment. */
async function press(live: Live, key: string): Promise<'quit' | null> {
  const { editor } = live;
  if (editor.text === '' && key === 'tab') live.speaker = nextSpeaker(live);
  if (editor.text === '' && key === 'ctrl-d') return 'quit';
  const edited = edit(editor, key, () => completionsOf(live));
  live.editor = edited.editor;
  if (edited.entered === null) return null;
  await passTo(live, tickNow(live));
  const isLast = await hearLine(live, edited.entered, msToStart(live));
  return isLast ? 'quit' : null;
}

/** How long until the match begins, in milliseconds; 0 once it has. */
const msToStart = ({ startsAt, session }: Live): number => Math.max(0, startsAt - session.io.now());

/** Where several people share the keyboard, the next of them. */
function nextSpeaker(live: Live): Seat | null {
  const people = peopleIn(live);
  const at = people.indexOf(speakerOf(live) ?? -1);
  return people[(at + 1) % Math.max(1, people.length)] ?? null;
}

/** While the user is away the match stands still. */
async function suspend(live: Live, keyboard: Keyboard, screen: Screen): Promise<void> {
  const { io } = live.session;
  const left = io.now();
  await screen.close();
  await keyboard.suspend();
  await screen.open();
  live.startsAt += io.now() - left;
}

/** Brings the file up to date behind the scenes, now and then: writing must not stop the match. */
function saveSoon(live: Live): void {
  const { session } = live;
  const now = session.io.now();
  if (live.saving !== null || now < live.saveAt) return;
  live.saving = keep(session).then(saved => {
    if (!saved.ok) tellFault(session, saved.fault);
    // a long record takes long to write, and the match must not stand still for it
    live.saveAt = now + Math.max(SAVE_MS, SAVE_SHARE * (session.io.now() - now));
    live.saving = null;
  });
}

async function saveNow(live: Live): Promise<void> {
  await live.saving;
  const saved = await keep(live.session);
  if (!saved.ok) tellFault(live.session, saved.fault);
}

/** What stays on the terminal when the screen is gone. */
function tellEnd(session: Session): void {
  const { autosave, kit } = session;
  const hint = autosave === null ? '' : `: kifu play ${kit.game.name} --load ${autosave} goes on`;
  tellBoard(session, null);
  tell(session, endLine(session) ?? printable(`the match is not over${hint}`));
}
