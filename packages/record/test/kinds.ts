/** A match of each kind that a record can be of. */
import { type Game, moveAct } from '@kifu/core';
import { chess } from '@kifu/games/chess';
import { lane } from '../../core/test/toys/lane.ts';
import { race } from '../../core/test/toys/race.ts';
import { tricks } from '../../core/test/toys/tricks.ts';
import {
  beginMatch,
  doAct,
  drawTogether,
  endMatch,
  type MatchPlan,
  type Playing,
  playOn,
} from './matches.ts';

/** Chess as any game. */
export const anyChess = chess.game as Game;

/** A match of each kind that `append` knows. */
export const MATCHES: { readonly [name: string]: () => Promise<Playing> } = {
  'a header alone': () => beginMatch({ game: anyChess }),
  'chess, unsigned': () => played({ game: anyChess }, 80),
  'chess, signed by both': () => played({ game: anyChess, keys: true }),
  'chess with a referee and clocks': () =>
    played({
      game: anyChess,
      keys: true,
      referee: true,
      clock: { type: 'fischer', mainMs: 60_000, incrementMs: 2000 },
      hashEvery: 4,
    }),
  'chess with byo-yomi': () =>
    played({
      game: anyChess,
      clock: { type: 'byo-yomi', mainMs: 10_000, periods: 3, periodMs: 5000 },
    }),
  'a referee and no keys': () => played({ game: anyChess, referee: true, hashEvery: 1 }),
  'dice, plain': () => played({ game: race as Game, seed: 7 }, 200),
  'dice, fair': () => played({ game: race as Game, fair: true, keys: true }, 200),
  'dice, fair, with a referee': () => played({ game: race as Game, fair: true, referee: true }),
  'hidden hands, to the end': () =>
    played({ game: tricks as Game, fair: true, keys: true, referee: true }, 100),
  'hidden hands, not yet over': () =>
    played({ game: tricks as Game, fair: true, keys: true, referee: true }, 3),
  'hidden hands, in the open': () => played({ game: tricks as Game, seed: 5 }, 100),
  'real time': () => played({ game: lane as Game, keys: true }, 100),
  'real time, unsigned': () => played({ game: lane as Game }, 100),
  'words at the table': talked,
  'a takeback': takenBack,
  'a refused move': refused,
  'a seat that leaves': left,
  'a decreed ending': decreed,
  'a flag that fell': flagged,
  'a withheld link': withheld,
};

/** A match after this many more actions, ended if it is over. */
export async function played(plan: MatchPlan, most = 20): Promise<Playing> {
  const playing = await beginMatch(plan);
  await playOn(playing, most);
  if (playing.chain.table.outcome !== null) await endMatch(playing);
  return playing;
}

async function talked(): Promise<Playing> {
  const playing = await beginMatch({ game: anyChess, keys: true });
  await playOn(playing, 4);
  await doAct(playing, 0, { type: 'offer-draw' });
  await doAct(playing, 1, { type: 'decline' });
  await doAct(playing, 0, { type: 'pause' });
  await doAct(playing, 1, { type: 'pause' });
  await doAct(playing, 1, { type: 'resume' });
  await doAct(playing, 0, { type: 'resume' });
  await playOn(playing, 3);
  await doAct(playing, 1, { type: 'offer-draw' });
  await doAct(playing, 0, { type: 'accept-draw' });
  await endMatch(playing);
  return playing;
}

async function takenBack(): Promise<Playing> {
  const playing = await beginMatch({ game: anyChess, hashEvery: 3 });
  await playOn(playing, 7);
  await doAct(playing, 0, { type: 'ask-takeback' });
  await doAct(playing, 1, { type: 'allow-takeback', to: 4 });
  await playOn(playing, 12);
  return playing;
}

async function refused(): Promise<Playing> {
  const playing = await beginMatch({ game: anyChess, keys: true });
  const { move } = moveAct(anyChess, { from: [4, 1], to: [4, 5], promotion: null });
  const fault = { code: 'illegal-move', rule: 'geometry', message: 'no pawn does that' } as const;
  await doAct(playing, 0, { type: 'refused', move, fault });
  await playOn(playing, 3);
  return playing;
}

async function left(): Promise<Playing> {
  const playing = await beginMatch({ game: anyChess, referee: true });
  await playOn(playing, 5);
  await doAct(playing, null, { type: 'leave', of: 1, how: 'absence' });
  await endMatch(playing, { ms: playing.chain.table.ms + 5 });
  return playing;
}

async function decreed(): Promise<Playing> {
  const playing = await beginMatch({ game: anyChess });
  await playOn(playing, 5);
  const outcome = { result: 'win', winners: [1], points: null, reason: 'adjudication' } as const;
  await endMatch(playing, { outcome });
  return playing;
}

async function flagged(): Promise<Playing> {
  const playing = await beginMatch({ game: anyChess, clock: { type: 'absolute', mainMs: 5000 } });
  await playOn(playing, 5);
  const late = { ms: playing.chain.table.ms + 9000 };
  await doAct(playing, 0, { type: 'leave', of: 1, how: 'flag' }, late);
  await endMatch(playing);
  return playing;
}

async function withheld(): Promise<Playing> {
  const playing = await beginMatch({ game: race as Game, fair: true, keys: true });
  await drawTogether(playing);
  const { game } = playing.chain.table;
  while (!game.chance!.due(playing.chain.table.state)) await playOn(playing, 1);
  const late = { ms: playing.chain.table.ms + 30_000 };
  await doAct(playing, 0, { type: 'leave', of: 1, how: 'withheld-link' }, late);
  await endMatch(playing);
  return playing;
}
