/** `kifu games`: what can be played. */
import { type Kit, ok } from '@kifu/core';
import { Command } from 'commander';
import { addExamples } from '../options.ts';
import type { Handle } from '../run-command.ts';
import { tableLines } from '../text.ts';

/** The command. */
export const gamesCommand = (handle: Handle): Command =>
  addExamples(
    new Command('games').description('List the games.').action(
      handle(async ({ io: { games }, colors }) => {
        const kits = [];
        for (const name of games.names()) {
          const kit = await games.load(name);
          if (!kit.ok) return kit;
          kits.push(kit.value);
        }
        const rows = kits.map(kit => ({
          name: kit.game.name,
          code: kit.game.code,
          version: kit.game.version,
          seats: kit.game.seats,
          features: featuresOf(kit),
          notations: kit.notations.map(({ name }) => name),
          positions: kit.positions.map(({ name }) => name),
        }));
        const [head, ...lines] = tableLines([
          ['NAME', 'CODE', 'VERSION', 'SEATS', 'FEATURES', 'MOVES', 'POSITIONS'],
          ...rows.map(({ name, code, version, seats: [min, max], ...lists }) => [
            name,
            code,
            version,
            min === max ? `${min}` : `${min}–${max}`,
            lists.features.join(', ') || '–',
            lists.notations.join(', ') || '–',
            lists.positions.join(', ') || '–',
          ]),
        ]);
        return ok({ json: { games: rows }, text: [colors.bold(head), ...lines].join('\n') });
      }),
    ),
    ['kifu games', 'a table'],
    ['kifu games --json', 'the same for programs'],
  );

/** What a game has that others have not. */
const featuresOf = ({ game }: Kit): string[] =>
  [
    game.chance && 'chance',
    game.secrets && 'secrets',
    game.time && 'time',
    game.pace === 'free' && 'free pace',
  ].filter(feature => typeof feature === 'string');
