/** Blocks on IPFS: a node in this process that stores them in any other store and exchanges them with peers. */
export { IpfsAddressError, IpfsClosedError, IpfsNetworkError } from './errors.ts';
export {
  createIpfsStore,
  type IpfsExchange,
  type IpfsOptions,
  type IpfsStore,
  joinIpfs,
} from './store.ts';
