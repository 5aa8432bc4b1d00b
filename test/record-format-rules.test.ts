/** Sentences of `docs/record-format.md` and of the pages of games, each held by what the code does. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type Action,
  cidOf,
  draw,
  type Game,
  type Header,
  type Json,
  type JsonObject,
  moveAct,
  ok,
  start,
  unwrap,
} from '@kifu/core';
import { loadKit } from '@kifu/games';
import { parseUci } from '@kifu/games/chess';
import { append, begin, draft, headOf, judge, nodesOf, verify } from '@kifu/record';
import { writeCar } from '@kifu/record/car';
import { findGameIn, findRecords, verifySource } from '@kifu/record/file';
import { decodeNext, type EntryNode, encodeEntry } from '@kifu/record/node';
import { describe, expect, test } from 'vitest';
import {
  beginMatch,
  doAct,
  endMatch,
  type MatchPlan,
  makeHeader,
  type Playing,
  playOn,
  sitDown,
} from '../packages/record/test/matches.ts';
import { signedExample } from './signed-example.ts';

const ROOT = join(import.meta.dirname, '..');
const read = (path: string) =>
  readFileSync(join(ROOT, path), 'utf8').replaceAll('\n', ' ').replaceAll('  ', ' ');
const page = read('docs/record-format.md');
const gamePage = (game: string) => read(`packages/games/src/${game}/README.md`);

const gameOf = async (name: string) => unwrap(await loadKit(name)).game as Game;
const chess = await gameOf('chess');
const move = (uci: string): Action => moveAct(chess, unwrap(parseUci(uci)) as unknown as Json);
const games = { names: () => ['chess'], load: loadKit };
const check = ({ chain, plan }: Playing) => verify(nodesOf(chain), async () => ok(plan.game));

test('plain draws come from the generator of §8', async () => {
  expect(page).toContain(
    'v = (1664525 · s + 1013904223) mod 2^31, which is also the next seed; a draw of one of n values is ⌊v · n ÷ 2^31⌋',
  );
  for (const seed of [0, 7, 2 ** 31 - 1]) {
    const v = Number((1664525n * BigInt(seed) + 1013904223n) % 2n ** 31n);
    expect(draw(seed, 6)).toEqual([Math.floor((v * 6) / 2 ** 31), v]);
  }
  const { chain } = await beginMatch({ game: await gameOf('backgammon'), seed: 7 });
  const { dice } = chain.table.game.states.canon(chain.table.state) as { dice: number[] };
  expect(dice).toHaveLength(2);
});

test.each([
  ['ludo', { dice: null, consecutiveSixes: 0 }],
  ['backgammon', { dice: null, remainingDice: [] }],
])('%s: a move that wins ends the turn, and nothing is rolled', async (name, fields) => {
  expect(gamePage(name)).toContain('A move that wins ends the turn: `dice` is null');
  const game = await gameOf(name);
  const playing = await beginMatch({ game, seats: 2, seed: 5 });
  let before = playing.chain.table;
  while (playing.chain.table.outcome === null) {
    before = playing.chain.table;
    await playOn(playing, 1);
  }
  const last = game.active(before.state)[0]!;
  expect(game.states.canon(playing.chain.table.state)).toMatchObject({ ...fields, turn: 1 - last });
});

describe('a file (§11)', () => {
  const blocksOf = (nodes: readonly Uint8Array[]) =>
    nodes.map(bytes => ({ cid: cidOf('dag-cbor', bytes), bytes }));
  const faultOf = async (car: Uint8Array) => {
    for await (const source of findRecords(games, '', car, null)) {
      if (!source.ok) return { ...source.fault, path: null };
      const { fault } = await verifySource(games, source.value);
      return { code: fault?.code, rule: fault?.rule, path: fault?.at?.path };
    }
    throw new Error('nothing was found');
  };

  test('whose root leads nowhere breaks at the first block without form, with another id, or out of place', async () => {
    expect(page).toContain('the structure is checked before the id, in a header as in an entry');
    const { chain } = await signedExample();
    const [blocks, roots] = [blocksOf(nodesOf(chain)), [headOf(chain)]];
    const spoiled = (n: number, bytes: Uint8Array) =>
      faultOf(writeCar(roots, blocks.with(n, { ...blocks[n]!, bytes })));
    for (const n of [0, 3])
      expect((await spoiled(n, blocks[n]!.bytes.subarray(0, -1))).code).toBe('malformed');
    const other = blocks[0]!.bytes.slice();
    other[Buffer.from(other).indexOf('Ann')] = 0x42;
    expect(await spoiled(0, other)).toMatchObject({ code: 'broken-chain', path: '/header' });
    expect(await faultOf(writeCar(roots, blocks.toSpliced(3, 1)))).toMatchObject({
      ...{ code: 'not-found', path: '/entries/2' },
    });
    const root = cidOf('dag-cbor', Uint8Array.of(1));
    expect(await faultOf(writeCar([root], blocks))).toMatchObject({
      ...{ code: 'broken-chain', path: '/ending' },
    });
    expect(await faultOf(writeCar([root], blocks.slice(0, 4)))).toMatchObject({
      ...{ code: 'not-found', path: '/entries/3' },
    });
  });

  test('with an older root breaks at the first node that the root does not lead to', async () => {
    expect(page).toContain('is reported at the first node that the root does not reach');
    const { chain } = await signedExample();
    const blocks = blocksOf(nodesOf(chain));
    expect(await faultOf(writeCar([blocks[2]!.cid], blocks))).toEqual({
      ...{ code: 'broken-chain', rule: 'root', path: '/entries/2' },
    });
  });

  test('that ends within a block is verified up to there, and earlier faults go first', async () => {
    expect(page).toContain(
      'the blocks before it are verified first, and their faults are reported first',
    );
    for (const [garbageAt, code, path] of [
      [null, 'malformed', '/entries/5'],
      [3, 'bad-signature', '/entries/2'],
    ] as const) {
      const { chain } = await signedExample(garbageAt);
      const blocks = blocksOf(nodesOf(chain));
      const whole = writeCar([headOf(chain)], blocks.slice(0, 7));
      expect(await faultOf(whole.subarray(0, -5))).toMatchObject({ code, path });
    }
  });
});

test('what stands beside the state of a start is checked by the game', async () => {
  expect(page).toContain('is checked by the game too (`malformed`)');
  const { header } = await makeHeader({ game: chess });
  const state = unwrap(append(unwrap(begin(chess, header)).chain, { seat: 0, act: move('g1f3') }))
    .chain.table.state;
  const [canon, aside] = [chess.states.canon(state), chess.states.aside(state)];
  const shown = '["rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -"]';
  expect(JSON.stringify(aside)).toBe(shown);
  for (const text of [page, gamePage('chess')]) expect(text).toContain(shown);
  const from = (beside: Json): Header => ({ ...header, start: { canon, aside: beside } as never });
  expect(begin(chess, from(aside)).ok).toBe(true);
  expect(begin(chess, from(['nonsense']))).toMatchObject({ fault: { code: 'malformed' } });
});

describe('verdicts (§13)', () => {
  test('with unknown rules the fault is told, and forms and links are checked', async () => {
    expect(page).toContain(
      'With `unknown`, the reader reports the fault `unknown-game`; structure and links are checked.',
    );
    const nodes = nodesOf((await signedExample()).chain);
    const none = async () => ({ ok: false, fault: { code: 'unknown-game', message: '' } }) as const;
    const report = await verify(nodes, none);
    expect([judge(report).verdict, report.fault?.code]).toEqual(['unknown', 'unknown-game']);
    expect((await verify(nodes.with(3, Uint8Array.of(1)), none)).fault?.code).toBe('malformed');
    expect((await verify(nodes.with(3, nodes[4]!), none)).fault?.code).toBe('broken-chain');
  });

  test('an ending without signatures is partial if a player signed an entry', async () => {
    expect(page).toContain(
      'An ending without signatures is *partial* if a player signed an entry.',
    );
    const playing = await mated({ game: chess, keys: true });
    await endMatch(playing, {}, []);
    expect(judge(await check(playing)).verdict).toBe('partial');
  });

  test('every signature must be good, and a quick check takes the last of each key', async () => {
    expect(page).toContain('**Every signature must be valid.**');
    const nodes = nodesOf((await signedExample(3)).chain);
    const find = findGameIn({ load: loadKit });
    expect(await verify(nodes, find)).toMatchObject({ fault: { code: 'bad-signature' }, good: 2 });
    // both signed the ending, and so have seen all that comes before
    expect(await verify(nodes, find, { signatures: 'last' })).toMatchObject({
      ...{ fault: null, signatures: 'last', checked: { signatures: 2, signed: 8 } },
    });
  });

  test('a leaving covers what was seen; without a referee and with all seen, also what follows', async () => {
    expect(page).toContain('**Leaving is not an exception.**');
    const agreed: number[] = [];
    for (const referee of [false, true]) {
      const playing = await beginMatch({ game: chess, keys: true, referee });
      await doAct(playing, 0, move('e2e4'));
      await doAct(playing, 1, { type: 'leave', of: 1, how: 'resignation' });
      await endMatch(playing, {}, [0]);
      agreed.push(judge(await check(playing)).agreed);
    }
    expect(agreed).toEqual([5, 3]);
  });
});

async function mated(plan: MatchPlan): Promise<Playing> {
  const playing = await beginMatch(plan);
  for (const [i, uci] of ['f2f3', 'e7e5', 'g2g4', 'd8h4'].entries())
    await doAct(playing, i % 2, move(uci));
  return playing;
}

describe('a fault names the first broken rule of the table', () => {
  const rule = async (name: string, json: (canon: JsonObject) => Json) => {
    expect(gamePage(name)).toContain('The fault names the first broken rule in this table');
    const game = await gameOf(name);
    const setup = { seats: [0, 1], ...(game.chance === undefined ? {} : { seed: 7 }) };
    const { state } = unwrap(start(game, setup));
    const canon = game.states.canon(state) as JsonObject;
    const played = game.play(state, game.active(state)[0]!, json(canon));
    return played.ok ? null : played.fault.rule;
  };

  test.each([
    ['no piece, which also says what it becomes', 'e4e5q', 'noPiece'],
    ['the piece of another, which also moves wrongly', 'e7e2', 'notYours'],
    ['onto an own piece, which also goes around a corner', 'a1b2', 'ownPiece'],
    ['a way that no pawn goes, which also says what it becomes', 'e2e5q', 'geometry'],
    ['over another piece, to the other side', 'a1a8', 'blocked'],
    ['to its own square, where its own piece stands', 'a1a1', 'geometry'],
    ['no pawn that says what it becomes, over another piece', 'a1a8q', 'noPromotion'],
  ])('chess: %s', async (_what, uci, expected) => {
    const { from, to, promotion } = unwrap(parseUci(uci));
    expect(await rule('chess', () => ({ from, to, promotion }) as unknown as Json)).toBe(expected);
  });

  test('ludo: in base before what was rolled', async () => {
    const other = ({ dice }: JsonObject) => 1 + ((dice as number) % 6);
    expect(await rule('ludo', canon => ({ tokenIndex: 0, steps: other(canon) }))).toBe('inBase');
  });

  test('backgammon: a die that is not left before an empty point, and that before the distance', async () => {
    const left = ({ remainingDice }: JsonObject) => remainingDice as number[];
    const none = (canon: JsonObject) => [1, 2, 3, 4, 5, 6].find(die => !left(canon).includes(die))!;
    const empty = ({ points }: JsonObject) =>
      (points as Json[][]).findIndex(({ length }) => length === 0);
    const steps = (canon: JsonObject, die: number) => ({
      die,
      from: empty(canon),
      to: empty(canon) === 1 ? 2 : 1,
    });
    expect(await rule('backgammon', canon => steps(canon, none(canon)))).toBe('die');
    expect(await rule('backgammon', canon => steps(canon, left(canon)[0]!))).toBe('noChecker');
  });
});

describe('small print', () => {
  test('a resume of seat null in the opening is refused', async () => {
    expect(page).toContain('a `resume` of seat null is `wrong-seat`');
    const { chain } = await sitDown({ game: chess, keys: true, referee: true });
    expect(draft(chain, { seat: null, act: { type: 'resume' }, ms: 0 })).toMatchObject({
      fault: { code: 'wrong-seat' },
    });
  });

  const second = async (change: Partial<EntryNode>) => {
    const { chain } = await beginMatch({ game: chess });
    const act = move('e2e4');
    const { bytes } = unwrap(append(chain, { seat: 0, act, ms: 0 })).chain.last;
    return encodeEntry({ ...(unwrap(decodeNext(bytes)) as EntryNode), ...change });
  };

  test('number 0 is malformed', async () => {
    expect(page).toContain('0 is `malformed`');
    expect(decodeNext(await second({ n: 0 }))).toMatchObject({ fault: { code: 'malformed' } });
    expect(decodeNext(await second({})).ok).toBe(true);
  });

  test('a refusal has a code that is known', async () => {
    expect(page).toContain('A code that is not [one of ours](faults.md) is `malformed`.');
    const refused = (code: string): Action => ({
      ...{ type: 'refused', move: Uint8Array.of(12, 36, 0) },
      fault: { code: code as never, rule: 'geometry', message: '' },
    });
    expect(decodeNext(await second({ act: refused('illegal-move') })).ok).toBe(true);
    expect(decodeNext(await second({ act: refused('nonsense') }))).toMatchObject({
      fault: { code: 'malformed' },
    });
  });

  test('with clocks an ending may lack its ms', async () => {
    expect(page).toContain('an ending may lack it');
    const playing = await mated({ game: chess, clock: { type: 'absolute', mainMs: 600_000 } });
    await endMatch(playing, { ms: null });
    expect((await check(playing)).fault).toBeNull();
  });
});
