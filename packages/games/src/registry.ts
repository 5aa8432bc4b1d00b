/** Registries of games: by name and version, each loaded only when it is asked for. */
import type { Art, Fail, Kit, Result } from '@kifu/core';

/** A game that can be loaded. */
export interface ListedGame {
  readonly name: string;
  readonly version: number;
  /** Endings of its files, without the dot: by these a reader knows which game to load first. */
  readonly endings?: readonly string[];
  kit(): Promise<Kit>;
  /** Its art alone, for pages that receive scenes and need no rules (default: from the kit). */
  art?(): Promise<{ readonly art: Art }>;
}

/** What a module of games exports: this package does, and so may any other that is given to the server, the command or the viewer. */
export interface GamesModule {
  /** The names of all games. */
  gameNames(): string[];
  /** Loads a game, in its newest version unless another is asked for. Names come from records, so from strangers. */
  loadKit(name: string, version?: number): Promise<Result<Kit>>;
  /** Loads the pictures of a game; undefined where it has none. */
  loadArt(name: string): Promise<Art | undefined>;
  /** The games whose files are called so. */
  likelyGames(fileName: string): string[];
}

/** A registry of these games, one item a game and version. */
export function createGames(games: readonly ListedGame[]): GamesModule {
  const gameNames = () => [...new Set(games.map(({ name }) => name))];
  const versionsOf = (name: string) =>
    games.filter(game => game.name === name).sort((a, b) => b.version - a.version);
  /** A game is asked for with each record, and its module need not be looked for each time. */
  const kits = new Map<ListedGame, Promise<Kit>>();
  const load = (game: ListedGame): Promise<Kit> => {
    const known = kits.get(game);
    if (known !== undefined) return known;
    const kit = game.kit();
    kits.set(game, kit);
    kit.catch(() => kits.delete(game)); // it may be there the next time
    return kit;
  };
  return {
    gameNames,
    async loadKit(name, version) {
      const versions = versionsOf(name);
      if (versions.length === 0) return unknown(describeUnknown(name, gameNames()));
      const found =
        version === undefined ? versions[0] : versions.find(game => game.version === version);
      if (found !== undefined) return { ok: true, value: await load(found) };
      const known = versions.map(game => game.version).join(', ');
      return unknown(`version ${version} of ${name} is not known; known: ${known}`);
    },
    async loadArt(name) {
      const [newest] = versionsOf(name);
      return newest?.art === undefined
        ? (newest && (await load(newest)))?.art
        : (await newest.art()).art;
    },
    likelyGames(fileName) {
      const lower = fileName.toLowerCase();
      const hasEnding = ({ endings = [] }: ListedGame) =>
        endings.some(ending => lower.endsWith(`.${ending}`));
      return [...new Set(games.filter(hasEnding).map(({ name }) => name))];
    },
  };
}

/** Written out, so that pages that load only pictures by a registry need nothing else of `core`. */
const unknown = (message: string): Fail => ({
  ok: false,
  fault: { code: 'unknown-game', message },
});

function describeUnknown(name: string, names: readonly string[]): string {
  const near = findNear(name.slice(0, MAX_NAME), names);
  const shown = JSON.stringify(name.length > MAX_NAME ? `${name.slice(0, MAX_NAME)}…` : name);
  const hint = near === null ? `; known: ${names.join(', ')}` : `; did you mean ${near}?`;
  return `${shown} is not a known game${hint}`;
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
