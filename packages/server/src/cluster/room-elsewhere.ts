/** A room that another process has. */

/** Another process has the room: requests and sockets for it are forwarded there. */
export class RoomElsewhereError extends Error {
  override readonly name = 'RoomElsewhereError';
  /** For HTTP, if that process cannot be reached: retry. */
  readonly statusCode = 503;
  /** Address of the other process. */
  readonly url: string;
  constructor(url: string) {
    super('the match is moving to another process; retry');
    this.url = url;
  }
}
