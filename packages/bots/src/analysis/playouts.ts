/**
 * Analysis by playouts: for games with chance, secrets, time, or more than two seats. The seat to move is the one whose view is
 * searched, with luck of its own: an analysis never looks at the true seed or at hidden hands.
 */
import {
  type AnalysisLine,
  type Json,
  type Kit,
  type PositionSearch,
  playerViewOf,
  rngFrom,
  type SearchRequest,
  type SearchResult,
  type Seat,
} from '@kifu/core';
import { createTreeSearch, simulate, type TreeSearch } from '../mcts.ts';
import { meanReward, type NodeTally, newNode, type SearchNode } from '../tree.ts';

/** Simulations between two results. */
const FIRST_RESULT = 50;
/** A line continues while its moves were tried this often. */
const MIN_VISITS = 10;

/** Makes the search for a game. */
export const playoutsFor = <State, Move extends Json>(
  kit: Kit<State, Move>,
): PositionSearch<State, Move> =>
  function* search(state, request) {
    const [seat] = kit.game.active(state);
    if (seat === undefined) return;
    const search = createTreeSearch(
      kit,
      playerViewOf(kit.game, state, seat),
      rngFrom(request.seed),
    );
    const root = newNode<State, Move>();
    let due = FIRST_RESULT;
    do {
      simulate(search, root);
      if (root.visits < due) continue;
      due = 2 * root.visits;
      yield resultOf(search, root, state, request);
    } while (!request.isOver(root.visits));
    yield resultOf(search, root, state, request);
  };

function resultOf<State, Move extends Json>(
  search: TreeSearch<State, Move>,
  root: SearchNode<State, Move>,
  state: State,
  { lines }: SearchRequest,
): SearchResult<Move> {
  const { kit, sight, keyOf } = search;
  const children = sight.legal.flatMap(move => {
    const child = root.children.get(keyOf(sight.seat, move));
    return child === undefined || child.visits === 0 ? [] : [{ move, child }];
  });
  // a mean is at most 1, so it decides only between those that were tried as often
  const rankOf = ({ child }: (typeof children)[number]): number =>
    2 * child.visits + meanReward(child, sight.seat);
  children.sort((a, b) => rankOf(b) - rankOf(a));
  return {
    lines: children.slice(0, lines).map(({ move, child }): AnalysisLine<Move> => {
      const seats = kit.game.seated(state);
      const chances = chancesOf(child, seats);
      const score = Math.round(2000 * (chances[0]! - 0.5));
      return {
        moves: [move, ...follow(search, child, state, move)],
        chances,
        evaluation: kit.game.seats[1] === 2 ? { score } : null,
      };
    }),
    depth: 0,
    nodes: root.visits,
  };
}

/** Mean rewards by seat number. */
const chancesOf = (node: NodeTally, seats: readonly Seat[]): number[] => {
  const chances = new Array<number>(Math.max(...seats) + 1).fill(0);
  for (const seat of seats) chances[seat] = meanReward(node, seat);
  return chances;
};

/** The moves tried most often after the first one, as long as neither chance nor what is hidden decides which are legal. */
function follow<State, Move extends Json>(
  { kit: { game }, keyOf }: TreeSearch<State, Move>,
  from: SearchNode<State, Move>,
  state: State,
  first: Move,
): Move[] {
  const moves: Move[] = [];
  let node = from;
  let [seat] = game.active(state);
  let played = game.play(state, seat!, first);
  while (played.ok && game.outcome(played.value.state) === null) {
    const at: State = played.value.state;
    const mover = seat;
    [seat] = game.active(at);
    const isHidden = game.chance?.due(at) === true || (game.secrets && seat !== mover);
    if (seat === undefined || isHidden || (game.chance && seat !== mover)) break;
    let best: { readonly move: Move; readonly child: SearchNode<State, Move> } | null = null;
    for (const move of game.legal(at, seat)) {
      // nodes that keep their turn are found by the very moves of its list
      const key =
        node.turn === null ? keyOf(seat, move) : sameIn(node, move, game.moves.hex.encode);
      const child = node.children.get(key as never);
      if (child !== undefined && child.visits > (best?.child.visits ?? MIN_VISITS - 1))
        best = { move, child };
    }
    if (best === null) break;
    moves.push(best.move);
    node = best.child;
    played = game.play(at, seat, best.move);
  }
  return moves;
}

function sameIn<State, Move extends Json>(
  node: SearchNode<State, Move>,
  move: Move,
  spell: (move: Move) => string,
): unknown {
  const key = spell(move);
  return node.turn?.choices.find(
    choice => typeof choice !== 'symbol' && spell(choice as Move) === key,
  );
}
