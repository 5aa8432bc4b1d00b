/**
 * Monte Carlo tree search (UCT) through the Game interface alone, for any number of seats.
 *
 * Every position of the tree keeps a reward for each seat, and the seat that decides there looks at its own. In games with
 * chance or secrets the bot plays fair: each simulation starts from a state with fresh luck, or from some state that
 * looks like the true one to its seat. The tree is therefore a tree of decisions, not of states: states are folded
 * again on the way down, and moves that are not legal this time are skipped (information set search, Cowling et al. 2012).
 */
import {
  type Bot,
  type BotKit,
  type BotOptions,
  type Game,
  type Json,
  type PlayerView,
  type Rng,
  rngFrom,
  type Seat,
} from '@kifu/core';
import {
  type BotTurn,
  type Choice,
  decide,
  decidedBy,
  mayWait,
  NONE_DECIDED,
  turnAt,
  WAIT,
} from './flow.ts';
import { seedFrom } from './luck.ts';
import { isWin, rewardsOf } from './reward.ts';
import {
  addRewards,
  type ChoiceKey,
  meanReward,
  newNode,
  promise,
  type SearchNode,
  sameKey,
  spelledKey,
} from './tree.ts';

/** Simulations for one move where the options name no budget. */
const DEFAULT_NODES = 400;

/** The limit where only the time is given: a clock that has stopped must not fill the memory. */
const MAX_NODES = 1_000_000;

/** The parameters of a search. */
interface Manner {
  /** Decisions in a rollout at most. */
  readonly rollout: number;
  /** How eagerly the tree tries what looks worse, in standard deviations of the reward. */
  readonly curiosity: number;
}

/** Where the kit judges positions: a few moves, so that what hangs is taken. Found by play of chess bots. */
const JUDGED: Manner = { rollout: 4, curiosity: 0.7 };

/** Where it does not: most games reach their end, and ends are noisier than evaluations. */
const BLIND: Manner = { rollout: 300, curiosity: 2 };

/** Never quite nothing, or a few equal rewards would end all curiosity. */
const MIN_DEVIATION = 0.02;

/**
 * Makes a bot that thinks for `nodes` simulations (default: 400) or `timeMs`, whichever is over first; each
 * simulation adds one position to the tree. The bot holds its seed, which goes forward once for every choice, and
 * nothing else: its k-th choice depends on the options, on k and on what it is shown.
 */
export function mctsBot<State, Move extends Json>(
  kit: BotKit<State, Move>,
  options: BotOptions,
): Bot<State, Move> {
  if (options.timeMs !== undefined && options.now === undefined)
    throw new TypeError('a time budget needs a clock: give now with timeMs');
  const luck = rngFrom(options.seed);
  return {
    choose(sight) {
      const thoughts = rngFrom(seedFrom(luck));
      const choices = sight.legal.length === 0 ? [] : withWait(kit.game, sight.legal);
      if (choices.length <= 1) return sight.legal[0] ?? null;
      return think(createTreeSearch(kit, sight, thoughts), options);
    },
  };
}

/** What one search has besides its tree. */
export interface TreeSearch<State, Move extends Json> {
  readonly kit: BotKit<State, Move>;
  readonly sight: PlayerView<State, Move>;
  readonly luck: Rng;
  /** A decision always leads to the same state, so that nodes can keep theirs. */
  readonly isSure: boolean;
  readonly keyOf: (seat: Seat, choice: Choice<Move>) => ChoiceKey<Move>;
  readonly manner: Manner;
  /** What the bot's own seat got so far. */
  readonly got: Spread;
}

interface Spread {
  sum: number;
  squares: number;
  count: number;
}

/** Prepares a search of what a seat sees. */
export function createTreeSearch<State, Move extends Json>(
  kit: BotKit<State, Move>,
  sight: PlayerView<State, Move>,
  luck: Rng,
): TreeSearch<State, Move> {
  const { game } = kit;
  const isSure = game.chance === undefined && game.secrets === undefined;
  const keyOf = isSure ? sameKey : spelledKey(game.moves);
  const manner = kit.evaluate === undefined ? BLIND : JUDGED;
  return { kit, sight, luck, isSure, keyOf, manner, got: { sum: 0, squares: 0, count: 0 } };
}

function think<State, Move extends Json>(
  search: TreeSearch<State, Move>,
  options: BotOptions,
): Move | null {
  const root = newNode<State, Move>();
  const isOver = limitOf(options);
  // one simulation is always made, and a root that is left with one choice has found a win
  do simulate(search, root);
  while (root.turn?.choices.length !== 1 && !isOver(root.visits));
  return mostTried(search, root);
}

/** Says whether to stop after a number of simulations. */
function limitOf({ nodes, timeMs, now }: BotOptions): (done: number) => boolean {
  const limit = nodes ?? (timeMs === undefined ? DEFAULT_NODES : MAX_NODES);
  if (timeMs === undefined || now === undefined) return done => done >= limit;
  const end = now() + timeMs;
  return done => done >= limit || now() >= end;
}

/** The move tried most often; of those the one with the best reward, then the first in canonical order. */
function mostTried<State, Move extends Json>(
  { kit: { game }, sight: { seat, legal }, keyOf }: TreeSearch<State, Move>,
  root: SearchNode<State, Move>,
): Move | null {
  let found: Choice<Move> = legal[0]!;
  let most = -1;
  for (const choice of withWait(game, legal)) {
    const child = root.children.get(keyOf(seat, choice));
    // a mean is at most 1, so it decides only between those that were tried as often
    const rank = child === undefined ? -1 : 2 * child.visits + meanReward(child, seat);
    if (rank <= most) continue;
    found = choice;
    most = rank;
  }
  return found === WAIT ? null : (found as Move);
}

