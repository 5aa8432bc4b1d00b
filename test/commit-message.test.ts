/** Commit subjects read like commands: `area: imperative summary`. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { checkCommitMessage } from '../scripts/commit-message.ts';

const ROOT = join(import.meta.dirname, '..');
const git = (...words: readonly string[]): string =>
  execFileSync('git', words, { cwd: ROOT, encoding: 'utf8', stdio: 'pipe' });
/** Whether commits are missing: in an exported tree all of them. */
const isShallow =
  !existsSync(join(ROOT, '.git')) || git('rev-parse', '--is-shallow-repository').trim() === 'true';
/** Commits from before the check are not held to it. */
const CHECKED_SINCE = '2026-11-18T14:00:00Z';

test.each([
  'chess: refuse castling through check',
  'server, client: resume paused matches after a restart',
  'stores/sqlite: speed up the first lookup',
  'docs: add a page on moderation\n\nOperators asked where reports go.',
  'web: need no reload after sign-in\n# a comment that Git removes.',
  "Merge branch 'main'",
  'Revert "server: add a limit"',
  'fixup! server: add a limit',
])('accepts %j', message => expect(checkCommitMessage(message)).toEqual([]));

test.each([
  ['refuse castling through check', 'has no area'],
  ['Chess: refuse castling', 'has no area'],
  ['chess: refused castling through check', '"refused" is not an imperative'],
  ['chess: refuses castling through check', '"refuses" is not an imperative'],
  ['chess: refusing castling through check', '"refusing" is not an imperative'],
  ['chess: made castling safe', '"made" is not an imperative'],
  ['client: a live match says which move waits', '"a" is not an imperative'],
  ['server: what players signed counts', '"what" is not an imperative'],
  ['chess: Refuse castling', '"Refuse" is not an imperative'],
  ['chess: refuse castling through check.', 'full stop'],
  [`chess: refuse ${'x'.repeat(59)}`, 'subject has 73 characters'],
  ['chess: refuse castling\nthrough check', 'blank line'],
  ['peer: skip asking peers anew', '"anew"; write: again'], // words-ok: a bad example
  ['peer: skip peers\n\nWhoever is near was asked.', 'line 3: "Whoever"'],
])('refuses %j', (message, problem) =>
  expect(checkCommitMessage(message).join('\n')).toContain(problem),
);

test('fails as a hook, and says why', () => {
  const folder = mkdtempSync(join(tmpdir(), 'kifu-commit-'));
  const run = (message: string) => {
    const file = join(folder, 'COMMIT_EDITMSG');
    writeFileSync(file, message);
    return execFileSync(process.execPath, ['scripts/commit-message.ts', file], {
      cwd: ROOT,
      encoding: 'utf8',
      stdio: 'pipe',
    });
  };
  try {
    expect(run('chess: refuse castling through check\n')).toBe('');
    expect(() => run('refused castling\n')).toThrow(/commit message: subject .* has no area/);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('the commits since the check was added pass it', () => {
  for (const message of recentMessages()) expect(checkCommitMessage(message), message).toEqual([]);
});

test.skipIf(isShallow)('the history of a clone is found', () =>
  expect(recentMessages()).not.toEqual([]),
);

/** Messages of the commits to check; none in an exported tree, which has no history. */
const recentMessages = (): string[] =>
  existsSync(join(ROOT, '.git'))
    ? git('log', '--no-merges', '-z', '--format=%B', `--since=${CHECKED_SINCE}`)
        .split('\0')
        .filter(message => message !== '')
    : [];
