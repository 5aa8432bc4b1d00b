/** A peer that lies: what it signs is held against it, and what it did not sign proves nothing. */
import {
  type Action,
  bytesToHex,
  type Fault,
  type Game,
  moveAct,
  ok,
  type Seat,
  unwrap,
} from '@kifu/core';
import { chess } from '@kifu/games/chess';
import { judge, verify } from '@kifu/record';
import { keyOf, moversOf } from '@kifu/record/match-state';
import { encodeEntry } from '@kifu/record/node';
import { Replay, readAll } from '@kifu/record/replay';
import { checkDoubleSigning, decodeDoubleSigning, intentMessage, sign } from '@kifu/record/sign';
import { describe, expect, test } from 'vitest';
import { findGame, gameOf, type Pair, pairUp } from '../../test/pair.ts';
import { createWorld, type World } from '../../test/world.ts';
import { encodeMessage, type Message, type MessageOf } from './messages.ts';
import type { MatchPreferences } from './offer.ts';
import { findStopper } from './receipt.ts';
import { MAX_MESSAGE_BYTES, type Transport } from './transport.ts';

const leave = (how: 'absence' | 'flag'): Action => ({ type: 'leave', of: 0, how });
const STATUS: MessageOf<'status'> = {
  type: 'status',
  match: new Uint8Array(32),
  n: 0,
  head: new Uint8Array(32),
  receipt: new Uint8Array(64),
  pen: 0,
  asks: false,
  link: null,
  ending: null,
};
const OFFER: Message = { type: 'offer', header: new Uint8Array(), proof: new Uint8Array(64) };

interface Scene {
  readonly world: World;
  readonly pair: Pair;
  /** The honest player, on the first seat. */
  readonly ann: NonNullable<Pair['sides'][0]['match']>;
  /** The transport of the liar. */
  readonly wire: Transport;
  readonly faults: Fault[];
  readonly heard: Uint8Array[];
  say(message: Message): void;
  pass(ms?: number): Promise<void>;
}

/** A match in which the second player has put the program away, and writes messages by hand. */
async function meet(
  game = 'chess',
  wish: Partial<MatchPreferences> = {},
  seed = 7,
): Promise<Scene> {
  const world = createWorld(seed);
  const pair = await pairUp(world, await gameOf(game), wish);
  const ann = pair.sides[0].match!;
  const pass = async (ms = 20) => {
    let isOver = false;
    world.after(ms, () => {
      isOver = true;
    });
    await world.until(() => isOver);
  };
  await pass();
  const faults: Fault[] = [];
  ann.on('fault', fault => faults.push(fault));
  pair.kill(1);
  await pass();
  const { wire, heard } = await connect(world, pair);
  await pass();
  return {
    ...{ world, pair, ann, faults, pass, heard, wire },
    say: message => wire.send(encodeMessage(message)),
  };
}

async function connect(world: World, pair: Pair) {
  const [near, wire] = world.wires();
  const heard: Uint8Array[] = [];
  wire.listen({ message: bytes => heard.push(bytes), closed: () => {} });
  await pair.sides[0].matches.resume(pair.id, near);
  return { wire, heard };
}

/** The next node, or another one in the place of one that is there, as the liar writes it. */
async function forge(
  { pair, ann }: Scene,
  act: Action,
  change: { readonly n?: number; readonly ms?: number; readonly seat?: Seat } = {},
  { secret = pair.sides[1].secret, match = ann.replay!.digestAt(0) } = {},
): Promise<Message> {
  const { nodes } = ann.replay!;
  const { n = nodes.length, seat = 1 } = change;
  const before = readAll(new Replay(ann.replay!.game, nodes.slice(0, n)), []);
  const { table } = before;
  const ms = change.ms ?? table!.ms + 10;
  const prev = before.digestAt(n - 1);
  const seq = table!.seqs![seat]! + 1;
  const when = { ms, at: null };
  const signature = await sign(secret, intentMessage({ match, seat, seq, seen: prev, act, when }));
  const node = encodeEntry({
    ...{ n, prev, seat, act, at: null, ms, lag: null, clockMs: null, hash: null, referee: null },
    signed: { seq, seen: n - 1, signature },
  });
  return { type: 'nodes', from: n, nodes: [node] };
}

