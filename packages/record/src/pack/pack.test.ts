/** Packs: every kind of match comes back byte for byte, and damage is told, whatever it is. */
import { fail, type Game, type Json, ok, unwrap } from '@kifu/core';
import { chess } from '@kifu/games/chess';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { lane } from '../../../core/test/toys/lane.ts';
import { race } from '../../../core/test/toys/race.ts';
import { tricks } from '../../../core/test/toys/tricks.ts';
import {
  beginMatch,
  doAct,
  drawTogether,
  endMatch,
  type Plan,
  type Playing,
  playOn,
} from '../../test/matches.ts';
import {
  append,
  begin,
  branchHeader,
  type Chain,
  decodeRemarks,
  encodeRemarks,
  end,
  headOf,
  isPack,
  nodesOf,
  pack,
  readPackHeader,
  unpack,
  unpackWith,
} from '../index.ts';

const anyChess = chess.game as Game;

/** A match of each kind that `append` knows. */
const MATCHES: { readonly [name: string]: () => Promise<Playing> } = {
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

async function played(plan: Plan, most = 20): Promise<Playing> {
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
  const move = { from: [4, 1], to: [4, 5], promotion: null };
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

const find = (game: Game) => () => Promise.resolve(ok(game));

describe.each(Object.entries(MATCHES))('%s', (_, make) => {
  test('comes back as it was', async () => {
    const { chain, plan } = await make();
    const nodes = nodesOf(chain);
    const packed = unwrap(pack(plan.game, nodes));
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

  test('links of chance: one for each holder is enough', async () => {
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

describe('what is not packed', () => {
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

describe('damage', () => {
  const isDeep = process.env.KIFU_DEEP === '1';
  /** Kinds of which every bit is tried each time; of the others some, as their signatures alone have thousands. */
  const SMALL = ['a header alone', 'chess, unsigned', 'chess with byo-yomi', 'a takeback'];

  test.each(Object.entries(MATCHES))('%s', async (name, make) => {
    const { chain, plan } = await make();
    const packed = unwrap(pack(plan.game, nodesOf(chain)));
    const isRefused = (bytes: Uint8Array) => {
      const result = unpackWith(plan.game, bytes);
      return !result.ok && (result.fault.at?.offset ?? bytes.length + 1) <= bytes.length;
    };
    const flipped = (bit: number) => packed.with(bit >> 3, packed[bit >> 3]! ^ (1 << (bit & 7)));
    if (isDeep || SMALL.includes(name)) {
      for (let bit = 0; bit < 8 * packed.length; bit++)
        if (!isRefused(flipped(bit))) expect.fail(`bit ${bit}`);
      for (let length = 0; length < packed.length; length++)
        if (!isRefused(packed.subarray(0, length))) expect.fail(`cut off after ${length} bytes`);
    } else {
      const bits = fc.nat(8 * packed.length - 1);
      const lengths = fc.nat(packed.length - 1);
      fc.assert(
        fc.property(bits, bit => isRefused(flipped(bit))),
        { numRuns: 15 },
      );
      fc.assert(
        fc.property(lengths, length => isRefused(packed.subarray(0, length))),
        {
          numRuns: 5,
        },
      );
    }
    for (const more of [[0], [1], [255], [0, 0, 0, 0], [0, 0, 0, 0, 0, 1]])
      expect(isRefused(Uint8Array.from([...packed, ...more]))).toBe(true);
    expect(unpackWith(plan.game, packed).ok).toBe(true);
  });
});

describe('bytes of strangers', () => {
  const start = [0x89, 0x4b, 0x46, 1];
  const isFault = (bytes: Uint8Array) =>
    [unpackWith(anyChess, bytes), readPackHeader(bytes)].every(
      result => result.ok || (result.fault.at?.offset ?? -1) >= 0,
    );

  test('whatever they are, they are refused with a place', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 100 }), bytes => isFault(bytes)),
      { numRuns: 200 },
    );
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), bytes =>
        isFault(Uint8Array.from([...start, ...bytes])),
      ),
      { numRuns: 500 },
    );
  });

  test('after a good header too', async () => {
    const { chain, plan } = await played({ game: race as Game, fair: true, referee: true }, 4);
    const packed = unwrap(pack(plan.game, nodesOf(chain)));
    const tail = fc.uint8Array({ minLength: 1, maxLength: 100 });
    const place = fc.integer({ min: packed.length - 80, max: packed.length });
    fc.assert(
      fc.property(place, tail, (at, bytes) => {
        const result = unpackWith(
          plan.game,
          Uint8Array.from([...packed.subarray(0, at), ...bytes]),
        );
        return !result.ok;
      }),
      { numRuns: 100 },
    );
  });

  test.each<[string, number[], string, number]>([
    ['nothing', [], 'malformed', 0],
    ['a text', [0x5b, 0x45, 0x76], 'malformed', 0],
    ['two bytes of the beginning', start.slice(0, 2), 'malformed', 0],
    ['the beginning alone', start.slice(0, 3), 'malformed', 3],
    ['no more than a version', start, 'malformed', 4],
    ['another version', [...start.slice(0, 3), 2, 0, 0], 'unsupported', 3],
    ['zeros', [...start, ...new Array(96).fill(0)], 'malformed', 100],
    ['ones', [...start, ...new Array(96).fill(255)], 'malformed', 100],
  ])('%s', (_, bytes, code, offset) => {
    const result = unpackWith(anyChess, Uint8Array.from(bytes));
    expect(result).toMatchObject({ ok: false, fault: { code } });
    if (!result.ok) expect(result.fault.at?.offset).toBeLessThanOrEqual(offset);
  });

  test('a game that nobody knows', async () => {
    const packed = unwrap(pack(anyChess, nodesOf((await played({ game: anyChess })).chain)));
    const lost = await unpack(async () => fail('unknown-game', 'no such game'), packed);
    expect(lost).toMatchObject({ fault: { code: 'unknown-game', at: { offset: 12 } } });
  });
});

test('damage is told with its place', async () => {
  const { chain } = await played({ game: anyChess }, 60);
  const packed = unwrap(pack(anyChess, nodesOf(chain)));
  const cut = unpackWith(anyChess, packed.subarray(0, packed.length - 12));
  if (cut.ok) return expect.fail('a pack that is cut off holds');
  expect(cut.fault).toMatchObject({ code: 'malformed', at: { offset: packed.length - 12 } });
  expect(cut.fault.at?.path).toMatch(/^\/entries\/[3-5]\d$/);
  expect(cut.fault.message).toMatch(
    /^entry \d+ of 60: the pack is damaged: the bytes end too soon/,
  );
});

test('a foreign record, with readings of clocks and whole seconds', () => {
  const header = {
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
  let chain: Chain = unwrap(begin(anyChess, header)).chain;
  for (let n = 0; n < 40; n++) {
    const { state } = chain.table;
    const list = [...anyChess.legal(state, n % 2)];
    const act = { type: 'move', move: list[(n * 5) % list.length]! } as const;
    const clockMs = n === 7 ? null : 1000 * (600 - 3 * n + (n % 5));
    const ms = n < 3 ? null : 7000 * n;
    chain = unwrap(append(chain, { seat: n % 2, act, ms, clockMs })).chain;
  }
  const draw = { result: 'draw', winners: [], points: null, reason: 'agreement' } as const;
  const nodes = nodesOf(unwrap(end(chain, { outcome: draw })));
  const packed = unwrap(pack(anyChess, nodes));
  expect(unwrap(unpackWith(anyChess, packed)).nodes).toEqual(nodes);
  expect(packed.length).toBeLessThan(180);
});

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
    const block = encodeRemarks(head, remarks);
    const packed = unwrap(pack(anyChess, nodes, block));
    expect(unwrap(unpackWith(anyChess, packed))).toEqual({ nodes, head, remarks: block });
    expect(unwrap(decodeRemarks(unwrap(unpackWith(anyChess, packed)).remarks!)).remarks).toEqual(
      remarks,
    );
  });

  test('are long, and nested, and anything', async () => {
    const { nodes, head } = await about();
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'grapheme', maxLength: 200 })), texts => {
        const notes = texts.map((text, entry) => ({ entry, author: text, text, glyphs: [] }));
        const block = encodeRemarks(head, { notes, variations: [] });
        const packed = unwrap(pack(anyChess, nodes, block));
        expect(unwrap(unpackWith(anyChess, packed)).remarks).toEqual(block);
      }),
      { numRuns: 10 },
    );
  });

  test('that are changed are noticed', async () => {
    const { nodes, head } = await about();
    const packed = unwrap(pack(anyChess, nodes, encodeRemarks(head, remarks)));
    for (let bit = 8 * (packed.length - 40); bit < 8 * packed.length; bit++) {
      const bytes = packed.with(bit >> 3, packed[bit >> 3]! ^ (1 << (bit & 7)));
      if (unpackWith(anyChess, bytes).ok) expect.fail(`bit ${bit}`);
    }
  });

  test('about another record, or that are none, are not packed', async () => {
    const { nodes, head } = await about();
    const other = encodeRemarks({ ...head, digest: new Uint8Array(32) }, remarks);
    for (const block of [other, nodes[1]!, new Uint8Array(), new Uint8Array(1 << 25)])
      expect(pack(anyChess, nodes, block).ok).toBe(false);
  });
});

test('a branch', async () => {
  const { chain } = await played({ game: anyChess }, 9);
  const { header, state } = chain.table;
  const point = { game: anyChess, header, node: headOf(chain), state, part: 1, at: null };
  const { chain: branch } = unwrap(begin(anyChess, branchHeader(point)));
  const [move] = anyChess.legal(state, 1);
  const longer = unwrap(append(branch, { seat: 1, act: { type: 'move', move: move! } })).chain;
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
      ({ chain } = unwrap(append(chain, { seat: n % 2, act: { type: 'move', move } })));
    const nodes = nodesOf(chain);
    expect(unwrap(unpackWith(game, unwrap(pack(game, nodes)))).nodes).toEqual(nodes);
  });
});
