/** A peer process: finds other players without a server, plays, publishes and keeps archives with them. */

export { type LocalServer, serveCommands } from './api/server.ts';
export type { PeerHome, PeerSnapshot } from './home.ts';
export type { LiveGame } from './live-games.ts';
export type { FrameStream } from './node/frames.ts';
export { type Peer, type PeerSetup, type PeerStatus, startPeer } from './peer.ts';
export type { PeerEvent } from './peer-state.ts';
