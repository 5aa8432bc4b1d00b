/**
 * All games through `step`, against engines of objects and arrays with the same rules and against libraries. Each runs in a process of its own:
 * in one process the machine code of `step` would have to serve all games at once, which no user of one game pays for.
 */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import {
  canonicalText,
  type Game,
  hashState,
  type Json,
  rngFrom,
  type StepResult,
  start,
  stateText,
  step,
  unwrap,
} from '@kifu/core';
import { gameNames, loadKit } from '@kifu/games';
import * as backgammon from '@kifu/games/backgammon';
import * as checkers from '@kifu/games/checkers';
import * as dominos from '@kifu/games/dominos';
import * as go from '@kifu/games/go';
import * as ludo from '@kifu/games/ludo';
import * as mageDuel from '@kifu/games/mage-duel';
import { countingReducer } from './boardgame.ts';
import { loadGoban, playSabaki } from './go-peers.ts';
import { type LuckyMove, type PickMove, playByLuck } from './lucky.ts';
import { type Figure, measure, progress, quantile, threadMs } from './measure.ts';
import * as naiveBackgammon from './naive/backgammon.ts';
import * as naiveCheckers from './naive/checkers.ts';
import * as naiveDominos from './naive/dominos.ts';
import { NaiveGo } from './naive/go.ts';
import * as naiveLudo from './naive/ludo.ts';
import * as naiveMageDuel from './naive/mage-duel.ts';

/** What a match begins with: games take from it what they have. */
interface Beginning {
  readonly seed: number;
  /** Two, three or four. */
  readonly seats: readonly number[];
}

/** Who made which move, and at which tick where the game has ticks. */
type Act<Move> = Omit<LuckyMove<unknown, Move>, 'state'>;

interface Match<Move> extends Beginning {
  readonly acts: readonly Act<Move>[];
}

/** Another engine: replays a match, and then says how it ended, in the words of our side. */
interface Peer<Move, Dealt> {
  /** A slower peer gets fewer at a time: what counts is moves a second. */
  readonly matches: number;
  replay(match: Match<Move>, dealt: Dealt): () => string;
}

type Ended<State> = Pick<StepResult<State>, 'state' | 'outcome'>;

/** A game and what it is compared with. */
interface Contest<State, Move extends Json, Dealt> {
  readonly game: Game<State, Move>;
  readonly matches: number;
  setup(beginning: Beginning): unknown;
  readonly pick?: PickMove<Move>;
  readonly maxMoves?: number;
  /** What the peer begins with; where it is given, both begin outside the timed part. */
  deal?(beginning: Beginning): Dealt;
  /** How a match ended. */
  end(ended: Ended<State>): string;
  readonly peers: { readonly [name: string]: Peer<Move, Dealt> };
}

/** Whole matches, every move checked and every end found. */
const contest =
  <State, Move extends Json, Dealt>(makeTerms: () => Contest<State, Move, Dealt>) =>
  (figure: string): Promise<Figure[]> => {
    const { game, matches: count, setup, pick, maxMoves = Infinity, ...terms } = makeTerms();
    const { deal, end, peers } = terms;
    const matches = Array.from({ length: count }, (_, i) => {
      const beginning = { seed: 7919 * i + 1, seats: [0, 1, 2, 3].slice(0, 2 + (i % 3)) };
      const acts: Act<Move>[] = [];
      const luck = rngFrom(beginning.seed + 1);
      for (const { state: _, ...act } of playByLuck(game, setup(beginning), luck, pick)) {
        if (acts.length === maxMoves) break;
        acts.push(act);
      }
      const first = deal && unwrap(start(game, setup(beginning)));
      return { match: { ...beginning, acts }, first, dealt: deal?.(beginning) as Dealt };
    });
    type Prepared = (typeof matches)[number];
    const replay = ({ match, first }: Prepared): Ended<State> => {
      let { state, outcome } = first ?? unwrap(start(game, setup(match)));
      for (const { seat, move, at } of match.acts) {
        // literals, as programs write them: V8 need not make the object
        const stepped =
          at === undefined
            ? step(game, state, { do: 'move', seat, move })
            : step(game, state, { do: 'move', seat, move, at });
        if (!stepped.ok) throw new Error(stepped.fault.message);
        ({ state, outcome } = stepped.value);
      }
      return { state, outcome };
    };
    for (const prepared of matches)
      for (const [name, peer] of Object.entries(peers)) {
        const [ours, theirs] = [
          end(replay(prepared)),
          peer.replay(prepared.match, prepared.dealt)(),
        ];
        if (ours !== theirs) throw new Error(`${figure}: ${ours}, and ${theirs} by ${name}`);
      }
    let turn = 0;
    const some = (count: number, play: (prepared: Prepared) => unknown) => () => {
      let moves = 0;
      for (let i = 0; i < count; i++) {
        const prepared = matches[turn++ % matches.length]!;
        play(prepared);
        moves += prepared.match.acts.length;
      }
      return moves;
    };
    const theirs = Object.entries(peers).map(([name, peer]) => {
      const play = ({ match, dealt }: Prepared) => peer.replay(match, dealt);
      return [name, some(peer.matches, play)] as const;
    });
    return measure(figure, 'moves/s', some(count, replay), Object.fromEntries(theirs));
  };

