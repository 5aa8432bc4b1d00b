/** The first moves of well-known openings, so that matches start sensibly and differ. */
import { start, step, unwrap } from '@kifu/core';
import { formatFen } from '../fen.ts';
import type { Move } from '../move-codec.ts';
import { game } from '../rules.ts';
import { parseSan } from '../san.ts';
import type { State } from '../state.ts';

const LINES = `e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 Bb3 d6 c3 O-O
e4 e5 Nf3 Nc6 Bc4 Bc5 c3 Nf6 d3 d6 O-O O-O
e4 e5 Nf3 Nc6 Bc4 Nf6 d3 Bc5 O-O d6
e4 e5 Nf3 Nc6 d4 exd4 Nxd4 Nf6 Nxc6 bxc6
e4 e5 Nf3 Nf6 Nxe5 d6 Nf3 Nxe4 d4 d5 Bd3
e4 e5 Nc3 Nf6 f4 d5 fxe5 Nxe4
e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6 Be2 e5 Nb3 Be7
e4 c5 Nf3 Nc6 d4 cxd4 Nxd4 g6 Be3 Bg7 Nc3 Nf6
e4 c5 Nf3 e6 d4 cxd4 Nxd4 a6 Bd3 Nf6 O-O
e4 c5 c3 Nf6 e5 Nd5 d4 cxd4 Nf3 Nc6
e4 e6 d4 d5 Nc3 Nf6 Bg5 Be7 e5 Nfd7
e4 e6 d4 d5 e5 c5 c3 Nc6 Nf3 Qb6
e4 c6 d4 d5 e5 Bf5 Nf3 e6 Be2 c5
e4 c6 d4 d5 Nc3 dxe4 Nxe4 Bf5 Ng3 Bg6 h4 h6
e4 d5 exd5 Qxd5 Nc3 Qa5 d4 Nf6 Nf3 c6
e4 Nf6 e5 Nd5 d4 d6 Nf3 Bg4 Be2
e4 d6 d4 Nf6 Nc3 g6 Nf3 Bg7 Be2 O-O O-O
d4 d5 c4 e6 Nc3 Nf6 Bg5 Be7 e3 O-O Nf3 h6 Bh4
d4 d5 c4 e6 Nf3 Nf6 g3 Be7 Bg2 O-O O-O dxc4
d4 d5 c4 c6 Nf3 Nf6 Nc3 dxc4 a4 Bf5 e3 e6
d4 d5 c4 c6 Nc3 Nf6 e3 e6 Nf3 Nbd7
d4 d5 c4 dxc4 Nf3 Nf6 e3 e6 Bxc4 c5 O-O a6
d4 d5 Bf4 Nf6 e3 c5 c3 Nc6 Nd2 e6
d4 Nf6 c4 e6 Nc3 Bb4 e3 O-O Bd3 d5 Nf3 c5 O-O
d4 Nf6 c4 e6 Nf3 b6 g3 Ba6 b3 Bb4 Bd2 Be7
d4 Nf6 c4 g6 Nc3 Bg7 e4 d6 Nf3 O-O Be2 e5 O-O Nc6
d4 Nf6 c4 g6 Nc3 d5 cxd5 Nxd5 e4 Nxc3 bxc3 Bg7
d4 Nf6 Nf3 e6 Bf4 c5 e3 Nc6 c3 d5
d4 f5 g3 Nf6 Bg2 e6 Nf3 Be7 O-O O-O
c4 e5 Nc3 Nf6 Nf3 Nc6 g3 d5 cxd5 Nxd5
c4 c5 Nf3 Nf6 Nc3 Nc6 g3 g6 Bg2 Bg7
c4 Nf6 Nc3 e6 Nf3 d5 d4 Be7
Nf3 d5 g3 Nf6 Bg2 e6 O-O Be7 d3 O-O
Nf3 Nf6 c4 g6 g3 Bg7 Bg2 O-O O-O d6`;

let book: ReadonlyMap<string, readonly Move[]> | null = null;

/** The moves that are played here, those of several openings as often as they are in them; none where the book ends. */
export function bookMoves(state: State): readonly Move[] {
  book ??= readBook();
  return book.get(placeOf(state)) ?? [];
}

/** The position without counters: openings lead into each other. */
const placeOf = (state: State): string => formatFen(state).split(' ').slice(0, 4).join(' ');

function readBook(): ReadonlyMap<string, readonly Move[]> {
  const moves = new Map<string, Move[]>();
  for (const line of LINES.split('\n')) {
    let { state } = unwrap(start(game, {}));
    for (const text of line.split(' ')) {
      const move = unwrap(parseSan(state, text));
      const place = placeOf(state);
      moves.set(place, [...(moves.get(place) ?? []), move]);
      ({ state } = unwrap(step(game, state, { do: 'move', seat: state.turn, move })));
    }
  }
  return moves;
}
