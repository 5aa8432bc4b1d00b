/** Packs: every kind of match comes back byte for byte, with all that it says. */
import { digestState, type Game, type Json, moveAct, ok, unwrap } from '@kifu/core';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { race } from '../../../core/test/toys/race.ts';
import { anyChess, MATCHES, played } from '../../test/kinds.ts';
import type { Playing } from '../../test/matches.ts';
import { decodeAnnotations, encodeAnnotations } from '../annotations/index.ts';
import { append, begin, branchHeader, type Chain, end, headOf, nodesOf } from '../index.ts';
import { isPack, pack, readPackHeader, unpack, unpackWith } from './index.ts';

/** A header as other programs' records have it. */
const FOREIGN = {
  game: 'chess',
  version: 1,
  options: {},
  players: [
    { seat: 0, name: 'Ann' },
    { seat: 1, name: 'Bob' },
  ],
  seed: null,
  start: null,
  startedAt: null,
  tags: { Event: 'Somewhere', Round: '3' },
};

const find = (game: Game) => () => Promise.resolve(ok(game));

describe.each(Object.entries(MATCHES))('%s', (_, make) => {
  test.each([false, true])('comes back as it was, packed plainly: %s', async isPlain => {
    const { chain, plan } = await make();
    const nodes = nodesOf(chain);
    const packed = unwrap(pack(plan.game, nodes, null, { isPlain }));
    const { numbered } = plan.game;
    expect(packed[3]).toBe(isPlain && numbered !== undefined ? 129 : 1);
    expect(isPack(packed)).toBe(true);
    const { nodes: again, head } = unwrap(await unpack(find(plan.game), packed));
    expect(again).toEqual(nodes);
    expect(head).toEqual(headOf(chain));
    expect(packed.length).toBeLessThan(nodes.reduce((sum, node) => sum + node.length, 0));
    expect(unwrap(readPackHeader(packed))).toEqual(chain.table.header);
  });

  test('gives the same bytes every time', async () => {
    const { chain, plan } = await make();
    expect(pack(plan.game, nodesOf(chain))).toEqual(pack(plan.game, nodesOf(chain)));
  });
});

describe('what a pack does not need', () => {
  const sizeOf = async (make: () => Promise<Playing>): Promise<number> => {
    const { chain, plan } = await make();
    return unwrap(pack(plan.game, nodesOf(chain))).length;
  };

  test('needs only one link per holder for random draws', async () => {
    const short = await sizeOf(() => played({ game: race as Game, fair: true }, 6));
    const long = await sizeOf(() => played({ game: race as Game, fair: true }, 26));
    expect(long - short).toBeLessThan(20);
  });

  test('hashes and readings of clocks, signatures aside', async () => {
    const clock = { type: 'absolute', mainMs: 600_000 } as const;
    const plain = await sizeOf(() => played({ game: anyChess, clock }));
    const hashed = await sizeOf(() => played({ game: anyChess, clock, hashEvery: 1 }));
    expect(hashed - plain).toBeLessThan(4);
  });
});

describe('refuses to pack', () => {
  test.each<[string, (nodes: Uint8Array[]) => Uint8Array[], string]>([
    ['nothing', () => [], 'malformed'],
    ['no header', nodes => nodes.slice(1), 'malformed'],
    ['a gap', nodes => nodes.toSpliced(3, 1), 'broken-chain'],
    ['a node that was changed', nodes => nodes.with(2, nodes[3]!), 'broken-chain'],
  ])('%s', async (_, change, code) => {
    const nodes = nodesOf((await played({ game: anyChess })).chain);
    const packed = pack(anyChess, change(nodes));
    expect(packed).toMatchObject({ ok: false, fault: { code } });
  });

  test('a record of another game', async () => {
    const nodes = nodesOf((await played({ game: anyChess })).chain);
    expect(pack(race as Game, nodes)).toMatchObject({ ok: false, fault: { code: 'unknown-game' } });
    const packed = unwrap(pack(anyChess, nodes));
    expect(unpackWith(race as Game, packed)).toMatchObject({ fault: { code: 'unknown-game' } });
  });
});

