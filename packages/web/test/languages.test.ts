/** Every page in every language: all texts on it are from the catalog of that language. */
import { LANGUAGES, type Language } from '@kifu/texts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { TABLE } from '../../games/src/chess/openings/table.ts';
import { newPage, PATIENT, useBrowser } from './browser.ts';
import { catalogOf, type IsKnown } from './catalog.ts';
import {
  createShow,
  ON_DESK,
  ON_PHONE,
  openState,
  PAGE_STATES,
  STUDY_WRITTEN,
  type StateSite,
  serveStates,
  stateOf,
  steady,
  useLanguageOn,
} from './page-states.ts';
import { shownTexts } from './shown-texts.ts';

useBrowser();

/** Moves, cells, numbers: a word with a digit, or several; castling; letters of files; times of day, and placeholders of addresses. */
const NOTATION = [
  /^(?:[\p{L}\p{P}\p{S}]*\d\S*\s?)+$/u,
  /^\d* ?[ap]m$/,
  /^[\d.,]+ (?:s|min|h|ms|%)$/,
  /^o-o(?:-o)?[+#]?$/,
  /^[a-z]$/,
  // as moves of Go and rolls are written, and columns of backgammon
  /^(?:mark [a-z]\d+|agree|draw|bar|off|pass|skip)$/,
  // tiles of Mage Duel
  /^[crf]{4}$/,
  /^(?:https:\/\/|\/ip4\/|12d3koow)\S*…\S*$/,
];
/** Names that stay as they are in every language. */
const NAMES =
  /^(?:kifu|english|deutsch|日本語|glicko-2|car|pgn|sgf|pdn|json|mat|zip|trf|eco|fen|ms)$/;
const FIRST_NAMES = [
  ...['ann', 'bob', 'ben', 'cleo', 'dan', 'eve', 'finn', 'ada', 'cy', 'di', 'guest', 'nobody'],
  ...['dov', 'elif', 'gro', 'hana', 'ivo', 'june', 'kai', 'lea', 'mika', 'nour', 'orla', 'pim'],
  ...['quin', 'rio', 'sol', 'tam', 'uma', 'vic'],
];
/** Players of the test and of its records, a bot by the name it was stored with, a tournament, files, and what players wrote. */
const PLAYERS = new RegExp(
  `^(?:${[
    // with `bot`: of the records that puzzles are from
    `(?:${FIRST_NAMES.join('|')})(?: bot)?`,
    ...['paul morphy', 'duke karl', 'count isouard'],
    ...['club night', 'plays most evenings\\.?', 'he was rude\\.?', 'not here\\.?'],
    'good luck, and a long message that needs more than one line of the chat\\.?',
    'bot \\(medium\\)',
    // engines that judged puzzles
    'kifu (?:backgammon|checkers|chess)(?: \\d+)?',
    '[a-z]+\\.(?:car|pgn|docx)',
  ].join('|')})$`,
);
const WRITTEN = [STUDY_WRITTEN.title, ...STUDY_WRITTEN.chapters, ...STUDY_WRITTEN.comments].map(
  text => new RegExp(`^(?:\\d+: )?${RegExp.escape(text.toLowerCase().replace(/\.$/, ''))}$`),
);
/** Openings of chess, by their codes of ECO and their English names. */
const OPENINGS = new Set(
  TABLE.split('\n').map(line => line.split('\t').slice(2).join(' ').toLowerCase()),
);
const EXEMPT = [
  ...[...NOTATION, NAMES, PLAYERS, ...WRITTEN],
  { test: (text: string) => OPENINGS.has(text) },
];
/** Messages of faults: in English they say more than the catalog does. */
const MESSAGES = [/^entry \d+ of \d+ is invalid: /, /^no record at this address$/];

let site: StateSite;
let page: Page;
let show: Awaited<ReturnType<typeof createShow>>;
let catalogs: readonly (readonly [Language, IsKnown])[];

beforeAll(async () => {
  const languages = Object.keys(LANGUAGES) as Language[];
  catalogs = await Promise.all(
    languages.map(
      async language =>
        [
          language,
          await catalogOf(language, [...EXEMPT, ...(language === 'en' ? MESSAGES : [])]),
        ] as const,
    ),
  );
  site = await serveStates(inject('siteFolder'));
  ({ page } = await newPage());
  await steady(page);
  show = await createShow(page);
});
afterAll(async () => {
  await page.context().close();
  await site.close();
});

/** Texts of the page that are not from the catalog, and where they are. */
const unknownTexts = async (language: Language, isKnown: IsKnown): Promise<string[]> =>
  (await shownTexts(page, '.said'))
    .filter(({ text }) => !isKnown(text))
    .map(({ text, where }) => `${language}: ${where}: ${text}`);

test.each(PAGE_STATES)('$name', async state => {
  await show(state.isPhone === true ? ON_PHONE : ON_DESK);
  await openState(page, state, site);
  for (const [language, isKnown] of catalogs) {
    // players at one screen are called by their seats, from the start of the match
    if (state.path.endsWith('?here') && language !== 'en')
      await openState(page, state, site, language);
    else await useLanguageOn(page, state, language);
    // parts of a page load their texts on demand
    await expect.poll(() => unknownTexts(language, isKnown), PATIENT).toEqual([]);
  }
});

/** English texts by where they are in a page: the last two begin as what is exempt does. */
const PLANTED = {
  p: 'A text was planted here.',
  'button[aria-label]': 'Planted for those who listen',
  'button[title]': 'Planted for those who point',
  'input[placeholder]': 'Type what was planted',
  'img[alt]': 'The picture of a plant',
  h2: 'B20 is not the name of this opening',
  h3: 'Good luck with finding this',
};

test.each(['de', 'ja'] as const)('names English texts in a page in %s', async language => {
  const isKnown = new Map(catalogs).get(language)!;
  await show(ON_DESK);
  await openState(page, stateOf('settings'), site, language);
  await expect.poll(() => unknownTexts(language, isKnown), PATIENT).toEqual([]);
  await page.evaluate(planted => {
    for (const [where, text] of Object.entries(planted)) {
      const [, name, attribute] = /^(\w+)(?:\[(.+)\])?$/.exec(where)!;
      const element = document.createElement(name!);
      if (attribute === undefined) element.textContent = text;
      else element.setAttribute(attribute, text);
      document.body.append(element);
    }
  }, PLANTED);
  expect(await unknownTexts(language, isKnown)).toEqual(
    Object.entries(PLANTED).map(([where, text]) => `${language}: body > ${where}: ${text}`),
  );
});
