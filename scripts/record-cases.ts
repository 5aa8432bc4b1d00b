/** Matches of which vectors are made: what is to be said of each, and how nodes are changed. */
import { type Action, type Game, type Json, moveAct, sha256, unwrap } from '@kifu/core';
import { loadKit } from '@kifu/games';
import { parseUci } from '@kifu/games/chess';
import { nodesOf } from '@kifu/record';
import { decodeNext, type EntryNode, encodeEnding, encodeEntry, isEnding } from '@kifu/record/node';
import {
  beginMatch,
  doAct,
  endMatch,
  type MatchPlan,
  type Playing,
} from '../packages/record/test/matches.ts';

/** A record, and what is to be said of it: the verdict, or the fault that breaks it as `code` or `code/rule`. */
export interface Case {
  readonly name: string;
  readonly says: string;
  readonly game: Game;
  readonly nodes: readonly Uint8Array[];
}

export const gameOf = async (name: string) => unwrap(await loadKit(name)).game as Game;
export const CHESS = await gameOf('chess');
export const move = (uci: string): Action =>
  moveAct(CHESS, unwrap(parseUci(uci)) as unknown as Json);
const MATE = ['f2f3', 'e7e5', 'g2g4', 'd8h4'];
export const BOTH: MatchPlan = { game: CHESS, names: ['Ann', 'Bob'], keys: true };
export const REFEREED: MatchPlan = { ...BOTH, referee: true };

export async function play(playing: Playing, ...moves: string[]): Promise<void> {
  for (const uci of moves) {
    const { game, state } = playing.chain.table;
    await doAct(playing, game.active(state)[0]!, move(uci));
  }
}

/** The nodes with one changed, and those after it linked again. */
export function change(
  { chain }: Playing,
  n: number,
  spoil: (node: EntryNode) => Partial<EntryNode>,
): Uint8Array[] {
  const nodes: Uint8Array[] = [];
  for (const [i, bytes] of nodesOf(chain).entries()) {
    if (i === 0) {
      nodes.push(bytes);
      continue;
    }
    const node = { ...unwrap(decodeNext(bytes)), prev: sha256(nodes[i - 1]!) };
    const spoiled = (i === n ? { ...node, ...spoil(node as EntryNode) } : node) as typeof node;
    nodes.push(isEnding(spoiled) ? encodeEnding(spoiled) : encodeEntry(spoiled));
  }
  return nodes;
}

/** Fool's mate, with its ending. */
export async function mated(plan: MatchPlan): Promise<Playing> {
  const playing = await beginMatch(plan);
  await play(playing, ...MATE);
  await endMatch(playing);
  return playing;
}