test.each([
  ['shortly', false, 180],
  ['plainly', true, 230],
])(
  'a foreign record with readings of clocks comes back as it was, packed %s',
  (_, isPlain, most) => {
    let chain: Chain = unwrap(begin(anyChess, FOREIGN)).chain;
    for (let n = 0; n < 40; n++) {
      const { state } = chain.table;
      const list = [...anyChess.legal(state, n % 2)];
      const act = moveAct(anyChess, list[(n * 5) % list.length]!);
      const clockMs = n === 7 ? null : 1000 * (600 - 3 * n + (n % 5));
      const ms = n < 3 ? null : 7000 * n;
      chain = unwrap(append(chain, { seat: n % 2, act, ms, clockMs })).chain;
    }
    const draw = { result: 'draw', winners: [], points: null, reason: 'agreement' } as const;
    const nodes = nodesOf(unwrap(end(chain, { outcome: draw })));
    const packed = unwrap(pack(anyChess, nodes, null, { isPlain }));
    expect(unwrap(unpackWith(anyChess, packed)).nodes).toEqual(nodes);
    expect(packed.length).toBeLessThan(most);
  },
);

describe('remarks', () => {
  const about = async () => {
    const { chain } = await played({ game: anyChess }, 12);
    return { nodes: nodesOf(chain), head: headOf(chain) };
  };
  const remarks = {
    notes: [{ entry: 3, author: null, text: 'Zwischenzug – “sharp”', glyphs: [1, 14] }],
    variations: [
      {
        entry: 2,
        entries: [],
        notes: [{ entry: 2, author: 'B', text: '', glyphs: [6] }],
        variations: [],
      },
    ],
  };

  test('come back as they were', async () => {
    const { nodes, head } = await about();
    const block = encodeAnnotations(anyChess, head, remarks);
    const packed = unwrap(pack(anyChess, nodes, block));
    expect(unwrap(unpackWith(anyChess, packed))).toEqual({ nodes, head, remarks: block });
    expect(
      unwrap(decodeAnnotations(unwrap(unpackWith(anyChess, packed)).remarks!)).remarks,
    ).toEqual(remarks);
  });

  test('of any length, depth and content come back', async () => {
    const { nodes, head } = await about();
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'grapheme', maxLength: 200 })), texts => {
        const notes = texts.map((text, entry) => ({ entry, author: text, text, glyphs: [] }));
        const block = encodeAnnotations(anyChess, head, { notes, variations: [] });
        for (const isPlain of [false, true]) {
          const packed = unwrap(pack(anyChess, nodes, block, { isPlain }));
          expect(unwrap(unpackWith(anyChess, packed)).remarks).toEqual(block);
        }
      }),
      { numRuns: 10 },
    );
  });

  test('that are changed are noticed', async () => {
    const { nodes, head } = await about();
    const packed = unwrap(pack(anyChess, nodes, encodeAnnotations(anyChess, head, remarks)));
    for (let bit = 8 * (packed.length - 40); bit < 8 * packed.length; bit++) {
      const bytes = packed.with(bit >> 3, packed[bit >> 3]! ^ (1 << (bit & 7)));
      if (unpackWith(anyChess, bytes).ok) expect.fail(`bit ${bit}`);
    }
  });

  test('about another record, or that are none, are not packed', async () => {
    const { nodes, head } = await about();
    const other = encodeAnnotations(anyChess, { ...head, digest: new Uint8Array(32) }, remarks);
    for (const block of [other, nodes[1]!, new Uint8Array(), new Uint8Array(1 << 25)])
      expect(pack(anyChess, nodes, block).ok).toBe(false);
  });
});

test('a branch comes back as it was', async () => {
  const { chain } = await played({ game: anyChess }, 9);
  const { header, state } = chain.table;
  const point = { game: anyChess, header, node: headOf(chain), state, part: 1, at: null };
  const { chain: branch } = unwrap(begin(anyChess, branchHeader(point)));
  const [move] = anyChess.legal(state, 1);
  const longer = unwrap(append(branch, { seat: 1, act: moveAct(anyChess, move!) })).chain;
  const nodes = nodesOf(longer);
  expect(unwrap(unpackWith(anyChess, unwrap(pack(anyChess, nodes)))).nodes).toEqual(nodes);
});

