/** Passkeys over HTTP: keys that a browser wrapped, stored for their players, and returned to a client that names the passkey. */
import { fail } from '@kifu/core';
import * as z from 'zod';
import { guestOf } from '../guest.ts';
import type { WrappedKey } from '../players/passkeys.ts';
import { isPresentKey } from '../players/players.ts';
import { refuse } from '../problem.ts';
import type { Routes } from './context.ts';
import { type ByZod, refusals } from './schemas.ts';
import { NO_PLAYER_YET, SIGN_IN_FIRST, signedIn } from './session.ts';

const NO_PASSKEY = fail('not-found', 'no key stored for this passkey').fault;
const TOO_OFTEN = fail('too-large', 'too many passkey requests; retry in a minute').fault;

/** Credential ID of WebAuthn, 16 to 1023 bytes in base64url. */
const id = z
  .string()
  .min(22)
  .max(1364)
  .regex(/^[A-Za-z0-9_-]+$/)
  .describe('The credential ID of the passkey, in base64url.');
/** A nonce of 12 bytes, a secret key of 32 and a tag of 16 (AES-GCM). */
const sealed = z
  .string()
  .regex(/^[0-9a-f]{120}$/)
  .describe('The key as the browser wrapped it, 60 bytes in hex.');
const label = z.string().max(40).describe('Device on which the passkey was created.');
const key = z.string().describe('The public key whose secret key is wrapped.');
const listAnswer = z.object({
  passkeys: z.array(z.object({ id, label, key, at: z.number() })),
});
const PRIVATE = { 'cache-control': 'no-store' };

const listOf = (passkeys: readonly WrappedKey[]) => ({
  passkeys: passkeys.map(({ sealed: _, ...shown }) => shown),
});

export const passkeyRoutes: Routes = (plain, context) => {
  const app = plain.withTypeProvider<ByZod>();
  const { accounts, registry } = context;
  if (accounts === null) return;
  const { passkeys, players } = accounts;

  app.get(
    '/api/me/passkeys',
    {
      schema: {
        tags: ['players'],
        summary: 'List your passkeys',
        response: { 200: listAnswer, ...refusals },
      },
    },
    async (request, reply) => {
      const who = await signedIn(context, request);
      if (who === null) return refuse(reply, SIGN_IN_FIRST, 401);
      if (who.player === null) return refuse(reply, NO_PLAYER_YET);
      return reply.headers(PRIVATE).send(listOf(await passkeys.list(who.player.id)));
    },
  );

  app.post(
    '/api/me/passkeys',
    {
      schema: {
        tags: ['players'],
        summary: 'Store a wrapped key for a passkey',
        description:
          'The server cannot unwrap the key, and knows only the ID of the passkey. See docs/players.md.',
        body: z.strictObject({ id, label, sealed }),
        response: { 201: listAnswer, ...refusals },
      },
    },
    async (request, reply) => {
      const who = await signedIn(context, request);
      if (who === null) return refuse(reply, SIGN_IN_FIRST, 401);
      if (who.player === null) return refuse(reply, NO_PLAYER_YET);
      if (!registry.quotas.statements.take(guestOf(request.ip)))
        return refuse(reply, TOO_OFTEN, 429);
      const at = Math.floor(registry.now());
      const put = await passkeys.put(who.player.id, { ...request.body, key: who.key, at });
      if (!put.ok) return refuse(reply, put.fault);
      return reply.code(201).headers(PRIVATE).send(listOf(put.value));
    },
  );

  app.delete(
    '/api/me/passkeys',
    {
      schema: {
        tags: ['players'],
        summary: 'Delete a passkey',
        querystring: z.strictObject({ id }),
        response: { 200: listAnswer, ...refusals },
      },
    },
    async (request, reply) => {
      const who = await signedIn(context, request);
      if (who === null) return refuse(reply, SIGN_IN_FIRST, 401);
      if (who.player === null) return refuse(reply, NO_PLAYER_YET);
      const left = await passkeys.remove(who.player.id, request.query.id);
      return reply.headers(PRIVATE).send(listOf(left));
    },
  );

  app.get(
    '/api/accounts/:player/passkey',
    {
      schema: {
        tags: ['players'],
        summary: 'Get the wrapped key for a passkey',
        description:
          'Identified by the player ID that the passkey stores, and the ID of the passkey.',
        params: z.strictObject({ player: z.string().regex(/^[0-9a-f]{64}$/) }),
        querystring: z.strictObject({ id }),
        response: { 200: z.object({ key, sealed }), ...refusals },
      },
    },
    async (request, reply) => {
      const player = await players.get(request.params.player);
      const list = player === null ? [] : await passkeys.list(player.id);
      const found = list.find(passkey => passkey.id === request.query.id);
      // a revoked key is not the player's any more
      if (player === null || found === undefined || !isPresentKey(player, found.key))
        return refuse(reply, NO_PASSKEY);
      return reply.headers(PRIVATE).send({ key: found.key, sealed: found.sealed });
    },
  );
};
