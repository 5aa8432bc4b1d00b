/** Signing in and out by key. */

import { fail } from '@kifu/core';
import type { FastifyRequest } from 'fastify';
import * as z from 'zod';
import { guestOf } from '../guest.ts';
import type { SignedIn } from '../players/sessions.ts';
import { refuse } from '../problem.ts';
import type { Context, Routes } from './context.ts';
import { bearerOf } from './find.ts';
import { playerAnswer } from './player-answer.ts';
import { type ByZod, refusals } from './schemas.ts';

const hex = (bytes: number) => z.string().regex(new RegExp(`^[0-9a-f]{${2 * bytes}}$`));
const challenge = { nonce: hex(32), expiresAt: z.int().min(0) };
const sessionAnswer = { key: z.string(), player: playerAnswer.nullable() };
/** Answers with tokens are not compressed: their length would leak them. */
const SECRET = { compress: false } as const;

const SIGNED_OUT = fail('bad-signature', 'invalid session token').fault;
const NO_PLAYERS = fail('unsupported', 'this server has no accounts').fault;
const NO_ADDRESS = fail(
  'unsupported',
  'cannot sign in: the server does not know that it has this address; behind a proxy, or under a host name, start it with --public-url',
).fault;
const TOO_OFTEN = fail('too-large', 'too many sign-ins from your network; retry in a minute').fault;

/** Returns the user of a request, by the token of a session; null if it is invalid. */
export const signedIn = (
  { accounts }: Context,
  request: FastifyRequest,
): Promise<SignedIn | null> => accounts?.sessions.find(bearerOf(request)) ?? Promise.resolve(null);

/** Refuses a guest who is not signed in. */
export const SIGN_IN_FIRST = SIGNED_OUT;

/** Refuses a guest whose key has no account. */
export const NO_PLAYER_YET = fail(
  'not-found',
  'the key does not belong to a player; sign a profile first',
).fault;

export const sessionRoutes: Routes = (plain, context) => {
  const app = plain.withTypeProvider<ByZod>();
  const { accounts, registry } = context;

  app.post(
    '/api/session/challenge',
    {
      schema: {
        tags: ['players'],
        summary: 'Create a sign-in challenge',
        response: {
          200: z.object({ origin: z.string(), server: z.string(), ...challenge }),
          ...refusals,
        },
      },
    },
    async (request, reply) => {
      if (accounts === null) return refuse(reply, NO_PLAYERS);
      const origin = context.ownOrigin(request);
      if (origin === null) return refuse(reply, NO_ADDRESS);
      return reply.header('cache-control', 'no-store').send(accounts.sessions.challenge(origin));
    },
  );

  app.post(
    '/api/session',
    {
      ...SECRET,
      schema: {
        tags: ['players'],
        summary: 'Sign in',
        description:
          'Send the challenge unchanged, with the signature of a key over it (`kifu/sign-in/2`, see docs/players.md). Each challenge can be used once.',
        body: z.strictObject({ key: hex(32), ...challenge, signature: hex(64) }),
        response: {
          201: z.object({ token: z.string(), expiresAt: z.number(), ...sessionAnswer }),
          ...refusals,
        },
      },
    },
    async (request, reply) => {
      if (accounts === null) return refuse(reply, NO_PLAYERS);
      if (!registry.quotas.signIns.take(guestOf(request.ip))) return refuse(reply, TOO_OFTEN, 429);
      const origin = context.ownOrigin(request);
      if (origin === null) return refuse(reply, NO_ADDRESS);
      const begun = await accounts.sessions.begin(origin, request.body);
      if (!begun.ok) return refuse(reply, begun.fault);
      registry.log.info({ player: begun.value.player?.id }, 'a player signed in');
      return reply.code(201).header('cache-control', 'no-store').send(begun.value);
    },
  );

  app.get(
    '/api/session',
    {
      schema: {
        tags: ['players'],
        summary: 'Get the current session',
        response: { 200: z.object(sessionAnswer), ...refusals },
      },
    },
    async (request, reply) => {
      const who = await signedIn(context, request);
      return who === null
        ? refuse(reply, SIGNED_OUT, 401)
        : reply.header('cache-control', 'no-store').send(who);
    },
  );

  app.delete(
    '/api/session',
    {
      schema: { tags: ['players'], summary: 'Sign out', response: { 204: z.null(), ...refusals } },
    },
    async (request, reply) => {
      const token = bearerOf(request);
      if (token !== undefined) await accounts?.sessions.end(token);
      return reply.code(204).send();
    },
  );
};
