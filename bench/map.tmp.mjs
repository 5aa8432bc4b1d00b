import { start, unwrap } from '@kifu/core';
import { chess, parseFen, parseUci } from '@kifu/games/chess';

const s0=unwrap(start(chess.game,{})).state; const s1=unwrap(chess.game.play(s0,0,unwrap(parseUci('e2e4')))).state; const s2=unwrap(chess.game.play(s1,1,unwrap(parseUci('g8f6')))).state;
console.log(%HaveSameMap(s0,s1), %HaveSameMap(s1,s2));
const m1=unwrap(parseUci('e2e4')), m2=unwrap(parseUci('e7e8q')); console.log(%HaveSameMap(m1,m2), %HasFastProperties(m1));
