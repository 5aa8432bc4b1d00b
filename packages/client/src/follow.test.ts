/** Following a match: whatever is not exactly what the rules and the chain give is noticed. */
import { type Act, type Game, unwrap } from '@kifu/core';
import { chess, parseUci } from '@kifu/games/chess';
import { append, begin, end, nodesOf } from '@kifu/record';
import { describe, expect, test } from 'vitest';
import { type Followed, followedKifu, followHeader, followNode } from './follow.ts';

const game = chess.game as Game;
const find = async () => ({ ok: true as const, value: game });
const move = (uci: string): Act => ({ type: 'move', move: unwrap(parseUci(uci)) as never });

/** Fool's mate as nodes. */
function nodes(): Uint8Array[] {
  const header = {
    ...{
      game: 'chess',
      version: 1,
      options: {},
      seed: null,
      start: null,
      startedAt: null,
      tags: {},
    },
    players: [
      { seat: 0, name: 'Ann' },
      { seat: 1, name: 'Bob' },
    ],
  };
  let { chain } = unwrap(begin(game, header));
  for (const [i, text] of ['f2f3', 'e7e5', 'g2g4', 'd8h4'].entries())
    ({ chain } = unwrap(append(chain, { seat: i % 2, act: move(text), ms: i })));
  return nodesOf(unwrap(end(chain, { ms: 9 })));
}

async function followAll(all: readonly Uint8Array[]): Promise<Followed> {
  let { followed } = unwrap(await followHeader(all[0]!, find));
  for (const bytes of all.slice(1)) ({ followed } = unwrap(followNode(followed, bytes)));
  return followed;
}

test('a match is followed to its end', async () => {
  const followed = await followAll(nodes());
  expect(followed.outcome).toMatchObject({ winners: [1], reason: 'checkmate' });
  expect(unwrap(followedKifu(followed)).entries).toHaveLength(4);
});

describe('what cannot be', () => {
  test('a node left out, twice, or of another match', async () => {
    const all = nodes();
    const { followed } = unwrap(await followHeader(all[0]!, find));
    expect(followNode(followed, all[2]!)).toMatchObject({
      ok: false,
      fault: { code: 'broken-chain' },
    });
    const next = unwrap(followNode(followed, all[1]!)).followed;
    expect(followNode(next, all[1]!)).toMatchObject({ ok: false, fault: { code: 'broken-chain' } });
  });

  test('any byte changed is noticed, at that node or at the next', async () => {
    const all = nodes();
    const { followed } = unwrap(await followHeader(all[0]!, find));
    const [, one, two] = all as [Uint8Array, Uint8Array, Uint8Array];
    for (let i = 0; i < one.length; i++) {
      const changed = one.with(i, one[i]! ^ 1);
      const news = followNode(followed, changed);
      if (news.ok) expect(followNode(news.value.followed, two).ok).toBe(false);
    }
    for (let end = 0; end < one.length; end++)
      expect(followNode(followed, one.slice(0, end)).ok).toBe(false);
    expect(followNode(followed, Uint8Array.of(...one, 0)).ok).toBe(false);
  });

  test('a header that is none', async () => {
    for (const bytes of [new Uint8Array(), new Uint8Array(100), nodes()[1]!])
      expect((await followHeader(bytes, find)).ok).toBe(false);
  });
});
