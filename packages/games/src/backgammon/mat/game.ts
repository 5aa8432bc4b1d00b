/** A game of a match file as a record: every roll is made and every move played. */
import {
  allOf,
  type Entry,
  endingOf,
  entryOf,
  type Fail,
  type FaultLocation,
  fail,
  type JsonObject,
  type Kifu,
  moveAct,
  type Note,
  type OnLoss,
  type Outcome,
  ok,
  parseSeed,
  type Result,
  setUp,
} from '@kifu/core';
import type { Side } from '../board.ts';
import { draw } from '../dice.ts';
import { isUsualStakes, kindOf, USUAL_STAKES } from '../ending.ts';
import { SIDE_NAMES } from '../names.ts';
import { game } from '../rules.ts';
import { diceLeft, isDouble, type State } from '../state.ts';
import { type CubeWord, cubeValue, droppedValue, formatCubeNote, stakesOf } from './cube.ts';
import {
  headerOf,
  luckOf,
  refuseVariation,
  SEED_TAG,
  seedOf,
  TERMINATION_TAG,
  terminationOf,
  UNKNOWN,
} from './header.ts';
import type { MatGame, MatItem } from './items.ts';
import { findSteps } from './turn.ts';

/** Reads the record of a game; `lost` receives what it cannot store. */
export function toKifu(found: MatGame, lost: OnLoss): Result<Kifu> {
  const refused = refuseVariation(found);
  if (refused !== null) return at(refused, found.at);
  const seed = seedOf(found);
  const rolls = rollsOf(found);
  if (seed === null && rolls[0] !== undefined && isDouble(rolls[0].dice))
    return fail('illegal-move', 'a game begins with two different dice', {
      rule: 'opening',
      at: rolls[0].at,
    });
  const luck = luckOf(seed, rolls.map(givenRoll));
  const start = parseSeed(luck.seed);
  const first = start.ok ? setUp(game, { seed: luck.seed, options: luck.options }) : start;
  if (!first.ok) return at(first, found.at);
  const line = openLine(first.value);
  for (const [i, item] of found.items.entries()) {
    addRemarks(line, found, i);
    const wrong = follow(line, item, i === found.items.length - 1);
    if (wrong !== null) return at(wrong, item.at);
  }
  addRemarks(line, found, found.items.length);
  const told = terminationOf(found);
  const outcome = outcomeOf(line, told, lost);
  if (!outcome.ok) return at(outcome, found.at);
  if (line.cube.length > 0)
    lost('the doubling cube is not supported: its actions are stored as notes');
  if (new Set(found.tags.map(([name]) => name)).size < found.tags.length)
    lost('duplicate tags, all but the last');
  const isTold = told !== null && outcome.value !== null && line.state.outcome === null;
  const used = [...(seed === null ? [] : [SEED_TAG]), ...(isTold ? [TERMINATION_TAG] : [])];
  const ending = outcome.value && endingOf(outcome.value);
  const { entries, notes } = line;
  const options = { ...luck.options, ...stakesOption(line, outcome.value) };
  const header = headerOf(found, { ...luck, options }, used);
  return ok({ header, entries, ending, notes, variations: [] });
}

type Roll = Extract<MatItem, { is: 'roll' }>;

const rollsOf = ({ items }: MatGame): Roll[] => items.filter(item => item.is === 'roll');

/** A roll as an option has it; the first tells by its order who begins, as the higher die is the beginner's. */
function givenRoll({ dice, side }: Roll, i: number): [number, number] {
  const [first, second] = [dice >> 3, dice & 7];
  return i === 0 && first > second !== (side === 0) ? [second, first] : [first, second];
}

const at = ({ fault: { code, message, rule } }: Fail, place: FaultLocation): Fail =>
  fail(code, message, { ...(rule === undefined ? {} : { rule }), at: place });

/** How far a game has been followed. */
interface FollowedGame {
  state: State;
  readonly entries: Entry[];
  readonly notes: Note[];
  /** How many remarks of the file have been taken over. */
  remarked: number;
  hasRolled: boolean;
  readonly cube: CubeWord[];
  /** The side that gave up the game rather than take the cube. */
  dropped: Side | null;
  resigned: boolean;
  won: { readonly side: Side; readonly points: number } | null;
}

const openLine = (state: State): FollowedGame => ({
  state,
  entries: [],
  notes: [],
  remarked: 0,
  hasRolled: false,
  cube: [],
  dropped: null,
  resigned: false,
  won: null,
});

const addNote = ({ entries, notes }: FollowedGame, text: string): void =>
  void notes.push({ entry: entries.length, author: null, text, glyphs: [] });

/** What stands in the file before the next item; remarks are in order. */
function addRemarks(line: FollowedGame, { remarks }: MatGame, before: number): void {
  for (; remarks[line.remarked]?.before === before; line.remarked++) {
    const { text } = remarks[line.remarked]!;
    if (text !== '') addNote(line, text);
  }
}

