/** Figures for the operator of the server, as Prometheus reads them. */
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
  readonly stalls: Counter;
  readonly storeFailures: Counter;
  readonly takeovers: Counter;
  readonly processes: Gauge;
  readonly relays: Gauge;
  readonly overBudget: Counter<'budget' | 'scope'>;
  readonly held: Gauge<'what'>;
  readonly bufferedBytes: Gauge;
  readonly controlFrames: Counter;
  readonly requestSeconds: Histogram<'method' | 'route' | 'status'>;
  /** Calls back before figures are read, to set those that are not kept up to date. */
  onCollect(set: () => void): void;
}

/** Makes them, each server its own. */
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
    stalls: new Counter({
      name: 'kifu_stalls_total',
      help: 'Times that the server stalled for more than two seconds.',
      registers,
    }),
    storeFailures: new Counter({
      name: 'kifu_store_failures_total',
      help: 'Calls of a store that failed.',
      registers,
    }),
    takeovers: new Counter({
      name: 'kifu_takeovers_total',
      help: 'Matches and invites taken over from a process that stopped.',
      registers,
    }),
    processes: new Gauge({
      name: 'kifu_processes',
      help: 'Processes that share the store, as far as this one knows.',
      registers,
    }),
    relays: new Gauge({
      name: 'kifu_relays',
      help: 'Open sockets that are led to another process.',
      registers,
    }),
    overBudget: new Counter({
      name: 'kifu_over_budget_total',
      help: 'What was refused because a guest, a network or all together had used up a budget.',
      labelNames: ['budget', 'scope'],
      registers,
    }),
    held: new Gauge({
      name: 'kifu_held',
      help: 'What is held of the budgets that are given back.',
      labelNames: ['what'],
      registers,
      collect: () => {
        for (const set of setters) set();
      },
    }),
    bufferedBytes: new Gauge({
      name: 'kifu_buffered_bytes',
      help: 'Bytes that wait for the readers of all sockets.',
      registers,
    }),
    controlFrames: new Counter({
      name: 'kifu_control_frames_total',
      help: 'Pings and pongs that came over sockets.',
      registers,
    }),
    onCollect: set => void setters.push(set),
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
