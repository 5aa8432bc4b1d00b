/**
 * Some state that looks like this to a seat: the tiles that it does not see are dealt at random, but so that no seat
 * holds a tile that it is known not to have.
 */
import { type Rng, rngFrom, type Seed, shuffle } from '@kifu/core';
import { leaderOf, makeState } from './make-state.ts';
import type { View } from './secrets.ts';
import type { State } from './state.ts';
import { bestOf, bitOf, outranking, TILES, type Tile, type TileSet } from './tiles.ts';

/** Deals what the view hides; the same for the same seed. */
export function sample(view: View, seed: Seed): State {
  const board = view.board.map(({ tile }) => tileOf(tile));
  const open = view.hands.map(hand => hand.map(pair => (pair === null ? null : tileOf(pair))));
  const seen = [...board, ...open.flat()].reduce((set: TileSet, tile) => set | bitOrNone(tile), 0);
  const unseen = TILES.filter(tile => (seen & bitOf(tile)) === 0);
  const [order, after] = shuffle(seed, unseen);
  const slots = hiddenSlots(view, open);
  const dealt = dealInto(slots, order);
  const hands = open.map(hand => hand.map(tile => tile ?? 0));
  for (const [i, { seat, index }] of slots.entries()) hands[seat]![index] = dealt[i]!;
  const boneyard = order.filter(tile => !dealt.includes(tile)).slice(0, view.boneyard);
  if (board.length === 0) letLead(view, hands, boneyard, rngFrom(after));
  return makeState({
    hands,
    boneyard,
    board,
    moves: view.moveCount,
    passed: view.passed.reduce((bits, flag, seat) => bits | (Number(flag) << seat), 0),
    turn: view.turn,
    seed: after,
    barred: view.barred,
  });
}

const tileOf = ([left, right]: readonly [number, number]): Tile => (left << 3) | right;
const bitOrNone = (tile: Tile | null): TileSet => (tile === null ? 0 : bitOf(tile));

/** A tile of a hand that lies face down. */
interface Slot {
  readonly seat: number;
  readonly index: number;
  readonly barred: TileSet;
}

function hiddenSlots(
  { barred, board, turn }: View,
  open: readonly (readonly (Tile | null)[])[],
): Slot[] {
  // the seat that is about to lead holds the best tile of all hands: no other holds a better one
  const leader = open[turn]!.filter(tile => tile !== null);
  const above = board.length === 0 && leader.length > 0 ? outranking(bestOf(leader)) : 0;
  return open.flatMap((hand, seat) =>
    hand.flatMap((tile, index) =>
      tile === null ? [{ seat, index, barred: barred[seat]![index]! | above }] : [],
    ),
  );
}

/** A tile for each slot. Those of which something is known come first, and make way for each other where they must. */
function dealInto(slots: readonly Slot[], tiles: readonly Tile[]): Tile[] {
  const holder = new Map<Tile, number>();
  for (const [i, { barred }] of slots.entries())
    if (barred !== 0) find(slots, tiles, holder, i, []);
  const dealt: Tile[] = new Array(slots.length).fill(-1);
  for (const [tile, i] of holder) dealt[i] = tile;
  const free = tiles.filter(tile => !holder.has(tile)).values();
  return dealt.map(tile => (tile < 0 ? free.next().value! : tile));
}

/** Gives a slot the first tile that it may have, another slot taking another one if need be (Kuhn's algorithm). */
function find(
  slots: readonly Slot[],
  tiles: readonly Tile[],
  holder: Map<Tile, number>,
  slot: number,
  tried: Tile[],
): boolean {
  for (const tile of tiles) {
    if ((slots[slot]!.barred & bitOf(tile)) !== 0 || tried.includes(tile)) continue;
    tried.push(tile);
    const other = holder.get(tile);
    if (other !== undefined && !find(slots, tiles, holder, other, tried)) continue;
    holder.set(tile, slot);
    return true;
  }
  return false;
}

/** Before the first tile it is known which seat leads: if the deal makes it another, that seat gets the best of the unseen tiles. */
function letLead({ turn, hands: seen }: View, hands: Tile[][], boneyard: Tile[], luck: Rng): void {
  if (leaderOf(hands) === turn) return;
  const hidden = hands.filter((_, seat) => seen[seat]!.includes(null));
  const best = bestOf([...hidden.flat(), ...boneyard]);
  const from = [...hidden, boneyard].find(tiles => tiles.includes(best))!;
  const own = hands[turn]!;
  const given = luck(own.length);
  [from[from.indexOf(best)], own[given]] = [own[given]!, best];
}
