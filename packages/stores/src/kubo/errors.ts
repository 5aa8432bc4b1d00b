/** Errors of a daemon. A block that it does not have is a `BlockNotFoundError`. */

/** The text is not a daemon address. */
export class KuboAddressError extends Error {
  override readonly name = 'KuboAddressError';
  readonly address: string;
  constructor(address: string) {
    super(
      `${address.slice(0, 200)} is not a daemon address such as http://127.0.0.1:5001 or /ip4/127.0.0.1/tcp/5001`,
    );
    this.address = address;
  }
}

/** No daemon answers, or not in time, or not completely. */
export class KuboUnreachableError extends Error {
  override readonly name = 'KuboUnreachableError';
  readonly address: string;
  constructor(address: string, why: string, options?: ErrorOptions) {
    super(`the daemon at ${address} is not responding: ${why}`, options);
    this.address = address;
  }
}

/** The daemon refuses, or returns something other than requested. */
export class KuboError extends Error {
  override readonly name = 'KuboError';
  readonly address: string;
  constructor(address: string, what: string) {
    super(`the daemon at ${address} ${what}`);
    this.address = address;
  }
}
