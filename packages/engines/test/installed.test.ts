/** Matches against the built-in bots by Stockfish, GNU Go and GNU Backgammon, where they are installed. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { botPlayer, usualBot } from '@kifu/bots';
import { type Game, ok, start, unwrap } from '@kifu/core';
import { loadKit } from '@kifu/games';
import { verdictOf, verify } from '@kifu/record';
import type { SeatPlayer } from '@kifu/record/match';
import { describe, expect, test } from 'vitest';
import { commandOf, type EngineProtocol, openAnalyzer, openEngine } from '../src/index.ts';
import { contextFor, playMatch } from './matches.ts';

const FOLDERS = ['/usr/games', '/usr/bin', '/usr/local/bin', '/opt/homebrew/bin'];
const findProgram = (name: string): string | null =>
  FOLDERS.map(folder => join(folder, name)).find(path => existsSync(path)) ?? null;

const CASES: readonly {
  readonly program: string;
  readonly protocol: EngineProtocol;
  readonly game: string;
  readonly name: RegExp;
  readonly options: { readonly [name: string]: number | string };
  readonly engine: { readonly [name: string]: string };
}[] = [
  {
    ...{ program: 'stockfish', protocol: 'uci', game: 'chess', name: /^Stockfish \d/ },
    ...{ options: {}, engine: { Hash: '4' } },
  },
  {
    ...{ program: 'gnugo', protocol: 'gtp', game: 'go', name: /^GNU Go \d/ },
    ...{ options: { width: 7 }, engine: { level: '1' } },
  },
  {
    ...{ program: 'gnugo', protocol: 'gtp', game: 'go', name: /^GNU Go \d/ },
    ...{ options: { width: 7, rules: 'Japanese' }, engine: { level: '1' } },
  },
  {
    ...{ program: 'gnubg', protocol: 'gnubg', game: 'backgammon', name: /^GNU Backgammon \d/ },
    ...{ options: {}, engine: { plies: '0' } },
  },
];

describe.each(CASES)('$program', ({ program, protocol, game, name, options, engine }) => {
  const path = findProgram(program);

  test.skipIf(path === null).each([0, 1])(
    'plays a verified match against a bot from seat %i',
    async seat => {
      const kit = unwrap(await loadKit(game));
      const spec = {
        ...{ protocol, command: commandOf(path!), options: engine },
        ...(protocol === 'uci' ? { elo: 1500, limits: { moveMs: 30 } } : {}),
      };
      const player = await openEngine(spec, contextFor(kit));
      expect(player.name).toMatch(name);
      const made = unwrap(botPlayer(kit, usualBot(kit), { seed: 5, nodes: 20 }));
      const bot: SeatPlayer = {
        name: made.name,
        async decide(turn) {
          // the output of the engine is read in between
          await setImmediate();
          return made.decide(turn as never);
        },
      };
      const players = seat === 0 ? [player, bot] : [bot, player];
      const { host, faults } = await playMatch({ kit, players, options });
      expect(faults).toEqual([]);
      expect(host.replay.outcome).not.toBeNull();
      expect(host.replay.outcome!.reason).not.toBe('absence');
      const report = await verify(host.replay.nodes, async () => ok(kit.game as Game));
      expect([report.fault, verdictOf(report)]).toEqual([null, 'unsigned']);
    },
  );

  test.skipIf(path === null)('analyzes the first position', async () => {
    const kit = unwrap(await loadKit(game));
    const spec = { protocol, command: commandOf(path!), options: engine };
    const analyzer = await openAnalyzer(spec, contextFor(kit));
    const setup = { options, ...(kit.game.chance === undefined ? {} : { seed: 7 }) };
    const { state } = unwrap(start(kit.game, setup));
    const { lines, seat } = await analyzer.analyze({ state }, { depth: 1, lines: 2 });
    await analyzer.close();
    expect(`${analyzer.name} ${analyzer.version}`).toMatch(name);
    expect(lines.length).toBeGreaterThan(0);
    for (const { moves, chances, evaluation } of lines) {
      expect(kit.game.play(state, seat!, moves[0]!).ok).toBe(true);
      expect(chances[0]! + chances[1]!).toBeCloseTo(1);
      expect(evaluation).not.toBeNull();
    }
  });
});
