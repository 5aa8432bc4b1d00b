/**
 * A hidden hand. Nine cards, 1 to 9; two seats get three each, three stay hidden. Each lays a card in turn; the higher
 * of the two takes the trick and leads. A move is an index into the hand.
 */
import {
  fail,
  type Game,
  hasKeys,
  isInteger,
  isObject,
  type Json,
  type JsonObject,
  type Outcome,
  ok,
  refuseAct,
  restoreSeed,
  type Seat,
  type Seed,
  seedAside,
  seedCanon,
  shuffle,
} from '@kifu/core';
import { byteMoves } from './codec.ts';

interface State {
  readonly hands: readonly [readonly number[], readonly number[]];
  readonly rest: readonly number[];
  readonly led: number | null;
  readonly tricks: readonly [number, number];
  readonly turn: 0 | 1;
  readonly seed: Seed;
}

const CARDS = [1, 2, 3, 4, 5, 6, 7, 8, 9];

function outcome({ hands, tricks }: State): Outcome | null {
  if (hands[0].length + hands[1].length > 0) return null;
  const winner = tricks[0] > tricks[1] ? 0 : 1; // three tricks: one seat has more
  return { result: 'win', winners: [winner], points: tricks, reason: 'tricks' };
}

const active = (state: State): Seat[] => (outcome(state) === null ? [state.turn] : []);

/** What both seats and any spectator see: how many cards there are, not which. */
const open = ({ hands, led, tricks, turn }: State) => ({
  counts: hands.map(hand => hand.length),
  led,
  tricks,
  turn,
});

export const tricks: Game<State, number> = {
  name: 'tricks',
  code: 201,
  version: 1,
  seats: [2, 2],
  setup({ seed, start }) {
    if (start !== null) return tricks.states.restore(start.canon, start.aside);
    const [cards, after] = shuffle(seed!, CARDS);
    const hands = [cards.slice(0, 3), cards.slice(3, 6)] as unknown as State['hands'];
    return ok({ hands, rest: cards.slice(6), led: null, tricks: [0, 0], turn: 0, seed: after });
  },
  seated: () => [0, 1],
  active,
  legal: (state, seat) =>
    active(state).includes(seat) ? state.hands[seat as 0 | 1].map((_, i) => i) : [],
  play(state, seat, move) {
    const refused = refuseAct(tricks, state, seat);
    if (refused !== null) return refused;
    if (seat !== state.turn)
      return fail('wrong-seat', 'the other seat is on turn', { rule: 'turn' });
    const card = state.hands[state.turn][move];
    if (card === undefined)
      return fail('illegal-move', 'no such card in the hand', { rule: 'hand' });
    const hands = state.hands.map((hand, i) =>
      i === seat ? hand.filter(other => other !== card) : hand,
    );
    const laid = { ...state, hands: hands as unknown as State['hands'] };
    const events = [{ type: 'laid', seat, card }];
    const other = state.turn === 0 ? 1 : 0;
    if (state.led === null) return ok({ state: { ...laid, led: card, turn: other }, events });
    const taker = card > state.led ? state.turn : other;
    const won = state.tricks.map((n, i) => n + (i === taker ? 1 : 0)) as unknown as State['tricks'];
    return ok({
      state: { ...laid, led: null, tricks: won, turn: taker },
      events: [...events, { type: 'taken', seat: taker }],
    });
  },
  outcome,
  moves: byteMoves(2),
  states: {
    canon: state => ({
      hands: state.hands,
      rest: state.rest,
      led: state.led,
      tricks: state.tricks,
      turn: state.turn,
      seed: seedCanon(state.seed),
    }),
    aside: ({ seed }) => seedAside(seed),
    position: ({ hands, rest, led, turn }) => JSON.stringify([hands, rest, led, turn]),
    restore(canon, aside) {
      if (!isObject(canon) || !hasKeys(canon, ['hands', 'rest', 'led', 'tricks', 'turn', 'seed']))
        return fail('malformed', 'no game of tricks');
      const { hands, rest, led, tricks: won, turn } = canon;
      if (!isPair(hands, isHand) || !isHand(rest) || !isPair(won, n => isInteger(n, 0, 3)))
        return fail('bad-state', 'cards');
      if ((turn !== 0 && turn !== 1) || (led !== null && !isInteger(led, 1, 9)))
        return fail('bad-state', 'turn');
      const cards = [...(hands as number[][]).flat(), ...rest, ...(led === null ? [] : [led])];
      if (new Set(cards).size < cards.length) return fail('bad-state', 'a card is there twice');
      if ((hands as number[][])[turn]!.length === 0 && led !== null)
        return fail('bad-state', 'nothing to lay');
      const seed = restoreSeed(canon.seed, aside);
      if (!seed.ok) return seed;
      const state = { ...(canon as unknown as State), seed: seed.value };
      return ok(state);
    },
  },
  chance: {
    due: () => false,
    draw: state => ({ state, events: [] }),
    reseed: (state, seed) => ({ ...state, seed }),
  },
  secrets: {
    view: (state, seat) => ({
      seat,
      hand: seat === null ? [] : state.hands[seat as 0 | 1],
      gone: gone(state),
      ...open(state),
    }),
    see: event => event,
    sample(view, seed) {
      const { seat, hand, gone: seen, counts, led, tricks: won, turn } = view as unknown as View;
      const known = [...hand, ...seen, ...(led === null ? [] : [led])];
      const [hidden, after] = shuffle(
        seed,
        CARDS.filter(card => !known.includes(card)),
      );
      const hands = [0, 1].map(i =>
        i === seat ? hand : hidden.splice(0, counts[i as 0 | 1]),
      ) as unknown as State['hands'];
      return { hands, rest: hidden.splice(0, 3), led, tricks: won, turn, seed: after };
    },
  },
};

interface View extends JsonObject {
  readonly seat: Seat | null;
  readonly hand: readonly number[];
  /** Cards of finished tricks, which everybody has seen. */
  readonly gone: readonly number[];
  readonly counts: readonly [number, number];
  readonly led: number | null;
  readonly tricks: readonly [number, number];
  readonly turn: 0 | 1;
}

const gone = ({ hands, rest, led }: State) =>
  CARDS.filter(card => card !== led && ![...hands[0], ...hands[1], ...rest].includes(card));

const isHand = (value: Json | undefined): value is readonly number[] =>
  Array.isArray(value) && value.length <= 3 && value.every(card => isInteger(card, 1, 9));
const isPair = (value: Json | undefined, is: (item: Json) => boolean) =>
  Array.isArray(value) && value.length === 2 && value.every(is);