const GO_SIZE = 19;

/** Go with positional superko; the last of the legal moves is a pass. */
const onGoBoard = {
  game: go.go.game,
  matches: 20,
  setup: () => ({ options: { rules: 'Chinese', width: GO_SIZE } }),
  pick: (legal, luck) => legal[luck(legal.length - 1)]!,
  maxMoves: 320,
  end: ({ state }) => go.rowsOf(state).join('/'),
} satisfies Partial<Contest<go.State, go.Move, unknown>>;

const FIGURES: { readonly [figure: string]: (figure: string) => Promise<Figure[]> } = {
  'step-checkers': contest(() => ({
    game: checkers.checkers.game,
    matches: 100,
    setup: () => ({}),
    end: ({ outcome }) => `${outcome?.reason} ${outcome?.winners[0] ?? null}`,
    peers: {
      naive: {
        matches: 10,
        replay({ acts }) {
          let position = naiveCheckers.newPosition();
          for (const { move } of acts)
            position = naiveCheckers.playMove(position, move as unknown as naiveCheckers.Move)!;
          const { result } = position;
          return () => `${result?.reason} ${result?.winner ?? null}`;
        },
      },
    },
  })),
  'step-backgammon': contest(() => {
    const { game } = backgammon.backgammon;
    return {
      game,
      matches: 50,
      setup: ({ seed }) => ({ seed }),
      end: ({ state }) => hashState(game, state),
      peers: {
        naive: {
          matches: 2,
          replay({ seed, acts }) {
            let state = naiveBackgammon.naiveStart(seed);
            for (const { move } of acts)
              state = naiveBackgammon.naiveStep(state, move as naiveBackgammon.NaiveMove);
            const { points, bar, off, dice, remaining, turn } = state;
            const canon = {
              ...{ points, dice, remainingDice: remaining, seed: state.seed, turn },
              bar: { 0: bar[0]!, 1: bar[1]! },
              bearOff: { 0: off[0]!, 1: off[1]! },
              moveCount: acts.length,
            };
            return () => hashState(game, unwrap(game.states.restore(canon)));
          },
        },
      },
    };
  }),
  'step-ludo': contest(() => ({
    game: ludo.ludo.game,
    matches: 60,
    setup: ({ seed, seats }) => ({ seed, seats }),
    end: ({ state, outcome }) => `${stateText(ludo.ludo.game, state)} ${outcome?.winners[0]}`,
    peers: {
      naive: {
        matches: 60,
        replay({ seed, seats, acts }) {
          let state = naiveLudo.rollUntilMove(naiveLudo.startGame(seats.length, seed));
          for (const { seat, move } of acts) {
            if (seat !== state.turn) throw new Error(`player ${seat} is not on turn`);
            state = naiveLudo.rollUntilMove(naiveLudo.applyMove(state, move));
          }
          return () => `${canonicalText(state as unknown as Json)} ${naiveLudo.winnerOf(state)}`;
        },
      },
    },
  })),
  'step-dominos': contest(() => ({
    game: dominos.dominos.game,
    matches: 300,
    setup: ({ seed, seats }) => ({ seed, seats }),
    deal: ({ seed, seats }) => naiveDominos.deal(seed, seats.length),
    end: ({ state, outcome }) =>
      `${stateText(dominos.dominos.game, state)} ${outcome?.reason} ${outcome?.winners[0] ?? null} ${Math.max(...(outcome?.points ?? []))}`,
    peers: {
      naive: {
        matches: 300,
        // no events, but it too looks after every move whether the round is over
        replay({ acts }, dealt) {
          let state = dealt;
          let result: naiveDominos.GameResult | null = null;
          for (const { move } of acts) {
            state = naiveDominos.applyMove(state, move);
            result = naiveDominos.resultOf(state);
          }
          return () =>
            `${canonicalText(state as unknown as Json)} ${result?.reason} ${result?.winner} ${result?.points}`;
        },
      },
    },
  })),
  'step-go': contest(() => ({
    ...onGoBoard,
    peers: {
      naive: {
        matches: 1,
        replay({ acts }) {
          const board = new NaiveGo(GO_SIZE);
          for (const { move } of acts) board.play(move.at![0], move.at![1]);
          return () => board.text();
        },
      },
    },
  })),
  'step-mage-duel': contest(() => ({
    game: mageDuel.mageDuel.game,
    matches: 100,
    setup: ({ seed }) => ({ seed }),
    // mostly the tile at hand, now and then a joker, a skip where nothing fits
    pick(legal, luck) {
      const op = luck(10) === 0 ? 'joker' : 'place';
      const wanted = legal.filter(move => move.op === op);
      const choices = wanted.length > 0 ? wanted : legal;
      return choices[luck(choices.length)]!;
    },
    end: ({ outcome }) => `${outcome?.points}`,
    peers: {
      naive: {
        matches: 100,
        replay({ seed, acts }) {
          const match = naiveMageDuel.newNaiveGame(seed, mageDuel.STANDARD);
          for (const { seat, move, at } of acts) {
            const wrong = naiveMageDuel.actNaive(match, { by: seat, t: at!, ...move });
            if (wrong !== null) throw new Error(wrong);
          }
          return () => `${match.totals}`;
        },
      },
    },
  })),
  'go-replay': contest(() => {
    const playGoban = loadGoban(GO_SIZE);
    const pointsOf = ({ acts }: Match<go.Move>) => acts.map(({ move }) => move.at!);
    return {
      ...onGoBoard,
      peers: {
        '@sabaki/go-board': {
          matches: 2,
          replay: match => playSabaki(GO_SIZE, pointsOf(match)),
        },
        goban: { matches: 2, replay: match => playGoban(pointsOf(match)) },
      },
    };
  }),
  step: slowestStep,
};

