/** Blocks of a Kubo daemon, by its RPC interface. */
export { KuboAddressError, KuboError, KuboUnreachableError } from './errors.ts';
export { type KuboOptions, type KuboStore, kuboBlocks, type PinOptions } from './store.ts';
