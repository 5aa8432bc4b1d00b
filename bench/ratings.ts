/**
 * `npm run bench -- ratings`: how well final ratings order true strengths when some lie. Bots of known strength play their
 * acquaintances; liars praise themselves, run down the strong, and keep puppets who lose to them and say the same. Everybody sees the
 * archives of those they have played. Compared are rules of trust: ours, that of the protocol sheet as it stands, no trust at
 * all, and Glicko-2 by a judge who sees every real game and none that was invented. A simulation: the same figures every time.
 */
import { type GlickoRating, NEWCOMER, type RatedGame, rateAll } from '@kifu/core/glicko2';
import {
  adjustRating,
  assessPlayers,
  type Opinion,
  type Rating,
  trustOf,
  type WeightedClaim,
} from '@kifu/ipgs';
import { type Figure, figuresOf, progress } from './measure.ts';

interface Player {
  readonly id: string;
  readonly kind: 'honest' | 'liar' | 'puppet';
  readonly strength: number;
  /** Whose puppet it is; of others the player itself. */
  readonly master: string;
}

interface Society {
  readonly players: readonly Player[];
  readonly real: readonly RatedGame[];
  readonly invented: readonly RatedGame[];
}

const HONEST = 60;
const WEEKS = 20;
/** Games that everybody begins in a week. */
const GAMES = 2;
/** How often opinions go round. */
const ROUNDS = 3;

/** Numbers from 0 to 1, the same for the same seed (Numerical Recipes). */
function luckOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

/** A bell curve by adding up. */
const bell = (luck: () => number): number =>
  Array.from({ length: 12 }, luck).reduce((sum, value) => sum + value, -6);

interface Plan {
  readonly liars: number;
  readonly puppets: number;
  /** Games that a liar invents in a week. */
  readonly inventions: number;
  readonly isSubtle: boolean;
  /** Whether liars lend each other their puppets, two and two. */
  readonly isRing?: boolean;
}

function makeSociety({ liars, puppets, inventions, isRing }: Plan, seed: number): Society {
  const luck = luckOf(seed);
  const make = (id: string, kind: Player['kind'], strength: number, master = id): Player => ({
    ...{ id, kind, strength, master },
  });
  const honest = Array.from({ length: HONEST }, (_, i) =>
    make(`h${i}`, 'honest', 1500 + 250 * bell(luck)),
  );
  const lying = Array.from({ length: liars }, (_, i) =>
    make(`l${i}`, 'liar', 1400 + 100 * bell(luck)),
  );
  const pawns = lying.flatMap(({ id }) =>
    Array.from({ length: puppets }, (_, i) => make(`${id}.${i}`, 'puppet', 1500, id)),
  );
  const people = [...honest, ...lying];
  const anybody = () => people[Math.floor(luck() * people.length)]!;
  const friends = people.map((_, i) =>
    [1, 2, 3, -1, -2, -3].map(d =>
      luck() < 0.3 ? anybody() : people[(i + d + people.length) % people.length]!,
    ),
  );
  const real: RatedGame[] = [];
  const invented: RatedGame[] = [];
  for (let period = 0; period < WEEKS; period++) {
    for (const [i, one] of people.entries())
      for (let g = 0; g < GAMES; g++) {
        const other = luck() < 0.85 ? friends[i]![Math.floor(luck() * 6)]! : anybody();
        if (other === one) continue;
        const chance = 1 / (1 + 10 ** ((other.strength - one.strength) / 400));
        const score = luck() < chance ? 1 : 0;
        real.push({ players: [one.id, other.id], score, period, advantage: 0 });
      }
    for (const [i, { id }] of lying.entries())
      for (let g = 0; puppets > 0 && g < inventions; g++) {
        const whose = isRing && g % 2 === 1 ? `l${i ^ 1}` : id;
        const pawn = `${whose}.${(period * inventions + (g >> 1)) % puppets}`;
        invented.push({ players: [id, pawn], score: 1, period, advantage: 0 });
      }
  }
  return { players: [...people, ...pawns], real, invented };
}

/** What an honest player has seen: the archives of all they have played, and whom they know by that. */
interface Observer {
  readonly id: string;
  readonly games: readonly RatedGame[];
  readonly known: ReadonlySet<string>;
}

function observe({ real, invented }: Society, id: string): Observer {
  const all = [...real, ...invented];
  const met = new Set(all.flatMap(({ players }) => (players.includes(id) ? players : [])));
  const games = all.filter(({ players }) => players.some(player => met.has(player)));
  return { id, games, known: new Set(games.flatMap(({ players }) => players)) };
}

type Ratings = ReadonlyMap<string, Rating>;

/** What a rule makes of what an observer has seen and of what everybody says. */
type Rule = (observer: Observer, said: ReadonlyMap<string, Ratings>) => Ratings;

const ours: Rule = ({ id, games, known }, said) => {
  const opinions: Opinion[] = [...said].flatMap(([by, ratings]) =>
    known.has(by) && by !== id
      ? [...ratings].flatMap(([about, rating]) =>
          known.has(about) ? [{ by, about, rating: { ...rating, at: 0n } }] : [],
        )
      : [],
  );
  const assessed = assessPlayers({
    ...{ author: id, games, opinions, flags: new Map(), overrides: new Map() },
    ...{ period: WEEKS - 1, now: 0n },
  });
  return new Map([...assessed].map(([player, { final }]) => [player, final]));
};

/** No opinions, and all games that were seen. */
const alone: Rule = ({ games }) => rateAll(games, WEEKS - 1);

