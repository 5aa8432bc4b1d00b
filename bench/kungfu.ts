/** Kung Fu Chess: a lively match of 20,000 ticks at 30 Hz, sought through, folded and ticked, against simulating from tick 0. */
import { entryOf, type Game, type Kifu, moveAct, rngFrom, start, step, unwrap } from '@kifu/core';
import { kungFuChess, type Move, type State } from '@kifu/games/kung-fu-chess';
import { timeline } from '@kifu/record';
import { type Figure, figuresOf, measure } from './measure.ts';
import { type NaiveCommand, type NaiveGame, simulate } from './naive/kung-fu-chess.ts';
import { headerOf } from './records.ts';

const { game } = kungFuChess;
const TICKS = 20_000;
const MOVES = 250;
const HZ = 30;
const SEED = 2026;

interface Command {
  readonly at: number;
  readonly seat: number;
  readonly move: Move;
}

export async function* bench(): AsyncGenerator<Figure> {
  const commands = makeMatch();
  const naive = commands.map(toNaive);
  const kifu = toKifu(commands);
  const build = () => unwrap(timeline(game as never, kifu));
  const line = build();
  checkSame(line.atTick, naive);
  const luck = rngFrom(SEED);
  const anyTick = () => luck(TICKS + 1);
  const times = (count: number, run: () => unknown) => () => {
    for (let i = 0; i < count; i++) run();
    return count;
  };
  const simulateTo = (tickOf: () => number) => ({
    'from-zero': times(1, () => simulate({}, naive, tickOf())),
  });
  const slow = { rounds: 5, roundMs: 1000 };
  const seek = times(1000, () => line.atTick(anyTick()));
  yield* await measure('seek', 'seeks/s', seek, simulateTo(anyTick), slow);
  const fold = times(1, () => foldAll(commands));
  yield* await measure(
    'fold',
    'matches/s',
    fold,
    simulateTo(() => TICKS),
    slow,
  );
  yield* await measure('live', 'matches', () => tickAll(commands));
  const [built] = await measure('build', 'ms', times(1, build));
  yield* figuresOf('build', 'ms', [1000 / built!.ours]);
  yield* figuresOf('timeline-bytes', 'bytes', [line.sizeBytes]);
}

/** The match of this bench as a record. */
export const kungFuMatch = (): Kifu => toKifu(makeMatch());

/** A match of luck in which all through pieces move, few are taken, and no king falls. */
function makeMatch(): Command[] {
  const luck = rngFrom(SEED);
  const commands: Command[] = [];
  let { state } = unwrap(start(game, {}));
  for (let at = 0; commands.length < MOVES; at += 4) {
    if (at * MOVES < commands.length * TICKS) continue;
    ({ state } = unwrap(step(game, state, { do: 'time', at })));
    const seat = luck(2);
    const moves = [...game.legal(state, seat)];
    if (moves.length === 0) continue;
    const move = moves[luck(moves.length)]!;
    const stepped = unwrap(step(game, state, { do: 'move', seat, move }));
    if (stepped.parts.some(({ events }) => events.some(({ type }) => type === 'danger'))) continue;
    if (isOccupied(state, move) && luck(4) > 0) continue;
    commands.push({ at, seat, move });
    ({ state } = stepped);
  }
  return commands;
}

const isOccupied = (state: State, { to }: Move): boolean =>
  piecesOf(state).some(piece => piece !== null && piece[0] === to[0] && piece[1] === to[1]);

type Place = readonly [row: number, column: number];
const piecesOf = (state: State) =>
  (game.states.canon(state) as unknown as { pieces: readonly (Place | null)[] }).pieces;

const toNaive = ({ at, seat, move }: Command): NaiveCommand => ({
  tick: at,
  player: seat + 1,
  id: move.piece,
  row: move.to[0],
  col: move.to[1],
});

const toKifu = (commands: readonly Command[]): Kifu => ({
  header: { ...headerOf(game as Game), options: { hz: HZ } },
  entries: commands.map(({ at, seat, move }) => entryOf(seat, moveAct(game, move), { at })),
  ending: null,
  notes: [],
  variations: [],
});

/** Both give the same position, at ticks all through the match; odd ones, at which no command is given. */
function checkSame(atTick: (tick: number) => { state: unknown }, naive: readonly NaiveCommand[]) {
  for (const tick of [1, 777, 4999, 12_345, TICKS - 1]) {
    const ours = showOurs(atTick(tick).state as State);
    const theirs = showNaive(simulate({}, naive, tick));
    if (ours !== theirs) throw new Error(`tick ${tick}: ${ours} is not ${theirs}`);
  }
}

function showOurs(state: State): string {
  const places = piecesOf(state).map(piece => (piece === null ? '-' : `${piece[0]},${piece[1]}`));
  const { moves } = game.states.canon(state) as unknown as { moves: { start: number }[] };
  return `${places.join(' ')} ${moves.map(({ start }) => start)}`;
}

const showNaive = ({ pieces, active }: NaiveGame): string =>
  `${pieces.map(({ captured, row, col }) => (captured ? '-' : `${row},${col}`)).join(' ')} ${active.map(({ start }) => start)}`;

function foldAll(commands: readonly Command[]): State {
  let { state } = unwrap(start(game, {}));
  for (const { at, seat, move } of commands)
    ({ state } = unwrap(step(game, state, { do: 'move', seat, move, at })));
  return unwrap(step(game, state, { do: 'time', at: TICKS })).state;
}

/** Every tick on its own, commands played as they come, as one match of many that a core has; gives its seconds at 30 Hz. */
function tickAll(commands: readonly Command[]): number {
  let { state } = unwrap(start(game, {}));
  let next = 0;
  for (let tick = 1; tick <= TICKS; tick++) {
    for (; commands[next]?.at === tick - 1; next++) {
      const { seat, move } = commands[next]!;
      ({ state } = unwrap(step(game, state, { do: 'move', seat, move })));
    }
    ({ state } = unwrap(step(game, state, { do: 'time', at: tick })));
  }
  return TICKS / HZ;
}
