/** A room that another process has. */

/** Another process has the room: requests and sockets for it are led there. */
export class RoomElsewhereError extends Error {
  override readonly name = 'RoomElsewhereError';
  /** For HTTP, where that process cannot be reached: come again. */
  readonly statusCode = 503;
  /** Where the other process is reached. */
  readonly url: string;
  constructor(url: string) {
    super('the match is moving to another process; retry');
    this.url = url;
  }
}
