/** Mage Duel in words, in any language: `CFRR on e8, turned twice, Red wins a city 6–2`. */
import { type GameEvent, type Narrator, reasonTexts } from '@kifu/core';
import { mageDuel as english, type MageDuelTexts } from '@kifu/texts/en/games/mage-duel';
import { describeCell } from './describe-cell.ts';
import type { Side } from './features.ts';
import { CELLS, cellName, SIZE } from './grid.ts';
import { type Move, numberOf } from './moves.ts';
import { formatMove } from './notation.ts';
import { type State, scoreOf, turnOf } from './state.ts';
import { NO_TILE, TILES } from './tiles.ts';

/** Moves, positions, events and cells. */
export const describe: Narrator<State, Move> = {
  move: describeMove,
  listed: listMove,
  position: describePosition,
  event: describeEvent,
  cell: describeCell,
};

function describeMove(
  state: State,
  move: Move,
  events: readonly GameEvent[],
  texts: MageDuelTexts = english,
): string {
  return [
    describeAct(state, move, texts),
    ...events.flatMap(event => describeResult(event, texts) ?? []),
  ].join(', ');
}

function describeAct(state: State, move: Move, texts: MageDuelTexts): string {
  if (move.op === 'skip') return texts.skips;
  if (move.op === 'finish') return texts.claimsEnd;
  const number = numberOf(move);
  if (number < 0) return formatMove(move); // the move was refused
  const isJoker = move.op === 'joker';
  const tile = isJoker ? TILES[move.tile]! : (TILES[state.top] ?? texts.noTile);
  return texts.lays(tile, cellName(number & (CELLS - 1)), move.rot, isJoker);
}

/** `h3`, or `Joker h3`: the board shows the tile. */
function listMove(
  state: State,
  move: Move,
  _events: readonly GameEvent[],
  texts: MageDuelTexts = english,
): string {
  const number = numberOf(move);
  if (move.op === 'skip' || move.op === 'finish' || number < 0)
    return describeAct(state, move, texts);
  const cell = cellName(number & (CELLS - 1));
  return move.op === 'joker' ? `${texts.buttons.joker} ${cell}` : cell;
}

/** What came of a move; contests that only the end of the match settled are left out. */
function describeResult(event: GameEvent, texts: MageDuelTexts): string | null {
  const { type, seat, winner = null, bluePoints, redPoints, by, totals } = event;
  const kind = /^(City|Road)Contest/.exec(type)?.[1];
  if (kind !== undefined && by !== null) {
    const [blue, red] = [Number(bluePoints), Number(redPoints)];
    if (winner === null) return texts.drawnFeature(kind, blue, red);
    const who = texts.seats[winner as Side]!;
    return winner === 0
      ? texts.winsFeature(who, kind, blue, red)
      : texts.winsFeature(who, kind, red, blue);
  }
  if (seat !== 0) return null; // an end is reported to both players
  if (type === 'GameCanceled') return texts.canceled;
  if (type !== 'GameFinished') return null;
  const [blue, red] = totals as [number, number];
  if (winner === null) return texts.tie(blue, red);
  const who = texts.seats[winner as Side]!;
  return winner === 0 ? texts.wins(who, blue, red) : texts.wins(who, red, blue);
}

function describePosition(state: State, texts: MageDuelTexts = english): string {
  const { end, top, deck } = state;
  const tile = top === NO_TILE ? texts.noTop : texts.top(TILES[top]!);
  return [
    describeSide(state, 0, texts),
    describeSide(state, 1, texts),
    texts.deck(tile, deck.length),
    end === null
      ? texts.turn(texts.seats[turnOf(state)]!)
      : texts.sentence(reasonTexts(end.reason, texts).label),
  ].join(' ');
}

/** `Blue: 4 points in cities, 2 in roads, 3 jokers.` */
function describeSide(state: State, side: Side, texts: MageDuelTexts): string {
  const score = scoreOf(state);
  const [city, road] = [score[2 * side]!, score[2 * side + 1]!];
  return texts.side(texts.seats[side]!, city, road, state.jokers[side]);
}

function describeEvent(
  _state: State,
  event: GameEvent,
  texts: MageDuelTexts = english,
): string | null {
  const who = texts.seats[event.seat as number] ?? '';
  switch (event.type) {
    case 'Moved': {
      const position = SIZE * Number(event.col) + Number(event.row);
      const tile = TILES[event.tile as number]!;
      return texts.events.moved(who, tile, cellName(position), event.isJoker === true);
    }
    case 'Skipped':
      return texts.events.skipped(who, event.cause === 'timeout');
    case 'TileDrawn':
      return texts.events.drawn(`${event.edges}`, Number(event.left));
    default:
      return describeResult({ ...event, by: event.by ?? 0, seat: event.seat ?? 0 }, texts);
  }
}
