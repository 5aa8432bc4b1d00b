/** A match with a peer in the library: what it can be found by, and why an engine gave up in it. */
import { type Game, type Kit, ok } from '@kifu/core';
import type { PeerMatch } from '@kifu/peer/match';
import { listingBy, matchSummaryOf, Replay } from '@kifu/record/replay';
import { editAnnotations, withNote } from '../library/edit-annotations.ts';
import { SOURCE } from '../library/last.ts';
import type { Library } from '../library/open.ts';
import { kifuOf, type Session, tellFault } from '../play/session.ts';

/** Lists the match with all that it can be found by. */
export async function listMatch(
  library: Library | null,
  kit: Kit,
  match: PeerMatch,
): Promise<void> {
  if (library === null) return;
  const replay = new Replay(kit.game as Game, match.replay!.nodes);
  const labels = { source: SOURCE, visibility: 'private' } as const;
  const listing = matchSummaryOf(replay, undefined, { ...labels, ...(await listingBy(kit)) });
  if (listing.ok) await library.library.list(listing.value);
}

/** Notes in the library why the engine has given up. */
export async function noteFailures(library: Library | null, session: Session): Promise<void> {
  const { io, match, failures } = session;
  if (library === null || failures.length === 0) return;
  const { notes } = kifuOf(session);
  const explained = await editAnnotations(io, library, match.replay!.match, ({ remarks }) =>
    ok(notes.reduce(withNote, remarks)),
  );
  if (!explained.ok) tellFault(session, explained.fault);
}
