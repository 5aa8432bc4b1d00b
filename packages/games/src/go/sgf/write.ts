/** Writing SGF: the same record gives the same text. */
import { fail, type Kifu, ok, type Result, setUp, type WriteResult } from '@kifu/core';
import { createLosses, type Losses } from '../../formats/losses.ts';
import { type LinePlan, type PlannedMove, planLine, within } from '../../formats/plan.ts';
import { type Point, pointOf } from '../grid.ts';
import type { Move } from '../move-codec.ts';
import { play } from '../play.ts';
import { game } from '../rules.ts';
import type { Side, State } from '../state.ts';
import { PLAN, writeNodes } from './nodes.ts';
import { formatRoot } from './root.ts';
import { MAX_GAME } from './scan.ts';

/** Writes a record of go; what SGF has no room for is listed. */
export function writeSgf(kifu: Kifu): Result<WriteResult> {
  const { header } = kifu;
  if (header.game !== game.name || header.version !== game.version)
    return fail('unsupported', `this SGF is for go, not for ${header.game} ${header.version}`);
  const { options, start } = header;
  const state = setUp(game, { options, start });
  if (!state.ok) return within(state, '/header');
  const losses = createLosses();
  const plan = planLine(PLAN, kifu, 0, '', losses);
  if (!plan.ok) return plan;
  const opened = placeStones(state.value, plan.value, losses);
  if (!opened.ok) return opened;
  const { first, placed, rest } = opened.value;
  const nodes = writeNodes(first, rest, losses);
  if (!nodes.ok) return nodes;
  const { text, last } = nodes.value;
  listCounting(rest, last, losses);
  const root = formatRoot(kifu, { start: state.value, placed, first, last }, losses);
  if (!root.ok) return root;
  const output = `(${root.value}${text})\n`;
  if (output.length > MAX_GAME)
    return fail('too-large', `a game has ${MAX_GAME} characters at most`);
  return ok({ output, losses: losses.list() });
}

/** A match with the stones of its free handicap on the board. */
interface PlacedHandicap {
  readonly first: State;
  readonly placed: readonly Point[];
  /** What is left to write. */
  readonly rest: LinePlan<Move>;
}

/** Plays the stones of a free handicap: they stand in the root, and what was said meanwhile too. */
function placeStones(start: State, plan: LinePlan<Move>, losses: Losses): Result<PlacedHandicap> {
  const { moves, notes, variations } = plan;
  const placed: Point[] = [];
  let state = start;
  for (const { entry, move, path } of moves) {
    if (state.left === 0) break;
    const played = play(state, entry.seat as Side, move);
    if (!played.ok) return within(played, path);
    ({ state } = played.value);
    placed.push(move.at!);
    if (entry.clockMs !== null) losses.add('a clock reading');
  }
  const count = placed.length;
  losses.add('handicap stones that are still to be placed', state.left);
  const early = notes.slice(0, count).flat();
  losses.add('the place of a comment', early.length);
  losses.add('a variation among handicap stones', variations.slice(0, count).flat().length);
  const rest = {
    moves: moves.slice(count),
    notes: [[...early, ...notes[count]!], ...notes.slice(count + 1)],
    variations: variations.slice(count),
  };
  return ok({ first: state, placed, rest });
}

/** Lists what was done while play had stopped and cannot be told from the territory, or from the move that follows. */
function listCounting({ moves, notes }: LinePlan<Move>, last: State, losses: Losses): void {
  const isOfCount = ({ move }: PlannedMove<Move>) => move.type === 'mark' || move.type === 'agree';
  const tail = moves.slice(moves.findLastIndex(planned => !isOfCount(planned)) + 1);
  const count = moves.filter(isOfCount).length;
  losses.add(
    'a mark or an agreement that led to nothing',
    last.outcome === null ? count : count - tail.length,
  );
  if (last.outcome !== null && !isPlainCount(tail, last)) losses.add('who marked which stones');
  const late = notes.slice(notes.length - tail.length).flat();
  losses.add('the place of a comment', late.length);
  for (const [i, { entry, move }] of moves.entries()) {
    if (move.type !== 'resume') continue;
    const next = moves[i + 1];
    if (next === undefined) losses.add('play that was resumed');
    else if (next.entry.seat !== entry.seat) losses.add('who resumed play');
  }
}

/** Whether black marked everything, in order, and then both agreed: as it is read again. */
function isPlainCount(
  tail: readonly PlannedMove<Move>[],
  { match: { grid }, counting }: State,
): boolean {
  const { dead, neutral } = counting!;
  const wanted = [...dead, ...neutral].map(cell => pointOf(grid, cell));
  const marks = tail.slice(0, -2);
  return (
    marks.length === wanted.length &&
    marks.every(({ entry, move }, i) => entry.seat === 0 && move.at === wanted[i]) &&
    tail.slice(-2).every(({ entry, move }, seat) => entry.seat === seat && move.type === 'agree')
  );
}
