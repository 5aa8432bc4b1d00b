/** Kung Fu Chess: a lively match of 20,000 ticks at 30 Hz, sought through, folded and ticked, against simulating from tick 0. */
import { entryOf, type Kifu, luckFrom, moveAct, start, step, unwrap } from '@kifu/core';
import { kungFuChess, type Move, type State } from '@kifu/games/kung-fu-chess';
import { timeline } from '@kifu/record';
import { type Figure, measure } from './measure.ts';
import { type NaiveCommand, type NaiveGame, simulate } from './naive/kung-fu-chess.ts';

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

export function* bench(): Generator<Figure> {
  const commands = makeMatch();
  const naive = commands.map(toNaive);
  const kifu = toKifu(commands);
  const line = unwrap(timeline(game as never, kifu));
  checkSame(line.atTick, naive);
  const luck = luckFrom(SEED);
  const anyTick = () => luck(TICKS + 1);
  yield* measure({
    bench: 'kungfu',
    figure: 'seek',
    unit: 'seeks/s',
    ours: () => {
      for (let i = 0; i < 1000; i++) line.atTick(anyTick());
      return 1000;
    },
    peers: {
      'from-zero': () => {
        simulate({}, naive, anyTick());
        return 1;
      },
    },
    rounds: 5,
    roundMs: 1000,
  });
  yield* measure({
    bench: 'kungfu',
    figure: 'fold',
    unit: 'matches/s',
    ours: () => {
      fold(commands);
      return 1;
    },
    peers: {
      'from-zero': () => {
        simulate({}, naive, TICKS);
        return 1;
      },
    },
    rounds: 5,
    roundMs: 1000,
  });
  yield live(commands);
  yield build(kifu);
  yield figure('timeline-bytes', 'bytes', line.sizeBytes);
}

/** The match of this bench as a record. */
export const kungFuMatch = (): Kifu => toKifu(makeMatch());

/** A match of luck in which all through pieces move, few are taken, and no king falls. */
function makeMatch(): Command[] {
  const luck = luckFrom(SEED);
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
  header: {
    game: game.name,
    version: game.version,
    options: { hz: HZ },
    players: [
      { seat: 0, name: 'white' },
      { seat: 1, name: 'black' },
    ],
    seed: null,
    start: null,
    startedAt: null,
    tags: {},
  },
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

function fold(commands: readonly Command[]): State {
  let { state } = unwrap(start(game, {}));
  for (const { at, seat, move } of commands)
    ({ state } = unwrap(step(game, state, { do: 'move', seat, move, at })));
  return unwrap(step(game, state, { do: 'time', at: TICKS })).state;
}

/** How many matches at 30 Hz one core can tick, every tick on its own, commands played as they come. */
function live(commands: readonly Command[]): Figure {
  const run = () => {
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
  };
  return measure({ bench: 'kungfu', figure: 'live', unit: 'matches', ours: run, peers: {} })[0]!;
}

/** CPU milliseconds for making the match seekable. */
function build(kifu: Kifu): Figure {
  const run = () => {
    unwrap(timeline(game as never, kifu));
    return 1;
  };
  const [rate] = measure({ bench: 'kungfu', figure: 'build', unit: 'ms', ours: run, peers: {} });
  return { ...rate!, ours: Number((1000 / rate!.ours).toPrecision(4)) };
}

const figure = (name: string, unit: string, ours: number): Figure => ({
  bench: 'kungfu',
  figure: name,
  unit,
  peer: null,
  ours,
  theirs: null,
  ratio: null,
});
