/**
 * The rules as a filter: one JSON line in, one JSON line out, and one more for each random draw that follows. The
 * protocol is described in the README.
 */
import {
  type Draws,
  type Fail,
  fail,
  type Game,
  hashState,
  hasKeys,
  isInteger,
  isObject,
  type Json,
  type JsonObject,
  type Kit,
  LEAVE_REASONS,
  type LeaveReason,
  type Outcome,
  ok,
  type Part,
  parseJson,
  parseSeed,
  type Result,
  refuseAct,
  type Seat,
  type StepInput,
  type StepResult,
  start,
  step,
} from '@kifu/core';
import { choices, readJsonMove, spell } from './input.ts';
import { refusal } from './run-command.ts';

/** What the lines say besides what happened. */
export interface EngineOptions {
  readonly draws: Draws;
  /** The canonical state. */
  readonly state: boolean;
  /** The legal moves. */
  readonly legal: boolean;
}

/** An engine with a match set up. */
export interface Engine {
  /** The lines about the start. */
  readonly opening: readonly JsonObject[];
  /** Answers a line; a refusal leaves the match as it was. */
  answer(line: Result<string>): readonly JsonObject[];
  /** Takes back accepted lines, and answers with the position before them. */
  undo(count: number): Result<readonly JsonObject[]>;
  /** Where the match is now. */
  present(): Pick<StepResult, 'state' | 'outcome'>;
}

/** How many lines can be undone. */
const MAX_UNDO = 10_000;

/** Sets a match up. */
export function createEngine(kit: Kit, setup: Json, options: EngineOptions): Result<Engine> {
  const { game } = kit;
  const started = start(game, setup, options.draws);
  if (!started.ok) return started;
  let [state, outcome, n] = [started.value.state, started.value.outcome, 0];
  const past: Pick<StepResult, 'state' | 'outcome'>[] = [];
  return ok({
    opening: linesOf(kit, 'setup', started.value, options, {
      start: true,
      game: game.name,
      version: game.version,
      seats: game.seated(started.value.parts[0]!.state),
    }),
    answer(line) {
      const what = readLine(kit, state, outcome, line);
      if (!what.ok) return [refusal(what.fault)];
      const stepped =
        what.value.do === 'claim'
          ? claim(game, state, what.value.seat, what.value.reason)
          : step(game, state, what.value, options.draws);
      if (!stepped.ok) return [refusal(stepped.fault)];
      past.push({ state, outcome });
      if (past.length > MAX_UNDO) past.shift();
      ({ state, outcome } = stepped.value);
      n++;
      return linesOf(kit, what.value.do, stepped.value, options, { n });
    },
    undo(count) {
      if (count > past.length)
        return fail('not-found', `only ${past.length} lines can be undone, not ${count}`);
      ({ state, outcome } = past[past.length - count]!);
      past.length -= count;
      n -= count;
      const here = stateLine(kit, { state, events: [] }, outcome, options);
      return ok([{ ok: true, n, undone: count, ...here }]);
    },
    present: () => ({ state, outcome }),
  });
}

/** What a claim leads to: the state stays, and the match has ended. */
function claim(game: Game, state: unknown, seat: Seat, reason: string): Result<StepResult> {
  const refused = refuseAct(game, state, seat);
  if (refused !== null) return refused;
  const outcome = game.match?.claims?.(state, seat).find(claim => claim.reason === reason);
  if (outcome === undefined)
    return fail('illegal-move', `${reason} cannot be claimed now`, { rule: 'claim' });
  return ok({ state, parts: [], outcome });
}

/** What a line may ask for. */
export type LineRequest =
  | StepInput
  | { readonly do: 'claim'; readonly seat: Seat; readonly reason: string };

function readLine(
  kit: Kit,
  state: unknown,
  outcome: Outcome | null,
  line: Result<string>,
): Result<LineRequest> {
  const json = line.ok ? parseJson(line.value) : line;
  if (!json.ok) return json;
  // a seat that left may have ended the match in a state with legal moves
  if (outcome !== null) return fail('game-over', `the match is over: ${outcome.reason}`);
  return readRequest(kit, state, json.value);
}

/** What a line asks for, once it is JSON. */
export function readRequest(kit: Kit, state: unknown, json: Json): Result<LineRequest> {
  if (!isObject(json)) return FORM;
  const { at, ...rest } = json;
  if (at !== undefined && !isInteger(at, 0, Number.MAX_SAFE_INTEGER))
    return fail('malformed', 'tick must be an integer from 0', { at: { path: '/at' } });
  const when = at === undefined ? {} : { at };
  if (rest.move !== undefined) return readMoveLine(kit, state, rest, when);
  if (rest.leave !== undefined) return readLeave(rest, when);
  if (json.claim !== undefined) return readClaim(kit, state, json);
  if (hasKeys(rest, ['draw'])) {
    const seed = parseSeed(rest.draw);
    return seed.ok ? ok({ do: 'draw', seed: seed.value, ...when }) : seed;
  }
  return hasKeys(json, ['at']) ? ok({ do: 'time', at: at! }) : FORM;
}

