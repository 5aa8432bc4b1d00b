/** The games of a server: their descriptions, and an image of each. */
import { type Kit, ok, start } from '@kifu/core';
import { svg } from '@kifu/core/svg';
import { formsOf } from '@kifu/record/file';
import * as z from 'zod';
import { refuse } from '../problem.ts';
import { STYLED_POLICY } from '../security.ts';
import type { Routes } from './context.ts';
import { type ByZod, contentAnswer, idParams, refusals } from './schemas.ts';

const gamesAnswer = z.object({
  games: z.array(
    z.object({
      name: z.string(),
      title: z.string().describe('The name that people use.'),
      version: z.number(),
      seats: z.array(z.number()),
      seatNames: z.array(z.string()),
      pace: z.enum(['turns', 'free']).describe('Whether seats take turns or may move at any time.'),
      hasChance: z.boolean().describe('Whether the game has random draws, such as dice or tiles.'),
      hasSecrets: z.boolean().describe('Whether the game has hidden information.'),
      options: z
        .record(z.string(), z.unknown())
        .describe('The `options` of an invite, each as a JSON Schema.'),
      forms: z.array(z.string()),
    }),
  ),
});

export const gameRoutes: Routes = (plain, { registry: { games } }) => {
  const app = plain.withTypeProvider<ByZod>();

  app.get(
    '/api/games',
    {
      schema: {
        tags: ['library'],
        summary: 'List games, their options and record formats',
        response: { 200: gamesAnswer },
      },
    },
    async () => {
      const kits = await Promise.all(games.names().map(name => games.load(name)));
      return { games: kits.flatMap(kit => (kit.ok ? [gameData(kit.value)] : [])) };
    },
  );

  app.get(
    '/api/games/:id/board.svg',
    {
      schema: {
        tags: ['library'],
        summary: 'Get an image of a game’s initial position',
        params: idParams,
        response: { 200: contentAnswer('The image.', 'image/svg+xml'), ...refusals },
      },
    },
    async (request, reply) => {
      const kit = await games.load(request.params.id);
      const picture = kit.ok ? boardOf(kit.value) : kit;
      if (!picture.ok) return refuse(reply, picture.fault, 404);
      return reply
        .header('content-security-policy', STYLED_POLICY)
        .header('cache-control', 'public, max-age=3600')
        .type('image/svg+xml; charset=utf-8')
        .send(picture.value);
    },
  );
};

const gameData = (kit: Kit) => ({
  name: kit.game.name,
  title: kit.title,
  version: kit.game.version,
  seats: [...kit.game.seats],
  seatNames: [...kit.seatNames],
  pace: kit.game.pace ?? 'turns',
  hasChance: kit.game.chance !== undefined,
  hasSecrets: kit.game.secrets !== undefined,
  options: kit.game.options ?? {},
  forms: formsOf(kit.formats).map(({ name }) => name),
});

/** Draws the initial position; with hidden hands as spectators see it. */
function boardOf({ game, scene, sceneOfView, art, title }: Kit) {
  const seats = Array.from({ length: game.seats[0] }, (_, seat) => seat);
  const begun = start(game, { seats, ...(game.chance === undefined ? {} : { seed: SEED }) });
  if (!begun.ok) return begun;
  const { state } = begun.value;
  const shown =
    game.secrets === undefined || sceneOfView === undefined
      ? scene(state)
      : sceneOfView(game.secrets.view(state, null), null);
  return ok(svg(shown, art, { title, coordinates: false }));
}

/** Any value: the image is of no match. */
const SEED = 7;
