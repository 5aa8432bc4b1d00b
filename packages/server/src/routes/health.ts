/** Whether the server is there, and its figures. */
import type { Routes } from './context.ts';

/** They are for whoever runs the server, and no part of the API. */
const HIDDEN = { hide: true } as object;

export const healthRoutes: Routes = (app, { hall }) => {
  app.get('/healthz', { schema: HIDDEN }, async () => ({ ok: true, rooms: hall.rooms.size }));
  app.get('/metrics', { schema: HIDDEN }, async (_request, reply) => {
    const { registry } = hall.metrics;
    return reply.type(registry.contentType).send(await registry.metrics());
  });
};
