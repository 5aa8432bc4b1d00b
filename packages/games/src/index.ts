/** The registry: every game by name and version, loaded only when asked for. */
import { fail, type Kit, ok, type Result } from '@kifu/core';

/** A game that can be loaded. */
interface Listed {
  readonly name: string;
  readonly version: number;
  readonly load: () => Promise<Kit>;
}

/** One line a game and version. Old versions stay, so that old records keep opening. */
const GAMES: readonly Listed[] = [
  { name: 'chess', version: 1, load: async () => (await import('./chess/index.ts')).chess },
  {
    name: 'checkers',
    version: 1,
    load: async () => (await import('./checkers/index.ts')).checkers,
  },
  {
    name: 'backgammon',
    version: 1,
    load: async () => (await import('./backgammon/index.ts')).backgammon,
  },
  { name: 'ludo', version: 1, load: async () => (await import('./ludo/index.ts')).ludo },
  { name: 'dominos', version: 1, load: async () => (await import('./dominos/index.ts')).dominos },
  { name: 'go', version: 1, load: async () => (await import('./go/index.ts')).go },
  {
    name: 'mage-duel',
    version: 1,
    load: async () => (await import('./mage-duel/index.ts')).mageDuel,
  },
  {
    name: 'kung-fu-chess',
    version: 1,
    load: async () => (await import('./kung-fu-chess/index.ts')).kungFuChess,
  },
];

/** The names of all games. */
export const gameNames = (): string[] => [...new Set(GAMES.map(({ name }) => name))];

/** Loads a game, in its newest version unless another is asked for. Names come from records, so from strangers. */
export async function loadKit(name: string, version?: number): Promise<Result<Kit>> {
  const versions = GAMES.filter(game => game.name === name).sort((a, b) => b.version - a.version);
  if (versions.length === 0) return fail('unknown-game', describeUnknown(name));
  const found =
    version === undefined ? versions[0] : versions.find(game => game.version === version);
  if (found !== undefined) return ok(await found.load());
  const known = versions.map(game => game.version).join(', ');
  return fail('unknown-game', `version ${version} of ${name} is not known; known: ${known}`);
}

function describeUnknown(name: string): string {
  const names = gameNames();
  const near = findNear(name.slice(0, MAX_NAME), names);
  const shown = JSON.stringify(name.length > MAX_NAME ? `${name.slice(0, MAX_NAME)}…` : name);
  const hint = near === null ? `; known: ${names.join(', ')}` : `; did you mean ${near}?`;
  return `${shown} is no game known here${hint}`;
}

/** Longer than any name; what strangers send is cut off here before it is compared and shown. */
const MAX_NAME = 40;

/** The name that is meant by a mistyped one: fewer than half of its letters wrong, spaces and capitals aside. */
function findNear(typed: string, names: readonly string[]): string | null {
  const [best] = names
    .map(name => ({ name, wrong: distance(plain(typed), plain(name)) }))
    .filter(({ name, wrong }) => 2 * wrong < plain(name).length)
    .sort((a, b) => a.wrong - b.wrong);
  return best?.name ?? null;
}

const plain = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '');

/** How many letters must be added, dropped or changed to turn one word into another (Levenshtein). */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++)
      next.push(
        Math.min(next[j - 1]! + 1, row[j]! + 1, row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1)),
      );
    row = next;
  }
  return row[b.length]!;
}
