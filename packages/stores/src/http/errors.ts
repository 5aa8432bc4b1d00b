/** Errors of gateways. */
import { type Cid, formatCid } from '@kifu/core';

/** The text is not a gateway address. */
export class GatewayAddressError extends Error {
  override readonly name = 'GatewayAddressError';
  readonly address: string;
  constructor(address: string) {
    super(`${address.slice(0, 200)} is not a gateway address such as https://example.org`);
    this.address = address;
  }
}

/** No gateway gave a usable answer. `errors` of the cause has the failure of each. */
export class GatewayError extends Error {
  override readonly name = 'GatewayError';
  readonly cid: Cid;
  constructor(cid: Cid, failures: readonly Error[]) {
    super(
      `no gateway returned ${formatCid(cid)}: ${failures.map(({ message }) => message).join('; ')}`,
      { cause: new AggregateError(failures) },
    );
    this.cid = cid;
  }
}
