/** Canceling and aborting, snapshots to continue from, and what strangers see of private matches. */
import { makeInvite, type NewInvite, takeSeat } from '@kifu/client';
import { type Json, unwrap } from '@kifu/core';
import { parseUci } from '@kifu/games/chess';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { autoplay, ended, inMemory, type Served, seen, serve, until } from '../test/serve.ts';

let served: Served;
beforeAll(async () => {
  served = await serve({ limits: { requestBurst: 10_000, openPerAddress: 1000 } });
});
afterAll(() => served.close());

const uci = (text: string) => unwrap(parseUci(text)) as unknown as Json;
const SEATS = [
  { type: 'you', name: 'Ann' },
  { type: 'you', name: 'Bob' },
] as const;
const OPEN = [SEATS[0], { type: 'open' }] as const;

interface Answered {
  readonly fault: { readonly code: string; readonly rule?: string };
  readonly invite: {
    readonly phase: string;
    readonly outcome: { readonly result: string; readonly reason: string };
    readonly branch: { readonly match: string; readonly n: number };
    readonly [key: string]: unknown;
  };
  readonly id: string;
}

/** Makes an invite whose seats are all one's own, and connects to them. */
async function sit(wanted: Partial<NewInvite> & Pick<NewInvite, 'game'>) {
  const made = unwrap(await makeInvite(served.url, { seats: [...SEATS], ...wanted }));
  const lives = await Promise.all(
    made.tokens.map(({ token }) => served.connect(made.invite.id, { token })),
  );
  await Promise.all(lives.map(live => seen(live, 0)));
  return { ...made, ann: lives[0]!, bob: lives[1]! };
}

/** Asks with a token, or as a stranger. */
async function ask(method: string, path: string, token?: string) {
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const answer = await fetch(new URL(path, served.url), { method, headers });
  const text = await answer.text();
  return { status: answer.status, text, ...(isJson(answer) ? (JSON.parse(text) as Answered) : NO) };
}
const isJson = ({ headers }: Response) => /json/.test(headers.get('content-type') ?? '');
const NO = {} as Answered;

test('a live match is indexed with its length, periodically and when the server stops', async () => {
  const stores = inMemory();
  const list = vi.spyOn(stores.library!, 'list');
  const own = await serve({ stores });
  const [ann, bob] = await own.play({ game: 'chess', seats: [...SEATS], visibility: 'public' });
  const play = async (...moves: string[]) => {
    for (const [i, move] of moves.entries()) {
      const live = [ann!, bob!][i % 2]!;
      unwrap(await live.play(uci(move)));
      const { n } = live.replay!;
      await Promise.all([ann!, bob!].map(one => until(one, ({ replay }) => replay!.n >= n)));
    }
  };
  const entries = async () => (await own.stores.library!.find({})).listings[0]?.entries;
  await seen(ann!, 0);
  expect(list.mock.calls[0]![0].entries).toBe(0); // as it was listed when it began
  await play('e2e4', 'e7e5', 'g1f3', 'b8c6');
  await expect.poll(entries, { timeout: 20_000 }).toBe(6);
  const answer = await fetch(new URL('/api/library?minEntries=4', own.url));
  expect(await answer.json()).toMatchObject({ listings: [{ entries: 6, outcome: null }] });
  await play('f1c4', 'f8c5');
  await own.close();
  expect(await entries()).toBe(8);
});

