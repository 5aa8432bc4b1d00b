/** Ludo through the public `start` and `step`, against an engine of objects and arrays that plays the same games. */
import { canonicalText, type Json, luckFrom, start, stateText, step, unwrap } from '@kifu/core';
import { ludo, type Move } from '@kifu/games/ludo';
import { type Figure, measure } from './measure.ts';
import { applyMove, type NaiveState, rollUntilMove, startGame, winnerOf } from './naive/ludo.ts';

const { game } = ludo;
/** Of two, three and four seats in turn. */
const GAMES = 60;

/** A whole game: who played, from which seed, and what. */
interface Record {
  readonly seats: readonly number[];
  readonly seed: number;
  readonly entries: readonly { readonly seat: number; readonly move: Move }[];
}

export function* figures(): Generator<Figure> {
  const records = Array.from({ length: GAMES }, (_, i) => makeRecord(2 + (i % 3), 7919 * i + 1));
  for (const record of records) check(record);
  const moves = records.reduce((sum, { entries }) => sum + entries.length, 0);
  const all = (play: (record: Record) => unknown) => () => {
    for (const record of records) play(record);
    return moves;
  };
  yield* measure({
    bench: 'games',
    figure: 'step-ludo',
    unit: 'moves/s',
    ours: all(playOurs),
    peers: { naive: all(playNaive) },
  });
}

/** Plays a game by luck to its end. */
function makeRecord(players: number, seed: number): Record {
  const seats = Array.from({ length: players }, (_, seat) => seat);
  const luck = luckFrom(seed + 1);
  const entries: { seat: number; move: Move }[] = [];
  let { state, outcome } = unwrap(start(game, { seats, seed }));
  while (outcome === null) {
    const [seat] = game.active(state) as [number];
    const legal = [...game.legal(state, seat)];
    const move = legal[luck(legal.length)]!;
    entries.push({ seat, move });
    ({ state, outcome } = unwrap(step(game, state, { do: 'move', seat, move })));
  }
  return { seats, seed, entries };
}

function playOurs({ seats, seed, entries }: Record) {
  let stepped = unwrap(start(game, { seats, seed }));
  for (const { seat, move } of entries)
    stepped = unwrap(step(game, stepped.state, { do: 'move', seat, move }));
  return stepped;
}

function playNaive({ seats, seed, entries }: Record): NaiveState {
  let state = rollUntilMove(startGame(seats.length, seed));
  for (const { seat, move } of entries) {
    if (seat !== state.turn) throw new Error(`player ${seat} is not on turn`);
    state = rollUntilMove(applyMove(state, move));
  }
  return state;
}

/** Both must come to the same end. */
function check(record: Record): void {
  const { state, outcome } = playOurs(record);
  const naive = playNaive(record);
  if (stateText(game, state) !== canonicalText(naive as unknown as Json))
    throw new Error(`ludo, seed ${record.seed}: two states`);
  if (outcome?.winners[0] !== winnerOf(naive))
    throw new Error(`ludo, seed ${record.seed}: two winners`);
}
