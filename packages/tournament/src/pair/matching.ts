/** Complete pairings: each player with one other, along the pairs that are allowed. Edmonds, "Paths, trees, and flowers", 1965. */

/** Whether two may be paired; must be the same either way. */
export type CanPair = (a: number, b: number) => boolean;

const NO_PLAYER = -1;

/**
 * A complete pairing of 0 … count − 1 in which the first of `order` has the best partner by `wishes` that any complete pairing gives, then the
 * next who has none yet, and so on; null if there is no complete pairing. `wishes` is asked for those who are left, in order.
 */
export function pairInOrder(
  count: number,
  mayMeet: CanPair,
  order: readonly number[],
  wishes: (player: number, left: readonly number[]) => readonly number[],
): [number, number][] | null {
  const mates = Array.from({ length: count }, () => NO_PLAYER);
  const isGone = Array.from({ length: count }, () => false);
  for (let player = 0; player < count; player++)
    if (mates[player] === NO_PLAYER && !augment(player, mates, isGone, mayMeet)) return null;
  const pairs: [number, number][] = [];
  for (const player of order) {
    if (isGone[player]) continue;
    const left = order.filter(other => other !== player && !isGone[other]);
    for (const other of wishes(player, left))
      if (mayMeet(player, other) && settle(player, other, mates, isGone, mayMeet)) {
        pairs.push([player, other]);
        break;
      }
  }
  return pairs;
}

/** Removes two as a pair, if all others can still be paired; otherwise changes nothing and returns false. */
function settle(
  a: number,
  b: number,
  mates: number[],
  isGone: boolean[],
  mayMeet: CanPair,
): boolean {
  const before = [...mates];
  const [ofA, ofB] = [mates[a]!, mates[b]!];
  isGone[a] = true;
  isGone[b] = true;
  if (ofA === b) return true;
  mates[ofA] = NO_PLAYER;
  mates[ofB] = NO_PLAYER;
  if (augment(ofA, mates, isGone, mayMeet)) return true;
  isGone[a] = false;
  isGone[b] = false;
  for (const [player, mate] of before.entries()) mates[player] = mate;
  return false;
}

/** Finds a mate for a vertex without one by changing mates along a path, through blossoms too; returns whether there is one. */
function augment(
  root: number,
  mates: number[],
  isGone: readonly boolean[],
  mayMeet: CanPair,
): boolean {
  const count = mates.length;
  /** By whom a player was reached, on the way from the root. */
  const parent = Array.from({ length: count }, () => NO_PLAYER);
  /** The base of the blossom that a player is in. */
  const base = Array.from({ length: count }, (_, player) => player);
  const isReached = Array.from({ length: count }, () => false);
  const queue = [root];
  isReached[root] = true;

  const commonBase = (a: number, b: number): number => {
    const onWay = new Set<number>();
    for (let at = base[a]!; ; at = base[parent[mates[at]!]!]!) {
      onWay.add(at);
      if (mates[at] === NO_PLAYER) break;
    }
    let at = base[b]!;
    while (!onWay.has(at)) at = base[parent[mates[at]!]!]!;
    return at;
  };
  const markWay = (from: number, to: number, child: number, inBlossom: Set<number>): void => {
    for (let at = from, next = child; base[at] !== to; at = parent[mates[at]!]!) {
      inBlossom.add(base[at]!);
      inBlossom.add(base[mates[at]!]!);
      parent[at] = next;
      next = mates[at]!;
    }
  };
  const contract = (a: number, b: number): void => {
    const to = commonBase(a, b);
    const inBlossom = new Set<number>();
    markWay(a, to, b, inBlossom);
    markWay(b, to, a, inBlossom);
    for (let player = 0; player < count; player++)
      if (inBlossom.has(base[player]!)) {
        base[player] = to;
        if (!isReached[player]) {
          isReached[player] = true;
          queue.push(player);
        }
      }
  };

  for (const a of queue)
    for (let b = 0; b < count; b++) {
      if (isGone[b] || a === b || base[a] === base[b] || mates[a] === b || !mayMeet(a, b)) continue;
      if (b === root || (mates[b] !== NO_PLAYER && parent[mates[b]!] !== NO_PLAYER)) contract(a, b);
      else if (parent[b] === NO_PLAYER) {
        parent[b] = a;
        if (mates[b] === NO_PLAYER) {
          changeMates(b, parent, mates);
          return true;
        }
        isReached[mates[b]!] = true;
        queue.push(mates[b]!);
      }
    }
  return false;
}

function changeMates(end: number, parent: readonly number[], mates: number[]): void {
  for (let at = end; at !== NO_PLAYER; ) {
    const by = parent[at]!;
    const next = mates[by]!;
    mates[at] = by;
    mates[by] = at;
    at = next;
  }
}
