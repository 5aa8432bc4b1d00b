/** Checks of a guide: every position sets up, every stated move is legal or refused as stated, every step of the lesson can be done. */

import type { GuideTexts } from '@kifu/texts/guides';
import type { Guide, GuidePosition, GuideSection, LessonStep } from '../guide.ts';
import {
  beginStep,
  fillGuide,
  guideNumbers,
  type LessonProgress,
  playStep,
  playText,
  setUpGuide,
  shownMoves,
  waitInStep,
} from '../guide-play.ts';
import type { Json } from '../json.ts';
import type { Kit } from '../kit.ts';
import { unwrap } from '../result.ts';
import { check } from './assert.ts';

/** Returns what to check of a guide, by name; `texts` are those of all languages, by tag. */
export function guideChecks<State, Move extends Json>(
  kit: Kit<State, Move>,
  guide: Guide<State, Move>,
  texts: { readonly [language: string]: GuideTexts } = {},
): [name: string, check: () => void][] {
  const all = { en: guide.texts, ...guide.translations, ...texts };
  return [
    ...guide.sections.map((section): [string, () => void] => [
      `section ${section.name} is as the rules have it`,
      () => checkSection(kit, section, all),
    ]),
    ...guide.lesson.map((lesson): [string, () => void] => [
      `step ${lesson.name} can be done, and not by every move`,
      () => checkStep(kit, lesson, all),
    ]),
  ];
}

const stateOf = <State, Move extends Json>(kit: Kit<State, Move>, position: GuidePosition): State =>
  unwrap(setUpGuide(kit, position));

function checkSection<State, Move extends Json>(
  kit: Kit<State, Move>,
  section: GuideSection<State, Move>,
  texts: { readonly [language: string]: GuideTexts },
): void {
  const state = stateOf(kit, section);
  for (const move of section.legal ?? []) unwrap(playText(kit, state, null, move));
  for (const [move, rule] of section.refused ?? []) {
    const played = playText(kit, state, null, move);
    check(!played.ok, `${move} is legal`);
    if (!played.ok) check(played.fault.rule === rule, `${move} is refused by ${played.fault.rule}`);
  }
  if (section.shows !== undefined)
    check(shownMoves(kit, section, state).length > 0, 'the figure points out no move');
  const reason = kit.game.outcome(state)?.reason;
  check(reason === section.outcome, `the outcome is ${reason}`);
  const numbers = guideNumbers(kit, section, state);
  for (const [language, { sections }] of Object.entries(texts)) {
    const text = fillGuide(sections[section.name]?.text ?? '{}', numbers);
    check(!/[{}]/.test(text), `${language}: a number is missing in ${JSON.stringify(text)}`);
  }
}

function checkStep<State, Move extends Json>(
  kit: Kit<State, Move>,
  lesson: LessonStep<State>,
  texts: { readonly [language: string]: GuideTexts },
): void {
  const { game, notations } = kit;
  let at = unwrap(beginStep(kit, lesson));
  check(at.verdict === 'open', 'the step is done before it begins');
  const legal = [...game.legal(at.state, at.seat)];
  const others = legal.filter(
    move => settle(kit, lesson, unwrap(playStep(kit, lesson, at, move))).verdict !== 'done',
  );
  // where one move is forced, the others are refused
  check(others.length > 0 || legal.length === 1, 'every move does it');
  for (const text of lesson.solution) {
    const move = unwrap(notations[0]!.parse(at.state, text));
    at = unwrap(playStep(kit, lesson, at, move));
  }
  at = settle(kit, lesson, at);
  check(at.verdict === 'done', `the solution leaves the step ${at.verdict}`);
  for (const [language, { lesson: steps }] of Object.entries(texts))
    check(Object.hasOwn(steps, lesson.name), `${language}: the step has no texts`);
}

/** Lets the time of a step pass. */
const settle = <State, Move extends Json>(
  kit: Kit<State, Move>,
  lesson: LessonStep<State>,
  progress: LessonProgress<State>,
): LessonProgress<State> =>
  lesson.ticks === undefined || progress.verdict === 'done'
    ? progress
    : unwrap(waitInStep(kit, lesson, progress, lesson.ticks));