describe('the lobby of Mage Duel', () => {
  const duel = (more: object = {}) =>
    makeInvite(served.url, {
      game: 'mage-duel',
      seats: [...OPEN],
      chance: 'plain',
      ...more,
    }).then(unwrap);

  test('without a move time in the options no player has to hurry, and absence counts as in other games', async () => {
    const { invite } = await duel();
    expect(invite).toMatchObject({ options: { moveTime: 604_800 }, absenceMs: 300_000 });
    const { invite: timed } = await duel({ options: { moveTime: 65, jokers: 1 } });
    expect(timed).toMatchObject({ options: { moveTime: 65, jokers: 1 }, absenceMs: null });
    const { invite: clocked } = await duel({ clock: { type: 'absolute', mainMs: 300_000 } });
    expect(clocked.options).toEqual({ moveTime: 604_800 });
  });

  test('an invite is canceled by its host alone', async () => {
    const { invite, tokens } = await duel();
    const guest = unwrap(await takeSeat(served.url, invite.id, { name: 'Bob' }));
    const path = `/api/invites/${invite.id}`;
    expect(await ask('DELETE', path)).toMatchObject({ status: 403, fault: { code: 'wrong-seat' } });
    expect(await ask('DELETE', path, guest.token)).toMatchObject({ status: 403 });
    expect(await ask('DELETE', path, 'x'.repeat(32))).toMatchObject({ status: 404 });
    expect(await ask('DELETE', path, tokens[0]!.token)).toMatchObject({ status: 200 });
    expect(await ask('GET', path)).toMatchObject({ status: 404 });
    expect(await ask('DELETE', path, tokens[0]!.token)).toMatchObject({ status: 404 });
    expect(await fetchLive()).not.toContain(invite.id);
  });

  test('a match is canceled by either player where that was agreed, and ends void', async () => {
    const { ann, bob, tokens } = await sit({
      ...{ game: 'mage-duel', chance: 'plain', mayCancel: true },
    });
    for (const live of [ann, bob]) autoplay(live, (legal, n) => (n < 4 ? legal.at(-1)! : null));
    await seen(ann, 4);
    const path = `/api/invites/${ann.invite!.id}`;
    const canceled = await ask('DELETE', path, tokens[1]!.token);
    expect(canceled).toMatchObject({
      status: 200,
      invite: { phase: 'ended', outcome: { result: 'void', reason: 'aborted' } },
    });
    await ended(ann);
    expect(await ask('DELETE', path, tokens[1]!.token)).toMatchObject({
      status: 422,
      fault: { code: 'game-over' },
    });
  });

  test('a match starts from a snapshot of any point of another', async () => {
    const { ann, bob } = await sit({ game: 'mage-duel', chance: 'plain' });
    for (const live of [ann, bob]) autoplay(live, (legal, n) => (n < 3 ? legal.at(-1)! : null));
    await seen(ann, 3);
    const match = ann.invite!.match!;
    expect(await ask('GET', `/api/matches/${match}/snapshots/6`)).toMatchObject({
      status: 404,
      fault: { code: 'not-found', rule: 'SnapshotCreateFailed' },
    });
    const snapshot = await ask('GET', `/api/matches/${match}/snapshots/4`);
    expect(snapshot).toMatchObject({ status: 200, invite: { branch: { match, n: 4 } } });
    const { ann: cy } = await sit({
      ...(snapshot.invite as unknown as NewInvite),
      chance: 'plain',
    });
    const [state, source] = await Promise.all([
      ask('GET', `/api/matches/${cy.invite!.match}/state?n=0`),
      ask('GET', `/api/matches/${match}/state?n=4`),
    ]);
    expect(JSON.parse(state.text).state.board).toEqual(JSON.parse(source.text).state.board);
    expect(JSON.parse(state.text).active).toEqual(JSON.parse(source.text).active);
  });

  test('a rated match cannot let either player abort it', async () => {
    const made = await makeInvite(served.url, {
      game: 'chess',
      seats: [...OPEN],
      rated: true,
      mayCancel: true,
    });
    expect(made).toMatchObject({ fault: { code: 'bad-setup', at: { path: '/mayCancel' } } });
  });
});

const fetchLive = async () => {
  const { matches } = (await (await fetch(new URL('/api/live', served.url))).json()) as {
    matches: { id: string }[];
  };
  return matches.map(({ id }) => id);
};

test('a match cannot be aborted after all have moved, unless that was agreed', async () => {
  const { invite, tokens, ann, bob } = await sit({ game: 'chess' });
  unwrap(await ann.play(uci('e2e4')));
  await seen(bob, 1);
  unwrap(await bob.play(uci('e7e5')));
  const path = `/api/invites/${invite.id}`;
  expect(await ask('DELETE', path, tokens[0]!.token)).toMatchObject({
    status: 422,
    fault: { code: 'illegal-move', rule: 'abort' },
  });
});

describe('a private match', () => {
  test('is not found by strangers on any route', async () => {
    const { invite, tokens, joinToken, ann, bob } = await sit({
      game: 'chess',
      visibility: 'private',
    });
    unwrap(await ann.play(uci('e2e4')));
    const { match } = ann.invite!;
    const paths = [
      `/api/invites/${invite.id}`,
      ...[match, invite.id].flatMap(id => [
        `/api/matches/${id}`,
        `/api/matches/${id}/record`,
        `/api/matches/${id}/state`,
        `/api/matches/${id}/position.svg`,
        `/api/matches/${id}/snapshots/0`,
      ]),
    ];
    const nobody = await ask('GET', '/api/matches/nobody');
    for (const path of paths) {
      expect((await ask('GET', path)).status, path).toBe(404);
      expect((await ask('GET', path, 'y'.repeat(32))).status, path).toBe(404);
      for (const token of [tokens[0]!.token, joinToken!]) {
        const answer = await ask('GET', path, token);
        expect(answer.status, path).toBe(200);
        expect(answer.text).not.toContain(token);
      }
    }
    expect((await ask('GET', `/api/matches/${match}`)).text).toBe(nobody.text);
    const answer = await fetch(new URL(`/api/matches/${match}/record`, served.url), {
      headers: { authorization: `Bearer ${joinToken}` },
    });
    expect(answer.headers.get('cache-control')).toMatch(/^private/);
    expect(answer.headers.get('vary')).toMatch(/origin, authorization/);
    unwrap(await bob.resign());
    await ended(ann);
    for (const path of [
      '/api/library?player=ann',
      '/api/live',
      '/api/players',
      '/api/library/stats',
    ])
      expect((await ask('GET', path)).text, path).not.toContain(match!);
  });
});
