/** The explorer: what was played next at a position, in the public matches of the library and the archive. */
import { fail, type Kit, ok, parseJson, type Result, start, step } from '@kifu/core';
import { explorePosition } from '@kifu/record/replay';
import type { Query, Tally } from '@kifu/record/store';
import * as z from 'zod';
import { exploreBoth } from '../archive.ts';
import { refuse } from '../problem.ts';
import type { Routes } from './context.ts';
import { filters, queryOf, withLibrary } from './library.ts';
import { listingData } from './records.ts';
import { type ByZod, listingAnswer, refusals } from './schemas.ts';

/** Longest position as JSON. */
const MAX_STATE = 12_000;
/** How long browsers and proxies may reuse an answer, in seconds: counts change slowly. */
const FRESH_S = 60;

const { game: _, position: __, board: ___, ...narrowing } = filters;
const exploreQuery = z.strictObject({
  game: z.string().min(1).max(80).describe('The game; required.'),
  board: z.string().min(1).max(200).optional().describe('The position in its notation (FEN).'),
  state: z
    .string()
    .min(1)
    .max(MAX_STATE)
    .optional()
    .describe('Or as the canonical JSON of a state.'),
  moves: z
    .string()
    .min(1)
    .max(2000)
    .optional()
    .describe('Or by moves from the start in the first notation, by commas. Default: the start.'),
  ...narrowing,
});

const tallyAnswer = z.object({
  games: z.number(),
  wins: z.array(z.number()).describe('How many games each seat has won.'),
  draws: z.number(),
  rating: z
    .number()
    .nullable()
    .describe('Average rating of the players; null if no game has a rating.'),
  last: z.string().nullable().describe('When the newest game started.'),
});
const exploreAnswer = z.object({
  game: z.string(),
  isWhole: z.boolean().describe('False if only the newest games were counted.'),
  ...tallyAnswer.shape,
  moves: z.array(
    tallyAnswer.extend({
      move: z.string().describe('In the first notation of the game.'),
      hex: z.string(),
      seat: z.number(),
    }),
  ),
  notable: z.array(listingAnswer).describe('The games with the highest ratings.'),
});

export const exploreRoutes: Routes = (plain, { registry }) => {
  const app = plain.withTypeProvider<ByZod>();
  app.get(
    '/api/explore',
    {
      schema: {
        tags: ['library'],
        summary: 'Count what was played next at a position',
        description: 'Each game counts once, in whatever order it reached the position.',
        querystring: exploreQuery,
        response: { 200: exploreAnswer, ...refusals },
      },
    },
    async (request, reply) => {
      const { game, board, state: data, moves, ...rest } = request.query;
      const kit = await registry.games.load(game);
      if (!kit.ok) return refuse(reply, kit.fault);
      const state = stateOf(kit.value, { board, data, moves });
      if (!state.ok) return refuse(reply, state.fault);
      const query = await queryOf(registry, rest as Query);
      if (!query.ok) return refuse(reply, query.fault);
      return withLibrary(registry, reply, async (library, signal) => {
        const found = await explorePosition(
          question => exploreBoth(library, registry.archive, question, { signal }),
          kit.value,
          state.value,
          query.value,
        );
        return reply.header('cache-control', `public, max-age=${FRESH_S}`).send({
          game,
          isWhole: found.isWhole,
          ...tallyData(found.reached),
          moves: found.rows.map(({ written, move, seat, tally }) => ({
            move: written,
            hex: kit.value.game.moves.hex.encode(move),
            seat,
            ...tallyData(tally),
          })),
          notable: found.notable.map(listingData),
        });
      });
    },
  );
};

const tallyData = ({ games, wins, draws, ratingSum, ratedGames, lastSecond }: Tally) => ({
  games,
  wins,
  draws,
  rating: ratedGames === 0 ? null : Math.round(ratingSum / ratedGames),
  last: lastSecond === null ? null : new Date(1000 * lastSecond).toISOString(),
});

/** The position of a request, in one of three ways. */
function stateOf(
  kit: Kit,
  {
    board,
    data,
    moves,
  }: { board?: string | undefined; data?: string | undefined; moves?: string | undefined },
): Result<unknown> {
  const { game, positions } = kit;
  if ([board, data, moves].filter(one => one !== undefined).length > 1)
    return fail('malformed', 'only one of board, state and moves can be given');
  if (board !== undefined) {
    const [notation] = positions;
    return notation === undefined
      ? fail('unsupported', `${game.name} has no position notation`, { at: { path: '/board' } })
      : notation.parse(board);
  }
  if (data !== undefined) {
    const canon = parseJson(data);
    return canon.ok ? game.states.restore(canon.value) : canon;
  }
  return playedFrom(kit, moves?.split(',') ?? []);
}

/** The position after some moves from the start. */
function playedFrom({ game, notations }: Kit, moves: readonly string[]): Result<unknown> {
  const begun = start(game, game.chance === undefined ? {} : { seed: 1 });
  if (!begun.ok) return begun;
  let { state } = begun.value;
  for (const [i, text] of moves.entries()) {
    const at = { path: `/moves/${i}` };
    const move = notations[0]?.parse(state, text) ?? fail('unsupported', 'no notation', { at });
    if (!move.ok) return { ok: false, fault: { ...move.fault, at } };
    const [seat = 0] = game.active(state);
    const next = step(game, state, { do: 'move', seat, move: move.value });
    if (!next.ok) return { ok: false, fault: { ...next.fault, at } };
    ({ state } = next.value);
  }
  return ok(state);
}
