/** `node scripts/commit-message.ts FILE`: checks the message of a commit, as a `commit-msg` hook. CONTRIBUTING.md says how to install it. */
import { readFileSync } from 'node:fs';
import { bannedPhrases } from './words.ts';

const MAX_SUBJECT_LENGTH = 72;
/** Subjects that Git writes itself. */
const WRITTEN_BY_GIT = /^(?:Merge |Revert "|fixup! |squash! |amend! )/;
/** Words that start a noun phrase or a clause instead of a command. */
const NOT_A_VERB =
  /^(?:an?|the|this|that|these|what|who|whoever|when|where|how|it|its|no|nobody|each|every|all|both|only)$/; // words-ok: refused
const IRREGULAR_PAST =
  /^(?:made|kept|sent|told|wrote|took|gave|went|said|built|held|ran|began|found|did|was|were|had|has|is|are|does)$/;
/** Imperatives that look like other forms of a verb. */
const IMPERATIVES =
  /^(?:need|feed|seed|embed|speed|shed|proceed|exceed|bring|ping|ring|string|focus|canvas|alias|bias|harness)$/;

/** Returns what is wrong with a commit message, one sentence each; none if it follows CONTRIBUTING.md. */
export function checkCommitMessage(message: string): string[] {
  const text = message.replace(/^#.*\n?/gm, '').trimEnd();
  const subject = text.split('\n')[0]!;
  if (WRITTEN_BY_GIT.test(subject)) return [];
  const problems: string[] = [];
  if (subject.length > MAX_SUBJECT_LENGTH)
    problems.push(
      `subject has ${subject.length} characters; at most ${MAX_SUBJECT_LENGTH} are allowed`,
    );
  if (subject.endsWith('.')) problems.push('subject ends with a full stop; remove it');
  if (text.includes('\n') && text.split('\n')[1] !== '')
    problems.push('body follows the subject directly; leave a blank line');
  const word = /^[a-z0-9]+(?:[ ,/-]+[a-z0-9]+)*: (\S+) \S/.exec(subject)?.[1];
  if (word === undefined)
    problems.push(`subject "${subject}" has no area; write "area: imperative summary"`);
  else if (!isImperative(word))
    problems.push(`"${word}" is not an imperative; write "add", "fix", "refuse", …`);
  return [...problems, ...bannedPhrases(text)];
}

function isImperative(word: string): boolean {
  if (IMPERATIVES.test(word)) return true;
  if (NOT_A_VERB.test(word) || IRREGULAR_PAST.test(word) || !/^[a-z-]+$/.test(word)) return false;
  return !/(?:ed|ing|[^su]s)$/.test(word);
}

if (process.argv[1] === import.meta.filename) {
  const problems = checkCommitMessage(readFileSync(process.argv[2]!, 'utf8'));
  for (const problem of problems) console.error(`commit message: ${problem}`);
  process.exitCode = problems.length === 0 ? 0 : 1;
}
