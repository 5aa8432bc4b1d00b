/** Health checks: liveness, readiness, and metrics. */
import { fail } from '@kifu/core';
import { refuse } from '../problem.ts';
import type { Routes } from './context.ts';

/** For the operator; not part of the API. */
const HIDDEN = { hide: true } as object;

const NOT_READY = {
  failing: fail('unwritable', 'the store cannot be written').fault,
  stopping: fail('unreadable', 'the server is stopping').fault,
};

export const healthRoutes: Routes = (app, { registry, hasMetrics }) => {
  app.get('/healthz', { schema: HIDDEN }, async () => ({ ok: true, rooms: registry.rooms.size }));
  app.get('/readyz', { schema: HIDDEN }, async (_request, reply) => {
    const readiness = await registry.readiness();
    return readiness === 'ready' ? { ok: true } : refuse(reply, NOT_READY[readiness], 503);
  });
  if (!hasMetrics) return;
  app.get('/metrics', { schema: HIDDEN }, async (_request, reply) => {
    const { prometheus } = registry.metrics;
    return reply.type(prometheus.contentType).send(await prometheus.metrics());
  });
};
