/** Matches for the bench of the viewer: a game of chess as people publish it, and a long signed one. */
import { cidOf, type Game, luckFrom, moveAct } from '@kifu/core';
import { chess } from '@kifu/games/chess';
import { headOf, nodesOf } from '@kifu/record';
import { writeCar } from '@kifu/record/car';
import { beginMatch, doAct, type Playing } from '../packages/record/test/matches.ts';

/** Anderssen against Kieseritzky, London 1851, with a comment and a variation. */
export const annotatedPgn = (): string => `[Event "London"]
[Site "London"]
[Date "1851.06.21"]
[Round "?"]
[White "Anderssen"]
[Black "Kieseritzky"]
[Result "1-0"]

1. e4 e5 2. f4 exf4 3. Bc4 Qh4+ 4. Kf1 b5 5. Bxb5 Nf6 6. Nf3 Qh6 7. d3 Nh5 8. Nh4 Qg5 9. Nf5 c6 10. g4 Nf6 11. Rg1 {A piece is
given away.} cxb5 (11... h5 12. h4) 12. h4 Qg6 13. h5 Qg5 14. Qf3 Ng8 15. Bxf4 Qf6 16. Nc3 Bc5 17. Nd5 Qxb2 18. Bd6 Bxg1 19. e5
Qxa1+ 20. Ke2 Na6 21. Nxg7+ Kd8 22. Qf6+ Nxf6 23. Be7# 1-0
`;

/** A game of so many moves, every one of them signed by its player and by a referee, as a CAR. */
export async function signedMatch(plies: number, seed = 7): Promise<Uint8Array> {
  const luck = luckFrom(seed);
  const playing = await beginMatch({ game: chess.game as Game, keys: true, referee: true });
  for (let i = 0; i < plies; i++) await moveQuietly(playing, luck);
  const blocks = nodesOf(playing.chain).map(bytes => ({ cid: cidOf('dag-cbor', bytes), bytes }));
  return writeCar([headOf(playing.chain)], blocks);
}

/** Makes a move that does not end the game. */
async function moveQuietly(playing: Playing, luck: (n: number) => number): Promise<void> {
  const { game } = chess;
  const state = playing.chain.table.state as ChessState;
  const [seat] = game.active(state);
  const quiet = [...game.legal(state, seat!)].filter(move => {
    const played = game.play(state, seat!, move);
    return played.ok && game.outcome(played.value.state) === null;
  });
  await doAct(playing, seat!, moveAct(game, quiet[luck(quiet.length)]!));
}

type ChessState = Parameters<typeof chess.game.active>[0];
