/** A record played back on a terminal: drawn in place, led by keys. */
import type { Timeline } from '@kifu/record';
import { boardStyle } from '../board.ts';
import { type Report, SILENT } from '../handle.ts';
import { type Context, put } from '../io.ts';
import type { Opened } from '../open-record.ts';
import { openEars } from './ears.ts';
import { frameNow, paceOf, TICKING_MS } from './pace.ts';
import { pass, press, startPlayer, waitMs } from './player.ts';
import { drawScreen } from './screen.ts';

/** Where to begin, and whether in colours. */
export interface WatchOptions {
  readonly at?: number;
  readonly color?: boolean;
}

/** The other screen, without a cursor, and with long lines cut off; and back. */
const ENTER = '\x1b[?1049h\x1b[?25l\x1b[?7l';
const LEAVE = '\x1b[?7h\x1b[?25h\x1b[?1049l';

/** Draws the record in place and listens to keys until the user leaves. */
export async function watch(
  { io, colors }: Context,
  opened: Opened,
  line: Timeline,
  { at, color }: WatchOptions,
): Promise<Report> {
  const pace = paceOf(line);
  const everyMs = line.game.time === undefined ? null : TICKING_MS;
  const ears = openEars(io);
  let player = startPlayer(line.length, at);
  let seen = io.now();
  await put(io.stdout, ENTER);
  try {
    while (!player.isOver && ears.stoppedBy() === null) {
      const frame = frameNow(line, player);
      const style = boardStyle(io, color === false);
      const lines = drawScreen({ opened, line, frame, player }, style, io, colors.dim);
      await put(io.stdout, `\x1b[H${lines.map(text => `${text}\x1b[K`).join('\r\n')}\x1b[J`);
      await ears.wait(player.isPlaying ? waitMs(player, pace, everyMs) : null);
      const now = io.now();
      player = pass(player, now - seen, pace);
      seen = now;
      for (const key of ears.heard()) {
        player = press(player, key, line.marks);
        if (key !== 'suspend') continue;
        await put(io.stdout, LEAVE);
        await ears.suspend();
        await put(io.stdout, ENTER);
        seen = io.now();
      }
    }
  } finally {
    ears.close();
    await put(io.stdout, LEAVE);
  }
  return { ...SILENT, exitCode: ears.stoppedBy() ?? 0 };
}