/** A move of chess by its name, in the position after this many nodes. */
function chessMove({ ann }: Scene, text: string, n = ann.replay!.nodes.length): Action {
  const before = readAll(new Replay(chess.game as Game, ann.replay!.nodes.slice(0, n)), []);
  const uci = chess.notations.find(({ name }) => name === 'UCI')!;
  return moveAct(chess.game, unwrap(uci.parse(before.table!.state as never, text)));
}

/** A king that jumps over the board. */
const ILLEGAL = moveAct(chess.game, { from: [4, 7], to: [4, 3], promotion: null });

const annMoves = async (scene: Scene): Promise<void> => {
  const { ann, pass } = scene;
  const move = [...ann.replay!.game.legal(ann.replay!.table!.state, 0)][0]!;
  void ann.play(move);
  await pass();
};

describe('what the other signed is held against it', () => {
  test.each<[string, (scene: Scene) => Action, string, string | undefined]>([
    ['an illegal move', () => ILLEGAL, 'illegal-move', undefined],
    ['that we were absent', () => leave('absence'), 'illegal-move', 'absence'],
    ['that our flag fell', () => leave('flag'), 'illegal-move', 'flag'],
    ['a draw that we did not offer', () => ({ type: 'accept-draw' }), 'illegal-move', 'agreement'],
  ])('%s', async (_what, actOf, code, rule) => {
    const scene = await meet();
    const { ann, pass, say, pair } = scene;
    await annMoves(scene);
    const { n } = ann.replay!;
    say(await forge(scene, actOf(scene)));
    await pass();
    expect(ann.evidence).toMatchObject({ kind: 'refused', at: n + 1, proof: null });
    expect(ann.evidence!.fault).toMatchObject({ code, ...(rule === undefined ? {} : { rule }) });
    expect(ann.replay!.n).toBe(n);
    expect(ann.connection.isConnected).toBe(false);
    // it outlives the program
    expect(await pair.sides[0].disk.whole.vault.get('peer-evidence', pair.id)).toMatchObject({
      kind: 'refused',
      at: n + 1,
    });
    expect(await ann.resign()).toMatchObject({ ok: false, fault: { code } });
  });

  test('two acts of one number are a proof that every reader can check', async () => {
    const scene = await meet();
    const { ann, pass, say, faults } = scene;
    await annMoves(scene);
    say(await forge(scene, chessMove(scene, 'e7e5')));
    await pass();
    const at = ann.replay!.n;
    const c5 = chessMove(scene, 'c7c5', at);
    say(await forge(scene, c5, { n: at }));
    await pass();
    expect(ann.stopped!.fault).toMatchObject({ code: 'conflict' });
    expect(faults.at(-1)).toMatchObject({ code: 'conflict', rule: 'history' });
    const proof = unwrap(decodeDoubleSigning(ann.stopped!.evidence[0]!.bytes));
    expect((await checkDoubleSigning(proof)).ok).toBe(true);
    expect(bytesToHex(proof.key)).toBe(keyOf(ann.replay!.header!, 1));
    expect(ann.replay!.n).toBe(at);
  });

  test.each<[string, number, number, string, string]>([
    ['later than the way explains', 100, 20_000, 'out-of-time', 'lag'],
    ['of a time that has not come', 60_000, 100, 'past-time', 'ahead'],
  ])('a move %s', async (_what, saidMs, passMs, code, rule) => {
    const scene = await meet('chess', {
      clock: { type: 'fischer', mainMs: 60_000, incrementMs: 0 },
    });
    const { ann, pass, say } = scene;
    await annMoves(scene);
    await pass(passMs);
    const ms = ann.replay!.table!.ms + saidMs;
    say(await forge(scene, chessMove(scene, 'e7e5'), { ms }));
    await pass();
    expect(ann.evidence?.fault).toMatchObject({ code, rule });
  });
});