const SITUATIONS = 2000;
/** Longest that one match is followed. */
const LENGTH = 200;

/** The slowest of our games through `step`, against the reducer of boardgame.io with a game that has no rules. */
async function slowestStep(figure: string): Promise<Figure[]> {
  let slowest = { name: '', play: () => 0, rate: Infinity };
  for (const name of gameNames()) {
    const play = playAll(unwrap(await loadKit(name)).game as Game);
    const rates = Array.from({ length: 4 }, () => {
      const from = threadMs();
      let count = 0;
      while (threadMs() - from < 250) count += play();
      return count;
    });
    const rate = quantile(rates, 0.5);
    if (rate < slowest.rate) slowest = { name, play, rate };
  }
  progress(`the slowest game through step is ${slowest.name}`);
  return measure(figure, 'moves/s', slowest.play, { 'boardgame.io': countingReducer() });
}

/** Makes moves of matches by luck, each in the state that it was made in. */
function playAll(game: Game): () => number {
  const luck = rngFrom(3);
  const situations: LuckyMove<unknown, Json>[] = [];
  while (situations.length < SITUATIONS) {
    const setup = game.chance === undefined ? {} : { seed: luck(2 ** 31) };
    let left = Math.min(LENGTH, SITUATIONS - situations.length);
    for (const situation of playByLuck(game, setup, luck)) {
      situations.push(situation);
      if (--left === 0) break;
    }
  }
  return () => {
    for (const { state, seat, move } of situations)
      if (!step(game, state, { do: 'move', seat, move }).ok) throw new Error(game.name);
    return situations.length;
  };
}

export async function* bench(): AsyncGenerator<Figure> {
  for (const figure of Object.keys(FIGURES)) {
    progress(figure);
    const args = [...process.execArgv, import.meta.filename, figure];
    const running = promisify(execFile)(process.execPath, args);
    running.child.stderr!.pipe(process.stderr);
    yield* JSON.parse((await running).stdout) as Figure[];
  }
}

if (import.meta.main) {
  const [figure] = process.argv.slice(2);
  console.log(JSON.stringify(await FIGURES[figure!]!(figure!)));
}
