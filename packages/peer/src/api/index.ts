/** The peer as a service: what can be asked of it, in this process or over the loopback socket. Nothing of the network is loaded here. */
export { createReadWriteLock } from '../read-write-lock.ts';
export { askForCaller, askForMatches, askToReach, connectPeer } from './connect.ts';
export type { PlayedMatch } from './offer-broker.ts';
export {
  type CheckedInput,
  PEER_API,
  type RequestInput,
  type RequestName,
  type RequestOutput,
} from './requests.ts';
export {
  answerRequest,
  apiOf,
  type PeerApi,
  type PeerHandlers,
  type PeerService,
} from './service.ts';
