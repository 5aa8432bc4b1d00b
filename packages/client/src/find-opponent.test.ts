/** Which challenges are on the terms of a player who looks for an opponent, term by term. */
import { INVITE_TERMS, type InviteTerm, type InviteTerms, NO_TERMS, ok } from '@kifu/core';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { countWaiting, findOpponent, type Seek } from './find-opponent.ts';
import type { Invite } from './protocol/messages.ts';

const SEEK: Seek = {
  ...{ game: 'chess', options: {}, seats: 2, name: 'Ann', key: 'aa' },
  rated: false,
  clock: { type: 'fischer', mainMs: 300_000, incrementMs: 3000 },
};

const CHALLENGE: Invite = {
  ...{ id: 'i', phase: 'open', game: 'chess', version: 1, options: {} },
  ...{ rated: SEEK.rated, clock: SEEK.clock },
  seats: [
    { seat: 0, type: 'person', name: 'Bob' },
    { seat: 1, type: 'open', name: null },
  ] as unknown as Invite['seats'],
  ...{ visibility: 'public', chance: 'plain', waitMs: 1000, absenceMs: null, countdownMs: 0 },
  ...{ referee: true, mayCancel: false, chatOff: [], branch: null },
  ...{ nonce: '', match: null, createdAt: '2026-01-01T00:00:00Z', outcome: null },
};

/** Another value of each term. */
const OTHER: InviteTerms = {
  rated: true,
  clock: { type: 'fischer', mainMs: 300_000, incrementMs: 0 },
};

afterEach(() => vi.unstubAllGlobals());

describe('terms of a challenge', () => {
  test('meets a player on the same terms', () => {
    expect(countWaiting([CHALLENGE], [SEEK])).toEqual([1]);
  });

  test.each(INVITE_TERMS)('does not meet a player with another %s', term => {
    const other: Invite = { ...CHALLENGE, [term]: OTHER[term] };
    expect(countWaiting([other], [SEEK, { ...SEEK, [term]: OTHER[term] }])).toEqual([0, 1]);
  });

  test.each(INVITE_TERMS)('a new challenge asks for the %s that is wanted', async term => {
    expect((await madeFor({ ...SEEK, [term]: OTHER[term] }))[term]).toEqual(OTHER[term]);
    expect((await madeFor({ ...SEEK, [term]: NO_TERMS[term] }))[term]).toEqual(NO_TERMS[term]);
  });
});

/** The terms of the challenge that a player makes where there is none to join. */
async function madeFor(seek: Seek): Promise<{ readonly [Name in InviteTerm]: unknown }> {
  let made: unknown;
  vi.stubGlobal('fetch', async (_: URL, { method, body }: RequestInit) => {
    if (method === 'GET') return Response.json({ matches: [] });
    made = JSON.parse(String(body));
    return Response.json({ invite: CHALLENGE, url: '', tokens: [{ seat: 0, token: 't' }] });
  });
  expect(await findOpponent('http://localhost', seek, null)).toMatchObject(ok({ isJoined: false }));
  return made as { readonly [Name in InviteTerm]: unknown };
}
