/** How to play Mage Duel, and a first lesson, on a board with the same border. */
import { type Guide, type JsonObject, step, unwrap } from '@kifu/core';
import { mageDuel as texts } from '@kifu/texts/en/guides/mage-duel';
import { mageDuel } from './index.ts';
import type { Move } from './moves.ts';
import type { State } from './state.ts';

/** Nobody has to hurry; jokers lay the tiles that a figure needs. */
const FREE: JsonObject = { moveTime: 604_800, jokers: 8 };
const DEAL = { seed: 7, options: FREE };

/** What a move decides: the points of both sides in the first city or road that it closes. */
function contest(state: State, text: string): { readonly blue: number; readonly red: number } {
  const { game, notations } = mageDuel;
  const move = unwrap(notations[0]!.parse(state, text));
  const seat = game.active(state)[0]!;
  const { parts } = unwrap(step(game, state, { do: 'move', seat, move }));
  const event = parts
    .flatMap(({ events }) => events)
    .find(({ bluePoints }) => bluePoints !== undefined);
  return { blue: Number(event?.bluePoints), red: Number(event?.redPoints) };
}

const scoreOf = (state: State) => {
  const { score } = mageDuel.game.states.canon(state) as {
    readonly score: readonly (readonly number[])[];
  };
  const [blue, red] = score.map(([city = 0, road = 0]) => city + road);
  return { blue: blue!, red: red! };
};

const isPlace = ({ op }: Move): boolean => op === 'place';
/** Blue holds the larger part of a city, and Red can close it. */
const SHARED = ['CFCF@h6/1'];

export const guide: Guide<State, Move> = {
  sections: [
    {
      name: 'aim',
      ...DEAL,
      moves: ['CFCF@h6/1', 'FRFR@a8/1', 'CCCF@g6/1', 'CCFF@a1/2', 'FFRR@a7/1'],
      numbers: scoreOf,
    },
    {
      ...{ name: 'fit', ...DEAL },
      shows: isPlace,
      legal: ['a7/0', 'g8/0'],
      refused: [
        ['d4/0', 'InvalidMove:detached'],
        ['h6/0', 'InvalidMove:mismatch'],
      ],
    },
    {
      ...{ name: 'points', ...DEAL, moves: SHARED },
      numbers: state => ({ blue: scoreOf(state).blue }),
    },
    {
      ...{ name: 'contest', ...DEAL, moves: SHARED },
      legal: ['CFFF@g6/1'],
      numbers: state => contest(state, 'CFFF@g6/1'),
    },
    {
      ...{ name: 'jokers', seed: 7, options: { moveTime: 604_800 } },
      legal: ['CCFF@a1/2'],
      numbers: state => {
        const { jokers, rules } = mageDuel.game.states.canon(state) as {
          readonly jokers: readonly number[];
          readonly rules: { readonly jokerPrice: number };
        };
        return { jokers: jokers[0]!, price: rules.jokerPrice };
      },
    },
    {
      ...{ name: 'end', seed: 7, options: { moveTime: 604_800 } },
      moves: ['CCFF@a1/2', 'skip', 'skip'],
      outcome: 'double-skip',
      numbers: state => {
        const [blue = 0, red = 0] = mageDuel.game.outcome(state)?.points ?? [];
        return { blue, red };
      },
    },
  ],
  lesson: [
    {
      ...{ name: 'place', ...DEAL },
      goal: { type: 'event', event: { type: 'Moved', isJoker: false } },
      solution: ['g8/0'],
    },
    {
      ...{ name: 'city', ...DEAL, options: { ...FREE, jokers: 8 } },
      goal: { type: 'event', event: { type: 'CityContestWon', winner: 0 } },
      solution: ['CCFF@a1/2'],
    },
    {
      ...{ name: 'road', ...DEAL, moves: ['skip', 'FRFR@a8/1'] },
      goal: { type: 'event', event: { type: 'RoadContestDraw' } },
      solution: ['FFRR@a7/1'],
    },
    {
      ...{ name: 'take', ...DEAL, moves: ['CFCF@h6/1', 'CFCF@g6/1'] },
      goal: { type: 'event', event: { type: 'CityContestWon', winner: 0 } },
      solution: ['CFFF@f6/1'],
    },
  ],
  texts,
};
