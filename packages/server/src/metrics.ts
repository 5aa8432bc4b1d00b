/** Figures for whoever runs the server, as Prometheus reads them. */
import { createServer, type Server } from 'node:http';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/** What is counted. */
export interface Metrics {
  readonly prometheus: Registry;
  readonly nodes: Counter;
  readonly refusals: Counter<'code'>;
  readonly rooms: Gauge;
  readonly connections: Gauge;
  readonly appendSeconds: Histogram;
  readonly botFailures: Counter;
  readonly dropped: Counter<'reason'>;
  readonly requestSeconds: Histogram<'method' | 'route' | 'status'>;
}

/** Makes them, each server its own. */
export function createMetrics(): Metrics {
  const prometheus = new Registry();
  const registers = [prometheus];
  collectDefaultMetrics({ register: prometheus });
  return {
    prometheus,
    nodes: new Counter({ name: 'kifu_nodes_total', help: 'Nodes appended.', registers }),
    refusals: new Counter({
      name: 'kifu_refusals_total',
      help: 'Acts refused, by the code of the fault.',
      labelNames: ['code'],
      registers,
    }),
    rooms: new Gauge({ name: 'kifu_rooms', help: 'Matches and invites in memory.', registers }),
    connections: new Gauge({ name: 'kifu_connections', help: 'Open sockets.', registers }),
    appendSeconds: new Histogram({
      name: 'kifu_append_seconds',
      help: 'From an act to its node being durable, of every 16th.',
      buckets: [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1],
      registers,
    }),
    botFailures: new Counter({
      name: 'kifu_bot_failures_total',
      help: 'Times that a bot crashed or took too long.',
      registers,
    }),
    dropped: new Counter({
      name: 'kifu_dropped_total',
      help: 'Connections that were closed by the server, by reason.',
      labelNames: ['reason'],
      registers,
    }),
    requestSeconds: new Histogram({
      name: 'kifu_request_seconds',
      help: 'How long requests took, by route.',
      labelNames: ['method', 'route', 'status'],
      buckets: [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5],
      registers,
    }),
  };
}

/** A server of figures and nothing else, for an address that strangers do not reach. */
export const createMetricsServer = (prometheus: Registry): Server =>
  createServer((request, response) => {
    if (request.url?.split('?')[0] !== '/metrics') {
      response.writeHead(404).end();
      return;
    }
    prometheus.metrics().then(
      text => response.writeHead(200, { 'content-type': prometheus.contentType }).end(text),
      () => response.writeHead(500).end(),
    );
  });