const FORM = fail(
  'malformed',
  'a line is {"seat":…,"move":…}, {"leave":…,"how":…}, {"draw":…}, all perhaps with "at", {"at":…} or {"seat":…,"claim":…}',
);

type AtTick = { readonly at?: number };

function readMoveLine(kit: Kit, state: unknown, line: JsonObject, when: AtTick): Result<StepInput> {
  const seat = seatOf(kit.game, state, line);
  if (!seat.ok) return seat;
  if (Object.keys(line).some(key => key !== 'seat' && key !== 'move')) return FORM;
  const move = readJsonMove(kit, state, line.move!);
  if (move.ok) return ok({ do: 'move', seat: seat.value, move: move.value, ...when });
  // a notation is read for the seat on move, so that another seat's move may be no move at all
  return (when.at === undefined ? wrongSeat(kit.game, state, seat.value) : null) ?? move;
}

/** What the game says to the wrong seat, for every move that it tries. */
function wrongSeat(game: Game, state: unknown, seat: Seat): Fail | null {
  const [choice] = choices(game, state);
  if (choice === undefined || game.active(state).includes(seat)) return null;
  const played = game.play(state, seat, choice.move);
  return played.ok ? null : played;
}

function readClaim({ game }: Kit, state: unknown, line: JsonObject): Result<LineRequest> {
  const { claim, seat: _, ...others } = line;
  const seat = seatOf(game, state, line);
  if (!seat.ok) return seat;
  if (typeof claim !== 'string' || Object.keys(others).length > 0) return FORM;
  return ok({ do: 'claim', seat: seat.value, reason: claim });
}

/** The seat that a line names; where one seat alone may act, it need not be named. */
function seatOf(game: Game, state: unknown, { seat }: JsonObject): Result<Seat> {
  const at = { path: '/seat' };
  const [only, other] = game.active(state);
  if (seat === undefined)
    return only === undefined || other !== undefined
      ? fail('malformed', 'the line must name the seat', { at })
      : ok(only);
  return isInteger(seat, 0, 255) ? ok(seat) : fail('malformed', 'a seat is a whole number', { at });
}

function readLeave(line: JsonObject, when: AtTick): Result<StepInput> {
  const { leave, how = 'resignation', ...others } = line;
  if (Object.keys(others).length > 0) return FORM;
  if (!isInteger(leave, 0, 255))
    return fail('malformed', 'a seat is a whole number', { at: { path: '/leave' } });
  if (typeof how !== 'string' || !Object.hasOwn(LEAVE_REASONS, how))
    return fail('malformed', `how is ${Object.keys(LEAVE_REASONS).join(', ')}`, {
      at: { path: '/how' },
    });
  return ok({ do: 'leave', of: leave, how: how as LeaveReason, ...when });
}

/**
 * The answer, then a line for each draw that followed. What came before the act itself (time, something automatic)
 * stands in the answer as `before`.
 */
function linesOf(
  kit: Kit,
  act: Part['by'] | 'claim',
  { state, parts, outcome }: StepResult,
  options: EngineOptions,
  head: JsonObject,
): JsonObject[] {
  const { game } = kit;
  // a claim, and time without a change, are actions without a part
  const main = parts.findLastIndex(({ by }) => by === act);
  const outcomeAt = (i: number) =>
    i === parts.length - 1 ? outcome : game.outcome(parts[i]!.state);
  const before = parts
    .slice(0, Math.max(0, main))
    .map(({ by, events, state }) => ({ by, events, hash: hashState(game, state) }));
  const answer = {
    ok: true,
    ...head,
    ...(before.length > 0 ? { before } : {}),
    ...stateLine(kit, parts[main] ?? { state, events: [] }, outcomeAt(main), options),
  };
  const draws = parts.slice(main + 1).map((part, i) => ({
    ok: true,
    draw: true,
    ...stateLine(kit, part, outcomeAt(main + 1 + i), options),
  }));
  return [answer, ...draws];
}

function stateLine(
  kit: Kit,
  { state, events }: Pick<Part, 'state' | 'events'>,
  outcome: Outcome | null,
  show: EngineOptions,
) {
  const { game } = kit;
  return {
    events,
    hash: hashState(game, state),
    active: outcome === null ? game.active(state) : [],
    outcome: outcome as unknown as Json,
    ...(show.state ? { state: game.states.canon(state) } : {}),
    ...(show.legal ? { legal: outcome === null ? legalMoves(kit, state) : [] } : {}),
  };
}

const legalMoves = (kit: Kit, state: unknown): JsonObject[] =>
  choices(kit.game, state).map(({ seat, move }) => ({
    seat,
    move: kit.game.moves.json.encode(move),
    hex: kit.game.moves.hex.encode(move),
    notation: spell(kit, state, move)[0]?.text ?? null,
  }));
