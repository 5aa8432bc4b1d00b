/** Checks of what the rules report, of the end, and of the game's say in table matters. */
import { LEAVE_REASONS, type LeaveReason } from '../acts.ts';
import type { Game, Outcome, Seat } from '../game.ts';
import { asJson, type Json } from '../json.ts';
import { step } from '../step.ts';
import { attempt, check, equal } from './assert.ts';
import { type GameWalk, show, type WalkStop } from './walk.ts';

/** Events and outcomes are plain data of the agreed form. */
export function checkReports<State, Move extends Json>(
  game: Game<State, Move>,
  { state, what }: WalkStop<State, Move>,
): void {
  const outcome = game.outcome(state);
  if (outcome !== null) checkForm(outcome);
  const stepped = what === null ? null : step(game, state, what);
  if (!stepped?.ok) return;
  for (const event of stepped.value.parts.flatMap(part => part.events))
    check(asJson(event).ok && typeof event.type === 'string', `no event: ${JSON.stringify(event)}`);
}

function checkForm(outcome: Outcome): void {
  const { result, winners, points, reason } = outcome;
  check(asJson(outcome).ok, 'the outcome is not JSON');
  check(['win', 'draw', 'void'].includes(result), `${result} is not a result`);
  check(typeof reason === 'string' && reason !== '', 'the outcome has no reason');
  check(
    result === 'win' ? winners.length > 0 : winners.length === 0,
    `${result} with winners ${winners}`,
  );
  check(
    winners.every(seat => Number.isInteger(seat) && seat >= 0 && seat < 16),
    `winners ${winners}`,
  );
  check(points === null || points.length > 0, 'no points are null, not an empty list');
}

/** Once there is an outcome, it stays, and nothing can follow. */
export function checkEnds<State, Move extends Json>(
  game: Game<State, Move>,
  walks: readonly GameWalk<State, Move>[],
): void {
  for (const { stops } of walks) {
    const { state } = stops.at(-1)!;
    const outcome = game.outcome(state);
    if (outcome === null) continue;
    equal(game.active(state), [], 'a seat is active after the end');
    const seats = game.seated(stops[0]!.state);
    check(
      outcome.winners.every(seat => seats.includes(seat)),
      `winners ${outcome.winners} of ${seats}`,
    );
    const moves = stops.flatMap(({ what }) => (what?.do === 'move' ? [what.move] : [])).slice(-20);
    for (const seat of seats) {
      equal([...game.legal(state, seat)], [], 'a move is legal after the end');
      for (const move of moves)
        check(!game.play(state, seat, move).ok, 'a move is played after the end');
      const left = step(game, state, { do: 'leave', of: seat, how: 'resignation' });
      check(!left.ok, 'a seat leaves after the end');
    }
    if (game.time) {
      const later = game.time.advance(state, game.time.now(state) + 100).state;
      equal(game.outcome(later), outcome, 'time changed the outcome');
    }
  }
}

/** Leaving in every way, claims and branches: data of the agreed form, and no state changed. */
export function checkTable<State, Move extends Json>(
  game: Game<State, Move>,
  { state, shown }: WalkStop<State, Move>,
): void {
  for (const seat of game.seated(state)) {
    for (const claim of game.match?.claims?.(state, seat) ?? []) checkForm(claim);
    if (game.outcome(state) !== null) continue;
    for (const how of Object.keys(LEAVE_REASONS) as LeaveReason[])
      checkLeft(game, state, seat, how);
  }
  for (const seat of game.match?.voices?.(state) ?? [])
    check(game.seated(state).includes(seat), `seat ${seat} has a say, but is not seated`);
  const branch = game.match?.branch;
  if (branch !== undefined) attempt(() => show(game, branch(state)), 'a branch');
  equal(show(game, state), shown, 'a word at the table changed the state');
}

function checkLeft<State, Move extends Json>(
  game: Game<State, Move>,
  state: State,
  seat: Seat,
  how: LeaveReason,
): void {
  const left = step(game, state, { do: 'leave', of: seat, how });
  if (!left.ok) throw new Error(`seat ${seat} cannot leave: ${left.fault.message}`);
  const { outcome, state: after } = left.value;
  if (outcome !== null) checkForm(outcome);
  else {
    check(!game.seated(after).includes(seat), `seat ${seat} left, and is still there`);
    check(!game.active(after).includes(seat), `seat ${seat} left, and may still act`);
  }
}
