/** Players over HTTP: look up, create and change them by signed statements; and private data of the player who is signed in. */
import { fail, hexToBytes } from '@kifu/core';
import * as z from 'zod';
import { guestOf } from '../guest.ts';
import { refuse } from '../problem.ts';
import { seatOfToken } from '../rooms/access.ts';
import type { Routes } from './context.ts';
import { UNKNOWN } from './find.ts';
import { playerAnswer } from './player-answer.ts';
import { type ByZod, contentAnswer, idParams, refusals } from './schemas.ts';
import { NO_PLAYER_YET, SIGN_IN_FIRST, signedIn } from './session.ts';

const NOBODY = fail('not-found', 'player not found').fault;
const TOO_OFTEN = fail('too-large', 'too many statements; retry in a minute').fault;
const NO_SEAT = fail('wrong-seat', 'the token does not belong to a seat of this match').fault;
const NOT_BEGUN = fail('not-found', 'the match has not started').fault;

/** A name, a key or an ID. */
const wordParams = z.strictObject({ player: z.string().min(1).max(80) });
const settings = z.strictObject({ isListed: z.boolean(), isOpen: z.boolean() });

export const accountRoutes: Routes = (plain, context) => {
  const app = plain.withTypeProvider<ByZod>();
  const { accounts, registry } = context;
  if (accounts === null) return;
  const { players } = accounts;

  app.post(
    '/api/accounts',
    {
      schema: {
        tags: ['players'],
        summary: 'Submit a signed statement',
        description:
          'Profiles, vacations, and added, replaced or revoked keys. A key of the player signs the statement; no session is needed. The first profile of a key creates the player. See docs/players.md.',
        body: z.strictObject({
          statement: z
            .string()
            .max(8192)
            .regex(/^(?:[0-9a-f]{2})+$/)
            .describe('DAG-CBOR in hex.'),
        }),
        response: { 201: z.object({ player: playerAnswer }), ...refusals },
      },
    },
    async (request, reply) => {
      if (!registry.quotas.statements.take(guestOf(request.ip)))
        return refuse(reply, TOO_OFTEN, 429);
      const taken = await players.take(hexToBytes(request.body.statement));
      if (!taken.ok) return refuse(reply, taken.fault);
      const { id, count } = taken.value;
      registry.log.info({ player: id, count }, 'a player statement was accepted');
      if (taken.value.vacations.length > 0) void registry.followPlayer(id);
      return reply.code(201).send({ player: taken.value });
    },
  );

  app.get(
    '/api/accounts',
    {
      schema: {
        tags: ['players'],
        summary: 'Look up a player by name, key or ID',
        querystring: z.strictObject({ of: wordParams.shape.player }),
        response: { 200: z.object({ players: z.array(playerAnswer) }), ...refusals },
      },
    },
    async (request, reply) => {
      const player = await players.find(request.query.of);
      return reply.send({ players: player === null ? [] : [player] });
    },
  );

  app.get(
    '/api/accounts/:player',
    {
      schema: {
        tags: ['players'],
        summary: 'Get a player by name, key or ID',
        params: wordParams,
        response: { 200: z.object({ player: playerAnswer }), ...refusals },
      },
    },
    async (request, reply) => {
      const player = await players.find(request.params.player);
      return player === null ? refuse(reply, NOBODY) : reply.send({ player });
    },
  );

  app.get(
    '/api/accounts/:player/vacation',
    {
      schema: {
        tags: ['players'],
        summary: 'Get a player’s vacation status',
        params: wordParams,
        response: {
          200: z.object({
            until: z
              .number()
              .nullable()
              .describe('Latest end of the vacation; null if the player is not on vacation.'),
            leftMs: z.number(),
          }),
          ...refusals,
        },
      },
    },
    async (request, reply) => {
      const player = await players.find(request.params.player);
      return player === null ? refuse(reply, NOBODY) : reply.send(players.vacation(player));
    },
  );

  app.get(
    '/api/accounts/:player/file',
    {
      schema: {
        tags: ['players'],
        summary: 'Download a player’s signed statements',
        params: wordParams,
        response: { 200: contentAnswer('Statements, DAG-CBOR.', 'application/cbor'), ...refusals },
      },
    },
    async (request, reply) => {
      const player = await players.find(request.params.player);
      const file = player === null ? null : await players.file(player.id);
      return file === null
        ? refuse(reply, NOBODY)
        : reply.type('application/cbor').send(Buffer.from(file));
    },
  );

  app.get(
    '/api/me',
    {
      schema: {
        tags: ['players'],
        summary: 'Export your account data',
        response: { 200: z.looseObject({ kifuAccount: z.literal(1) }), ...refusals },
      },
    },
    async (request, reply) => {
      const who = await signedIn(context, request);
      if (who === null) return refuse(reply, SIGN_IN_FIRST, 401);
      if (who.player === null) return refuse(reply, NO_PLAYER_YET);
      return reply
        .header('cache-control', 'no-store')
        .header('content-disposition', 'attachment; filename="kifu-account.json"')
        .send(await accounts.export(who.player));
    },
  );

  app.delete(
    '/api/me',
    {
      schema: {
        tags: ['players'],
        summary: 'Delete your account',
        description:
          'Deletes statements, settings, sessions and claims. Records of matches stay, with the name and the key: they belong to the other players too.',
        response: { 204: z.null(), ...refusals },
      },
    },
    async (request, reply) => {
      const who = await signedIn(context, request);
      if (who === null) return refuse(reply, SIGN_IN_FIRST, 401);
      if (who.player === null) return refuse(reply, NO_PLAYER_YET);
      await registry.order.noteForKeys(who.player.id);
      await accounts.remove(who.player);
      registry.log.info('a player was deleted');
      void registry.followPlayer(who.player.id);
      return reply.code(204).send();
    },
  );

  app.get(
    '/api/me/settings',
    {
      schema: {
        tags: ['players'],
        summary: 'Get your public settings',
        response: { 200: settings, ...refusals },
      },
    },
    async (request, reply) => {
      const who = await signedIn(context, request);
      if (who === null) return refuse(reply, SIGN_IN_FIRST, 401);
      if (who.player === null) return refuse(reply, NO_PLAYER_YET);
      return reply.header('cache-control', 'no-store').send(await accounts.settings(who.player.id));
    },
  );

  app.post(
    '/api/me/settings',
    {
      schema: {
        tags: ['players'],
        summary: 'Update your public settings',
        body: settings.partial(),
        response: { 200: settings, ...refusals },
      },
    },
    async (request, reply) => {
      const who = await signedIn(context, request);
      if (who === null) return refuse(reply, SIGN_IN_FIRST, 401);
      if (who.player === null) return refuse(reply, NO_PLAYER_YET);
      const { isListed, isOpen } = request.body;
      return reply.send(
        await accounts.changeSettings(who.player.id, {
          ...(isListed === undefined ? {} : { isListed }),
          ...(isOpen === undefined ? {} : { isOpen }),
        }),
      );
    },
  );

  app.post(
    '/api/me/matches',
    {
      schema: {
        tags: ['players'],
        summary: 'Claim a match played as a guest',
        description: 'Needs the token of the seat. The record does not change.',
        body: z.strictObject({ id: idParams.shape.id, token: z.string().max(200) }),
        response: { 201: z.object({ match: z.string(), seat: z.number() }), ...refusals },
      },
    },
    async (request, reply) => {
      const who = await signedIn(context, request);
      if (who === null) return refuse(reply, SIGN_IN_FIRST, 401);
      if (who.player === null) return refuse(reply, NO_PLAYER_YET);
      const room = await registry.find(request.body.id);
      const seat = room === null ? undefined : seatOfToken(room, request.body.token);
      if (room === null || seat === undefined) return refuse(reply, UNKNOWN);
      if (seat === null) return refuse(reply, NO_SEAT, 403);
      const { match, game, createdAt } = room.stored;
      if (match === null) return refuse(reply, NOT_BEGUN);
      await accounts.claim(who.player.id, { match, seat, game, startedAt: createdAt });
      return reply.code(201).send({ match, seat });
    },
  );
};
