/** A live match at the terminal: what comes from the server is shown, what is typed goes there. */

import type { Live } from '@kifu/client';
import { seatNamesOf } from '@kifu/core';
import { readTyped } from '../input.ts';
import type { Io } from '../io.ts';
import { createPrompter } from '../play/prompter.ts';
import { EXIT } from '../run-command.ts';
import { printable } from '../text.ts';
import {
  isOnTurn,
  type LiveScreen,
  playersLine,
  showAll,
  stateFor,
  tell,
  tellBoard,
} from './screen.ts';
import { findWord, type Said, wordNames } from './words.ts';

/** Plays until the match has ended, the input does, or somebody goes away; gives the exit code. */
export async function playLive(io: Io, shown: LiveScreen): Promise<number> {
  const { live } = shown;
  const news = createBell();
  const stopShowing = showAll(shown, news.ring);
  const over = Promise.withResolvers<number>();
  const offs = [
    live.on('invite', news.ring),
    live.on('down', ({ isOver, reason }) => {
      if (!isOver) return;
      tell(shown, `  the match is closed${reason === '' ? '' : `: ${printable(reason)}`}`);
      over.resolve(EXIT.fault);
    }),
  ];
  const prompter = createPrompter(io, shown.screen);
  /** Whatever is waited for, this ends it. */
  const halt = Promise.race([prompter.stopped, over.promise]);
  try {
    const halted = await waitForStart(live, shown, news, halt);
    if (halted !== null) return halted;
    tell(shown, playersLine(shown));
    tellBoard(shown);
    return await Promise.race([talk(shown, prompter, news), halt]);
  } finally {
    prompter.close();
    stopShowing();
    for (const off of offs) off();
  }
}

/** Something that rings: who waits goes on. */
interface Bell {
  readonly ring: () => void;
  next(): Promise<'rung'>;
}

function createBell(): Bell {
  let bell = Promise.withResolvers<'rung'>();
  return {
    ring() {
      bell.resolve('rung');
      bell = Promise.withResolvers();
    },
    next: () => bell.promise,
  };
}

/** The exit code where it came to nothing; null once the match has begun. */
async function waitForStart(
  live: Live,
  shown: LiveScreen,
  news: Bell,
  halt: Promise<number>,
): Promise<number | null> {
  if (live.followed === null) tell(shown, shown.colors.dim('waiting for the others …'));
  while (live.followed === null) {
    const heard = await Promise.race([news.next(), halt]);
    if (heard !== 'rung') return heard;
  }
  return null;
}

async function talk(
  shown: LiveScreen,
  prompter: ReturnType<typeof createPrompter>,
  news: Bell,
): Promise<number> {
  const { live, colors, kit } = shown;
  let asking: ReturnType<typeof prompter.ask> | null = null;
  let drawn = live.followed!.n;
  for (;;) {
    const seat = live.seat!;
    if (live.followed!.isEnded) return EXIT.good;
    if (live.followed!.n !== drawn && isOnTurn(shown, seat)) tellBoard(shown);
    drawn = live.followed!.n;
    const turn = isOnTurn(shown, seat) ? '' : colors.dim(' (not on turn)');
    asking ??= prompter.ask(`${colors.bold(seatNamesOf(kit)(seat))}${turn}> `, wordNames);
    const heard = await Promise.race([asking, news.next()]);
    if (heard === 'rung') continue;
    asking = null;
    if (heard.is === 'stop') return heard.exitCode;
    if (heard.is === 'end') return waitForEnd(live, news);
    const said = await hear(shown, heard.line.trim());
    if (!said.ok) tell(shown, `  ${colors.red('✗')} ${printable(said.fault.message)}`);
    else if (said.value === 'quit') return EXIT.good;
  }
}

/** Where nothing more can be typed, the match is still followed to its end if it is over soon; else it goes on without us. */
async function waitForEnd(live: Live, news: Bell): Promise<number> {
  while (live.followed?.outcome !== null && live.followed?.isEnded !== true) await news.next();
  return EXIT.good;
}

async function hear(shown: LiveScreen, line: string): Promise<Said> {
  if (line === '') return { ok: true, value: 'said' };
  const { live, kit } = shown;
  const [first = '', ...rest] = line.split(/\s+/);
  const word = findWord(first);
  const state = stateFor(shown);
  const move = state === null ? null : readTyped(kit, state, line);
  if (word !== undefined && move?.ok !== true) return word.say(shown, rest.join(' '));
  if (move === null || !move.ok) return move ?? { ok: true, value: 'said' };
  const played = await live.play(move.value);
  return played.ok ? { ok: true, value: 'said' } : played;
}
