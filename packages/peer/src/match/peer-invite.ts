/** A match between peers in the form of an invite, as clients of servers know it. */
import type { Invite } from '@kifu/client';
import { inviteTerms } from '@kifu/core';
import type { Replay } from '@kifu/record/replay';

/** Its invite, as it would have been. */
export function inviteOf({ header, terms, outcome, isEnded }: Replay, id: string): Invite {
  const { game, version, options, players, start, startedAt } = header!;
  return {
    id,
    phase: isEnded || outcome !== null ? 'ended' : 'live',
    ...{ game, version, options, outcome },
    seats: players.map(({ seat, name, key }) => ({
      seat,
      type: 'person',
      name,
      ...(key === undefined ? {} : { key }),
      isReady: true,
    })),
    ...inviteTerms(terms),
    visibility: 'private',
    chance: terms.fair === null ? 'plain' : 'fair',
    waitMs: terms.fair?.waitMs ?? 0,
    absenceMs: null,
    countdownMs: 0,
    referee: false,
    mayCancel: false,
    chatOff: [],
    branch: terms.branch === null || start === null ? null : { from: terms.branch, start },
    nonce: terms.nonce,
    match: id,
    createdAt: startedAt ?? '',
  };
}
