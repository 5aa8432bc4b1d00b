/** The HTTP API: schemas, compression, metrics, its description, and all routes. */
import compress from '@fastify/compress';
import swagger from '@fastify/swagger';
import { type Fault, fail } from '@kifu/core';
import type { FastifyError, FastifyInstance } from 'fastify';
import { jsonSchemaTransform, validatorCompiler } from 'fastify-type-provider-zod';
import { RoomElsewhereError } from './cluster/room-elsewhere.ts';
import { oembedRoutes } from './match-card.ts';
import { MOVING, refuse, STORE_FAILED } from './problem.ts';
import { accountRoutes } from './routes/accounts.ts';
import { analyzeRoutes } from './routes/analyze.ts';
import type { Context, Routes } from './routes/context.ts';
import { docsRoutes } from './routes/docs.ts';
import { exploreRoutes } from './routes/explore.ts';
import { gameRoutes } from './routes/games.ts';
import { healthRoutes } from './routes/health.ts';
import { inviteRoutes } from './routes/invites.ts';
import { libraryRoutes } from './routes/library.ts';
import { linkRoutes } from './routes/link.ts';
import { lobbyRoutes } from './routes/lobby.ts';
import { moderationRoutes } from './routes/moderation.ts';
import { passkeyRoutes } from './routes/passkeys.ts';
import { pushRoutes } from './routes/push.ts';
import { ratingRoutes } from './routes/ratings.ts';
import { recordRoutes } from './routes/records.ts';
import { replayRoutes } from './routes/replays.ts';
import { sessionRoutes } from './routes/session.ts';
import { stateRoutes } from './routes/states.ts';
import { tournamentRoutes } from './routes/tournaments.ts';
import { uploadRoutes } from './routes/uploads.ts';
import { isNotFoundPage } from './site.ts';
import { StoreFailedError } from './watched-stores.ts';

const ROUTES: readonly Routes[] = [
  healthRoutes,
  inviteRoutes,
  lobbyRoutes,
  pushRoutes,
  sessionRoutes,
  accountRoutes,
  passkeyRoutes,
  ratingRoutes,
  moderationRoutes,
  tournamentRoutes,
  libraryRoutes,
  exploreRoutes,
  analyzeRoutes,
  gameRoutes,
  recordRoutes,
  stateRoutes,
  uploadRoutes,
  replayRoutes,
  docsRoutes,
  linkRoutes,
  oembedRoutes,
];

/** Size in bytes from which compression is worth it. */
const COMPRESS_BYTES = 1024;
const NO_PAGE = fail('not-found', 'not found').fault;
const NO_METHOD = fail('unsupported', 'method not supported').fault;
const BROKEN = fail('unreadable', 'internal error; it was logged').fault;
const BUSY = fail('too-large', 'the store timed out; retry later').fault;

/** Adds everything that is served over HTTP. */
export async function addApi(app: FastifyInstance, context: Context): Promise<void> {
  const { registry, peers } = context;
  const methodsAt = listMethods(app);
  app.setNotFoundHandler((request, reply) => {
    const methods = methodsAt(request.url.split('?', 1)[0]!);
    if (methods.length === 0)
      return isNotFoundPage(context, request, reply) ? reply : refuse(reply, NO_PAGE);
    return refuse(reply.header('allow', methods.join(', ')), NO_METHOD, 405);
  });
  app.setErrorHandler(async (error: FastifyError, request, reply) => {
    if (error instanceof RoomElsewhereError && peers !== null)
      // the process that forwarded the request here looks further
      return peers.guestOf(request.raw) === undefined
        ? peers.forward(error.url, request, reply).catch(() => refuse(reply, MOVING, 503))
        : refuse(reply, MOVING, 503);
    if (error.validation !== undefined) return refuse(reply, faultOf(error));
    const status = error.statusCode ?? 500;
    if (status < 500) return refuse(reply, fail(codeOf(status), error.message).fault, status);
    if (error.name === 'TimeoutError') return refuse(reply, BUSY, 503);
    registry.log.error({ err: error }, 'a request failed');
    if (error instanceof StoreFailedError) return refuse(reply, STORE_FAILED, 503);
    if (status === 503) return refuse(reply, fail('unreadable', error.message).fault, 503);
    return refuse(reply, BROKEN, 500);
  });
  app.setValidatorCompiler(validatorCompiler);
  // schemas of answers are for the description; tests check answers against them
  app.setSerializerCompiler(() => data => JSON.stringify(data));
  app.addHook('onResponse', async ({ method, routeOptions }, reply) => {
    registry.metrics.requestSeconds.observe(
      { method, route: routeOptions.url ?? 'none', status: reply.statusCode },
      reply.elapsedTime / 1000,
    );
    registry.log.debug(
      {
        method,
        route: routeOptions.url,
        status: reply.statusCode,
        ms: Math.ceil(reply.elapsedTime),
      },
      'a request was answered',
    );
  });
  await app.register(compress, {
    threshold: COMPRESS_BYTES,
    encodings: ['br', 'gzip'],
    // binary content is compressed already, or requested in ranges
    customTypes: /^(?:text\/|application\/(?:problem\+)?json|image\/svg)/,
  });
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Kifu',
        version: '0.1.0',
        description: 'Play, record, verify, search and replay matches.',
      },
    },
    transform: jsonSchemaTransform,
  });
  for (const routes of ROUTES) routes(app, context);
}

/** Returns a function that lists the methods of a path, for all routes that are added from now on. */
function listMethods(app: FastifyInstance): (path: string) => readonly string[] {
  const routes: { readonly path: RegExp; readonly methods: readonly string[] }[] = [];
  app.addHook('onRoute', ({ url, method }) => {
    const path = url.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/:\w+/g, '[^/]+');
    routes.push({ path: new RegExp(`^${path}$`), methods: [method].flat() });
  });
  return path => {
    const methods = routes.filter(route => route.path.test(path)).flatMap(route => route.methods);
    if (methods.length > 0 && path.startsWith('/api/')) methods.push('OPTIONS');
    return [...new Set(methods)].sort();
  };
}

const codeOf = (status: number): Fault['code'] => (status === 413 ? 'too-large' : 'malformed');

/** Returns the fault of a schema violation, with its location. */
function faultOf({ validation, validationContext, message }: FastifyError): Fault {
  const [first] = validation ?? [];
  const path = first?.instancePath === '/' ? '' : (first?.instancePath ?? '');
  const where = validationContext === undefined ? '' : ` in the ${validationContext}`;
  return fail('malformed', `${first?.message ?? message}${where}`, { at: { path } }).fault;
}
