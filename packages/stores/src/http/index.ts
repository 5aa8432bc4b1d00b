/** Blocks over HTTP: read from trustless gateways, and served as one. */
export { GatewayAddressError, GatewayError } from './errors.ts';
export { createGateway, type GatewayServer, type ListenOptions } from './listen.ts';
export { type BlockReader, type GatewayOptions, type Gateways, httpBlocks } from './read.ts';
export {
  type GatewayRequest,
  type GatewayResponse,
  gatewayHandler,
  type ServeOptions,
} from './serve.ts';
