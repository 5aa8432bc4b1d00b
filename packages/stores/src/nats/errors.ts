/** Errors of a bus. */

/** The library for NATS is not installed. */
export class NatsMissingError extends Error {
  override readonly name = 'NatsMissingError';
  constructor(options?: ErrorOptions) {
    super('NATS support is not installed; run npm install @nats-io/transport-node', options);
  }
}

/** The server cannot be reached. The message leaves out its address, which may contain a password. */
export class NatsConnectionError extends Error {
  override readonly name = 'NatsConnectionError';
  constructor(options?: ErrorOptions) {
    super('cannot reach the NATS server', options);
  }
}
