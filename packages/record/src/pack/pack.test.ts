/** Packs: every kind of match comes back byte for byte, and damage is told, whatever it is. */
import { type Game, ok, type Result, unwrap } from '@kifu/core';
import { chess } from '@kifu/games/chess';
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
  type Chain,
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

/** What reading damaged bytes may give: a fault, or the same record as before. */
function isHarmless(
  nodes: readonly Uint8Array[],
  result: Result<{ nodes: Uint8Array[] }>,
): boolean {
  if (!result.ok) return result.fault.message.length > 0;
  const again = result.value.nodes;
  return (
    again.length === nodes.length && again.every((node, i) => Buffer.compare(node, nodes[i]!) === 0)
  );
}

describe.each(['chess, unsigned', 'dice, fair', 'real time', 'words at the table'])(
  'damage: %s',
  name => {
    test('every truncation, and every bit', async () => {
      const { chain, plan } = await MATCHES[name]!();
      const nodes = nodesOf(chain);
      const packed = unwrap(pack(plan.game, nodes));
      for (let length = 0; length < packed.length; length++)
        if (!isHarmless(nodes, unpackWith(plan.game, packed.subarray(0, length))))
          expect.fail(`cut off after ${length} bytes`);
      for (let bit = 0; bit < 8 * packed.length; bit++) {
        const bytes = packed.slice();
        bytes[bit >> 3]! ^= 1 << (bit & 7);
        if (!isHarmless(nodes, unpackWith(plan.game, bytes))) expect.fail(`bit ${bit}`);
      }
      for (const more of [0, 1, 255])
        for (let count = 5; count < 8; count++) {
          const bytes = Uint8Array.from([...packed, ...new Array(count).fill(more)]);
          expect(unpackWith(plan.game, bytes).ok).toBe(false);
        }
    });
  },
);

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
