/** Phrases that the project does not use, for `test/words.test.ts` and `scripts/commit-message.ts`. */

/** Phrases that are not idiomatic English, each with what to write instead. */
const BANNED: readonly (readonly [pattern: RegExp, instead: string])[] = [
  [/\banew\b/i, 'again; re-…'],
  [
    /(?<!\bthere )\b(?:is|are|was|were) no (?!longer\b|more\b|better\b|worse\b|less\b|fewer\b|one\b)[a-z]/i,
    'is not a …',
  ],
  [/\bthere (?:is|are) no such\b/i, '… not found'],
  [/\bthat (?:is|are) no(?:t yet)?\b/i, 'not a …'],
  [
    /(?:^|[.:;,(>|'"`] ?|\b(?:and|but|of|to|by|for|as|than|with|from) )who(?:ever)? (?:watches|looks|plays|has|signs|opens|runs|made|makes|asks|follows|publishes|comes|came|wants|loses|goes|moves|enters|offers|sends|holds|sits|reads|writes|keeps)\b/i,
    'anyone who; the player who; spectators',
  ],
  [/\bwhoever\b/i, 'anyone who'],
  [/\bwhatever (?:is|was|comes|came|takes)\b/i, 'anything that'],
  [/\bsomebody\b/i, 'someone'],
  [/\banybody\b/i, 'anyone'],
  [/\beverybody\b/i, 'everyone'],
  [
    /\bnobody (?:waits|plays|tells|of these|is rated|else may|has said|vouches)\b/i,
    'no …; none of these',
  ],
  [/\bkeep(?:s|ing)? order\b/i, 'moderate; moderators'],
  [/\b(?:is|are|was|were) kept\b/i, 'is stored; is saved'],
  [/\bby (?:itself|themselves)\b/i, 'automatically; on its own'],
  [/(?<!of )\b(?:goes|go|going|went|gone) on\b(?! vacation)/i, 'continue; resume; in progress'],
  [/\bplay(?:s|ed|ing)? on\b(?! (?:a|the|this|your|each|one|it|SQLite) )/i, 'continue'],
  [/\bplay(?:s|ed|ing)? (?:it |them |records? )?through\b/i, 'replay'],
  [/\blook(?:s|ed|ing)? on\b/i, 'watch; spectate'],
  [/\blook(?:s|ed|ing)? after\b/i, 'maintain; manage'],
  [/\bdays? a move\b/i, 'correspondence'],
  [/\bst(?:and|ands|ood|anding) still\b/i, 'pause; stall'],
  [
    /\bstands? (?:beside|before|behind|twice|once|there|alone|in the way)\b/i,
    'is next to; appears; is',
  ],
  [/\bis (?:tried|asked) again\b/i, 'retry; reconnect'],
  [/\bagain and again\b/i, 'repeatedly'],
  [/\bc[oa]mes? about\b/i, 'happen; result from'],
  [/\b(?:nothing|not|root|head) leads? to\b/i, 'unreferenced; does not reach'],
  [/\bfor good\b/i, 'permanently'],
  [/\bcall(?:s|ed|ing)? (?:it|the match|a match|an invite|them)? ?off\b/i, 'cancel; abort'],
  [/\bsits? down\b/i, 'join'],
  [/\btakes? part\b/i, 'join; play in'],
  [/\btakes? (?:it|them|(?:his|her|one.s|their) \w+) along\b/i, 'download; bring'],
  [/\b(?:asks?|wants?|allows?)(?: \w+)? to take (?:\w+ )*back\b/i, 'request a takeback'],
  [/\btake (?:\w+ )?(?:filter|tag)s? (?:away|off)\b/i, 'remove'],
  [/\b(?:a move|an entry|a tick|a turn|step) on\b/i, 'next move'],
  [/\bturn the board\b/i, 'flip board'],
  [/\bthe whole screen\b/i, 'full screen'],
  [/\bwords by tab\b/i, 'tab completion'],
  [/\bunless told\b/i, 'by default; (default: …)'],
  [/\bas (?:it|the system|its reader|they) ha(?:s|ve) it\b/i, 'system default'],
  [/\b(?:a|an|one|each) (?:\w+ ){1,3}of (?:its|their|one.s) own\b/i, 'its own …'],
  [/\b(?:that )?(?:begins?|began|ended) so\b/i, 'starting with; result'],
  [/\benough of (?:its|their) beginnings?\b/i, 'unique prefix'],
  [/\bin (?:any|another|this|which|every) (?:form|spelling)\b/i, 'in any format'],
  [/\b(?:a|the) form (?:that|cannot|has)\b/i, 'the format …'],
  [
    /\b(?:records?|games?|moves?|nodes?|entries|messages|figures?|requests|matches|positions|times|steps|deliveries|kB|MB|bytes) a second\b/i,
    'per second',
  ],
  [/\b(?:bytes?|bits?|ms|seconds?|kB) a (?:move|ply|game|period|cell|node)\b/i, 'per move'],
  [/\bso many\b/i, 'N; this many'],
  [/\bmay (?:go|come|act|talk) (?:here|there|then|now)\b/i, 'can'],
  [/\bsign(?:s|ed)? over\b/i, 'sign'],
  [/\b(?:its|their|(?:\w+)(?:'s|’s|s’)) word\b/i, 'vouched for by'],
  [/\bis (?:merely|only) said\b/i, 'unconfirmed'],
  [/\btells? (?:of|two|another)\b/i, 'publish; report; send'],
  [/\b(?:is|are|was|were) told\b/i, 'is reported; is notified'],
  [/\bhea(?:rs?|rd) of\b/i, 'learn; receive'],
  [/\ball is well\b|\bis it well\b/i, 'no problems; health'],
  [/\btroubles?\b(?<!time trouble)/i, 'problem; error'],
  [
    /\b(?:draws?|link|chain|links|chains) of chance\b|\bchance (?:is|was) (?:drawn|made)\b/i,
    'random draw; hash chain',
  ],
  [/\b(?:signature|key|record|it) (?:is|are|was) not good\b/i, 'invalid'],
  [/\bthe other (?:page|says|is|has|would|tells|one says)\b/i, 'your opponent; the other player'],
  [/\bhow (?:it went on|chance decided)\b/i, 'opening explorer; verify this roll'],
  [/\bhanded? on\b|\bhands? it over\b/i, 'forward; pass'],
  [/\bcolours?\b|\borganiser\b|\bneighbours?\b|\bjudgements?\b|\blicence\b/i, 'American spelling'],
];

/** Returns the phrases of a text that are not idiomatic, each with what to write instead. Lines marked `words-ok` are exempt. */
export const bannedPhrases = (text: string): string[] =>
  text.split('\n').flatMap((line, i) =>
    line.includes('words-ok')
      ? []
      : BANNED.flatMap(([pattern, instead]) => {
          const found = pattern.exec(line)?.[0].trim();
          return found === undefined ? [] : [`line ${i + 1}: "${found}"; write: ${instead}`];
        }),
  );
