/** The screen of a real-time match: the board, the prompt and the latest events. */
import type { Seat } from '@kifu/core';
import { presentOf } from '@kifu/record/match';
import { drawBoard, widthOf } from '../board.ts';
import { columnsOf } from '../columns.ts';
import type { Cursor } from '../screen.ts';
import { cutTo, fit, type Section } from '../sections.ts';
import type { CommandEffect } from './commands.ts';
import type { Editor } from './editor.ts';
import { endLine, isOver, msToStart, playersLine, type Session } from './session.ts';

/** Lines below the board: events, and the answer to the last input. */
export interface Panes {
  readonly news: readonly string[];
  readonly answer: readonly string[];
  /** Where the session writes. */
  write(text: string): void;
  /** Collects what is written while input is processed: as its answer, or as news if it ended a turn. */
  answering(hear: () => Promise<CommandEffect>): Promise<CommandEffect>;
}

const MAX_NEWS = 100;

/** Panes with nothing in them. */
export function createPanes(): Panes {
  const news: string[] = [];
  let answer: string[] = [];
  let isAnswering = false;
  const add = (lines: readonly string[]): void => {
    news.push(...lines);
    news.splice(0, news.length - MAX_NEWS);
  };
  return {
    news,
    get answer() {
      return answer;
    },
    write(text) {
      const lines = text.replace(/\n$/, '').split('\n');
      if (isAnswering) answer.push(...lines);
      else add(lines);
    },
    async answering(hear) {
      answer = [];
      isAnswering = true;
      const said = await hear();
      isAnswering = false;
      if (said.ok && said.value === 'decided') {
        add(answer);
        answer = [];
      }
      return said;
    },
  };
}

/** Returns lines that fit the screen, and the position of the cursor. */
export function drawPlay(
  session: Session,
  panes: Panes,
  editor: Editor,
  speaker: Seat | null,
): { lines: string[]; cursor?: Cursor } {
  const { io: size, kit, style, match, colors } = session;
  const width = Math.max(1, size.columns - 1); // the last column may wrap
  const cut = (lines: readonly string[]) => lines.map(line => cutColored(line, width));
  const { facts = [], ...bare } = kit.scene(presentOf(match)!.state, undefined, session.voice.game);
  const board = drawBoard(bare, style);
  const needs = session.t.boardNeeds(widest(board), board.length + 1);
  const hasRoom = widest(board) <= size.columns && board.length < size.rows;
  const prompt = promptOf(session, editor, speaker, width);
  const title = `${colors.bold(kit.game.name)}  ${colors.dim(playersLine(session))}`;
  const sections: Section[] = [
    { rank: 6, lines: cut([title]) },
    { rank: 7, lines: [''] },
    { rank: 2, lines: hasRoom ? board : cut([needs]) },
    { rank: 5, lines: cut(facts.map(({ label, value }) => `  ${label}: ${value}`)) },
    { rank: 3, lines: cut([statusOf(session)]) }, // always there, so that nothing jumps
    { rank: 1, lines: [prompt.line] },
    { rank: 4, lines: cut(panes.answer), mayBeCut: 'first' },
    { rank: 8, lines: cut(panes.news), mayBeCut: 'last' },
  ];
  const lines = fit(sections, size.rows);
  const row = lines.indexOf(prompt.line);
  return row < 0 ? { lines } : { lines, cursor: { row, column: prompt.column } };
}

const widest = (lines: readonly string[]): number => Math.max(0, ...lines.map(widthOf));

/** Cuts a line that is too long. It loses its colors, so that no color code is cut in two. */
const cutColored = (line: string, width: number): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: color codes start with one
  widthOf(line) <= width ? line : cutTo(line.replace(/\x1b\[[\d;]*m/g, ''), width);

/** What the players wait for: the start, an answer, nothing any more; empty while they play. */
function statusOf(session: Session): string {
  const { colors, match, names, t } = session;
  const ended = endLine(session);
  if (ended !== null) return `  ${ended}`;
  const waitMs = msToStart(session);
  if (waitMs > 0) return `  ${colors.bold(t.startsIn(Math.ceil(waitMs / 1000)))}`;
  const { offer, isPaused } = match.replay!.table!.talk;
  if (isPaused) return `  ${colors.bold(t.paused)}: ${t.pausedHint}`;
  if (offer === null) return '';
  return `  ${colors.bold(t.drawOffered(names(offer.by)))}: ${t.drawHint}`;
}

/** The prompt with the typed line, and the column of the cursor; of a long line, the part around the cursor. */
function promptOf(
  session: Session,
  { text, cursor }: Editor,
  speaker: Seat | null,
  width: number,
): { readonly line: string; readonly column: number } {
  const { colors, names, match, t } = session;
  const isAtEnd = isOver(session);
  const canRematch = match.rematch !== null && match.seats.length > 0;
  const label = isAtEnd
    ? t.endPrompt([...(canRematch ? ['rematch'] : []), 'save FILE'])
    : `${speaker === null ? t.watching : names(speaker)}>`;
  const taken = columnsOf(label);
  const room = Math.max(1, width - taken - 1);
  const from = Math.max(0, cursor - room + 1);
  const shown = text.slice(from, from + room);
  if (taken + 2 > width) return { line: shown.slice(0, width), column: 0 };
  return {
    line: `${isAtEnd ? colors.dim(label) : colors.bold(label)} ${shown}`,
    column: taken + 1 + cursor - from,
  };
}
