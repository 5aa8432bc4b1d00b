/** What the sides do once play has stopped: mark, agree, resume. */
import { type Fail, fail, type GameEvent, ok, type Played, type Result } from '@kifu/core';
import { EMPTY, lay } from './board.ts';
import { cellAt, cellsOf, isOnGrid, pointAt, pointOf } from './grid.ts';
import { pointName } from './names.ts';
import { groupAt, isOneSide, scoreOf, survey, surveyState } from './score.ts';
import { type Counting, MAX_TURNS, type Side, type State, UNMARKED } from './state.ts';

/** Marks a chain as dead, or as alive again; or, by rules in which seki does not count, a region as neutral, or as territory again. */
export function mark(state: State, seat: Side, x: number, y: number): Result<Played<State>> {
  const { grid } = state.match;
  if (!isOnGrid(grid, x, y))
    return fail('illegal-move', `the board has no point in column ${x + 1}, row ${y + 1}`, {
      rule: 'off-board',
    });
  const cell = cellAt(grid, x, y);
  const found = findMarkable(state, cell);
  if (found === null)
    return fail(
      'illegal-move',
      `${pointName(grid, pointAt(x, y))}: there is nothing to mark, neither stones nor territory that might be in seki`,
      { rule: 'nothing-to-mark' },
    );
  const { kind, cells } = found;
  const { dead, neutral } = state.counting!;
  const first = cells[0]!;
  // regions change with the dead, so what was said of them is said no longer
  const counting: Counting =
    kind === 'chain'
      ? { ...UNMARKED, dead: toggle(dead, first) }
      : { ...UNMARKED, dead, neutral: toggle(neutral, first) };
  const isMarked = (kind === 'chain' ? counting.dead : counting.neutral).includes(first);
  const as = NAMES[kind][isMarked ? 0 : 1];
  const at = cells.map(one => pointOf(grid, one));
  return ok({ state: { ...state, counting }, events: [{ type: 'mark', seat, as, at }] });
}

/** What a mark makes of what it is put on, and what taking it away makes of it. */
const NAMES = { chain: ['dead', 'alive'], region: ['neutral', 'territory'] } as const;

interface Markable {
  readonly kind: keyof typeof NAMES;
  /** In order. */
  readonly cells: readonly number[];
}

/** The chain of a cell; or its region, where the rules let it be left out, nothing dead lies there, and it would count. */
function findMarkable(state: State, cell: number): Markable | null {
  const { grid, rules } = state.match;
  const board = lay(grid, state.stones);
  if (board[cell] !== EMPTY) return { kind: 'chain', cells: groupAt(grid, board, cell).cells };
  if (rules.sekiTerritory) return null;
  const { cells, borders } = groupAt(grid, surveyState(state).living, cell);
  const isFree = isOneSide(borders) && cells.every(one => board[one] === EMPTY);
  return isFree ? { kind: 'region', cells } : null;
}

const toggle = (list: readonly number[], cell: number): readonly number[] =>
  list.includes(cell) ? list.filter(one => one !== cell) : [...list, cell].sort((a, b) => a - b);

/** All cells that can be marked, in order. */
export function markable(state: State): number[] {
  const { grid, rules } = state.match;
  const board = lay(grid, state.stones);
  const canBe = new Uint8Array(grid.size);
  if (!rules.sekiTerritory) {
    const { owners } = survey(grid, board, { ...state.counting!, neutral: [] });
    for (const cell of cellsOf(grid)) {
      if (board[cell] !== EMPTY || owners[cell] === 0 || canBe[cell] !== 0) continue;
      for (const one of findMarkable(state, cell)?.cells ?? []) canBe[one] = 1;
    }
  }
  return [...cellsOf(grid)].filter(cell => board[cell] !== EMPTY || canBe[cell] !== 0);
}

/** Why the sides cannot agree to the marks; null if they can. */
export const refuseAgreeing = (state: State): Fail | null =>
  surveyState(state).isFair
    ? null
    : fail(
        'illegal-move',
        'a chain is marked dead that does not lie in the other side’s territory',
        {
          rule: 'dead-outside',
        },
      );

/** Agrees to the marks. When both have, the match is counted. */
export function agree(state: State, seat: Side): Result<Played<State>> {
  const wrong = refuseAgreeing(state);
  if (wrong !== null) return wrong;
  const counting = state.counting!;
  const [black, white] = counting.agreed;
  const agreed = [black || seat === 0, white || seat === 1] as const;
  const events: GameEvent[] = [{ type: 'agree', seat }];
  const next: State = { ...state, counting: { ...counting, agreed } };
  if (!agreed[0] || !agreed[1]) return ok({ state: next, events });
  const outcome = scoreOf(next);
  const { result, winners, points, reason } = outcome;
  events.push({ type: 'end', result, winners, points, reason });
  return ok({ state: { ...next, outcome }, events });
}

/** Lets play go on: the side that would have moved moves, and it takes two new passes to stop. IPGS §6. */
export function resume(state: State, seat: Side): Result<Played<State>> {
  if (state.turns >= MAX_TURNS)
    return fail('illegal-move', `turn limit reached (${MAX_TURNS})`, { rule: 'length' });
  const next: State = { ...state, passes: 0, counting: null };
  return ok({ state: next, events: [{ type: 'resume', seat }] });
}
