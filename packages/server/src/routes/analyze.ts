/** Engines of the server analyze positions: questions and answers as `docs/analysis.md` describes them. */
import { PassThrough } from 'node:stream';
import { fail, type Game, isObject, type Json, type JsonObject } from '@kifu/core';
import { guestOf } from '../guest.ts';
import { refuse } from '../problem.ts';
import { type Holder, holderOf } from '../quotas.ts';
import type { RoomRegistry } from '../rooms/room-registry.ts';
import { guestsOf } from '../rooms/stored-invite.ts';
import type { Routes } from './context.ts';
import { contentAnswer, refusals } from './schemas.ts';

const MAX_BYTES = 1 << 20;
const NO_ENGINES: JsonObject = { kifu: 1, engines: [] };

export const analyzeRoutes: Routes = (app, { registry, analysis }) => {
  const { quotas, limits, metrics } = registry;
  app.get(
    '/api/analyze',
    { schema: { tags: ['analysis'], summary: 'List the engines of the server' } as object },
    async (_request, reply) =>
      reply.header('cache-control', 'no-cache').send(analysis?.about ?? NO_ENGINES),
  );
  app.post(
    '/api/analyze',
    {
      bodyLimit: MAX_BYTES,
      // before the body is read
      onRequest: async (request, reply) => {
        if (analysis === null) return refuse(reply, NO_ENGINE);
        const holder = holderOf(guestOf(request.ip));
        if (!quotas.analyses.take(holder)) return refuse(reply, BUSY, 429);
        reply.raw.once('close', () => quotas.analyses.give(holder));
      },
      schema: {
        tags: ['analysis'],
        summary: 'Analyze a position by an engine',
        description: 'The answer is a stream of JSON lines, the last of which has the result.',
        response: {
          200: contentAnswer('What the engine found.', 'application/x-ndjson'),
          ...refusals,
        },
      } as object,
    },
    async (request, reply) => {
      const question = request.body as Json;
      const guest = guestOf(request.ip);
      const search = analysis!.ask(question);
      if (!search.ok) {
        const { code, rule } = search.fault;
        return refuse(
          reply,
          search.fault,
          rule === 'queue' ? 429 : code === 'not-found' ? 404 : 400,
        );
      }
      if (await isBeingPlayed(registry, holderOf(guest), question as JsonObject))
        return refuse(reply, IN_PROGRESS, 409);
      if (!quotas.analysisMs.take(guest, costOf(question as JsonObject, limits.analysisMs)))
        return refuse(reply, NO_TIME, 429);
      const gone = new AbortController();
      reply.raw.once('close', () => gone.abort());
      const lines = new PassThrough();
      let outcome = 'failed';
      void search
        .value(gone.signal, line => {
          if (line.done === true) outcome = 'done';
          lines.write(`${JSON.stringify(line)}\n`);
        })
        .catch(cause => registry.log.error({ err: cause }, 'an analysis failed'))
        .finally(() => {
          metrics.analyses.inc({ outcome: gone.signal.aborted ? 'canceled' : outcome });
          lines.end();
        });
      // a proxy that collects the lines would delay them
      return reply
        .headers({ 'cache-control': 'no-store', 'x-accel-buffering': 'no' })
        .type('application/x-ndjson')
        .send(lines);
    },
  );
};

const NO_ENGINE = fail('not-found', 'this server has no engines').fault;
const BUSY = fail('too-large', 'too many questions to engines are in progress; retry later', {
  rule: 'queue',
}).fault;
const NO_TIME = fail('too-large', 'the time of engines for this address is used up; retry later', {
  rule: 'budget',
}).fault;
const IN_PROGRESS = fail(
  'conflict',
  'this position is on the board of a match in progress; ask again when it is over',
).fault;

/** How long a search takes at most, in milliseconds. */
function costOf({ best = null }: JsonObject, mostMs: number): number {
  const timeMs = isObject(best) ? best.timeMs : null;
  return typeof timeMs === 'number' ? Math.min(timeMs, mostMs) : mostMs;
}

/** Whether a position is the present one of a match in progress that the same address, or someone at it, created or joined. */
async function isBeingPlayed(
  { rooms, seal, games }: RoomRegistry,
  holder: Holder,
  { game: name = null, state = null }: JsonObject,
): Promise<boolean> {
  const { guest } = seal(holder);
  const tables = [...rooms.values()].flatMap(room => {
    const table = room.chain?.table;
    const isOn = table !== undefined && table.outcome === null && table.game.name === name;
    return isOn && guestsOf(room.stored).some(one => one.guest === guest) ? table : [];
  });
  if (tables.length === 0 || !isObject(state)) return false;
  const kit = await games.load(name as string);
  const asked = kit.ok ? kit.value.game.states.restore(state.canon ?? null, state.aside) : kit;
  if (!kit.ok || !asked.ok) return false;
  const game = kit.value.game as Game;
  const position = game.states.position(asked.value);
  return tables.some(table => table.game.states.position(table.state) === position);
}
