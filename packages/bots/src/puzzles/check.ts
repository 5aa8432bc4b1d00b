/** Checks puzzles by the judges that they name. */
import {
  type Analyzer,
  fail,
  type Game,
  type Json,
  type Kit,
  ok,
  type ProvedLine,
  type Result,
  step,
} from '@kifu/core';
import { clearGap } from './mine.ts';
import { gapOf, moved, type Puzzle } from './puzzle.ts';

/** Checks a puzzle against the position of its record: that the line is legal, and that the search still finds each move clearly best. */
export async function checkPuzzle<State, Move extends Json>(
  kit: Kit<State, Move>,
  puzzle: Puzzle,
  from: State,
  analyzer: Analyzer<State, Move>,
): Promise<Result<null>> {
  const { game } = kit;
  const wrong = (message: string) => fail('broken-record', `puzzle ${puzzle.id}: ${message}`);
  if (!game.active(from).includes(puzzle.seat)) return wrong('another seat is to move');
  const { engine, version, nodes } = puzzle.judge;
  const prover = await kit.prover?.();
  const judge = prover ?? analyzer;
  const canJudge = engine === judge.name && version === judge.version;
  if (canJudge && prover !== undefined && !isProved(game, puzzle, prover.prove(from, nodes)))
    return wrong('the solution is not proved');
  let state = from;
  for (const [i, hex] of puzzle.line.entries()) {
    const move = game.moves.hex.decode(hex);
    if (!move.ok) return move;
    const [seat = 0] = game.active(state);
    if (
      canJudge &&
      prover === undefined &&
      seat === puzzle.seat &&
      [...game.legal(state, seat)].length > 1
    ) {
      const { lines } = await analyzer.analyze({ state }, { nodes, lines: 2 });
      const clear = clearGap(lines, seat);
      const best = lines[0] && game.moves.hex.encode(lines[0].moves[0]!);
      if (best !== hex || clear === null || clear.gap < gapOf(game.name))
        return wrong(`move ${i + 1} of the solution is not clearly best`);
    }
    const stepped = step(game, state, { do: 'move', seat, move: move.value });
    if (!stepped.ok)
      return wrong(`move ${i + 1} of the solution is refused: ${stepped.fault.message}`);
    state = moved(stepped.value.parts);
  }
  return canJudge
    ? ok(null)
    : fail(
        'unsupported',
        `puzzle ${puzzle.id} was judged by ${engine} ${version}, which is not here; position and line are right`,
      );
}

/** Whether a puzzle says what was proved, of the same pieces. */
const isProved = <Move extends Json>(
  { moves }: Pick<Game<never, Move>, 'moves'>,
  { line, aim, cells }: Puzzle,
  proved: ProvedLine<Move> | null,
): boolean =>
  proved !== null &&
  proved.aim === aim &&
  isSameJson(proved.cells, cells) &&
  isSameJson(
    proved.moves.map(move => moves.hex.encode(move)),
    line,
  );

const isSameJson = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);
