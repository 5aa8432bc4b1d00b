/** Texts of pages that are in no catalog of texts: everything else has to be from that of its language. */
import { LANGUAGES, type Language } from '@kifu/texts';
import type { Page } from 'playwright-core';
import { TABLE } from '../../games/src/chess/openings/table.ts';
import { catalogOf, type IsKnown } from './catalog.ts';
import { STUDY_WRITTEN } from './page-states.ts';
import { shownTexts } from './shown-texts.ts';

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
    'kifu (?:backgammon|checkers|chess|tsumego)(?: \\d+)?',
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

/** What is known in each language. */
export async function knownTexts(): Promise<ReadonlyMap<Language, IsKnown>> {
  const languages = Object.keys(LANGUAGES) as Language[];
  return new Map(
    await Promise.all(
      languages.map(async language => {
        const exempt = [...EXEMPT, ...(language === 'en' ? MESSAGES : [])];
        return [language, await catalogOf(language, exempt)] as const;
      }),
    ),
  );
}

/** Texts of a page that are not known, and where they are. */
export const unknownTexts = async (page: Page, isKnown: IsKnown): Promise<string[]> =>
  (await shownTexts(page, '.said'))
    .filter(({ text }) => !isKnown(text))
    .map(({ text, where }) => `${where}: ${text}`);
