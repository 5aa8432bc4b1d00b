/** Addresses of matches on a Kifu server. */

/** Where a match can be followed. */
export interface MatchUrl {
  /** The server, without a path. */
  readonly server: string;
  /** Of the match, or of its invite. */
  readonly id: string;
  /** The address of its record, which grows while the match is live. */
  readonly record: string;
}

const PATH = /^\/(?:live|api\/(?:live|matches|invites))\/([A-Za-z0-9_-]{1,80})(?:\/record)?$/;

/** Parses the address of a match, as shared by people or used by the API; null if it is not one. */
export function parseMatchUrl({ protocol, host, pathname }: URL): MatchUrl | null {
  const id = PATH.exec(pathname)?.[1];
  if (id === undefined) return null;
  const server = `${protocol.replace(/^ws/, 'http')}//${host}`;
  return { server, id, record: `${server}/api/matches/${id}/record` };
}
