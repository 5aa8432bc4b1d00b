/**
 * A game from outside the tree: a package in a folder of its own, given to the command, the server and the viewer by their public
 * options. None of them has a word about it.
 */
import { execFile } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import {
  describeCell,
  describeRefusal,
  type Game,
  gameTexts,
  type Json,
  ok,
  type Result,
  start,
  unwrap,
} from '@kifu/core';
import { svg } from '@kifu/core/svg';
import type { GamesModule } from '@kifu/games';
import { verify } from '@kifu/record';
import { readCar } from '@kifu/record/car';
import { createServer } from '@kifu/server';
import {
  memoryBlocks,
  memoryHeads,
  memoryLibrary,
  memoryRemarks,
  memoryVault,
} from '@kifu/stores/memory';
import { loadTexts } from '@kifu/texts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  answer,
  type EngineAnswer,
  type EngineQuestion,
} from '../packages/viewer/src/engine/engine.ts';
import { gamesNow } from '../packages/viewer/src/engine/games.ts';
import type { OpenedRecord, Picture } from '../packages/viewer/src/engine/types.ts';

const ROOT = join(import.meta.dirname, '..');
const GAME = 'tic-tac-toe';

const folder = mkdtempSync(join(tmpdir(), 'kifu-outside-'));
const file = join(folder, 'games.ts');
const record = join(folder, 'match.car');
afterAll(() => rmSync(folder, { recursive: true }));

let games: GamesModule;
beforeAll(async () => {
  cpSync(join(ROOT, 'examples', GAME), folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{ "name": "my-games", "type": "module" }');
  mkdirSync(join(folder, 'node_modules'));
  symlinkSync(join(ROOT, 'node_modules/@kifu'), join(folder, 'node_modules/@kifu'));
  games = (await import(pathToFileURL(file).href)) as GamesModule;
});

/** Runs the command as a person does who has games of their own. */
const kifu = async (...words: string[]): Promise<string> => {
  const bin = join(ROOT, 'packages/cli/bin/kifu.js');
  const env = { ...process.env, KIFU_GAMES: file, KIFU_HOME: join(folder, 'home') };
  return (await promisify(execFile)(process.execPath, [bin, ...words], { cwd: folder, env }))
    .stdout;
};

describe('the command', () => {
  test('lists it, with ours', async () => {
    expect(await kifu('games')).toMatch(/^chess [\s\S]*^tic-tac-toe +100 +1 +2 /m);
    expect(await kifu('games', GAME)).toMatch(/^Tic-tac-toe [\s\S]* no options\n$/);
  });

  test('plays, records, verifies, finds and draws it', async () => {
    await kifu('demo', GAME, '--save', '--output', record);
    expect(await kifu('verify', record)).toMatch(/tic-tac-toe/);
    expect(await kifu('library', 'list')).toMatch(/tic-tac-toe/);
    expect(await kifu('show', record)).toMatch(/^ {2}3 .[XO]/m);
    await kifu('show', record, '--svg', join(folder, 'match.svg'));
    expect(readFileSync(join(folder, 'match.svg'), 'utf8')).toContain('stroke-linecap="round"');
  });
});

test('it brings its texts, in languages of its own', async () => {
  const kit = unwrap(await games.loadKit(GAME));
  const [german, japanese] = await Promise.all([loadTexts('de'), loadTexts('ja')]);
  const texts = gameTexts(kit, german);
  expect(describeRefusal({ rule: 'taken' }, texts)).toBe('Dieses Feld ist besetzt.');
  const { state } = unwrap(start(kit.game, {}));
  expect(kit.describe.move(state, 4, [], texts)).toBe('X auf b2');
  expect(describeCell(kit, kit.scene(state), { area: 'board', column: 1, row: 1 }, texts)).toBe(
    'b2, leer',
  );
  expect(gameTexts(kit, japanese)).toBe(kit.texts);
});

describe('a server', () => {
  test('lets bots play it, lists it, and hands out its record', async () => {
    const server = await createServer({
      games: { names: games.gameNames, load: games.loadKit, module: pathToFileURL(file).href },
      stores: {
        ...{ blocks: memoryBlocks(), heads: memoryHeads(), vault: memoryVault() },
        ...{ library: memoryLibrary(), remarks: memoryRemarks() },
      },
      limits: { botPauseMs: 0 },
    });
    try {
      const url = await server.listen({ port: 0 });
      const ask = async (path: string, init?: RequestInit) =>
        (await (await fetch(`${url}/api/${path}`, init)).json()) as {
          readonly [key: string]: Json & { readonly [key: string]: Json };
        };
      expect((await ask('games')).games).toContainEqual(
        expect.objectContaining({ name: GAME, title: 'Tic-tac-toe', options: {} }),
      );
      const body = JSON.stringify({ game: GAME, seats: [{ type: 'bot' }, { type: 'bot' }] });
      const headers = { 'content-type': 'application/json' };
      const { invite } = await ask('invites', { method: 'POST', headers, body });
      const { id } = invite!;
      await expect
        .poll(async () => (await ask(`invites/${id}`)).invite?.phase, { timeout: 30_000 })
        .toBe('ended');
      const bytes = await (await fetch(`${url}/api/matches/${id}/record`)).arrayBuffer();
      const { blocks } = unwrap(readCar(new Uint8Array(bytes)));
      const nodes = blocks.map(block => block.bytes);
      const report = await verify(nodes, async (name, version) => {
        const kit = await games.loadKit(name, version);
        return kit.ok ? ok(kit.value.game as Game) : kit;
      });
      expect(report).toMatchObject({ fault: null });
      const drawn = await fetch(`${url}/api/matches/${id}/position.svg`);
      expect(await drawn.text()).toContain('stroke-linecap="round"');
    } finally {
      await server.close();
    }
  });
});

describe('the viewer', () => {
  /** The last answer of its engine. */
  const ask = async <K extends string>(question: EngineQuestion, key: K) => {
    const answers: EngineAnswer[] = [];
    await answer(question, told => answers.push(told));
    return (answers.at(-1) as { [key in K]: unknown })[key];
  };

  test('shows and checks it once it was told where games are', async () => {
    const name = 'match.car';
    const bytes = new Uint8Array(readFileSync(record));
    const open = { do: 'open', name, bytes, which: {}, isPart: false } as const;
    expect(await ask(open, 'opened')).toMatchObject({ fault: { code: 'unknown-game' } });

    await ask({ do: 'games', module: pathToFileURL(file).href }, 'isUsed');
    const score = unwrap((await ask(open, 'opened')) as Result<OpenedRecord>);
    expect(score).toMatchObject({ title: 'Tic-tac-toe', turns: [0, 0], fault: null });
    const at = { n: score.lines.length };
    const { scene } = (await ask(
      { do: 'picture', of: score.id, at, as: null },
      'picture',
    )) as Picture;
    const art = await (await gamesNow()).loadArt(GAME);
    expect(svg(scene, art)).toContain('stroke-linecap="round"');
    expect(await ask({ do: 'check', of: score.id }, 'checked')).toMatchObject({
      isDone: true,
      verdict: 'verified',
    });
  });

  test('tells with each match that games cannot be loaded', async () => {
    await ask({ do: 'games', module: pathToFileURL(join(folder, 'nothing.ts')).href }, 'isUsed');
    const bytes = new Uint8Array(readFileSync(record));
    const opened = ask(
      { do: 'open', name: 'match.car', bytes, which: {}, isPart: false },
      'opened',
    );
    expect(await opened).toMatchObject({ fault: { code: 'unreadable' } });
  });
});
