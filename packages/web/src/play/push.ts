/**
 * Notifications while no page is open: the browser subscribes at its push service, and each seat of this browser tells the server where to
 * send. The player turns them on, in the settings or beside a game, and off again.
 */
import { ask } from '@kifu/client';
import { fail, ok, type Result } from '@kifu/core';
import { readItem, removeItem, writeItem } from '../site/browser-store.ts';
import { gameCards, titleOf } from '../site/games.ts';
import { hasServer } from '../site/router.ts';
import { text } from '../site/texts.ts';
import { keptSeats, seatToken } from './saved-seats.ts';

/** Whether the browser can, may and shall. */
export type PushState = 'impossible' | 'denied' | 'off' | 'on';

const ON_KEY = 'kifu-push';
/** By seat: the endpoint that the server knows. */
const SEAT_KEY = 'kifu-pushed-';
const PUSH_CACHE = 'kifu-push';
/** Games that are over or gone need none; more than this are not asked. */
const MOST_SEATS = 50;

/** How notifications stand in this browser. */
export function pushState(): PushState {
  const isPossible =
    hasServer() &&
    'serviceWorker' in navigator &&
    'PushManager' in globalThis &&
    typeof Notification !== 'undefined';
  if (!isPossible) return 'impossible';
  if (Notification.permission === 'denied') return 'denied';
  return readItem(ON_KEY) !== null && Notification.permission === 'granted' ? 'on' : 'off';
}

/** Asks the player for permission, subscribes, and tells the server of each seat. */
export async function turnOnPush(): Promise<Result<null>> {
  if ((await Notification.requestPermission()) !== 'granted') return REFUSED;
  const subscription = await subscribe();
  if (!subscription.ok) return subscription;
  writeItem(ON_KEY, subscription.value.endpoint ?? '');
  await writePushTexts();
  for (const id of keptSeats().slice(-MOST_SEATS)) await subscribeSeat(id);
  return ok(null);
}

/** Unsubscribes in the browser and at the server. */
export async function turnOffPush(): Promise<void> {
  removeItem(ON_KEY);
  const registration = await navigator.serviceWorker.getRegistration();
  const subscription = await registration?.pushManager.getSubscription();
  await subscription?.unsubscribe().catch(() => {}); // the server forgets it when it is refused
  for (const id of keptSeats()) {
    if (readItem(SEAT_KEY + id) === null) continue;
    removeItem(SEAT_KEY + id);
    const path = `/api/invites/${encodeURIComponent(id)}/push`;
    await ask(location.origin, 'DELETE', path, { token: seatToken(id)! });
  }
}

/** Tells the server where the player of a seat is notified; nothing where notifications are off, or it knows. */
export async function subscribeSeat(id: string): Promise<void> {
  const token = seatToken(id);
  if (token === undefined || pushState() !== 'on') return;
  const subscription = await subscribe();
  if (!subscription.ok) return;
  // the player may have chosen another language since
  await writePushTexts();
  const { endpoint, keys } = subscription.value;
  if (endpoint === undefined || readItem(SEAT_KEY + id) === endpoint) return;
  const path = `/api/invites/${encodeURIComponent(id)}/push`;
  const body = { endpoint, keys };
  const put = await ask(location.origin, 'PUT', path, { token, body });
  if (put.ok) writeItem(SEAT_KEY + id, endpoint);
}

/** Writes what notifications say, in the language of the page, where the service worker reads it. */
async function writePushTexts(): Promise<void> {
  const games = Object.fromEntries(gameCards().map(({ name }) => [name, titleOf(name)]));
  const body = JSON.stringify({ what: text.push.what, games });
  const cache = await caches.open(PUSH_CACHE).catch(() => null);
  const address = new URL('push-texts', document.baseURI);
  await cache?.put(address, new Response(body)).catch(() => {}); // then they are in English
}

const REFUSED = fail('unsupported', 'the browser does not allow notifications', { rule: 'denied' });
const NO_SERVICE = fail('unsupported', 'the browser cannot subscribe to push messages', {
  rule: 'browser',
});

/** The subscription of this browser; made where there is none. */
async function subscribe(): Promise<Result<PushSubscriptionJSON>> {
  const { pushManager } = await navigator.serviceWorker.ready;
  const existing = await pushManager.getSubscription();
  if (existing !== null) return ok(existing.toJSON());
  const path = '/api/push';
  const known = await ask<{ readonly key: string }>(location.origin, 'GET', path, {});
  if (!known.ok) return known;
  try {
    const made = await pushManager.subscribe({
      userVisibleOnly: true,
      applicationServerKey: known.value.key,
    });
    return ok(made.toJSON());
  } catch {
    return NO_SERVICE;
  }
}
