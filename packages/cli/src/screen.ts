/** The whole terminal as a place to draw on: what changed is written, all of it at once, so that nothing flickers. */
import { type Io, put } from './io.ts';

/** Where the cursor stands, both counted from 0. */
export interface Cursor {
  readonly row: number;
  readonly column: number;
}

/** The terminal, taken over to draw on all of it. */
export interface Screen {
  /** Shows these lines, and the cursor if there is one. */
  draw(lines: readonly string[], cursor?: Cursor): Promise<void>;
  /** Takes the terminal over once more, after it was given back. */
  open(): Promise<void>;
  /** Gives the terminal back as it was. */
  close(): Promise<void>;
}

/** The other screen, without a cursor, and with long lines cut off; and back. */
const ENTER = '\x1b[?1049h\x1b[?25l\x1b[?7l';
const LEAVE = '\x1b[?7h\x1b[?25h\x1b[?1049l';

/** Takes the terminal over. However the process ends, the terminal is given back. */
export async function openScreen(io: Io): Promise<Screen> {
  let shown: readonly string[] = [];
  let size = '';
  let isOpen = false;
  // for crashes: in the midst of an event they leave no time for anything asynchronous
  const forget = io.onExit(() => isOpen && io.stdout.write(LEAVE));
  const open = async () => {
    isOpen = true;
    shown = [];
    size = '';
    await put(io.stdout, ENTER);
  };
  await open();
  return {
    open,
    async draw(lines, cursor) {
      const now = `${io.columns} ${io.rows}`;
      const isNew = now !== size; // a terminal that changed its size may have moved everything
      if (isNew) shown = [];
      size = now;
      await put(io.stdout, paint(shown, lines, isNew, cursor));
      shown = lines;
    },
    async close() {
      isOpen = false;
      forget();
      await put(io.stdout, LEAVE);
    },
  };
}

/** What to write so that a terminal that shows some lines shows others. */
export function paint(
  before: readonly string[],
  lines: readonly string[],
  isNew: boolean,
  cursor?: Cursor,
): string {
  const changed = lines.flatMap((line, row) =>
    !isNew && line === before[row] ? [] : [`${goTo({ row, column: 0 })}${line}\x1b[K`],
  );
  const isShorter = isNew || lines.length < before.length;
  const rest = isShorter ? [`${goTo({ row: lines.length, column: 0 })}\x1b[J`] : [];
  const end = cursor === undefined ? [] : [`${goTo(cursor)}\x1b[?25h`];
  return ['\x1b[?25l\x1b[H', ...changed, ...rest, ...end].join('');
}

const goTo = ({ row, column }: Cursor): string => `\x1b[${row + 1};${column + 1}H`;
