/** Engines at the command line: added, tested, and playing seats. The engines are small programs of ours. */
import { chmodSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, test } from 'vitest';
import { jsonLines, kifu } from '../../test/run-kifu.ts';
import { parseRole, rolesText } from '../play/players.ts';

const FAKE = fileURLToPath(new URL('../../../engines/test/fake-engine.ts', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'kifu-engines-'));

/** A program that starts a fake engine. */
function fake(protocol: string, mode = 'good'): string {
  const path = join(folder, `${protocol}-${mode}`);
  const words = [process.execPath, '--conditions=source', '--no-warnings', FAKE, protocol, mode];
  writeFileSync(path, `#!/bin/sh\nexec ${words.map(word => `'${word}'`).join(' ')}\n`);
  chmodSync(path, 0o755);
  return `${protocol}:${path}`;
}

let good = '';
let crashing = '';
beforeAll(() => {
  good = fake('uci');
  crashing = fake('uci', 'crash');
});
const env = { PATH: process.env.PATH };

describe('kifu engine', () => {
  test('adds, lists and removes engines', async () => {
    const added = await kifu(
      ['engine', 'add', 'fake', good, '--engine-option', 'Hash=8', '--elo', '1500'],
      { env },
    );
    expect(added.out).toContain(`engine:fake is uci ${good.slice(4)} (Hash=8, Elo 1500)`);
    const listed = await kifu(['engine', 'list', '--json'], { env });
    expect(jsonLines(listed.out)[0]).toMatchObject({
      engines: { fake: { protocol: 'uci', options: { Hash: '8' }, elo: 1500 } },
    });
    expect((await kifu(['config', 'list'], { env })).out).not.toContain('engines');
    expect((await kifu(['engine', 'remove', 'fake'], { env })).code).toBe(0);
    expect((await kifu(['engine', 'remove', 'fake'], { env })).err).toContain('not-found');
  });

  test('shows what an engine offers, and its first moves', async () => {
    const { out } = await kifu(['engine', 'test', good], { env });
    expect(out).toMatch(/^Fake Fish 1\.2, Nobody in Particular\n/);
    expect(out).toMatch(/Hash +spin +16 +1 to 64/);
    expect(out).toMatch(/Chess: \S+ \S+ \S+ \S+\n$/);
  });

  test.each([
    [['engine', 'add', 'a b', 'uci:x'], 2, /invalid engine name/],
    [['engine', 'add', 'a', 'xboard:x'], 2, /is not an engine; use PROTOCOL:PROGRAM/],
    [['engine', 'test', 'nothing'], 1, /engine nothing not found/],
    [['engine', 'test', 'uci:/nowhere/fish'], 1, /could not be started: program not found/],
    [['play', 'chess', '--seats', 'human,xboard:x'], 2, /uci:stockfish/],
    [['play', 'go', '--seats', 'human,uci:x'], 1, /it cannot play go: UCI is for chess/],
  ])('%j is refused', async (words, code, message) => {
    const refused = await kifu(words, { env });
    expect(refused.code).toBe(code);
    expect(refused.err).toMatch(message);
  });
});

test('an engine plays a match against a bot, under its own name', async () => {
  const { out, code } = await kifu(
    ['play', 'chess', '--seats', `${good},bot-1`, '--moves', '6', '--json'],
    { env },
  );
  expect(code).toBe(0);
  const { kifu: record } = jsonLines(out).at(-1) as never as {
    kifu: { header: { players: { name: string }[] }; entries: unknown[] };
  };
  expect(record.header.players[0]!.name).toBe('Fake Fish 1.2');
  expect(record.entries).toHaveLength(6);
});

test('an engine that crashes is started again, and then forfeits', async () => {
  const { out, err } = await kifu(['play', 'chess', '--seats', `human,${crashing}`], {
    env,
    input: 'e4\n',
  });
  expect(out + err).toMatch(/Fake Fish 1\.2 failed: it exited with status 3/);
  expect(out).toMatch(/White wins/);
});

test('the name of a player in a record starts no program', () => {
  expect(rolesText('human, uci:fish')).toEqual([{ bot: null }, { bot: null, engine: 'uci:fish' }]);
  expect(parseRole('uci:fish')).toBeNull();
  expect(parseRole('engine:fish')).toBeNull();
});
