/** The screen of a live match: the board, what flies and rests, the line that is typed, and what happened. */
import { drawBoard, widthOf } from '../board.ts';
import type { Cursor } from '../screen.ts';
import { cutTo, fit, type Section, type Size } from '../sections.ts';
import { type Live, speakerOf } from './live-hear.ts';
import { present } from './local-match.ts';
import { endLine, peopleOf, type Session, stateNow } from './session.ts';

/** The lines of the screen, no more and no longer than it has room for, and where the cursor stands. */
export function drawLive(live: Live, size: Size): { lines: string[]; cursor?: Cursor } {
  const { session, panes } = live;
  const width = Math.max(1, size.columns - 1); // the last column may wrap
  const cut = (lines: readonly string[]) => lines.map(line => cutColored(line, width));
  const { facts = [], ...bare } = session.kit.scene(stateNow(session));
  const board = drawBoard(bare, session.style);
  const needs = `the board needs ${widest(board)} columns and ${board.length + 1} rows`;
  const hasRoom = widest(board) <= size.columns && board.length < size.rows;
  const prompt = promptOf(live, width);
  const told = facts.map(({ label, value }) => `  ${label}: ${value}`);
  const sections: Section[] = [
    { rank: 6, lines: cut([titleOf(session)]) },
    { rank: 7, lines: [''] },
    { rank: 2, lines: hasRoom ? board : cut([needs]) },
    { rank: 5, lines: cut(told) },
    { rank: 3, lines: cut([statusOf(live)]) }, // always there, so that nothing jumps
    { rank: 1, lines: [prompt.line] },
    { rank: 4, lines: cut(panes.answer), mayBeCut: 'first' },
    { rank: 8, lines: cut(panes.news), mayBeCut: 'last' },
  ];
  const lines = fit(sections, size.rows);
  const row = lines.indexOf(prompt.line);
  return row < 0 ? { lines } : { lines, cursor: { row, column: prompt.column } };
}

const widest = (lines: readonly string[]): number => Math.max(0, ...lines.map(widthOf));

/** A line that is too long is cut, and loses its colours: a colour must not be cut in two. */
const cutColored = (line: string, width: number): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: colours begin with one
  widthOf(line) <= width ? line : cutTo(line.replace(/\x1b\[[\d;]*m/g, ''), width);

function titleOf({ kit, players, names, colors }: Session): string {
  const isAlone = peopleOf(players).length === 1;
  const who = [...players].map(
    ([seat, { name, bot }]) => `${names(seat)}: ${bot === null && isAlone ? 'you' : name}`,
  );
  return `${colors.bold(kit.game.name)}  ${colors.dim(who.join(' · '))}`;
}

/** What everybody waits for: the start, an answer, nothing any more; empty while the match just goes on. */
function statusOf({ session, startsAt }: Live): string {
  const { colors, io, match, names } = session;
  const ended = endLine(session);
  if (ended !== null) return `  ${ended}`;
  const waitMs = startsAt - io.now();
  if (waitMs > 0) return `  ${colors.bold(`begins in ${Math.ceil(waitMs / 1000)}`)}`;
  const { offer } = present(match).chain.table.talk;
  if (offer === null) return '';
  return `  ${colors.bold(`${names(offer.by)} offers a draw`)}: draw accepts, decline does not`;
}

/** The line that is typed, and the column of the cursor; of a long line, what is around the cursor. */
function promptOf(live: Live, width: number): { readonly line: string; readonly column: number } {
  const { session, editor } = live;
  const { colors, names, match } = session;
  const speaker = speakerOf(live);
  const isOver = present(match).outcome !== null;
  const label = isOver
    ? '(save FILE, Enter to leave)'
    : `${speaker === null ? 'watching' : names(speaker)}>`;
  const room = Math.max(1, width - label.length - 1);
  const from = Math.max(0, editor.cursor - room + 1);
  const shown = editor.text.slice(from, from + room);
  if (label.length + 2 > width) return { line: shown.slice(0, width), column: 0 };
  return {
    line: `${isOver ? colors.dim(label) : colors.bold(label)} ${shown}`,
    column: label.length + 1 + editor.cursor - from,
  };
}
