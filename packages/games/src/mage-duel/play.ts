/** Playing a move: in the order of the rule sheet (§10, §14), stopping at the first failure. */
import {
  capital,
  type Fail,
  fail,
  type GameEvent,
  ok,
  type Played,
  type Result,
  type Seat,
} from '@kifu/core';
import { mayFinish, rightOf } from './clock.ts';
import { claimReason, endEvents, endState, reasonAfterPlacement } from './ending.ts';
import { contestEvents, movedEvent, skippedEvent } from './events.ts';
import { layTile, type Side } from './features.ts';
import { CELLS, cellName } from './grid.ts';
import {
  BEYOND,
  beyondOf,
  FINISH,
  JOKERS_FROM,
  type Joker,
  MOVE_FORM,
  type Move,
  NO_MOVE,
  numberOf,
  type Placement,
  SKIP,
} from './moves.ts';
import { SIDE_NAMES } from './names.ts';
import { misfitOf } from './placing.ts';
import { isDrawDue, type Reason, type State, turnOf } from './state.ts';
import { NO_TILE, turned } from './tiles.ts';

/** Plays a move, or says which rule forbids it. */
export function play(state: State, seat: Seat, move: Move): Result<Played<State>> {
  if (seat !== 0 && seat !== 1) return NOT_IN_GAME;
  if (state.end !== null)
    return fail('game-over', `the game is over (${state.end.reason})`, {
      rule: 'GameIsAlreadyFinished',
    });
  const number = numberOf(move);
  if (number === NO_MOVE) return fail('malformed', MOVE_FORM);
  if (isDrawDue(state)) return fail('draw-due', 'draw the next tile first');
  if (number === FINISH) return finish(state);
  const right = rightOf(state, seat);
  if (right === null) return notYourTurn(state);
  if (right === 'turn') return act(state, seat, number, move);
  // the own move must stand, or the skip of the opponent is not recorded either
  const late = passTurn(state);
  const played = act(late, seat, number, move);
  if (!played.ok) return played;
  const first = [{ state: late, events: [skippedEvent(1 - seat, 'timeout')] }];
  return ok({ ...played.value, first });
}

/** A move of the seat on turn. */
function act(state: State, seat: Side, number: number, move: Move): Result<Played<State>> {
  if (number === SKIP) return ok(skip(state, seat));
  const isJoker = move.op === 'joker';
  if (isJoker && state.jokers[seat] === 0)
    return fail('illegal-move', 'no jokers left', { rule: 'NotEnoughJokers' });
  if (!isJoker && state.top === NO_TILE)
    return fail('illegal-move', 'no tiles left', { rule: 'NoTilesInDeck' });
  if (number === BEYOND) return invalid(beyondOf(move as Placement | Joker), '');
  const tile = isJoker ? (number >> 8) - 1 : state.top;
  const rot = (number >> 6) & 3;
  const position = number & (CELLS - 1);
  const misfit = misfitOf(state, tile, rot, position);
  if (misfit !== null) return invalid(misfit, `${turned(tile, rot)} on ${cellName(position)}: `);
  return ok(place(state, seat, tile, rot, position, number >= JOKERS_FROM));
}

function place(
  state: State,
  seat: Side,
  tile: number,
  rot: number,
  position: number,
  isJoker: boolean,
): Played<State> {
  const { grid, contests } = layTile(state, seat, tile, rot, position);
  const { jokers } = state;
  const laid: State = {
    border: grid.border,
    board: grid.board,
    features: grid.features,
    score: grid.score,
    rules: state.rules,
    deck: state.deck,
    top: isJoker ? state.top : NO_TILE,
    jokers: !isJoker
      ? jokers
      : seat === 0
        ? [jokers[0] - 1, jokers[1]]
        : [jokers[0], jokers[1] - 1],
    done: state.done + 1,
    isSkipped: false,
    updated: state.now,
    now: state.now,
    seed: state.seed,
    end: null,
  };
  const moved = movedEvent(seat, tile, rot, position, isJoker);
  const events = contests.length === 0 ? [moved] : [moved, ...contestEvents(contests, seat)];
  const reason = reasonAfterPlacement(laid);
  return reason === null ? { state: laid, events } : ended(laid, reason, events);
}

/** The tile goes back under the others, and another is drawn; the second skip in a row ends the match. */
function skip(state: State, seat: Side): Played<State> {
  const passed = passTurn(state);
  const events = [skippedEvent(seat, 'player')];
  const next = state.top === NO_TILE ? passed : { ...passed, deck: withLast(state), top: NO_TILE };
  return state.isSkipped ? ended(next, 'double-skip', events) : { state: next, events };
}

/** The state after a turn in which nothing is laid, with the same tile on top. */
const passTurn = (state: State): State => ({
  ...state,
  done: state.done + 1,
  isSkipped: true,
  updated: state.now,
});

function withLast({ deck, top }: State): Uint8Array {
  const longer = new Uint8Array(deck.length + 1);
  longer.set(deck);
  longer[deck.length] = top;
  return longer;
}

function finish(state: State): Result<Played<State>> {
  if (mayFinish(state)) return ok(ended(state, claimReason(state), []));
  const left = state.updated + 2 * state.rules.moveTime + 1 - state.now;
  return fail('illegal-move', `you can claim the end in ${left} s if nobody moves`, {
    rule: 'CantFinishGame',
  });
}

function ended(state: State, reason: Reason, events: readonly GameEvent[]): Played<State> {
  const over = endState(state, reason);
  return { state: over, events: [...events, ...endEvents(over.end!)] };
}

const NOT_IN_GAME = fail('wrong-seat', 'only Blue (seat 0) and Red (seat 1) play', {
  rule: 'PlayerNotInGame',
});

/** Also for a player who comes too late: the sheet has no other name for it. */
function notYourTurn(state: State): Fail {
  const turn = turnOf(state);
  const [who, other] = [capital(SIDE_NAMES[turn]), capital(SIDE_NAMES[1 - turn]!)];
  const message =
    rightOf(state, turn) !== null
      ? `it is ${who}'s turn`
      : mayFinish(state)
        ? 'time is up: only claiming the end is possible'
        : `${who}'s time is up; ${other} may move`;
  return fail('wrong-seat', message, { rule: 'NotYourTurn' });
}

type Misplaced = ReturnType<typeof beyondOf> | NonNullable<ReturnType<typeof misfitOf>>;

/** What each refusal of a placement says; the key stands in the rule's name, after a colon. */
const INVALID: { readonly [reason in Misplaced]: string } = {
  tile: 'there are tile types 0 to 23',
  rotation: 'a tile is turned by 0 to 3 quarters',
  bounds: 'columns and rows are 0 to 7',
  occupied: 'that cell is occupied',
  mismatch: 'an edge does not match its neighbor',
  detached: 'the tile must connect to a matching edge',
};

const invalid = (reason: Misplaced, what: string): Fail =>
  fail('illegal-move', `${what}${INVALID[reason]}`, { rule: `InvalidMove:${reason}` });
