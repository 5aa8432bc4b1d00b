/**
 * Dominoes in words, in any language. The listener may sit on any seat, so hands are listed only when they are open; a drawn tile is named
 * if the event has it.
 */
import { type GameEvent, type Narrator, type Outcome, reasonTexts } from '@kifu/core';
import { type DominosTexts, dominos as english } from '@kifu/texts/en/games/dominos';
import { describeCell } from './describe-cell.ts';
import { pipsInHands } from './ending.ts';
import type { Move } from './move-codec.ts';
import { boardOf, boneyardSize, leftEnd, rightEnd, type State, seatsOf, tilesOf } from './state.ts';
import { leftOf, rightOf, type Tile } from './tiles.ts';

/** Moves, positions, events and tiles. */
export const describe: Narrator<State, Move> = {
  move: describeMove,
  position: describePosition,
  event: describeEvent,
  cell: describeCell,
};

const tileText = (tile: Tile, texts: DominosTexts): string =>
  texts.tile(leftOf(tile), rightOf(tile));

/** The tile of an event, its lower half first. */
function eventTile({ tile }: GameEvent, texts: DominosTexts): string {
  if (!Array.isArray(tile)) return texts.aTile;
  const [one = 0, other = 0] = (tile as number[]).toSorted();
  return texts.tile(one, other);
}

function describeMove(
  state: State,
  move: Move,
  events: readonly GameEvent[],
  texts: DominosTexts = english,
): string {
  const find = (type: string) => events.find(event => event.type === type);
  const end = find('end');
  const parts = [describeAct(state, move, find('draw') ?? find('play'), texts)];
  if (end?.reason === 'emptyHand') parts.push(texts.goesOut);
  if (end?.reason === 'blocked') parts.push(texts.isBlocked);
  return parts.join(', ');
}

/** The move may have been refused, so that the tile need not be there; of a hidden hand only the event knows which it was. */
function describeAct(
  state: State,
  move: Move,
  event: GameEvent | undefined,
  texts: DominosTexts,
): string {
  if (move.tileIndex === -2) return texts.passes;
  if (move.tileIndex === -1)
    return texts.draws(event === undefined ? texts.aTile : eventTile(event, texts));
  const held = tilesOf(state, state.turn)[move.tileIndex];
  const tile =
    event !== undefined
      ? eventTile(event, texts)
      : held === undefined
        ? texts.aTile
        : tileText(held, texts);
  return state.line === null && held !== undefined
    ? texts.leads(tile)
    : texts.plays(tile, move.end);
}

function describePosition(state: State, texts: DominosTexts = english): string {
  const line =
    state.line === null
      ? texts.noLine
      : texts.line(boardOf(state).length, leftEnd(state), rightEnd(state));
  return [
    line,
    texts.boneyard(boneyardSize(state)),
    ...describeHands(state, texts),
    describeTurn(state, texts),
  ].join(' ');
}

function describeHands(state: State, texts: DominosTexts): string[] {
  const pips = pipsInHands(state);
  return seatsOf(state).map(seat => {
    const tiles = tilesOf(state, seat);
    const who = texts.seats[seat]!;
    if (state.outcome === null) return texts.hand(who, tiles.length);
    const names = tiles.map(tile => tileText(tile, texts));
    return texts.openHand(who, names, pips[seat]!);
  });
}

function describeTurn({ turn, outcome }: State, texts: DominosTexts): string {
  return outcome === null
    ? texts.turn(texts.seats[turn]!)
    : texts.sentence(describeOutcome(outcome, texts));
}

function describeOutcome({ winners, points, reason }: Outcome, texts: DominosTexts): string {
  const { by } = reasonTexts(reason, texts);
  const [winner] = winners;
  if (winner === undefined) return texts.drawn(by);
  return texts.wonPoints(texts.seats[winner]!, by, points?.[winner] ?? 0);
}

function describeEvent(
  _state: State,
  event: GameEvent,
  texts: DominosTexts = english,
): string | null {
  const who = texts.seats[event.seat as number] ?? '';
  switch (event.type) {
    case 'play':
      return texts.events.play(who, eventTile(event, texts), `${event.end}`);
    case 'draw':
      return texts.events.draw(who, eventTile(event, texts));
    case 'pass':
      return texts.events.pass(who);
    case 'end':
      return describeOutcome(event as unknown as Outcome, texts);
    default:
      return null;
  }
}