/** IPGS §12.2 to the letter: a player who took part in checked games is believed, also in what they think of others. */
const sheet: Rule = ({ id, games, known }, said) => {
  const own: ReadonlyMap<string, GlickoRating> = rateAll(games, WEEKS - 1);
  const played = new Map<string, number>();
  for (const { players } of games)
    for (const player of players) played.set(player, (played.get(player) ?? 0) + 1);
  const trustIn = new Map(
    [...known].map(player => [player, player === id ? 1 : trustOf(played.get(player) ?? 0, {})]),
  );
  return new Map(
    [...known].map(player => {
      const claims = [...known].flatMap((by): WeightedClaim[] => {
        const rating = by === id ? undefined : said.get(by)?.get(player);
        const trust = trustIn.get(by)! * (by === player ? 0.5 : 1);
        return rating === undefined ? [] : [{ ...rating, at: 0n, trust }];
      });
      return [player, adjustRating(own.get(player) ?? NEWCOMER, claims, 0n)];
    }),
  );
};

/** What liars and their puppets say, always. */
function liesOf(
  { players }: Society,
  { master }: Player,
  truth: Ratings,
  isSubtle: boolean,
): Ratings {
  const said = new Map<string, Rating>();
  for (const other of players) {
    const known = truth.get(other.id);
    if (other.master === master)
      said.set(other.id, isSubtle ? { R: (known?.R ?? 1500) + 300, RD: 40 } : { R: 2400, RD: 30 });
    else if (isSubtle && known !== undefined) said.set(other.id, known);
    else if (!isSubtle && other.strength > 1700) said.set(other.id, { R: 1100, RD: 30 });
  }
  return said;
}

interface Score {
  /** How far the order agrees with the true one. */
  readonly truth: number;
  /** How much higher liars stand than they should by all real games. */
  readonly gain: number;
}

function scoreRule(society: Society, rule: Rule, isSubtle: boolean): Score {
  const { players, real } = society;
  const allKnowing: Ratings = rateAll(real, WEEKS - 1);
  const honest = players.filter(({ kind }) => kind === 'honest');
  const observers = honest.map(({ id }) => observe(society, id));
  let said = new Map<string, Ratings>(
    players
      .filter(({ kind }) => kind !== 'honest')
      .map(player => [player.id, liesOf(society, player, allKnowing, isSubtle)]),
  );
  for (const observer of observers) said.set(observer.id, rule(observer, new Map()));
  for (let round = 0; round < ROUNDS; round++) {
    const next = new Map(said);
    for (const observer of observers) next.set(observer.id, rule(observer, said));
    said = next;
  }
  const scores = observers.map(({ id }) => {
    const ratings = said.get(id)!;
    const people = players.filter(
      player => player.kind !== 'puppet' && ratings.has(player.id) && allKnowing.has(player.id),
    );
    const liars = people.filter(({ kind }) => kind === 'liar');
    return {
      truth: kendall(
        people.map(player => ratings.get(player.id)!.R),
        people.map(({ strength }) => strength),
      ),
      gain: mean(liars.map(player => ratings.get(player.id)!.R - allKnowing.get(player.id)!.R)),
    };
  });
  return {
    truth: mean(scores.map(({ truth }) => truth)),
    gain: mean(scores.map(({ gain }) => gain)),
  };
}

/** Kendall's τ: pairs in the same order less pairs in the other, of all pairs. */
function kendall(a: readonly number[], b: readonly number[]): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++)
    for (let k = 0; k < i; k++) sum += Math.sign(a[i]! - a[k]!) * Math.sign(b[i]! - b[k]!);
  return (2 * sum) / (a.length * (a.length - 1));
}

const mean = (values: readonly number[]): number =>
  values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;

const PLANS: { readonly [name: string]: Plan } = {
  'all honest': { liars: 0, puppets: 0, inventions: 0, isSubtle: false },
  liars: { liars: 6, puppets: 0, inventions: 0, isSubtle: false },
  'liars with puppets': { liars: 6, puppets: 20, inventions: 8, isSubtle: false },
  'subtle liars with puppets': { liars: 6, puppets: 20, inventions: 8, isSubtle: true },
  'liars who share puppets': {
    ...{ liars: 6, puppets: 20, inventions: 8, isSubtle: false, isRing: true },
  },
  'every third lies': { liars: 30, puppets: 10, inventions: 3, isSubtle: true },
};
const PEERS: { readonly [name: string]: Rule } = { sheet, alone };

/** One society after the other. */
export async function* bench(): AsyncGenerator<Figure> {
  for (const [name, plan] of Object.entries(PLANS)) {
    progress(name);
    const society = makeSociety(plan, 1);
    const own = scoreRule(society, ours, plan.isSubtle);
    const people = society.players.filter(({ kind }) => kind !== 'puppet');
    const best = rateAll(society.real, WEEKS - 1);
    const ceiling = kendall(
      people.map(({ id }) => best.get(id)?.R ?? 1500),
      people.map(({ strength }) => strength),
    );
    const theirs = Object.entries(PEERS).map(
      ([peer, rule]) => [peer, scoreRule(society, rule, plan.isSubtle)] as const,
    );
    const truths = Object.fromEntries(theirs.map(([peer, { truth }]) => [peer, [truth]]));
    yield* figuresOf(`order, ${name}`, 'tau', [own.truth], { 'all-knowing': [ceiling], ...truths });
    const gains = Object.fromEntries(theirs.map(([peer, { gain }]) => [peer, [gain]]));
    if (plan.liars > 0) yield* figuresOf(`gain of liars, ${name}`, 'points', [own.gain], gains);
  }
}
