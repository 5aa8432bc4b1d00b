/** Writing match files: the same record gives the same bytes. */
import {
  canonicalText,
  fail,
  type Header,
  isInteger,
  type Json,
  type Kifu,
  type Outcome,
  ok,
  parseSeed,
  type Result,
  setUp,
  type WriteResult,
} from '@kifu/core';
import { addEndingLosses, createLosses, type Losses } from '../../formats/losses.ts';
import type { Side } from '../board.ts';
import { kindOf } from '../ending.ts';
import { game } from '../rules.ts';
import type { State } from '../state.ts';
import { stakesOf } from './cube.ts';
import { isReason, TERMINATION_TAG, UNKNOWN } from './header.ts';
import { dropTag, formatHeadings, type Tags, tagsOf } from './headings.ts';
import { layOut, type Sorted, sortNotes } from './layout.ts';
import { type PlayedTurn, planTurns, type TurnPlan } from './plan.ts';
import { MAX_TAGS } from './scan.ts';
import { type DiceOrder, findSteps } from './turn.ts';

/** Writes a record of backgammon; what match files have no room for is listed. */
export function writeMat(kifu: Kifu): Result<WriteResult> {
  const { header } = kifu;
  if (header.game !== game.name || header.version !== game.version)
    return fail(
      'unsupported',
      `match files are for backgammon, not for ${header.game} ${header.version}`,
    );
  const first = firstState(header);
  if (!first.ok) return first;
  const losses = createLosses();
  const plan = planTurns(kifu, first.value, losses);
  if (!plan.ok) return plan;
  const outcome = outcomeOf(kifu, plan.value.state);
  if (!outcome.ok) return outcome;
  const winner = winnerOf(outcome.value);
  const sorted = sortNotes(plan.value, loser => isOpen(plan.value) && winner === 1 - loser);
  const tags = tagsOf(header, header.options.dice === undefined ? `${header.seed}` : null, losses);
  if (tags.size > MAX_TAGS) return fail('too-large', `a file has at most ${MAX_TAGS} tags`);
  const end = endWith(tags, kifu, outcome.value, plan.value, sorted, losses);
  const isCutOff = end.length === 0 && !sorted.words.has(plan.value.notes.length - 1);
  const turns = turnsToWrite(header, plan.value, sorted, isCutOff, losses);
  const headings = formatHeadings(header, tags, sorted.remarks, losses);
  losses.add('a comment', sorted.others.length);
  losses.add('a variation', kifu.variations.length);
  const lines = [...headings, ...layOut(turns, sorted.words, hasDrop(sorted)), ...end];
  return ok({ output: `${lines.join('\n')}\n`, losses: losses.list() });
}

function firstState({ seed, options, start, terms }: Header): Result<State> {
  if (terms?.fair != null)
    return fail(
      'unsupported',
      'both players made the dice of this match together (provably fair randomness), and a match file has no room for the reveals that prove them: keep it as car, pack or json',
      { rule: 'fair', at: { path: '/header/terms/fair' } },
    );
  if (start !== null)
    return fail('unsupported', 'match files begin from the usual start', {
      rule: 'start',
      at: { path: '/header/start' },
    });
  const parsed = parseSeed(seed);
  return parsed.ok
    ? setUp(game, { seed, options })
    : fail(parsed.fault.code, parsed.fault.message, { at: { path: '/header/seed' } });
}

/** The position is not final, so the end came from outside. */
const isOpen = ({ state }: TurnPlan): boolean => state.outcome === null;

/** How it ended; a record that says otherwise than its board is broken. */
function outcomeOf({ ending }: Kifu, { outcome }: State): Result<Outcome | null> {
  if (ending === null || outcome === null) return ok(ending?.outcome ?? outcome);
  const isSame = canonicalText(asJson(ending.outcome)) === canonicalText(asJson(outcome));
  return isSame
    ? ok(outcome)
    : fail(
        'broken-record',
        `the record ends with ${ending.outcome.reason}, the board with ${outcome.reason}`,
        {
          rule: 'ending',
          at: { path: '/ending/outcome' },
        },
      );
}

const asJson = (outcome: Outcome): Json => outcome as unknown as Json;

/** The one side that won; null for any other end. */
function winnerOf(outcome: Outcome | null): Side | null {
  const [winner, ...others] = outcome?.result === 'win' ? outcome.winners : [];
  return others.length === 0 && (winner === 0 || winner === 1) ? winner : null;
}