describe('games with very many moves', () => {
  /** Two seats take numbers in turn; each may take any below `choices`, which are listed one by one. */
  const counting = (choices: number): Game => {
    let listed = 0;
    return {
      ...(race as Game),
      name: 'counting',
      seats: [2, 2],
      setup: () => ok(0),
      seated: () => [0, 1],
      active: state => [(state as number) % 2],
      *legal() {
        for (let i = 0; i < choices; i++) {
          if (++listed > 1e6) throw new Error('all moves are listed');
          yield i;
        }
      },
      play: state => ok({ state: (state as number) + 1, events: [] }),
      outcome: () => null,
      moves: {
        json: { encode: move => move, decode: move => ok(move) },
        bytes: {
          encode: move => new Uint8Array(Int32Array.of(move as number).buffer),
          decode: bytes => ok(new Int32Array(bytes.slice().buffer)[0]! as Json),
        },
        hex: { encode: String, decode: text => ok(Number(text)) },
      },
      states: {
        canon: state => state as Json,
        aside: () => null,
        restore: canon => ok(canon),
        position: String,
      },
      chance: undefined as never,
    };
  };

  test.each([[300], [0xffff], [0x10000], [1e9]])('%s', choices => {
    const game = counting(choices);
    const header = {
      ...{ game: 'counting', version: game.version, options: {}, seed: null, start: null },
      ...{ startedAt: null, tags: {} },
      players: [
        { seat: 0, name: 'Ann' },
        { seat: 1, name: 'Bob' },
      ],
    };
    let { chain } = unwrap(begin(game, header));
    for (const [n, move] of [0, choices - 1, choices >> 1].entries())
      ({ chain } = unwrap(append(chain, { seat: n % 2, act: moveAct(game, move) })));
    const nodes = nodesOf(chain);
    expect(unwrap(unpackWith(game, unwrap(pack(game, nodes)))).nodes).toEqual(nodes);
  });
});

test('times, readings of clocks and hashes in any entry come back', () => {
  const sometimes = (most: number) => fc.option(fc.nat(most));
  const entry = fc.record({
    choice: fc.nat(40),
    pauseMs: fc.oneof(sometimes(5000), sometimes(2 ** 40)),
    clockMs: fc.oneof(sometimes(600), fc.option(fc.maxSafeNat())),
    isHashed: fc.boolean(),
  });
  const unit = fc.constantFrom(1, 10, 1000);
  fc.assert(
    fc.property(fc.array(entry, { maxLength: 40 }), unit, fc.boolean(), (entries, by, isPlain) => {
      let { chain } = unwrap(begin(anyChess, FOREIGN));
      let ms = 0;
      for (const { choice, pauseMs, clockMs, isHashed } of entries) {
        const { state, outcome } = chain.table;
        if (outcome !== null) break;
        const seat = anyChess.active(state)[0]!;
        const list = [...anyChess.legal(state, seat)];
        const act = moveAct(anyChess, list[choice % list.length]!);
        ms += by * (pauseMs ?? 0);
        const more = isPlain ? {} : { ms: pauseMs === null ? null : ms, clockMs };
        const expected = unwrap(append(chain, { seat, act, ...more })).chain.table;
        const hash = isHashed ? digestState(anyChess, expected.state) : null;
        chain = unwrap(append(chain, { seat, act, ...more, hash })).chain;
      }
      const nodes = nodesOf(chain);
      expect(unwrap(unpackWith(anyChess, unwrap(pack(anyChess, nodes)))).nodes).toEqual(nodes);
    }),
    { numRuns: 60 },
  );
});

/** Rules that list moves in another order when a match is begun for the second time: packed, and then unpacked. */
function fickle(game: Game): Game {
  let begun = 0;
  const { numbered: _, ...rest } = game;
  return {
    ...rest,
    setup: setup => {
      begun++;
      return game.setup(setup);
    },
    legal: (state, seat) => {
      const moves = [...game.legal(state, seat)];
      return begun < 2 ? moves : moves.toReversed();
    },
  };
}

test('a record that does not come out of its pack as it was is refused', async () => {
  const { chain, plan } = await MATCHES['chess, unsigned']!();
  expect(pack(fickle(plan.game), nodesOf(chain))).toMatchObject({
    ok: false,
    fault: { code: 'unsupported' },
  });
});
