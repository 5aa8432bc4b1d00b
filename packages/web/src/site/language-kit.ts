/** Kits in the language of the site: whatever they describe is in the language that is chosen at that time. */
import { gameTexts, type Kit, ok, type Result } from '@kifu/core';
import type { GameTexts } from '@kifu/texts/games';
import { gamesNow } from '@kifu/viewer/games';
import { translated } from './texts.ts';

/** Methods of a kit that take texts, with the number of parameters before those. */
const METHODS = {
  scene: 2,
  sceneOfView: 3,
  sceneWithin: 2,
  touch: 3,
  effects: 1,
  achievements: 2,
  scores: 1,
};
/** The same of its narrator. */
const NARRATOR = { move: 3, listed: 3, position: 1, event: 2, cell: 2 };

type Methods = Readonly<Record<string, ((...given: unknown[]) => unknown) | undefined>>;

const localized = new WeakMap<Kit, Kit>();

/** Returns a kit that uses the texts of the current language, unless others are given; the same one each time. */
export function inLanguage(kit: Kit): Kit {
  const found = localized.get(kit);
  if (found !== undefined) return found;
  const texts = (): GameTexts => (translated === null ? kit.texts : gameTexts(kit, translated));
  const here = Object.defineProperties(
    {
      ...kit,
      ...withTexts(kit as unknown as Methods, METHODS, texts),
      describe: {
        ...kit.describe,
        ...withTexts(kit.describe as unknown as Methods, NARRATOR, texts),
      },
    } as Kit,
    {
      title: { get: () => texts().title, enumerable: true },
      texts: { get: texts, enumerable: true },
    },
  );
  localized.set(kit, here);
  return here;
}

/** Gives methods the texts where they are called without. */
function withTexts(
  owner: Methods,
  counts: Readonly<Record<string, number>>,
  texts: () => GameTexts,
): Methods {
  const methods = Object.entries(counts).flatMap(([name, count]) => {
    const method = owner[name];
    if (method === undefined) return [];
    const call = (...given: unknown[]) => {
      const all = Array.from({ length: count }, (_, i) => given[i]);
      return method.call(owner, ...all, given[count] ?? texts());
    };
    return [[name, call] as const];
  });
  return Object.fromEntries(methods);
}

/** Loads a game, in the language of the site. */
export async function loadKitHere(name: string, version?: number): Promise<Result<Kit>> {
  const kit = await (await gamesNow()).loadKit(name, version);
  return kit.ok ? ok(inLanguage(kit.value as Kit)) : kit;
}