/** The line that tells who won, and a tag for a reason that would not be read from the moves. */
function endWith(
  tags: Tags,
  { ending }: Kifu,
  outcome: Outcome | null,
  plan: TurnPlan,
  sorted: Sorted,
  losses: Losses,
): string[] {
  addEndingLosses(ending, losses);
  if (outcome === null) return [];
  const winner = winnerOf(outcome);
  if (winner === null) {
    losses.add(`how it ended: ${outcome.result}, ${outcome.reason}`);
    return [];
  }
  if (isOpen(plan))
    writeReason(tags, outcome.reason, hasDrop(sorted) ? 'dropped' : UNKNOWN, losses);
  const points = pointsOf(outcome, winner, losses);
  if (!isOpen(plan)) checkStakes(plan, sorted, kindOf(outcome.reason), points, losses);
  return [`${' '.repeat(winner === 0 ? 6 : 34)}Wins ${points} point${points === 1 ? '' : 's'}`];
}

/** Files tell what a win counts by the points of the winner, and by the cube. */
function checkStakes(
  { state: { stakes } }: TurnPlan,
  { words }: Sorted,
  kind: number,
  points: number,
  losses: Losses,
): void {
  const told = stakesOf([...words.values()].flat(), kind, points);
  if (stakes.some((stake, i) => stake !== told[i])) losses.add('the stakes of other kinds of win');
}

/** `usual` is what would be read without a tag. */
function writeReason(tags: Tags, reason: string, usual: string, losses: Losses): void {
  dropTag(tags, TERMINATION_TAG, losses);
  if (reason === usual) return;
  if (isReason(reason)) tags.set(TERMINATION_TAG, reason);
  else losses.add(`how it ended: win, ${reason}`);
}

/** A file names the points of the winner, and at least one. */
function pointsOf({ points }: Outcome, winner: Side, losses: Losses): number {
  const own = points?.[winner];
  const isGood = isInteger(own, 1, 99_999) && points?.length === 2 && points[1 - winner] === 0;
  if (!isGood) losses.add(points === null ? 'a result without points' : 'points');
  return isInteger(own, 1, 99_999) ? own : 1;
}

/** The turns to write. Last rolls of the seed that were not played are left out: the rules draw again after the given dice of the file. */
function turnsToWrite(
  { options, seed }: Header,
  { turns, state }: TurnPlan,
  sorted: Sorted,
  isCutOff: boolean,
  losses: Losses,
): PlayedTurn[] {
  const kept = [...turns];
  const order = (mayTurn: boolean) =>
    kept.map((turn, i) => orderDice(turn, mayTurn, isCutOff && i === kept.length - 1, losses));
  // players do not roll after a drop; what the rules roll automatically was never seen
  if (hasDrop(sorted) && state.dice !== 0 && kept.at(-1)?.isDrawn) kept.pop();
  const { dice } = options;
  if (!Array.isArray(dice)) return order(true);
  while (kept.at(-1)?.isDrawn && kept.at(-1)?.hops.length === 0) kept.pop();
  const drawn = kept.filter(({ isDrawn }) => isDrawn).length;
  losses.add('a given roll that was not played', dice.length - (kept.length - drawn));
  if (seed !== 0 || drawn > 0) losses.add('the seed');
  return order(false);
}

/**
 * The dice in an order that tells which of them bore off first, where both could. Only where a seed tells how they were
 * rolled may they stand in another.
 */
function orderDice(
  turn: PlayedTurn,
  mayTurn: boolean,
  isLast: boolean,
  losses: Losses,
): PlayedTurn {
  const [first, second] = turn.dice;
  const orders: DiceOrder[] = mayTurn ? [turn.dice, [second, first]] : [turn.dice];
  const dice = orders.find(order => isReadWith(turn, order, isLast));
  if (dice === undefined) losses.add('which die moved a checker');
  return { ...turn, dice: dice ?? turn.dice };
}

function isReadWith({ start, moves, hops }: PlayedTurn, dice: DiceOrder, isLast: boolean): boolean {
  if (hops.every(({ to }) => to >= 0)) return true;
  const read = findSteps(start, hops, dice, isLast);
  return read.ok && read.value.moves.every((move, i) => move === moves[i]);
}

const hasDrop = ({ words }: Sorted): boolean =>
  [...words.values()].flat().some(({ act }) => act === 'drops');
