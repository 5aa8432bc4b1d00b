/** A live match on the screen: the board as whoever looks may see it, and what happens, line by line. */
import type { Writable } from 'node:stream';
import type { Live, LiveEvents } from '@kifu/client';
import { type GameEvent, type Json, type Kit, type Part, type Seat, seatNamesOf } from '@kifu/core';
import { type BoardStyle, drawBoard } from '../board.ts';
import { movedBy, spellShort } from '../input.ts';
import type { Colors } from '../io.ts';
import { actWords, eventWords, outcomeWords, PART_LABELS } from '../match-words.ts';
import { oneLine, printable } from '../text.ts';

/** Everything needed to show a match. */
export interface LiveScreen {
  readonly screen: Writable;
  readonly kit: Kit;
  readonly live: Live;
  readonly colors: Colors;
  readonly style: BoardStyle;
}

/** Writes lines. */
export const tell = ({ screen }: Pick<LiveScreen, 'screen'>, ...lines: readonly string[]): void =>
  void screen.write(lines.map(line => `${line}\n`).join(''));

/** The state that moves are written and read by; of hidden hands one that looks like the true one. */
export function stateFor({ live, kit }: Pick<LiveScreen, 'live' | 'kit'>): unknown {
  const table = live.followed?.table ?? null;
  if (table !== null) return live.present()?.state ?? table.state;
  const { secrets } = kit.game;
  return live.sight === null ? null : (secrets?.sample(live.sight.view, 0) ?? null);
}

/** Draws the board. */
export function tellBoard(shown: LiveScreen): void {
  const { live, kit, style } = shown;
  const { followed, sight, seat } = live;
  if (followed === null) return;
  const hidden = followed.table === null ? sight : null;
  if (hidden === null) tell(shown, '', ...drawBoard(kit.scene(stateFor(shown)), style), '');
  else if (kit.sceneOfView !== undefined)
    tell(shown, '', ...drawBoard(kit.sceneOfView(hidden.view, seat), style), '');
  else tell(shown, '', JSON.stringify(hidden.view), '');
}

/** Tells what a node brought. `before` is the state that the move was made in. */
function tellNode(
  shown: LiveScreen,
  { entry, parts, sight, followed }: LiveEvents['node'],
  before: unknown,
): void {
  const { kit, colors } = shown;
  const names = seatNamesOf(kit);
  if (entry !== null && entry.act.type === 'move' && entry.seat !== null) {
    const events = parts.find(({ by }) => by === 'move')?.events ?? [];
    const words = wordsOf(kit, before, movedBy(kit, entry.act), events);
    tell(shown, `${`${followed.n}`.padStart(5)}  ${names(entry.seat)}  ${colors.bold(words)}`);
  } else if (entry !== null)
    tell(shown, `${`${followed.n}`.padStart(5)}  ${actWords(entry, names)}`);
  for (const part of parts.filter(isBesides)) tellEvents(shown, PART_LABELS[part.by], part.events);
  if (sight !== null) tellEvents(shown, '', sight.events as readonly GameEvent[]);
  if (followed.isEnded && followed.outcome !== null)
    tell(shown, colors.bold(printable(outcomeWords(followed.outcome, names))));
}

const isBesides = ({ by }: Part): boolean => by !== 'move' && by !== 'setup';

function tellEvents(shown: LiveScreen, label: string, events: readonly GameEvent[]): void {
  for (const event of events)
    tell(shown, `       ${printable(`${label}${eventWords(event, seatNamesOf(shown.kit))}`)}`);
}

/** The move as people write it, and in words where the state is known. */
function wordsOf(kit: Kit, before: unknown, move: Json, events: readonly GameEvent[]): string {
  if (before === null) return kit.game.moves.hex.encode(move);
  return printable(`${spellShort(kit, before, move)}  ${kit.say.move(before, move, events)}`);
}

/** Follows a match on the screen: everything that happens from now on. Gives back how to stop. */
export function showAll(shown: LiveScreen, onMove: () => void): () => void {
  const { live } = shown;
  let before = stateBefore(live);
  const offs = [
    live.on('node', news => {
      tellNode(shown, news, before);
      before = stateBefore(live);
      onMove();
    }),
    live.on('chat', ({ seat, name, text }) =>
      tell(
        shown,
        `  ${oneLine(name)}${seat === null ? '' : ` (${seatNamesOf(shown.kit)(seat)})`}: ${oneLine(text)}`,
      ),
    ),
    live.on('fault', ({ message }) =>
      tell(shown, `  ${shown.colors.red('✗')} ${printable(message)}`),
    ),
    live.on('down', ({ isOver }) => {
      if (!isOver) tell(shown, '  the connection is lost, trying again …');
    }),
  ];
  return () => {
    for (const off of offs) off();
  };
}

const stateBefore = ({ followed }: Live): unknown => followed?.table?.state ?? null;

/** The names of those who have a seat. */
export const playersLine = ({ live, kit }: LiveScreen): string =>
  (live.invite?.seats ?? [])
    .map(
      ({ seat, name, type }) =>
        `${seatNamesOf(kit)(seat)}: ${name === null ? type : oneLine(name)}`,
    )
    .join(' · ');

/** Whether the match waits for a seat. */
export function isOnTurn({ live, kit }: LiveScreen, seat: Seat): boolean {
  const { followed, sight } = live;
  const table = followed?.table ?? null;
  if (table === null) return sight?.active.includes(seat) ?? false;
  if (table.outcome !== null || kit.game.chance?.due(table.state) === true) return false;
  return kit.game.active(table.state).includes(seat);
}
