/** Tournaments over HTTP: create, join, run, show and download them. */
import { newInvite } from '@kifu/client/protocol';
import { DAY_MS, fail, type Json, type JsonObject, parseCid, sha256 } from '@kifu/core';
import { loadNodes } from '@kifu/record/store';
import {
  encodeTournament,
  formatTrf,
  isOver,
  openPairings,
  SYSTEMS,
  standingsOf,
  type TournamentEntry,
} from '@kifu/tournament';
import * as z from 'zod';
import { refuse } from '../problem.ts';
import { storedInviteOf } from '../rooms/access.ts';
import { claimSeat, NO_INVITE } from '../rooms/invites.ts';
import { inviteOf } from '../rooms/stored-invite.ts';
import { boardName, organizerOf } from '../tournaments/stored-tournament.ts';
import { NO_TOURNAMENT, type RunTournament } from '../tournaments/tournaments.ts';
import type { Context, Routes } from './context.ts';
import { type ByZod, cidText, contentAnswer, refusals } from './schemas.ts';
import { NO_PLAYER_YET, SIGN_IN_FIRST, signedIn } from './session.ts';

const LISTED = 100;
const MAX_ROUND_MS = 366 * DAY_MS;

const NOWHERE = NO_TOURNAMENT.fault;
const NOT_YOURS = fail('unsupported', 'not allowed: only the organizer can do this').fault;
const NO_BOARD = fail('not-found', 'no board of this tournament is waiting for you').fault;
const NO_REPORT = fail(
  'unsupported',
  'no FIDE report for this tournament: it is not a Swiss or round-robin in chess',
).fault;
const TOO_MANY = fail('too-large', 'too many tournaments or entries; retry later').fault;

const idParams = z.strictObject({ id: cidText });
const newTournament = z.strictObject({
  name: z.string().max(100),
  system: z.enum(SYSTEMS),
  game: z.string().max(80),
  rounds: z
    .int()
    .min(0)
    .default(0)
    .describe('Rounds of a Swiss tournament, or waves of an arena; otherwise 0.'),
  clock: newInvite.shape.clock,
  options: newInvite.shape.options,
  rated: z.boolean().default(false),
  roundMs: z
    .int()
    .min(10_000)
    .max(MAX_ROUND_MS)
    .default(DAY_MS)
    .describe('How long players may take to join their game, from the start of the round.'),
  isAutomatic: z
    .boolean()
    .default(false)
    .describe('Whether the next round starts as soon as the previous one ends.'),
});
/** Body of a request to add an entry. */
const newEntry = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('enter') }),
  z.strictObject({ type: z.literal('withdraw'), player: z.string().max(120).optional() }),
  z.strictObject({ type: z.literal('round') }),
  z.strictObject({
    type: z.literal('forfeit'),
    round: z.int().min(1),
    board: z.int().min(1),
    loser: z.union([z.literal(0), z.literal(1)]).describe('The seat that forfeits.'),
  }),
]);
const card = {
  id: z.string(),
  name: z.string(),
  system: z.string(),
  game: z.string(),
  roundCount: z
    .number()
    .describe('Number of rounds in the terms; 0 if it depends on the number of players.'),
  startedAt: z.string().nullable(),
  isOver: z.boolean(),
  count: z.number().describe('Number of players.'),
  round: z.number().describe('The current round; 0 before the first.'),
};
const tournamentAnswer = z.looseObject(card);
const forms = {
  car: 'application/vnd.ipld.car',
  chain: 'application/vnd.ipld.car',
  trf: 'text/plain; charset=utf-8',
  json: 'application/json',
};

