/** Whether the server is there, and its figures. */
import type { Routes } from './context.ts';

export const healthRoutes: Routes = (app, { hall }) => {
  app.get('/healthz', async () => ({ ok: true, rooms: hall.rooms.size }));
  app.get('/metrics', async (_request, reply) => {
    const { registry } = hall.metrics;
    return reply.type(registry.contentType).send(await registry.metrics());
  });
};
