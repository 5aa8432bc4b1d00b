/** The rules of a go match and how engines learn them. */
import { type Kit, start, unwrap } from '@kifu/core';
import { loadKit } from '@kifu/games';
import { beforeAll, expect, test } from 'vitest';
import { canonOf } from '../src/gtp/board-sync.ts';
import { gnugoArguments, kataRules } from '../src/gtp/rules.ts';
import { openAnalyzer } from '../src/index.ts';
import { contextFor, fakeSpec, openFake, playMatch } from './matches.ts';

let go: Kit;
beforeAll(async () => {
  go = unwrap(await loadKit('go'));
});
/** The engine is started again for each position, on a machine that may be busy. */
const PATIENT = { startMs: 600_000 };
const rulesNamed = (rules: string) =>
  canonOf(go, unwrap(start(go.game, { options: { rules } })).state).rules;

test.each([
  ['Japanese', '--japanese-rules --simple-ko --forbid-suicide'],
  ['Chinese', '--chinese-rules --positional-superko --forbid-suicide'],
  ['AGA', '--chinese-rules --situational-superko --forbid-suicide'],
  ['New Zealand', '--chinese-rules --situational-superko --allow-suicide'],
])('GNU Go learns %s rules by its arguments', (name, words) => {
  expect(gnugoArguments(rulesNamed(name), ['--mode', 'gtp']).join(' ')).toBe(words);
});

test('arguments of the user stay', () => {
  const given = ['--mode', 'gtp', '--chinese-rules', '--no-ko'];
  expect(gnugoArguments(rulesNamed('Japanese'), given)).toEqual(['--forbid-suicide']);
});

test.each([
  ['Japanese', { ko: 'SIMPLE', scoring: 'TERRITORY', tax: 'SEKI', whiteHandicapBonus: '0' }],
  ['AGA', { ko: 'SITUATIONAL', scoring: 'AREA', tax: 'NONE', whiteHandicapBonus: 'N-1' }],
])('KataGo learns %s rules by its command', (name, rules) => {
  const [command, json] = kataRules(rulesNamed(name)).split(/ (.*)/s);
  expect(command).toBe('kata-set-rules');
  expect(JSON.parse(json!)).toMatchObject({ ...rules, suicide: false });
});

// these modes play legal moves by Japanese rules only
test.each(['gnugo', 'katago'])('an engine plays by the rules of the match: %s', async mode => {
  const players = [await openFake(go, 'gtp', mode), await openFake(go, 'gtp', mode)];
  const options = { width: 5, rules: 'Japanese' };
  const { host, faults } = await playMatch({ kit: go, players, options });
  expect(faults).toEqual([]);
  expect(host.replay.outcome).toMatchObject({ reason: 'score' });
});

test('an engine analyzes by the rules of each position', async () => {
  const analyzer = await openAnalyzer(fakeSpec('gtp', 'gnugo'), contextFor(go, PATIENT));
  const lines = [];
  for (const rules of ['Japanese', 'Chinese', 'Japanese']) {
    const { state } = unwrap(start(go.game, { options: { width: 5, rules } }));
    lines.push((await analyzer.analyze({ state }, {}).catch(() => null))?.lines.length ?? 0);
  }
  await analyzer.close();
  expect(lines).toEqual([1, 0, 1]);
});
