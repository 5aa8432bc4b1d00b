/** Tournament players for tests: each with a key, enters, joins its games and plays random legal moves. */
import type { LiveMatch } from '@kifu/client';
import { type AccountKey, sayOfPlayer, signIn } from '@kifu/client/account';
import { sayInTournament, takeBoard } from '@kifu/client/tournament';
import { bytesToHex, type Json, roll, type Seed, sha256, unwrap } from '@kifu/core';
import { publicKeyOf, sign } from '@kifu/record/sign';
import { autoplay, ended, type Served } from './serve.ts';

/** A player with an account, who is signed in. */
export interface TournamentPlayer extends AccountKey {
  readonly name: string;
  readonly secret: Uint8Array;
  readonly token: string;
}

export async function joinServer(url: string, name: string): Promise<TournamentPlayer> {
  const secret = sha256(new TextEncoder().encode(`player ${name}`));
  const key = bytesToHex(await publicKeyOf(secret));
  const own = { name, key, secret, sign: (message: Uint8Array) => sign(secret, message) };
  unwrap(await sayOfPlayer(url, null, { type: 'profile', name, about: '' }, [own]));
  const { token } = unwrap(await signIn(url, own, null));
  return { ...own, token };
}

/** Where they play. */
type TournamentServer = Pick<Served, 'url' | 'connect'>;

export const enter = async ({ url }: TournamentServer, { token }: TournamentPlayer, id: string) =>
  unwrap(await sayInTournament(url, token, id, { type: 'enter' }));

/** Comes to the board that waits. */
export async function joinSeat(
  served: TournamentServer,
  { token, secret }: TournamentPlayer,
  id: string,
): Promise<LiveMatch> {
  const board = unwrap(await takeBoard(served.url, token, id));
  return served.connect(board.invite.id, { token: board.token, secret });
}

/** Plays the match of a pairing: seeded random moves, and resigns after a number of them. */
export async function playBoard(
  served: TournamentServer,
  player: TournamentPlayer,
  id: string,
  { most, seed }: { readonly most: number; readonly seed: number },
): Promise<void> {
  const live = await joinSeat(served, player, id);
  let chance: Seed = seed;
  const stop = autoplay(live, (legal, n) => {
    if (n >= most) {
      void live.resign();
      return null;
    }
    const [at, next] = roll(chance, legal.length);
    chance = next;
    return legal[at - 1] as Json;
  });
  await ended(live);
  stop();
  live.close();
}
