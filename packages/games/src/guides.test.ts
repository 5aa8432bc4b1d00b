/** Guides to the games: whatever they say of positions is what the rules say. */
import { type Kit, step, unwrap } from '@kifu/core';
import { guideChecks } from '@kifu/core/conformance';
import { setUpGuide } from '@kifu/core/guide';
import { LANGUAGES, type Language, loadGuides } from '@kifu/texts';
import { describe, expect, test } from 'vitest';
import { gameNames, loadKit } from './index.ts';

const languages = Object.keys(LANGUAGES) as Language[];
const all = Object.fromEntries(
  await Promise.all(languages.map(async language => [language, await loadGuides(language)])),
);

describe.each(gameNames())('%s', async game => {
  const loaded = await loadKit(game);
  const kit = (loaded.ok ? loaded.value : null) as Kit;
  const guide = await kit.guide!();
  const texts = Object.fromEntries(
    languages.map(language => [language, all[language]!.games[game]!]),
  );
  for (const [name, check] of guideChecks(kit, guide, texts)) test(name, check);

  test('has four to eight steps, and a text for each section and step', () => {
    expect(guide.lesson.length).toBeGreaterThanOrEqual(4);
    expect(guide.lesson.length).toBeLessThanOrEqual(8);
    expect(Object.keys(guide.texts.sections)).toEqual(guide.sections.map(({ name }) => name));
    expect(Object.keys(guide.texts.lesson)).toEqual(guide.lesson.map(({ name }) => name));
  });
});

test.each([
  ['the one that set out first', 5, [1]],
  ['neither, if both set out together', 0, [0, 1]],
])('of two pieces that meet in Kung Fu Chess survives %s', async (_who, laterBy, lost) => {
  const kit = unwrap(await loadKit('kung-fu-chess')) as Kit;
  const guide = await kit.guide!();
  let state = unwrap(setUpGuide(kit, guide.sections.find(({ name }) => name === 'meet')!));
  const falls: number[] = [];
  for (const [seat, text, at] of [
    [0, 'a4g4', 0],
    [1, 'h4b4', laterBy],
  ] as const) {
    const move = unwrap(kit.notations[0]!.parse(state, text));
    state = unwrap(step(kit.game, state, { do: 'move', seat, move, at })).state;
  }
  for (const { events } of unwrap(step(kit.game, state, { do: 'time', at: 100 })).parts)
    for (const event of events) if (event.type === 'capture') falls.push(Number(event.seat));
  expect(falls.sort()).toEqual(lost);
});
