/** Following a match node by node: a node that is not exactly what the rules and the chain give is noticed. */
import { unwrap } from '@kifu/core';
import { describe, expect, test } from 'vitest';
import { anyChess, MATCHES, played } from '../../test/kinds.ts';
import { nodesOf, verifyUnsigned } from '../index.ts';
import { Verification } from '../verify.ts';
import { followNode, Replay, readAll } from './index.ts';

const begun = (nodes: readonly Uint8Array[]) => new Replay(anyChess, nodes.slice(0, 1));

test.each(Object.entries(MATCHES))(
  '%s: node by node gives what the whole record gives',
  async (_name, make) => {
    const { chain } = await make();
    const { game } = chain.table;
    const nodes = nodesOf(chain);
    const verification = new Verification();
    let followed = new Replay(game, nodes.slice(0, 1));
    verification.take(followed);
    for (const bytes of nodes.slice(1)) {
      followed = unwrap(followNode(followed, bytes));
      verification.take(followed);
    }
    const whole = readAll(new Replay(game, nodes), []);
    expect(followed.nodes).toEqual(nodes);
    expect(followed.table).toEqual(whole.table);
    expect(followed.settled).toEqual(whole.settled);
    expect([followed.n, followed.outcome]).toEqual([whole.n, whole.outcome]);
    expect(followed.head).toEqual(whole.head);
    // what hidden hands did is only played at the end
    if (verifyUnsigned(game, nodes).report.chance === 'fair' && game.secrets !== undefined) return;
    expect(verification.report(followed)).toEqual(verifyUnsigned(game, nodes).report);
  },
);

describe('refuses', () => {
  test('a node left out, or twice, and the replay stays where it was', async () => {
    const [first, one, two] = nodesOf((await played({ game: anyChess })).chain);
    const followed = begun([first!]);
    expect(followNode(followed, two!)).toMatchObject({
      ok: false,
      fault: { code: 'broken-chain' },
    });
    expect([followed.n, followed.nodes.length]).toEqual([0, 1]);
    unwrap(followNode(followed, one!));
    expect(followNode(followed, one!)).toMatchObject({
      ok: false,
      fault: { code: 'broken-chain' },
    });
    expect(followNode(followed, two!).ok).toBe(true);
  });

  test.each(['chess, unsigned', 'chess with a referee and clocks', 'dice, fair'])(
    '%s: any byte changed is noticed, at that node or at the next',
    async name => {
      const { chain } = await MATCHES[name]!();
      const { game } = chain.table;
      const [first, one, two] = nodesOf(chain);
      const fresh = () => new Replay(game, [first!]);
      for (let i = 0; i < one!.length; i++) {
        const followed = fresh();
        const news = followNode(followed, one!.with(i, one![i]! ^ 1));
        if (news.ok) expect(followNode(news.value, two!).ok).toBe(false);
      }
      for (let end = 0; end < one!.length; end++)
        expect(followNode(fresh(), one!.slice(0, end)).ok).toBe(false);
      expect(followNode(fresh(), Uint8Array.of(...one!, 0)).ok).toBe(false);
    },
  );

  test('refuses bytes that do not decode as a header', async () => {
    const nodes = nodesOf((await played({ game: anyChess })).chain);
    for (const bytes of [new Uint8Array(), new Uint8Array(100), nodes[1]!])
      expect(new Replay(anyChess, [bytes]).fault).not.toBeNull();
  });

  test('hands that the ending does not reveal as they were dealt', async () => {
    const { chain } = await MATCHES['hidden hands, to the end']!();
    const nodes = nodesOf(chain);
    const ending = nodes.pop()!;
    const at = Buffer.from(ending).indexOf(Buffer.from(chain.table.deal!));
    expect(at).toBeGreaterThan(0);
    const followed = new Replay(chain.table.game, nodes.slice(0, 1));
    for (const bytes of nodes.slice(1)) unwrap(followNode(followed, bytes));
    expect(followed.table).toBeNull();
    expect(followNode(followed, ending.with(at, ending[at]! ^ 1)).ok).toBe(false);
    expect(followed.n).toBe(nodes.length - 1);
    expect(unwrap(followNode(followed, ending)).outcome).toEqual(chain.table.outcome);
  });
});
