/** Go through `step`, against the same rules as one would first write them. */
import { rowsOf } from '@kifu/games/go';
import { makeGames, replay } from './go-games.ts';
import { type Figure, measure } from './measure.ts';
import { NaiveGo } from './naive/go.ts';

const TERMS = { size: 19, moves: 320 };
const GAMES = 20;

type Game = ReturnType<typeof makeGames>[number];

export function* figures(): Generator<Figure> {
  const games = makeGames(GAMES, TERMS);
  for (const game of games)
    if (rowsOf(replay(game, TERMS)).join('/') !== replayNaive(game).text())
      throw new Error('the boards differ');
  let turn = 0;
  const some = (count: number, verify: (game: Game) => void) => () => {
    let moves = 0;
    for (let i = 0; i < count; i++) {
      const game = games[turn++ % games.length]!;
      verify(game);
      moves += game.length;
    }
    return moves;
  };
  yield* measure({
    bench: 'games',
    figure: 'step-go',
    unit: 'moves/s',
    ours: some(GAMES, game => replay(game, TERMS)),
    peers: { naive: some(1, replayNaive) },
  });
}

function replayNaive(game: Game): NaiveGo {
  const naive = new NaiveGo(TERMS.size);
  for (const { at } of game) naive.play(at![0], at![1]);
  return naive;
}
