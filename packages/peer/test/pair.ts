/** Two players in a world, who lose their connection and their programs, and come back. */
import { type Game, unwrap } from '@kifu/core';
import { gameNames, loadKit } from '@kifu/games';
import { findGameIn } from '@kifu/record/file';
import { createMatches, type Matches } from '../src/match/matches.ts';
import type { MatchPreferences } from '../src/match/offer.ts';
import type { PeerMatch } from '../src/match/peer-match.ts';
import { createDisk, type Disk, FAIR, type Life, type Weather, type World } from './world.ts';

export const findGame = findGameIn({ load: loadKit });

export async function gameOf(name: string): Promise<Game> {
  return unwrap(await findGame(name, 1));
}

/** The games that two peers play in turns: nothing is hidden, and only the seats on turn move. */
export async function openGames(): Promise<readonly string[]> {
  const games = await Promise.all(gameNames().map(gameOf));
  const isOpen = ({ secrets, pace }: Game) => secrets === undefined && pace !== 'free';
  return games.filter(isOpen).map(({ name }) => name);
}

/** One of two peers, and what outlives its program. */
export interface PairSide {
  readonly disk: Disk;
  readonly secret: Uint8Array;
  life: Life;
  matches: Matches;
  match: PeerMatch | null;
}

/** Two peers, and their match. */
export interface Pair {
  readonly sides: readonly [PairSide, PairSide];
  readonly id: string;
  /** Reconnects them, over a transport of this weather. */
  connect(weather?: Weather): Promise<void>;
  cut(): void;
  /** Kills the program of a side. */
  kill(side: 0 | 1): void;
  /** Starts it again; it dies after this many writes. */
  start(side: 0 | 1, writes?: number): Promise<void>;
}

/** Offers a match and takes it. The first side offers. */
export async function pairUp(
  world: World,
  game: Game,
  wish: Partial<MatchPreferences> = {},
  options: { readonly lagMs?: number } = {},
): Promise<Pair> {
  const bytes = () => Uint8Array.from({ length: 32 }, () => Math.floor(world.random() * 256));
  const program = (disk: Disk, secret: Uint8Array, name: string, writes?: number) => {
    const life = disk.life(writes);
    const { timer } = world;
    const matches = createMatches({
      ...{ stores: life.stores, secret, name, timer, findGame, random: bytes },
      ...options,
    });
    return { life, matches };
  };
  const names = ['Ann', 'Ben'];
  const sides = names.map(name => {
    const [disk, secret] = [createDisk(), bytes()];
    return { disk, secret, ...program(disk, secret, name), match: null as PeerMatch | null };
  }) as unknown as readonly [PairSide, PairSide];
  let wires = world.wires();
  const taken = sides[1].matches.receive(wires[1]).then(async came => {
    if (!came.ok) return came;
    if (came.value.type !== 'offer') throw new Error('no offer came');
    return came.value.offer.accept();
  });
  const offered = sides[0].matches.offer(wires[0], game, {
    startedAt: '2026-11-16T08:00:00Z',
    ...wish,
  });
  const [a, b] = await world.during(Promise.all([offered, taken]));
  sides[0].match = unwrap(a);
  sides[1].match = unwrap(b);
  for (const side of sides) world.resting.add(() => rest(side));
  const { id } = sides[0].match;
  return {
    sides,
    id,
    async connect(weather = FAIR) {
      wires.cut();
      wires = world.wires(weather);
      const [one, other] = sides;
      if (other.match !== null) void other.matches.receive(wires[1]);
      if (one.match !== null) await one.matches.resume(id, wires[0]);
    },
    cut: () => wires.cut(),
    kill(side) {
      sides[side].life.kill();
      sides[side].match = null;
      wires.cut();
    },
    async start(side, writes) {
      const own = sides[side];
      Object.assign(own, program(own.disk, own.secret, names[side]!, writes));
      const loading = own.matches.resume(id);
      const loaded = await Promise.race([loading, own.life.died.then(() => null)]);
      own.match = loaded === null ? null : unwrap(loaded);
    },
  };
}

/** Waits until the program of a side has nothing to do, or is dead. */
async function rest({ match, life }: PairSide): Promise<void> {
  for (let before: unknown = null; match !== null && match.idle() !== before; ) {
    before = match.idle();
    await Promise.race([match.idle(), life.died]);
    if (life.isDead) return;
  }
}
