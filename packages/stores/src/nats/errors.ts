/** What goes wrong with a bus. */

/** The library that speaks to the server is not installed. */
export class NatsMissingError extends Error {
  override readonly name = 'NatsMissingError';
  constructor(options?: ErrorOptions) {
    super('NATS support is not installed; run npm install @nats-io/transport-node', options);
  }
}

/** The server cannot be reached. Its address is not said: a password may be in it. */
export class NatsConnectionError extends Error {
  override readonly name = 'NatsConnectionError';
  constructor(options?: ErrorOptions) {
    super('cannot reach the NATS server', options);
  }
}
