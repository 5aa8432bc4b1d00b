/** Keys of positions are those of one record, also where several are listed at the same time. */
import { start, step, unwrap } from '@kifu/core';
import { chess, parseUci } from '@kifu/games/chess';
import { expect, test } from 'vitest';
import { PositionKeys, positionKey } from './positions.ts';

const { game } = chess;

/** The states of a game from its start. */
function statesOf(moves: string) {
  let { state } = unwrap(start(game, {}));
  const states = [state];
  for (const uci of moves.split(' ')) {
    const move = unwrap(parseUci(uci));
    ({ state } = unwrap(step(game, state, { do: 'move', seat: state.turn, move })));
    states.push(state);
  }
  return states;
}

test('records that are listed at the same time have the keys that each has alone', () => {
  const [one, other] = [statesOf('e2e4 e7e5 g1f3 b8c6'), statesOf('d2d4 d7d5 c2c4 e7e6')];
  const alone = [one, other].map(states =>
    Buffer.concat(states.map(state => positionKey(game, state))),
  );
  const keys = [new PositionKeys(game), new PositionKeys(game)] as const;
  for (const [i, state] of one.entries()) {
    keys[0].note(state);
    keys[1].note(other[i]!);
  }
  expect(Buffer.compare(keys[0].keys(), alone[0]!)).toBe(0);
  expect(Buffer.compare(keys[1].keys(), alone[1]!)).toBe(0);
  // a record that ended before the other began
  const late = [new PositionKeys(game), new PositionKeys(game)] as const;
  for (const state of one) late[0].note(state);
  for (const state of other) late[1].note(state);
  expect(Buffer.compare(late[0].keys(), alone[0]!)).toBe(0);
  expect(Buffer.compare(late[1].keys(), alone[1]!)).toBe(0);
});
