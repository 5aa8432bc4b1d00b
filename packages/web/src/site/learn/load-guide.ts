/** Loads the guide of a game with its texts in the language of the site. */
import type { Guide, Kit } from '@kifu/core';
import { loadGuides } from '@kifu/texts';
import type { GuidePageTexts } from '@kifu/texts/en/guides/page';
import type { GuideTexts } from '@kifu/texts/guides';
import { language } from '../texts.ts';

/** A guide, ready to be shown; without one, a page tells what the rules say of themselves. */
export interface LoadedGuide {
  readonly guide: Guide | null;
  readonly texts: GuideTexts | null;
  readonly page: GuidePageTexts;
}

export async function loadGuide(kit: Kit): Promise<LoadedGuide> {
  const here = language();
  const [guide, { games, page }] = await Promise.all([kit.guide?.() ?? null, loadGuides(here)]);
  if (guide === null) return { guide, texts: null, page };
  const own = guide.translations ?? {};
  if (Object.hasOwn(own, here)) return { guide, texts: own[here]!, page };
  const { name } = kit.game;
  return { guide, texts: Object.hasOwn(games, name) ? games[name]! : guide.texts, page };
}