export const tournamentRoutes: Routes = (plain, context) => {
  const app = plain.withTypeProvider<ByZod>();
  const { tournaments, registry } = context;
  if (tournaments === null) return;
  const { quotas } = registry;

  app.get(
    '/api/tournaments',
    {
      schema: {
        tags: ['tournaments'],
        summary: 'List tournaments, newest first',
        response: { 200: z.object({ tournaments: z.array(z.object(card)) }), ...refusals },
      },
    },
    async (_request, reply) =>
      reply
        .header('cache-control', 'no-cache')
        .send({ tournaments: (await tournaments.list(LISTED)).map(cardOf) }),
  );

  app.post(
    '/api/tournaments',
    {
      schema: {
        tags: ['tournaments'],
        summary: 'Create a tournament',
        body: newTournament,
        response: { 201: tournamentAnswer, ...refusals },
      },
    },
    async (request, reply) => {
      const who = await signedIn(context, request);
      if (who === null) return refuse(reply, SIGN_IN_FIRST, 401);
      if (who.player === null) return refuse(reply, NO_PLAYER_YET);
      if (!quotas.statements.take(who.player.id)) return refuse(reply, TOO_MANY, 429);
      const { name, system, game, rounds, clock = null, options = {}, ...more } = request.body;
      const made = await tournaments.make(who.player, {
        terms: { name, system, game, rounds },
        ...{ clock, options: options as JsonObject },
        ...more,
      });
      return made.ok
        ? reply.code(201).send(await tournamentData(context, made.value))
        : refuse(reply, made.fault);
    },
  );

  app.get(
    '/api/tournaments/:id',
    {
      schema: {
        tags: ['tournaments'],
        summary: 'Get a tournament',
        description:
          'Players, standings, and rounds with their matches and results. Has an `ETag`, so that polling is cheap.',
        params: idParams,
        response: { 200: tournamentAnswer, ...refusals },
      },
    },
    async (request, reply) => {
      const run = await tournaments.get(request.params.id);
      if (run === null) return refuse(reply, NOWHERE);
      const data = JSON.stringify(await tournamentData(context, run));
      const etag = `"${Buffer.from(sha256(Buffer.from(data))).toString('base64url')}"`;
      void reply.headers({ etag, 'cache-control': 'no-cache' }).type('application/json');
      return request.headers['if-none-match'] === etag
        ? reply.code(304).send()
        : reply.send(JSON.parse(data));
    },
  );

  app.post(
    '/api/tournaments/:id/entries',
    {
      schema: {
        tags: ['tournaments'],
        summary: 'Join or withdraw; organizers start rounds and record forfeits',
        description: 'The server signs the entry. Players join with the key of the session.',
        params: idParams,
        body: newEntry,
        response: { 201: tournamentAnswer, ...refusals },
      },
    },
    async (request, reply) => {
      const who = await signedIn(context, request);
      if (who === null) return refuse(reply, SIGN_IN_FIRST, 401);
      if (who.player === null) return refuse(reply, NO_PLAYER_YET);
      const run = await tournaments.get(request.params.id);
      if (run === null) return refuse(reply, NOWHERE);
      const { body } = request;
      const isOwn =
        body.type === 'enter' || (body.type === 'withdraw' && (body.player ?? who.key) === who.key);
      if (!isOwn && organizerOf(run.stored) !== who.player.id) return refuse(reply, NOT_YOURS, 403);
      if (isOwn && !quotas.statements.take(who.player.id)) return refuse(reply, TOO_MANY, 429);
      const may = body.type === 'enter' ? await registry.order.maySit(who.player.id, []) : null;
      if (may?.ok === false) return refuse(reply, may.fault);
      const taken = await tournaments.take(run.stored.id, entryOf(body, who.player.name, who.key));
      return taken.ok
        ? reply.code(201).send(await tournamentData(context, taken.value))
        : refuse(reply, taken.fault);
    },
  );

  app.post(
    '/api/tournaments/:id/seat',
    {
      compress: false,
      schema: {
        tags: ['tournaments'],
        summary: 'Get the seat token for your pending tournament game',
        description: 'Needs the session of the key that joined. Earlier tokens become invalid.',
        params: idParams,
        response: {
          201: z.object({ invite: z.unknown(), seat: z.number(), token: z.string() }),
          ...refusals,
        },
      },
    },
    async (request, reply) => {
      const who = await signedIn(context, request);
      if (who === null) return refuse(reply, SIGN_IN_FIRST, 401);
      const run = await tournaments.get(request.params.id);
      if (run === null) return refuse(reply, NOWHERE);
      const invite = boardOf(run, who.key);
      if (invite === null) return refuse(reply, NO_BOARD);
      const room = await registry.find(invite);
      if (room === null) return refuse(reply, NO_INVITE.fault);
      const claimed = await claimSeat(room, who.key);
      return claimed.ok
        ? reply
            .code(201)
            .header('cache-control', 'no-store')
            .send({ invite: inviteOf(room.stored), ...claimed.value })
        : refuse(reply, claimed.fault);
    },
  );

  app.get(
    '/api/tournaments/:id/file',
    {
      schema: {
        tags: ['tournaments'],
        summary: 'Download a tournament',
        description:
          'A CAR with all matches, for `kifu tournament verify`; with `chain`, a CAR of the signed entries only; a FIDE report (TRF16), for Swiss and round-robin tournaments in chess; or the entries as JSON.',
        params: idParams,
        querystring: z.strictObject({
          form: z.enum(['car', 'chain', 'trf', 'json']).default('car'),
        }),
        response: { 200: contentAnswer('The file.', ...Object.values(forms)), ...refusals },
      },
    },
    async (request, reply) => {
      const run = await tournaments.get(request.params.id);
      if (run === null) return refuse(reply, NOWHERE);
      const { form } = request.query;
      const { tournament, entries } = run.open;
      const { game, system, name } = tournament.terms;
      const isReported = game === 'chess' && (system === 'swiss' || system === 'round-robin');
      if (form === 'trf' && !isReported) return refuse(reply, NO_REPORT);
      const ending = form === 'chain' ? 'car' : form;
      const fileName = `${name.replace(/[^\w-]+/g, '-')}.${ending}`;
      void reply.type(forms[form]).headers({
        'cache-control': 'no-cache',
        'content-disposition': `attachment; filename="${fileName}"`,
      });
      if (form === 'trf') return reply.send(formatTrf(tournament));
      if (form === 'json') return reply.send({ terms: tournament.terms, entries });
      if (form === 'chain') return reply.send(Buffer.from(encodeTournament(run.open, [])));
      return reply.send(Buffer.from(encodeTournament(run.open, await matchesOf(context, run))));
    },
  );
};

