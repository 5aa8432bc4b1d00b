/** A peer process: finds other players without a server, plays, publishes and keeps archives with them. */
export {};
