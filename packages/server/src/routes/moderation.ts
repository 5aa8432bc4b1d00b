/** Moderation over HTTP: blocking and reporting; and for moderators, reports and decisions. */
import { DAY_MS, fail } from '@kifu/core';
import type { FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod';
import { guestOf } from '../guest.ts';
import { ACTIONS, type Decision, type LogEntry, REPORT_REASONS } from '../moderation/log.ts';
import { refuse } from '../problem.ts';
import { storedInviteOf } from '../rooms/access.ts';
import { NO_INVITE } from '../rooms/invites.ts';
import { silence } from '../rooms/members.ts';
import { playerOfSeat } from '../rooms/stored-invite.ts';
import type { Context, Routes } from './context.ts';
import { type ByZod, idParams, refusals, whole } from './schemas.ts';
import { NO_PLAYER_YET, SIGN_IN_FIRST, signedIn } from './session.ts';

const MAX_WORDS = 500;
const MAX_OPEN = 200;
const LISTED = 50;
const MAX_DAYS = 3650;

const NOBODY = fail('not-found', 'player not found').fault;
const YOURSELF = fail('unsupported', 'you cannot block or report yourself').fault;
const NOTHING = fail('malformed', 'the report names no player or match').fault;
const TOO_OFTEN = fail('too-large', 'daily report limit reached; retry tomorrow').fault;
const NOT_ADMIN = fail('unsupported', 'not allowed: only moderators can do this').fault;
const NO_REPORT = fail('not-found', 'report not found').fault;
const NO_SUBJECT = fail(
  'malformed',
  'the decision lacks the player or the match that it is about',
).fault;

/** A name, a key or an ID. */
const word = z.string().min(1).max(80);
const words = z.string().max(MAX_WORDS).default('');
const entryAnswer = z.looseObject({ id: z.string(), at: z.number(), type: z.string() });
const blockedAnswer = z.object({
  blocked: z.array(z.object({ id: z.string(), name: z.string().nullable() })),
});
const PRIVATE = { 'cache-control': 'no-store' };

export const moderationRoutes: Routes = (plain, context) => {
  const app = plain.withTypeProvider<ByZod>();
  const { accounts, registry, rights } = context;
  if (accounts === null) return;
  const { order, quotas } = registry;

  /** Returns the players whom a player has blocked, with their current names. */
  const blockedBy = async (player: string) => ({
    blocked: await Promise.all(
      (await accounts.blocked(player)).map(async id => ({ id, name: await nameOf(id) })),
    ),
  });
  const nameOf = async (id: string): Promise<string | null> =>
    (await accounts.players.find(id))?.name ?? null;

  app.get(
    '/api/me/blocked',
    {
      schema: {
        tags: ['players'],
        summary: 'List blocked players',
        response: { 200: blockedAnswer, ...refusals },
      },
    },
    async (request, reply) => {
      const who = await signedIn(context, request);
      if (who === null) return refuse(reply, SIGN_IN_FIRST, 401);
      if (who.player === null) return refuse(reply, NO_PLAYER_YET);
      return reply.headers(PRIVATE).send(await blockedBy(who.player.id));
    },
  );

  const change = (isBlocked: boolean) => async (request: FastifyRequest, reply: FastifyReply) => {
    const who = await signedIn(context, request);
    if (who === null) return refuse(reply, SIGN_IN_FIRST, 401);
    if (who.player === null) return refuse(reply, NO_PLAYER_YET);
    const { player } = request.params as { readonly player: string };
    const other = await accounts.players.find(player);
    // a player who has deleted the account can still be unblocked, by id
    const id = other?.id ?? (isBlocked ? null : player);
    if (id === null) return refuse(reply, NOBODY);
    if (id === who.player.id) return refuse(reply, YOURSELF);
    await accounts.block(who.player.id, id, isBlocked);
    return reply.headers(PRIVATE).send(await blockedBy(who.player.id));
  };
  const blocking = (summary: string) => ({
    schema: {
      ...{ tags: ['players'], summary },
      description: 'Two players of whom one has blocked the other cannot join the same match.',
      params: z.strictObject({ player: word }),
      response: { 200: blockedAnswer, ...refusals },
    },
  });
  app.put('/api/me/blocked/:player', blocking('Block a player'), change(true));
  app.delete('/api/me/blocked/:player', blocking('Unblock a player'), change(false));

  app.post(
    '/api/reports',
    {
      schema: {
        tags: ['players'],
        summary: 'Report a player or match',
        body: z.strictObject({
          player: word.optional().describe('Name, key or ID.'),
          match: idParams.shape.id.optional().describe('ID of a match or its invite.'),
          seat: z.int().min(0).max(15).optional().describe('The player of this seat in the match.'),
          reason: z.enum(REPORT_REASONS),
          words,
        }),
        response: { 201: z.object({ id: z.string() }), ...refusals },
      },
    },
    async (request, reply) => {
      const who = await signedIn(context, request);
      if (who === null) return refuse(reply, SIGN_IN_FIRST, 401);
      const { player, match, seat, reason, words: said } = request.body;
      const by = who.player?.id ?? who.key;
      const about = await subjectOf(context, player, match, seat);
      if (about === 'nobody') return refuse(reply, NOBODY);
      if (about === 'no match') return refuse(reply, NO_INVITE.fault);
      if (about.player === null && about.match === null) return refuse(reply, NOTHING);
      if (about.player === by) return refuse(reply, YOURSELF);
      if (!quotas.reports.take(guestOf(request.ip)) || !quotas.reports.take(by))
        return refuse(reply, TOO_OFTEN, 429);
      const { id } = await order.log.add({ type: 'report', by, ...about, reason, words: said });
      registry.log.info({ report: id, reason }, 'a report was filed');
      return reply.code(201).headers(PRIVATE).send({ id });
    },
  );

  /** Returns an entry with the current names of the players in it. */
  const withNames = async (entry: LogEntry) => ({
    ...entry,
    names: {
      by: await nameOf(entry.by),
      player: entry.player === null ? null : await nameOf(entry.player),
    },
  });

  app.get(
    '/api/admin/reports',
    {
      schema: {
        tags: ['admin'],
        summary: 'List open reports, oldest first',
        response: { 200: z.object({ reports: z.array(entryAnswer) }), ...refusals },
      },
    },
    async (request, reply) => {
      if ((await rights.adminOf(request)) === null) return refuse(reply, NOT_ADMIN, 403);
      const reports = await order.log.open(MAX_OPEN);
      const told = reports.map(async report => ({
        ...(await withNames(report)),
        sanction: report.player === null ? null : await order.sanctionOf(report.player),
      }));
      return reply.headers(PRIVATE).send({ reports: await Promise.all(told) });
    },
  );

  app.get(
    '/api/admin/log',
    {
      schema: {
        tags: ['admin'],
        summary: 'List the moderation log, newest first',
        querystring: z.strictObject({
          before: z
            .string()
            .max(80)
            .optional()
            .describe('ID of a log entry; returns earlier ones.'),
          limit: whole(MAX_OPEN).optional(),
        }),
        response: { 200: z.object({ entries: z.array(entryAnswer) }), ...refusals },
      },
    },
    async (request, reply) => {
      if ((await rights.adminOf(request)) === null) return refuse(reply, NOT_ADMIN, 403);
      const { before, limit = LISTED } = request.query;
      const entries = await order.log.page(limit, before);
      return reply.headers(PRIVATE).send({ entries: await Promise.all(entries.map(withNames)) });
    },
  );

  app.post(
    '/api/admin/decisions',
    {
      schema: {
        tags: ['admin'],
        summary: 'Record a moderation decision',
        description:
          '`dismiss` a report, `mute` a player in all chats, `suspend` a player from new matches, `lift` both, or `silence` a match. Player and match default to those of the report.',
        body: z.strictObject({
          action: z.enum(ACTIONS),
          report: z.string().max(80).optional(),
          player: word.optional(),
          match: idParams.shape.id.optional(),
          days: z
            .int()
            .min(1)
            .max(MAX_DAYS)
            .default(7)
            .describe('Duration of `mute` and `suspend`.'),
          words,
        }),
        response: { 201: z.object({ entry: entryAnswer }), ...refusals },
      },
    },
    async (request, reply) => {
      const by = await rights.adminOf(request);
      if (by === null) return refuse(reply, NOT_ADMIN, 403);
      const { action, report: id, player, match, days, words: said } = request.body;
      const report = id === undefined ? null : await order.log.get(id);
      if (id !== undefined && report?.type !== 'report') return refuse(reply, NO_REPORT);
      const found = await subjectOf(context, player, match, undefined);
      if (found === 'nobody') return refuse(reply, NOBODY);
      if (found === 'no match') return refuse(reply, NO_INVITE.fault);
      const about = {
        player: found.player ?? report?.player ?? null,
        match: found.match ?? report?.match ?? null,
      };
      const decision = decisionOf(action, days, registry.now());
      if (decision.needs !== null && about[decision.needs] === null)
        return refuse(reply, NO_SUBJECT);
      if (action === 'silence') {
        const room = await registry.find(about.match!);
        if (room === null) return refuse(reply, NO_INVITE.fault);
        const done = await silence(room, 'admin', true);
        if (!done.ok) return refuse(reply, done.fault);
      }
      const { until } = decision;
      const entry = await order.decide({
        ...{ type: 'decision', by, action, report: report?.id ?? null, ...about, until },
        words: said,
      });
      registry.log.info({ entry: entry.id, action, by }, 'a moderation decision was made');
      return reply
        .code(201)
        .headers(PRIVATE)
        .send({ entry: await withNames(entry) });
    },
  );
};

/** Returns what a decision lacks, or until when it applies. */
function decisionOf(
  action: Decision['action'],
  days: number,
  nowMs: number,
): { readonly needs: 'player' | 'match' | null; readonly until: number | null } {
  const until = Math.floor(nowMs) + days * DAY_MS;
  if (action === 'mute' || action === 'suspend') return { needs: 'player', until };
  if (action === 'lift') return { needs: 'player', until: null };
  return { needs: action === 'silence' ? 'match' : null, until: null };
}

/** Finds the player and match of a report or decision: by a name for a player, or by a seat of a match. */
async function subjectOf(
  { accounts, registry }: Context,
  player: string | undefined,
  match: string | undefined,
  seat: number | undefined,
): Promise<{ player: string | null; match: string | null } | 'nobody' | 'no match'> {
  const stored = match === undefined ? null : await storedInviteOf(registry, match);
  if (match !== undefined && stored === null) return 'no match';
  const sitter = stored?.seats.find(other => other.seat === seat);
  const named = player === undefined ? null : await accounts!.players.find(player);
  // a player with a key and no account is identified by the key
  const key = player !== undefined && KEY.test(player) ? player : null;
  const id = named?.id ?? key ?? (sitter === undefined ? null : playerOfSeat(sitter));
  if (player !== undefined && id === null) return 'nobody';
  return { player: id, match: stored?.match ?? stored?.id ?? null };
}

const KEY = /^[0-9a-f]{64}$/;
