/** Errors of an IPFS node. A block that no peer has is a `BlockNotFoundError`, whose cause says which peers were asked. */

/** The text is not a peer address. */
export class IpfsAddressError extends Error {
  override readonly name = 'IpfsAddressError';
  readonly address: string;
  constructor(address: string, options?: ErrorOptions) {
    super(
      `${address.slice(0, 200)} is not a peer address such as /ip4/127.0.0.1/tcp/4001/p2p/12D3KooW…`,
      options,
    );
    this.address = address;
  }
}

/** The node could not start, listen, reach a peer or announce a block. */
export class IpfsNetworkError extends Error {
  override readonly name = 'IpfsNetworkError';
}

/** The node was closed. */
export class IpfsClosedError extends Error {
  override readonly name = 'IpfsClosedError';
  constructor() {
    super('the IPFS node is closed');
  }
}