/** The choices of a seat that has legal moves. */
const withWait = <Move extends Json>(
  game: Game<unknown, Move>,
  legal: readonly Move[],
): readonly Choice<Move>[] => (mayWait(game) ? [...legal, WAIT] : legal);

/** Descends the tree to a new position, continues with random moves, and updates all positions on the way. */
export function simulate<State, Move extends Json>(
  search: TreeSearch<State, Move>,
  root: SearchNode<State, Move>,
): void {
  const path = [root];
  let node = root;
  let turn = root.turn ?? firstTurn(search);
  do {
    if (search.isSure) node.turn ??= turn;
    if (turn.seat === null) break;
    [node, turn] = descend(search, node, turn, turn.seat);
    path.push(node);
  } while (node.visits > 0);
  const { state, outcome } = rollout(search, turn);
  const rewards = rewardsOf(search.kit, state, outcome);
  for (const passed of path) addRewards(passed, rewards);
  const own = rewards[search.sight.seat] ?? 0;
  search.got.sum += own;
  search.got.squares += own * own;
  search.got.count++;
}

/** Where a simulation starts: in what the seat sees, with fresh luck, or in some state that looks the same to it. */
function firstTurn<State, Move extends Json>({
  kit: { game },
  sight: { seat, legal, state, view },
  luck,
}: TreeSearch<State, Move>): BotTurn<State, Move> {
  const start = (imagined: State) => ({
    state: imagined,
    outcome: null,
    seat,
    choices: withWait(game, legal),
    decided: NONE_DECIDED,
  });
  if (game.secrets !== undefined) return start(game.secrets.sample(view, seedFrom(luck)));
  return start(game.chance?.reseed(state!, seedFrom(luck)) ?? state!);
}

/** A choice, and the position that it led to before; null where it was never made. */
interface Offer<State, Move> {
  readonly choice: Choice<Move>;
  readonly key: ChoiceKey<Move>;
  readonly child: SearchNode<State, Move> | null;
}

/** One decision further: to something new as long as there is any, then to what promises most to the seat. */
function descend<State, Move extends Json>(
  search: TreeSearch<State, Move>,
  node: SearchNode<State, Move>,
  turn: BotTurn<State, Move>,
  seat: Seat,
): [SearchNode<State, Move>, BotTurn<State, Move>] {
  const { game } = search.kit;
  const offers = turn.choices.map((choice): Offer<State, Move> => {
    const key = search.keyOf(seat, choice);
    return { choice, key, child: node.children.get(key) ?? null };
  });
  const fresh = offers.filter(({ child }) => child === null);
  for (const { child } of offers) if (child !== null) child.offers++;
  const { choice, key, child } =
    fresh.length > 0
      ? pickFresh(search, node, turn, seat, fresh)
      : mostPromising(search, seat, offers);
  const next = child ?? newNode<State, Move>();
  if (child === null) node.children.set(key, next);
  const after = () => turnAt(game, decide(game, turn, choice), decidedBy(game, turn.decided, seat));
  return [next, next.turn ?? after()];
}

/** Something never tried here: what wins at once if anything does, else one at random. */
function pickFresh<State, Move extends Json>(
  { kit: { game }, luck, isSure }: TreeSearch<State, Move>,
  node: SearchNode<State, Move>,
  turn: BotTurn<State, Move>,
  seat: Seat,
  fresh: readonly Offer<State, Move>[],
): Offer<State, Move> {
  const wins = ({ choice }: Offer<State, Move>) =>
    isWin(game.outcome(decide(game, turn, choice)), seat);
  // where nothing changes from one simulation to the next, all choices were looked at the first time
  const win = isSure && node.children.size > 0 ? undefined : fresh.find(wins);
  if (win === undefined) return fresh[luck(fresh.length)]!;
  if (isSure) node.turn = { ...turn, choices: [win.choice] };
  return win;
}

function mostPromising<State, Move extends Json>(
  { manner, got }: TreeSearch<State, Move>,
  seat: Seat,
  offers: readonly Offer<State, Move>[],
): Offer<State, Move> {
  const curiosity = manner.curiosity * deviation(got);
  let found = offers[0]!;
  let most = -1;
  for (const offer of offers) {
    const worth = promise(offer.child!, seat, curiosity);
    if (worth > most) [found, most] = [offer, worth];
  }
  return found;
}

/** The standard deviation: a judge may see all positions between −50 and 50, and still tell them apart. */
function deviation({ sum, squares, count }: Spread): number {
  const mean = sum / count;
  return Math.max(MIN_DEVIATION, Math.sqrt(Math.max(0, squares / count - mean * mean)));
}

/** Continues with random moves, to the end or until thinking stops. */
function rollout<State, Move extends Json>(
  { kit: { game }, luck, manner }: TreeSearch<State, Move>,
  from: BotTurn<State, Move>,
): BotTurn<State, Move> {
  let turn = from;
  for (let n = 0; n < manner.rollout && turn.seat !== null; n++) {
    const choice = turn.choices[luck(turn.choices.length)]!;
    turn = turnAt(game, decide(game, turn, choice), decidedBy(game, turn.decided, turn.seat));
  }
  return turn;
}