describe('what the other did not sign says nothing of it', () => {
  test.each<[string, (scene: Scene) => Promise<Uint8Array> | Uint8Array, string]>([
    [
      'a move signed by a stranger',
      async scene =>
        encodeMessage(
          await forge(scene, chessMove(scene, 'e7e5'), {}, { secret: new Uint8Array(32).fill(9) }),
        ),
      'bad-signature',
    ],
    [
      'a move signed in another match',
      async scene =>
        encodeMessage(
          await forge(scene, chessMove(scene, 'e7e5'), {}, { match: new Uint8Array(32) }),
        ),
      'bad-signature',
    ],
    [
      'a move in our name',
      async scene => encodeMessage(await forge(scene, chessMove(scene, 'e7e5'), { seat: 0 })),
      'wrong-seat',
    ],
    ['garbage', () => Uint8Array.of(1, 2, 3), 'malformed'],
    ['a message that is too long', () => new Uint8Array(MAX_MESSAGE_BYTES + 1), 'too-large'],
    [
      'a status of another match',
      () => encodeMessage({ ...STATUS, match: new Uint8Array(32) }),
      'not-found',
    ],
    [
      'a status that is not signed',
      ({ ann: { replay } }) =>
        encodeMessage({
          ...STATUS,
          match: replay!.digestAt(0),
          n: replay!.n,
          head: replay!.digestAt(replay!.n),
        }),
      'bad-signature',
    ],
    ['an offer amid a match', () => encodeMessage(OFFER), 'malformed'],
  ])('cuts the line on %s, and continues the match over another', async (_what, make, code) => {
    const scene = await meet();
    const { ann, pass, wire, faults, pair } = scene;
    await annMoves(scene);
    wire.send(await make(scene));
    await pass();
    expect(faults.at(-1)?.code).toBe(code);
    expect([ann.evidence, ann.connection.isConnected]).toEqual([null, false]);
    await pair.start(1);
    await pair.connect();
    await pass();
    expect(pair.sides[1].match!.replay!.nodes).toEqual(ann.replay!.nodes);
  });

  test('a stranger does not take the place of the other', async () => {
    const { ann, pair, world, pass } = await meet();
    const [near, wire] = world.wires();
    let isClosed = false;
    const closed = () => {
      isClosed = true;
    };
    wire.listen({ message: () => {}, closed });
    void pair.sides[0].matches.receive(near);
    wire.send(encodeMessage({ ...STATUS, match: ann.replay!.digestAt(0) }));
    await pass();
    expect(isClosed).toBe(true);
    expect(ann.connection.isConnected).toBe(true);
  });

  test('a flood is cut off', async () => {
    const { ann, pass, wire, faults } = await meet();
    for (let i = 0; i < 10_000; i++) wire.send(encodeMessage({ type: 'ping', t: i }));
    await pass();
    expect(faults.at(-1)?.code).toBe('too-large');
    expect(ann.connection.isConnected).toBe(false);
  });
});

describe('who stops', () => {
  test('is shown by its own receipt', async () => {
    const world = createWorld(3);
    const pair = await pairUp(world, await gameOf('chess'));
    const ann = pair.sides[0].match!;
    const isFar = () => ann.replay!.n === 3 && ann.receipt !== null;
    await world.until(() => ann.replay!.n === 2);
    void ann.play([...ann.replay!.game.legal(ann.replay!.table!.state, 0)][0]!);
    expect(await world.until(isFar)).toBe(true);
    pair.kill(1);
    expect(await findStopper(ann.replay!, 1, ann.receipt!)).toEqual(ok(1));
    expect(await findStopper(ann.replay!, 0, ann.receipt!)).toMatchObject({ ok: false });
  });

  test('by a withheld link loses, as the opponent reports', async () => {
    let scene = await meet('backgammon', { waitMs: 10_000 });
    for (let seed = 1; moversOf(scene.ann.replay!.table!)[0] !== 0; seed++)
      scene = await meet('backgammon', { waitMs: 10_000 }, seed);
    const { ann, pass, world } = scene;
    while (moversOf(ann.replay!.table!).includes(0)) await annMoves(scene);
    await pass(30_000);
    expect(await world.until(() => ann.replay!.outcome !== null)).toBe(true);
    expect(ann.replay!.outcome).toMatchObject({ winners: [0], reason: 'withheldLink' });
    const judged = judge(await verify(ann.replay!.nodes, findGame));
    expect(judged).toMatchObject({ verdict: 'partial', ended: false });
    expect(judged.caveats.at(-1)).toMatchObject({ why: 'withheld-link', by: 0 });
  });

  test('with a clock that runs loses by its flag, by the word of the other', async () => {
    const scene = await meet('chess', {
      clock: { type: 'fischer', mainMs: 60_000, incrementMs: 0 },
    });
    const { ann, pass, world } = scene;
    await annMoves(scene);
    await pass(80_000);
    expect(await world.until(() => ann.replay!.outcome !== null)).toBe(true);
    expect(ann.replay!.outcome).toMatchObject({ winners: [0], reason: 'timeout' });
  });
});