/** Returns the entry for a request. */
function entryOf(said: z.infer<typeof newEntry>, name: string, key: string): TournamentEntry {
  switch (said.type) {
    case 'enter':
      return { type: 'enter', name, key };
    case 'withdraw':
      return { type: 'withdraw', player: said.player ?? key };
    case 'round':
      return { type: 'round' };
    case 'forfeit': {
      const { round, board, loser } = said;
      return { type: 'result', round, board, match: null, winner: loser === 0 ? 1 : 0 };
    }
  }
}

/** Returns the invite of the pending game of a key; null if there is none. */
function boardOf({ stored, open }: RunTournament, key: string): string | null {
  const { players, rounds } = open.tournament;
  for (const [r, { pairings }] of rounds.entries())
    for (const [b, { players: pair, result }] of pairings.entries())
      if (result === null && pair.some(player => players[player]!.key === key))
        return stored.boards[boardName(r + 1, b + 1)] ?? null;
  return null;
}

/** Returns the nodes of all matches that count. */
async function matchesOf(
  { registry }: Context,
  { open }: RunTournament,
): Promise<(readonly Uint8Array[])[]> {
  const all: (readonly Uint8Array[])[] = [];
  for (const { pairings } of open.tournament.rounds)
    for (const { result } of pairings) {
      const match = result?.match == null ? null : parseCid(result.match);
      const head = match?.ok ? await registry.stores.heads.get(match.value) : null;
      const nodes = head === null ? null : await loadNodes(registry.stores, head);
      if (nodes?.ok) all.push(nodes.value);
    }
  return all;
}

const cardOf = ({ stored, open: { tournament, header } }: RunTournament) => ({
  id: stored.id,
  name: tournament.terms.name,
  system: tournament.terms.system,
  game: tournament.terms.game,
  roundCount: tournament.terms.rounds,
  startedAt: header.startedAt,
  isOver: isOver(tournament),
  count: tournament.players.filter(({ isOut }) => !isOut).length,
  round: tournament.rounds.length,
});

/** Returns a tournament as sent. Players are numbers in the order in which they entered. */
async function tournamentData({ accounts, registry }: Context, run: RunTournament) {
  const { stored, open } = run;
  const { tournament, header } = open;
  const organizer = (await accounts!.players.get(organizerOf(stored))) ?? null;
  /** Returns the match of a pairing, and its status. */
  const boardData = async (round: number, board: number) => {
    const invite = stored.boards[boardName(round, board)] ?? null;
    const phase =
      invite === null ? null : ((await storedInviteOf(registry, invite))?.phase ?? null);
    return { invite, phase };
  };
  const rounds = tournament.rounds.map(async ({ pairings, byes }, r) => ({
    byes,
    deadline: (stored.begunAt[r] ?? 0) + stored.roundMs,
    pairings: await Promise.all(
      pairings.map(async ({ players, result }, b) => ({
        players,
        result,
        ...(result === null ? await boardData(r + 1, b + 1) : { invite: null, phase: null }),
      })),
    ),
  }));
  return {
    ...cardOf(run),
    organizer: { id: organizerOf(stored), name: organizer?.name ?? header.players[0]?.name ?? '' },
    signer: header.players[0]?.key ?? null,
    head: stored.head,
    clock: stored.clock as unknown as Json,
    rated: stored.rated,
    isAutomatic: stored.isAutomatic,
    isOpen: openPairings(tournament).length > 0,
    players: tournament.players.map(({ id, name, isOut }) => ({ id, name, isOut })),
    standings: standingsOf(tournament),
    rounds: await Promise.all(rounds),
  };
}
