/** A record played back on a terminal: drawn in place, led by keys. */
import type { Timeline } from '@kifu/record';
import type { Opened } from '@kifu/record/file';
import { boardStyle } from '../board.ts';
import { openEars } from '../ears.ts';
import { type Report, SILENT } from '../handle.ts';
import type { Context } from '../io.ts';
import { openScreen } from '../screen.ts';
import { courseOf, frameNow, TICKING_MS } from './course.ts';
import { pass, press, startPlayer, waitMs } from './player.ts';
import { drawScreen } from './screen.ts';

/** Where to begin, and whether in colours. */
export interface WatchOptions {
  readonly at?: number;
  readonly color?: boolean;
}

/** Draws the record in place and listens to keys until the user leaves. */
export async function watch(
  { io, colors }: Context,
  opened: Opened,
  line: Timeline,
  { at, color }: WatchOptions,
): Promise<Report> {
  const course = courseOf(line);
  const everyMs = line.game.time === undefined ? null : TICKING_MS;
  const ears = openEars(io);
  const screen = await openScreen(io);
  let player = startPlayer(at);
  let seen = io.now();
  try {
    while (!player.isOver && ears.stoppedBy() === null) {
      const frame = frameNow(line, player);
      const style = boardStyle(io, color === false);
      const sight = { opened, line, frame, player, course };
      await screen.draw(drawScreen(sight, style, io, colors.dim));
      await ears.wait(player.isPlaying ? waitMs(player, course, everyMs) : null);
      const now = io.now();
      player = pass(player, now - seen, course);
      seen = now;
      for (const key of ears.heard()) {
        player = press(player, key, course);
        if (key !== 'suspend') continue;
        await screen.close();
        await ears.suspend();
        await screen.open();
        seen = io.now();
      }
    }
  } finally {
    ears.close();
    await screen.close();
  }
  return { ...SILENT, exitCode: ears.stoppedBy() ?? 0 };
}
