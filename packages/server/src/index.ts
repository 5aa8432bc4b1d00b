/** Live matches over HTTP and WebSocket. */
export {
  type Games,
  LIMITS,
  type Limits,
  type ServerOptions,
  type ServerStores,
} from './options.ts';
export { createServer, type KifuServer } from './server.ts';
