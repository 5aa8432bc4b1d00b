/** A record played back on a terminal: drawn in place, led by keys. */
import { msToNext, pass } from '@kifu/client/playback';
import type { Timeline } from '@kifu/record';
import type { OpenedSource } from '@kifu/record/file';
import { boardStyle } from '../board.ts';
import type { Context } from '../io.ts';
import { openKeyboard } from '../keyboard.ts';
import { type CommandReport, SILENT } from '../run-command.ts';
import { openScreen } from '../screen.ts';
import { frameNow, scheduleOf, TICKING_MS } from './course.ts';
import { press, startPlayer } from './player.ts';
import { drawScreen } from './screen.ts';

/** Where to start, and whether in color. */
export interface WatchOptions {
  readonly at?: number;
  readonly color?: boolean;
}

/** Draws the record in place and listens to keys until the user leaves. */
export async function watch(
  { io, colors }: Context,
  opened: OpenedSource,
  line: Timeline,
  { at, color }: WatchOptions,
): Promise<CommandReport> {
  const course = scheduleOf(line);
  const everyMs = line.game.time === undefined ? null : TICKING_MS;
  const keyboard = openKeyboard(io);
  const screen = await openScreen(io);
  let player = startPlayer(course, at);
  let seen = io.now();
  try {
    while (!player.isOver && keyboard.stoppedBy() === null) {
      const frame = frameNow(line, course, player);
      const style = boardStyle(io, color === false);
      const shown = { opened, line, frame, player, course, speech: io };
      await screen.draw(drawScreen(shown, style, io, colors.dim));
      await keyboard.wait(player.isPlaying ? msToNext(player, course.times, everyMs) : null);
      const now = io.now();
      player = { ...player, ...pass(player, course.times, now - seen) };
      seen = now;
      for (const key of keyboard.pressed()) {
        player = press(player, key, course);
        if (key !== 'suspend') continue;
        await screen.close();
        await keyboard.suspend();
        await screen.open();
        seen = io.now();
      }
    }
  } finally {
    keyboard.close();
    await screen.close();
  }
  return { ...SILENT, exitCode: keyboard.stoppedBy() ?? 0 };
}
