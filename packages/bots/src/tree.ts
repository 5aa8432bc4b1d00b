/** The tree of a search: what has been decided for, how often, and what each seat got from it. */
import type { Json, MoveCodec, Seat } from '@kifu/core';
import { type BotTurn, type Choice, WAIT } from './flow.ts';

/** Statistics of the simulations of a position. */
export interface NodeTally {
  visits: number;
  /** How often this could have been decided for: in games of chance not every move is legal each time. */
  offers: number;
  /** The sum of what each seat got, by seat number. */
  readonly rewards: number[];
}

/** A position of the tree, by the decisions that lead to it. */
export interface SearchNode<State, Move> extends NodeTally {
  readonly children: Map<ChoiceKey<Move>, SearchNode<State, Move>>;
  /** Kept only where it is the same for every simulation. */
  turn: BotTurn<State, Move> | null;
}

/** What a child is found by. */
export type ChoiceKey<Move> = Choice<Move> | string;

/** A position that no simulation has reached yet. */
export const newNode = <State, Move>(): SearchNode<State, Move> => ({
  visits: 0,
  offers: 1,
  rewards: [],
  children: new Map(),
  turn: null,
});

/** Finds children by what the decision says: equal moves of two lists are one, and so is the seat that makes it. */
export const spelledKey =
  <Move extends Json>(moves: MoveCodec<Move>) =>
  (seat: Seat, choice: Choice<Move>): ChoiceKey<Move> =>
    `${seat} ${choice === WAIT ? 'waits' : moves.hex.encode(choice)}`;

/** Finds children by the choice itself, which is quicker: for nodes that keep their turn, and with it one list. */
export const sameKey = <Move>(_seat: Seat, choice: Choice<Move>): ChoiceKey<Move> => choice;

/** The mean of what a seat got. */
export const meanReward = ({ rewards, visits }: NodeTally, seat: Seat): number =>
  (rewards[seat] ?? 0) / visits;

/** Counts a simulation that came through here. */
export function addRewards(tally: NodeTally, rewards: readonly number[]): void {
  tally.visits++;
  rewards.forEach((reward, seat) => {
    tally.rewards[seat] = (tally.rewards[seat] ?? 0) + reward;
  });
}

/** The upper confidence bound of a seat's reward: the mean, and more for what was offered often and tried little. */
export const promise = (tally: NodeTally, seat: Seat, curiosity: number): number =>
  meanReward(tally, seat) + curiosity * Math.sqrt(Math.log(tally.offers) / tally.visits);
