/** Players in folders of their own who exchange their trees as files. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import '../../ipgs/test/quick-keys.ts';
import { kifu } from './run-kifu.ts';

export const DAY_MS = 86_400_000;

/** Makes folders for the players of one file of tests; they go away with its last test. */
export function folderPlayers() {
  const FOLDER = mkdtempSync(join(tmpdir(), 'kifu-folders-'));
  afterAll(() => rmSync(FOLDER, { recursive: true, force: true }));

  /** The environment of every command. */
  const env = { KIFU_PASSPHRASE: 'so', KIFU_HOME: join(FOLDER, 'home') };

  /** What all clocks show, in milliseconds since 1970; a second more with every command. */
  const clock = { now: Date.parse('2026-01-02T03:04:05Z') };

  /** Runs a command as a player. */
  const tryAs = (player: string, argv: readonly string[], own: NodeJS.ProcessEnv = env) => {
    clock.now += 1000;
    return kifu([...argv, '--folder', join(FOLDER, player)], { env: own, startMs: clock.now });
  };

  /** Runs a command as a player; throws with its output if it fails. */
  async function as(player: string, ...argv: string[]): Promise<string> {
    const { code, out, err } = await tryAs(player, argv);
    if (code !== 0) throw new Error(`${argv.join(' ')}: ${err}${out}`);
    return out.trim();
  }

  /** Returns the JSON output of a command. */
  const json = async (player: string, ...argv: string[]) =>
    JSON.parse(await as(player, ...argv, '--json'));

  /** Writes the tree of a player into a file; returns its path. */
  async function exportTree(player: string, name = player): Promise<string> {
    const file = join(FOLDER, `${name}.car`);
    await as(player, 'namespace', 'export', '-o', file, '--force');
    return file;
  }

  /** Sends the tree of one player to others. */
  async function send(from: string, ...to: readonly string[]): Promise<void> {
    const file = await exportTree(from);
    for (const each of to) await as(each, 'namespace', 'import', file);
  }

  /** Lets one player offer a game and another accept it; returns its id. */
  async function accepted(
    challenger: string,
    contender: string,
    ...offer: string[]
  ): Promise<string> {
    const { id } = await json(challenger, 'challenge', 'offer', ...offer, '--first', 'me');
    await send(challenger, contender);
    const game = await json(contender, 'challenge', 'accept', id);
    await send(contender, challenger);
    return game.id;
  }

  /** The same, confirmed. */
  async function confirmed(
    challenger: string,
    contender: string,
    ...offer: string[]
  ): Promise<string> {
    const id = await accepted(challenger, contender, ...offer);
    await as(challenger, 'challenge', 'confirm', id);
    await send(challenger, contender);
    return id;
  }

  /** Plays a small game of go and agrees on its score; the contender, who agrees last, has signed it. */
  async function finished(challenger: string, contender: string): Promise<string> {
    const players = [challenger, contender] as const;
    const id = await confirmed(...players, 'go', '--size', '5', '--komi', '0.5');
    for (const [i, move] of ['C3', 'B4', 'pass', 'pass'].entries()) {
      const [mover, other] = i % 2 === 0 ? players : [contender, challenger];
      await as(mover, 'game', 'play', id, move);
      await send(mover, other);
    }
    await as(challenger, 'game', 'propose', id, 'score');
    await as(challenger, 'game', 'agree', id);
    await send(challenger, contender);
    await as(contender, 'game', 'agree', id);
    await send(contender, challenger);
    return id;
  }

  return { FOLDER, env, clock, tryAs, as, json, exportTree, send, accepted, confirmed, finished };
}
