/** Metrics of the server for its operator, in the format of Prometheus. */
import { createServer, type Server } from 'node:http';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/** Metrics of one server. */
export interface Metrics {
  readonly prometheus: Registry;
  readonly nodes: Counter;
  readonly refusals: Counter<'code'>;
  readonly rooms: Gauge;
  readonly connections: Gauge;
  readonly appendSeconds: Histogram;
  readonly botFailures: Counter;
  readonly analyses: Counter<'outcome'>;
  readonly pushes: Counter<'outcome'>;
  readonly dropped: Counter<'reason'>;
  readonly stalls: Counter;
  readonly storeFailures: Counter;
  readonly takeovers: Counter;
  readonly processes: Gauge;
  readonly proxiedSockets: Gauge;
  readonly quotaExceeded: Counter<'quota' | 'scope'>;
  readonly resourcesInUse: Gauge<'what'>;
  readonly bufferedBytes: Gauge;
  readonly controlFrames: Counter;
  readonly requestSeconds: Histogram<'method' | 'route' | 'status'>;
  /** Adds a function that sets gauges just before the metrics are read. */
  onCollect(set: () => void): void;
}

/** Creates the metrics of one server, in its own registry. */
export function createMetrics(): Metrics {
  const prometheus = new Registry();
  const registers = [prometheus];
  collectDefaultMetrics({ register: prometheus });
  const setters: (() => void)[] = [];
  return {
    prometheus,
    nodes: new Counter({ name: 'kifu_nodes_total', help: 'Nodes appended.', registers }),
    refusals: new Counter({
      name: 'kifu_refusals_total',
      help: 'Refused actions, by fault code.',
      labelNames: ['code'],
      registers,
    }),
    rooms: new Gauge({ name: 'kifu_rooms', help: 'Matches and invites in memory.', registers }),
    connections: new Gauge({ name: 'kifu_connections', help: 'Open sockets.', registers }),
    appendSeconds: new Histogram({
      name: 'kifu_append_seconds',
      help: 'Time from an action to its durable node, measured for every 16th action.',
      buckets: [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1],
      registers,
    }),
    pushes: new Counter({
      name: 'kifu_pushes_total',
      help: 'Push messages, by outcome.',
      labelNames: ['outcome'],
      registers,
    }),
    botFailures: new Counter({
      name: 'kifu_bot_failures_total',
      help: 'Bots that crashed or timed out.',
      registers,
    }),
    analyses: new Counter({
      name: 'kifu_analyses_total',
      help: 'Positions given to engines, by outcome: done, failed or canceled.',
      labelNames: ['outcome'],
      registers,
    }),
    dropped: new Counter({
      name: 'kifu_dropped_total',
      help: 'Connections closed by the server, by reason.',
      labelNames: ['reason'],
      registers,
    }),
    stalls: new Counter({
      name: 'kifu_stalls_total',
      help: 'Times the server stalled for more than two seconds.',
      registers,
    }),
    storeFailures: new Counter({
      name: 'kifu_store_failures_total',
      help: 'Failed store calls.',
      registers,
    }),
    takeovers: new Counter({
      name: 'kifu_takeovers_total',
      help: 'Matches and invites taken over from a stopped process.',
      registers,
    }),
    processes: new Gauge({
      name: 'kifu_processes',
      help: 'Processes that share the store, as seen by this one.',
      registers,
    }),
    proxiedSockets: new Gauge({
      name: 'kifu_proxied_sockets',
      help: 'Open sockets that are proxied to another process.',
      registers,
    }),
    quotaExceeded: new Counter({
      name: 'kifu_quota_exceeded_total',
      help: 'Refusals because a client, a network or the whole server reached a quota.',
      labelNames: ['quota', 'scope'],
      registers,
    }),
    resourcesInUse: new Gauge({
      name: 'kifu_resources_in_use',
      help: 'Limited resources in use: sockets, connections, matches, uploads, analyses.',
      labelNames: ['what'],
      registers,
      collect: () => {
        for (const set of setters) set();
      },
    }),
    bufferedBytes: new Gauge({
      name: 'kifu_buffered_bytes',
      help: 'Bytes queued for the readers of all sockets.',
      registers,
    }),
    controlFrames: new Counter({
      name: 'kifu_control_frames_total',
      help: 'Pings and pongs received over sockets.',
      registers,
    }),
    onCollect: set => void setters.push(set),
    requestSeconds: new Histogram({
      name: 'kifu_request_seconds',
      help: 'Duration of requests, by route.',
      labelNames: ['method', 'route', 'status'],
      buckets: [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5],
      registers,
    }),
  };
}

/** Creates a server that serves only metrics, for a private address. */
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
