/** Words for people: seats, outcomes, acts, events, move lists, columns. */
import type { Entry, GameEvent, Kit, Outcome, Part, Seat } from '@kifu/core';

/** What to call a seat. */
export type SeatNames = (seat: Seat) => string;

/** Seats by the names that their game gives them; by number where it gives none. */
export const seatNamesOf =
  ({ seatNames }: Kit): SeatNames =>
  seat =>
    seatNames[seat] ?? `seat ${seat}`;

/** How a match ended, as a sentence without its full stop. */
export function outcomeWords(
  { result, winners, points, reason }: Outcome,
  name: SeatNames,
): string {
  const why = printable(spaced(reason)); // strangers may have decreed it
  const count = points === null ? '' : `, points ${points.join(' to ')}`;
  if (result === 'draw') return `a draw: ${why}${count}`;
  if (result === 'void') return `no result: ${why}${count}`;
  const who = winners.map(name).join(' and ') || 'nobody';
  return `${who} ${winners.length > 1 ? 'win' : 'wins'}: ${why}${count}`;
}

/** `threefoldRepetition` as `threefold repetition`, and `king_captured` as `king captured`. */
export const spaced = (word: string): string =>
  word
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase();

/** A move as it was written, and who made it. */
export interface WrittenMove {
  readonly seat: Seat;
  readonly text: string;
}

/** Whether a move begins a round: the first one, and whenever a lower seat moves again. */
export const isNewRound = (before: Seat | undefined, seat: Seat): boolean =>
  before === undefined || seat < before;

/** Moves in numbered rounds: `1. e4 e5 2. Nf3`; `1... e5` where the first seat did not begin. */
export function numberMoves(moves: readonly WrittenMove[]): string[] {
  let round = 0;
  return moves.map(({ seat, text }, i) => {
    if (!isNewRound(moves[i - 1]?.seat, seat)) return text;
    round++;
    return `${round}.${i === 0 && seat > 0 ? '..' : ''} ${text}`;
  });
}

/** Words in lines no longer than `width`. */
export function wrap(words: readonly string[], width: number): string[] {
  const lines: string[] = [];
  for (const word of words) {
    const line = lines.at(-1);
    if (line !== undefined && line.length + 1 + word.length <= width)
      lines[lines.length - 1] = `${line} ${word}`;
    else lines.push(word);
  }
  return lines;
}

/** Words in columns of one width, read from left to right. */
export function inColumns(words: readonly string[], width: number): string[] {
  const cell = Math.max(0, ...words.map(word => word.length)) + 2;
  const perLine = Math.max(1, Math.floor((width + 2) / cell));
  const lines: string[] = [];
  for (let i = 0; i < words.length; i += perLine)
    lines.push(
      words
        .slice(i, i + perLine)
        .map(word => word.padEnd(cell))
        .join('')
        .trimEnd(),
    );
  return lines;
}

/** A table with its columns lined up; numbers stand to the right. */
export function tableLines(rows: readonly (readonly (string | number)[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, i) => Math.max(...rows.map(row => `${row[i]}`.length)));
  return rows.map(row =>
    row
      .map((cell, i) =>
        typeof cell === 'number' ? `${cell}`.padStart(widths[i]!) : cell.padEnd(widths[i]!),
      )
      .join('  ')
      .trimEnd(),
  );
}

/**
 * Text from strangers without what a terminal would obey: control characters of C0 and C1, DEL, and what ends a line or
 * turns the direction of writing.
 */
export const printable = (text: string): string => text.replace(OBEYED, '\ufffd');

const OBEYED =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  /[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

/** A stranger's text as one printable line: line ends and tabs are spaces. */
export const oneLine = (text: string): string => printable(text.trim().replace(/\s+/g, ' '));

/** What an entry did that is no move: `black leaves: resignation`. */
export function actWords({ seat, act }: Entry, name: SeatNames): string {
  if (act.type === 'leave') return `${name(act.of)} leaves: ${spaced(act.how)}`;
  const who = seat === null ? '' : name(seat);
  if (act.type === 'claim') return `${who} claims: ${printable(spaced(act.reason))}`;
  if (act.type === 'refused') return `${who}: a move refused: ${oneLine(act.fault.message)}`;
  if (act.type === 'allow-takeback') return `${who} takes back to entry ${act.to}`.trim();
  if (act.type === 'links') return 'chance: drawn by all together';
  return `${who === '' ? '' : `${who}: `}${act.type.replaceAll('-', ' ')}`;
}

/** An event of any game: `rolled white, die 3`. */
export function eventWords({ type, ...data }: GameEvent, name: SeatNames): string {
  const words = Object.entries(data).map(([key, value]) =>
    key === 'seat' && typeof value === 'number'
      ? name(value)
      : `${spaced(key)} ${typeof value === 'string' ? value : JSON.stringify(value)}`,
  );
  return `${spaced(type)} ${words.join(', ')}`.trim();
}

/** An event as its game tells it, else as data; told from a state after it. */
export const sayEvent = (kit: Kit, state: unknown, event: GameEvent): string =>
  kit.say.event?.(state, event) ?? eventWords(event, seatNamesOf(kit));

/** Whose doing an event was, before its words. */
export const PART_LABELS: { readonly [by in Part['by']]: string } = {
  setup: '',
  time: 'meanwhile: ',
  rules: 'by the rules: ',
  move: '',
  leave: '',
  draw: 'chance: ',
};

/** A number in groups of three: `4,865,609`. */
export const grouped = (n: number): string => `${n}`.replace(/\B(?=(?:\d{3})+$)/g, ',');

/** What a game has that others have not. */
export const featuresOf = ({ game }: Kit): string[] =>
  [
    game.chance && 'chance',
    game.secrets && 'secrets',
    game.time && 'time',
    game.pace === 'free' && 'free pace',
  ].filter(feature => typeof feature === 'string');

/** `1 entry`, `2 entries`. */
export const counted = (n: number, one: string, many: string): string =>
  `${grouped(n)} ${n === 1 ? one : many}`;
