/** Whether the server is there, and its figures. */
import type { Routes } from './context.ts';

/** They are for whoever runs the server, and no part of the API. */
const HIDDEN = { hide: true } as object;

export const healthRoutes: Routes = (app, { registry, hasMetrics }) => {
  app.get('/healthz', { schema: HIDDEN }, async () => ({ ok: true, rooms: registry.rooms.size }));
  if (!hasMetrics) return;
  app.get('/metrics', { schema: HIDDEN }, async (_request, reply) => {
    const { prometheus } = registry.metrics;
    return reply.type(prometheus.contentType).send(await prometheus.metrics());
  });
};