/** Does what an item says; a fault where the rules do not allow it. */
function follow(line: FollowedGame, item: MatItem, isLast: boolean): Fail | null {
  switch (item.is) {
    case 'roll':
      return followRoll(line, item, isLast);
    case 'cube':
      line.cube.push(item);
      if (item.act === 'drops') line.dropped = item.side;
      addNote(line, formatCubeNote(item));
      return null;
    case 'win':
      line.won = item;
      return null;
    case 'resign':
      line.resigned = true;
      return null;
  }
}

function followRoll(line: FollowedGame, { side, dice, hops }: Roll, isLast: boolean): Fail | null {
  const wrong = rollNext(line, side, dice);
  if (wrong !== null) return wrong;
  if (line.state.dice === 0)
    return hops.length === 0
      ? null
      : fail('illegal-move', 'nothing can be moved with this roll', { rule: 'blocked' });
  const turn = findSteps(line.state, hops, [dice >> 3, dice & 7], isLast);
  if (!turn.ok) return turn;
  for (const move of turn.value.moves) line.entries.push(entryOf(side, moveAct(game, move)));
  line.state = turn.value.state;
  return null;
}

/** Lets the next roll happen, and sees that it is the one in the file. */
function rollNext(line: FollowedGame, side: Side, dice: number): Fail | null {
  const { state } = line;
  if (state.outcome !== null || line.won !== null || line.dropped !== null)
    return fail('game-over', 'the game has ended');
  if (line.hasRolled && state.dice !== 0)
    return fail(
      'illegal-move',
      `${SIDE_NAMES[state.turn]} has not played all that can be played: ${allOf(diceLeft(state))} is left`,
      { rule: 'unplayed' },
    );
  const rolled = line.hasRolled ? draw(state) : { state, events: [] };
  line.hasRolled = true;
  line.state = rolled.state;
  if (state.turn !== side)
    return fail('broken-record', `it is ${SIDE_NAMES[state.turn]}'s roll`, { rule: 'turn' });
  const made = rolled.events[0]?.dice ?? [state.dice >> 3, state.dice & 7];
  const [first, second] = made as [number, number];
  // given rolls are what the file says but for the order of the first
  return Math.min(first, second) === Math.min(dice >> 3, dice & 7) &&
    Math.max(first, second) === Math.max(dice >> 3, dice & 7)
    ? null
    : fail(
        'broken-record',
        `the seed of the file gives ${first}-${second} here, and the file has ${dice >> 3}-${dice & 7}`,
        { rule: 'dice' },
      );
}

/** How it ended: by the board where it can, else as the file says; the points are always those of the file. */
function outcomeOf(line: FollowedGame, told: string | null, lost: OnLoss): Result<Outcome | null> {
  const { state, won, dropped } = line;
  if (state.outcome !== null) return ok(countedOutcome(state.outcome, line, lost));
  const winner = dropped === null ? won?.side : dropped === 0 ? 1 : 0;
  if (winner === undefined) return ok(null);
  if (won !== null && won.side !== winner)
    return fail('broken-record', `${SIDE_NAMES[won.side]} drops, and wins by the file`, {
      rule: 'ending',
    });
  const value = won?.points ?? droppedValue(line.cube);
  const points = winner === 0 ? [value, 0] : [0, value];
  const reason = told ?? (dropped !== null ? 'dropped' : line.resigned ? 'resignation' : UNKNOWN);
  return ok({ result: 'win', winners: [winner], points, reason });
}

/** An ending on the board, with the points of the file; where that names none, or another winner, the cube counts. */
function countedOutcome(outcome: Outcome, { won, cube }: FollowedGame, lost: OnLoss): Outcome {
  const winner = outcome.winners[0] as Side;
  const byCube = cubeValue(cube) * USUAL_STAKES[kindOf(outcome.reason)]!;
  const isOther = won !== null && won.side !== winner;
  if (isOther) lost(`the file has the win in the column of ${SIDE_NAMES[won.side]}`);
  if (isOther && won.points !== byCube)
    lost(`the file counts ${won.points} for the game, the rules ${byCube}`);
  const counted = won === null || isOther ? byCube : won.points;
  return { ...outcome, points: winner === 0 ? [counted, 0] : [0, counted] };
}

/** The option with which the rules count as the file does; nothing where they do so without it. */
function stakesOption({ state, cube }: FollowedGame, outcome: Outcome | null): JsonObject {
  if (state.outcome === null || outcome === null) return {};
  const stakes = stakesOf(cube, kindOf(outcome.reason), Math.max(...outcome.points!));
  return isUsualStakes(stakes) ? {} : { stakes: [...stakes] };
}
