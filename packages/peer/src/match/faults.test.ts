/** Lost, doubled and late messages, cut wires and programs that die between any two writes: nothing signed is lost or contradicted. */
import type { Action, Game, Json } from '@kifu/core';
import { judge, verify } from '@kifu/record';
import { presentOf } from '@kifu/record/match';
import { moversOf } from '@kifu/record/match-state';
import { decodeNext, isEnding } from '@kifu/record/node';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findGame, gameOf, openGames, type Pair, type PairSide, pairUp } from '../../test/pair.ts';
import { createWorld, type Weather, type World } from '../../test/world.ts';
import type { Message } from './messages.ts';

const DEEP = process.env.KIFU_DEEP === '1';
const GAMES = await openGames();
/** How often a player may act, in milliseconds of the world. */
const STEP_MS = 60;
const STORMY_STEPS = 120;
const LONG_ENOUGH = 30;

const weatherOf = (random: () => number): Weather => ({
  loss: random() * 0.3,
  double: random() * 0.3,
  disorder: random() < 0.5,
  minMs: 1,
  maxMs: 5 + random() * 300,
});

/** What a player might do now. */
function wishOf(random: () => number, { match }: PairSide, isStormy: boolean): Action | null {
  const { table, n } = match!.replay!;
  const { talk, game, outcome } = table!;
  const { seat } = match!;
  if (outcome !== null) return null;
  if (talk.isOpening) return null;
  const words: Action[] = [
    { type: 'offer-draw' },
    { type: 'ask-takeback' },
    { type: 'allow-takeback', to: Math.max(0, n - 1 - Math.floor(random() * 3)) },
    { type: 'decline' },
    { type: 'pause' },
    { type: 'claim', reason: 'repetition' },
  ];
  if (talk.isPaused) return { type: 'resume' };
  if (n >= LONG_ENOUGH && !isStormy)
    return random() < 0.5
      ? { type: 'leave', of: seat!, how: 'resignation' }
      : { type: 'accept-draw' };
  if (random() < 0.1) return words[Math.floor(random() * words.length)]!;
  if (!moversOf(table!).includes(seat!)) return null;
  const legal = [...(game as Game).legal(presentOf(match!)!.state, seat!)];
  const move = legal[Math.floor(random() * legal.length)];
  return move === undefined
    ? null
    : { type: 'move', move: game.moves.bytes.encode(move as Json as never) };
}

interface Story {
  readonly pair: Pair;
  /** The actions that were reported to a player as done, with their numbers. */
  readonly told: { readonly n: number; readonly act: Action }[];
}

/** Plays during a storm, and then to the end. */
async function play(world: World, game: Game): Promise<Story> {
  const { random } = world;
  const pair = await pairUp(world, game);
  const told: Story['told'] = [];
  const think = (isStormy: boolean) => {
    for (const side of pair.sides) {
      if (side.match === null || side.life.isDead || random() < 0.4) continue;
      const act = wishOf(random, side, isStormy);
      if (act === null) continue;
      void side.match
        .submit(side.match.seat, act)
        .then(result => result.ok && told.push({ n: result.value, act }));
    }
  };
  const storm = async () => {
    if (random() < 0.04) pair.cut();
    for (const side of [0, 1] as const) {
      if (pair.sides[side].life.isDead) {
        pair.kill(side);
        if (random() < 0.3) await pair.start(side, 1 + Math.floor(random() * 40));
      } else if (random() < 0.03) pair.kill(side);
    }
    const isCut = pair.sides.some(({ match }) => match?.connection.isConnected !== true);
    if (isCut && random() < 0.3) await pair.connect(weatherOf(random));
  };
  const pass = async () => {
    let isOver = false;
    world.after(STEP_MS, () => {
      isOver = true;
    });
    await world.until(() => isOver);
  };
  for (let i = 0; i < STORMY_STEPS; i++) {
    think(true);
    await storm();
    await pass();
  }
  for (const side of [0, 1] as const) {
    pair.kill(side);
    await pair.start(side);
  }
  await pair.connect();
  const isEnded = () => pair.sides.every(({ match }) => match!.replay!.isEnded);
  for (let i = 0; i < 400 && !isEnded(); i++) {
    think(false);
    await pass();
  }
  return { pair, told };
}

/** The signatures of actions that were ever sent, by seat and number. */
function signaturesIn(sent: readonly Message[]): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  for (const message of sent) {
    if (message.type !== 'nodes') continue;
    for (const bytes of message.nodes) {
      const node = decodeNext(bytes);
      if (!node.ok || isEnding(node.value) || node.value.signed === null) continue;
      const { seat, signed } = node.value;
      const name = `${seat} ${signed.seq}`;
      const all = found.get(name) ?? new Set();
      found.set(name, all.add(Buffer.from(signed.signature).toString('hex')));
    }
  }
  return found;
}

test.each(GAMES)('%s outlives a storm', async name => {
  const game = await gameOf(name);
  await fc.assert(
    fc.asyncProperty(fc.nat(), async seed => {
      const world = createWorld(seed);
      const { pair, told } = await play(world, game);
      const [a, b] = pair.sides.map(({ match }) => match!);
      expect([a!.evidence, b!.evidence]).toEqual([null, null]);
      expect([a!.replay!.isEnded, b!.replay!.isEnded]).toEqual([true, true]);
      const { nodes } = a!.replay!;
      expect(b!.replay!.nodes).toEqual(nodes);
      const { verdict } = judge(await verify(nodes, findGame, { signatures: 'all' }));
      expect(verdict).toBe('verified');
      // every acknowledged act stands where it was said to stand
      for (const { n, act } of told)
        expect(decodeNext(nodes[n]!)).toMatchObject({ value: { act } });
      // and no number was ever signed twice
      for (const all of signaturesIn(world.sent).values()) expect(all.size).toBe(1);
    }),
    { numRuns: DEEP ? 40 : 2, seed: 18 },
  );
});
