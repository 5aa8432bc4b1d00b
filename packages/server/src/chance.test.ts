/** Who could choose dice: a server that shows another header, or the same chain twice. Clients show nothing before they have checked. */
import { type LiveMatch, makeInvite } from '@kifu/client';
import { unwrap } from '@kifu/core';
import { decodeNext, isEnding } from '@kifu/record/node';
import { memoryVault } from '@kifu/record/store';
import { afterEach, expect, test } from 'vitest';
import { autoplay, type Served, seen, serve, until } from '../test/serve.ts';

let served: Served;
afterEach(() => served.close());

const SEATS = [
  { type: 'you' as const, name: 'Ann' },
  { type: 'you' as const, name: 'Bob' },
];

/** A client whose words are written down, and which hears what `change` makes of what the server says. */
function tapped(heard: string[], change: (text: string) => string = text => text) {
  return class extends WebSocket {
    override send(data: string): void {
      heard.push(data);
      super.send(data);
    }
    override set onmessage(listener: (event: MessageEvent) => void) {
      super.onmessage = (event: MessageEvent) =>
        listener(new MessageEvent('message', { data: change(String(event.data)) }));
    }
  } as unknown as typeof WebSocket;
}

const links = (said: readonly string[]) => said.filter(text => text.includes('"type":"link"'));

test('no link is shown before the header with all commitments has come', async () => {
  served = await serve();
  const { invite, tokens } = unwrap(
    await makeInvite(served.url, { game: 'backgammon', seats: SEATS }),
  );
  const said: string[] = [];
  let firstLinkAfter: number | null = null;
  let nodes = 0;
  const Tap = tapped(said, text => {
    if (text.includes('"type":"node"')) nodes++;
    return text;
  });
  const ann = await served.connect(invite.id, { token: tokens[0]!.token, WebSocket: Tap });
  expect(links(said)).toEqual([]);
  const bob = await served.connect(invite.id, { token: tokens[1]!.token });
  await Promise.all([seen(ann, 0), seen(bob, 0)]);
  firstLinkAfter ??= nodes;
  expect(links(said)[0]).toContain('"k":0');
  const order = said.findIndex(text => text.includes('"type":"link"'));
  const agreed = said.findIndex(text => text.includes('"resume"'));
  expect(agreed).toBeGreaterThanOrEqual(0);
  expect(agreed).toBeLessThan(order);
  expect(firstLinkAfter).toBeGreaterThan(0);
});

test('a server that asks for the first link gets none', async () => {
  served = await serve();
  const { invite, tokens } = unwrap(
    await makeInvite(served.url, { game: 'backgammon', seats: SEATS }),
  );
  const said: string[] = [];
  const asked = Promise.withResolvers<void>();
  const Tap = tapped(said, text => {
    if (!text.includes('"type":"presence"')) return text;
    asked.resolve();
    return '{"type":"reveal","k":0}';
  });
  const ann = await served.connect(invite.id, { token: tokens[0]!.token, WebSocket: Tap });
  await asked.promise;
  ann.chat.say('hello');
  await until(ann, ({ chat }) => chat.messages.length === 1);
  expect(links(said)).toEqual([]);
});

test.each<[string, (text: string) => string]>([
  ['other options', text => text.replaceAll('"rated":false', '"rated":true')],
  ['another wait', text => text.replaceAll('"waitMs":120000', '"waitMs":121000')],
  ['another name', text => text.replaceAll('"name":"Bob"', '"name":"Rob"')],
  ['another referee', text => text.replace(/"referee":"[0-9a-f]{2}/, '"referee":"00')],
])(
  'no link is shown for a header that says something else than was agreed on: %s',
  async (_what, change) => {
    served = await serve();
    const { invite, tokens } = unwrap(
      await makeInvite(served.url, { game: 'backgammon', seats: SEATS }),
    );
    const said: string[] = [];
    const Tap = tapped(said, change);
    const ann = await served.connect(invite.id, { token: tokens[0]!.token, WebSocket: Tap });
    const fault = new Promise(done => ann.on('fault', done));
    await served.connect(invite.id, { token: tokens[1]!.token });
    expect(await fault).toMatchObject({ code: 'broken-record', rule: 'header' });
    expect(links(said)).toEqual([]);
    expect(said.filter(text => text.includes('"resume"'))).toEqual([]);
  },
);

test('a client reveals no link for a second header with one nonce, also after a restart', async () => {
  served = await serve();
  const { invite, tokens } = unwrap(
    await makeInvite(served.url, { game: 'backgammon', seats: SEATS }),
  );
  const said: string[] = [];
  const vault = memoryVault();
  // before the restart this device agreed to another header
  await vault.add(`live ${invite.nonce}`, 'header', { id: 'bafyanother', atMs: 0 });
  const ann = await served.connect(invite.id, {
    ...{ token: tokens[0]!.token, vault, WebSocket: tapped(said) },
  });
  const stopped = new Promise(done => ann.on('stop', done));
  await served.connect(invite.id, { token: tokens[1]!.token });
  expect(await stopped).toMatchObject({ fault: { code: 'conflict', rule: 'header' } });
  expect(links(said)).toEqual([]);
  expect(said.filter(text => text.includes('"resume"'))).toEqual([]);
});

test.each<[game: string, k: number]>([
  ['backgammon', 0],
  ['backgammon', 1],
  ['dominos', 0],
])('a link lost with its connection is shown again: %s, draw %i', async (game, k) => {
  served = await serve();
  const { invite, tokens } = unwrap(await makeInvite(served.url, { game, seats: SEATS }));
  let lost = 0;
  /** Breaks off as it sends a link for the first time. */
  class Frail extends WebSocket {
    override send(data: string): void {
      const isLink = data.startsWith(`{"type":"link","k":${k},`);
      if (!isLink || lost++ > 0) super.send(data);
      else this.close();
    }
  }
  const [ann, bob] = await Promise.all([
    served.connect(invite.id, { token: tokens[0]!.token }),
    served.connect(invite.id, { token: tokens[1]!.token, WebSocket: Frail }),
  ]);
  for (const live of [ann, bob]) autoplay(live, legal => legal[0] ?? null);
  const draws = ({ replay }: LiveMatch) =>
    (replay?.nodes ?? []).slice(1).filter(bytes => {
      const node = unwrap(decodeNext(bytes));
      return !isEnding(node) && node.act.type === 'links';
    }).length;
  await until(ann, live => draws(live) > k);
  expect(lost).toBeGreaterThan(1);
});
