/** Notifications while no page is open: turned on beside an invite and off in the settings, shown by the service worker, and clicked. */
import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { takeSeat } from '@kifu/client';
import { type Json, unwrap } from '@kifu/core';
import type { Page, Worker } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { type Served, serve } from '../../server/test/serve.ts';
import { closePage, KEEPING, newPage, PATIENT, useBrowser } from './browser.ts';
import { begin, LONG } from './matches.ts';

useBrowser();

const browser = createECDH('prime256v1');
browser.generateKeys();
const auth = randomBytes(16);

/** What the push service was sent, as the browser reads it. */
const sent: Json[] = [];
let service: Server;
let endpoint: string;
let served: Served;

beforeAll(async () => {
  service = createServer(async (request, response) => {
    sent.push(JSON.parse(decrypt(Buffer.concat(await request.toArray()))) as Json);
    response.writeHead(201).end();
  }).listen(0, '127.0.0.1');
  await once(service, 'listening');
  const origin = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
  endpoint = `${origin}/one`;
  served = await serve({ site: inject('siteFolder'), pushServices: [origin] });
});
afterAll(async () => {
  await served.close();
  service.close();
});

/** A page whose browser has a push service of our own, and lets it notify: Chromium asks only its vendor, and without windows it refuses. */
async function openPage() {
  const seen = await newPage(KEEPING);
  const keys = {
    p256dh: browser.getPublicKey().toString('base64url'),
    auth: auth.toString('base64url'),
  };
  await seen.page.addInitScript(
    subscription => {
      Object.defineProperty(Notification, 'permission', { get: () => 'granted' });
      Notification.requestPermission = async () => 'granted';
      let current: object | null = null;
      const made = {
        toJSON: () => subscription,
        unsubscribe: async () => {
          current = null;
          return true;
        },
      };
      Object.assign(PushManager.prototype, {
        getSubscription: async () => current,
        subscribe: async ({ applicationServerKey }: PushSubscriptionOptionsInit) => {
          if (typeof applicationServerKey !== 'string') throw new Error('no key');
          current = made;
          return made;
        },
      });
    },
    { endpoint, keys },
  );
  return seen;
}

test(
  'a player who left an invite is notified when somebody joins, and a click opens the game',
  LONG,
  async () => {
    const seen = await openPage();
    const { page } = seen;
    await page.goto(`${served.url}/new/chess`);
    await page.locator('.start-card .piece').first().waitFor({ state: 'attached' });
    await begin(page);
    await page.locator('.invite').waitFor();
    const [, id, joinToken] = /live\/([^#]+)#(.+)$/.exec(page.url()) as unknown as [
      string,
      string,
      string,
    ];
    await page.getByRole('button', { name: 'Notify me' }).click();
    await page.getByRole('button', { name: 'Notify me' }).waitFor({ state: 'detached' });
    await page.goto(`${served.url}/settings`);
    await page.getByRole('button', { name: 'Turn off' }).waitFor();
    // the page is gone; the guest joins by another program, and is ready
    const joined = unwrap(await takeSeat(served.url, id, { name: 'Ben', joinToken }));
    await served.connect(id, { token: joined.token });
    await expect
      .poll(() => sent, PATIENT)
      .toMatchObject([{ what: 'started', id, game: 'chess', opponents: ['Ben'] }]);
    // the browser hands the message to the service worker
    const worker = await workerOf(page);
    await collectNotifications(worker);
    await deliver(page, JSON.stringify(sent[0]));
    const shown = () =>
      worker.evaluate(async () => {
        const { registration } = self as unknown as { registration: ServiceWorkerRegistration };
        return (await registration.getNotifications()).map(({ title, body, tag, data }) => ({
          title,
          body,
          tag,
          data: data as object,
        }));
      });
    await expect
      .poll(shown, PATIENT)
      .toEqual([
        { title: 'Your game has started', body: 'Chess · Ben', tag: `kifu-${id}`, data: { id } },
      ]);
    // what cannot be read is shown without anything in it
    await deliver(page, '{"id":"../x","what":7}');
    await expect
      .poll(async () => (await shown()).map(({ title, tag }) => [title, tag]), PATIENT)
      .toContainEqual(['Your turn', 'kifu-']);
    expect(await opens(worker, id)).toBe(`${served.url}/live/${id}`);
    expect(seen.errors).toEqual([]);
    await closePage(seen);
  },
);

test('turned off in the settings, the server is told', LONG, async () => {
  const seen = await openPage();
  const { page } = seen;
  await page.goto(`${served.url}/settings`);
  await page.getByRole('button', { name: 'Turn on' }).click();
  await page.getByRole('button', { name: 'Turn off' }).waitFor();
  // seats taken later are subscribed without another click
  await page.goto(`${served.url}/new/chess`);
  await page.locator('.start-card .piece').first().waitFor({ state: 'attached' });
  const put = page.waitForRequest(
    request => request.method() === 'PUT' && request.url().endsWith('/push'),
  );
  await begin(page);
  expect((await (await put).response())?.status()).toBe(204);
  await page.waitForFunction(() =>
    Object.keys(localStorage).some(name => name.startsWith('kifu-pushed-')),
  );
  await page.goto(`${served.url}/settings`);
  const removed = page.waitForResponse(response => response.request().method() === 'DELETE');
  await page.getByRole('button', { name: 'Turn off' }).click();
  expect((await removed).status()).toBe(204);
  await page.getByRole('button', { name: 'Turn on' }).waitFor();
  await closePage(seen);
});

async function workerOf(page: Page): Promise<Worker> {
  const context = page.context();
  return context.serviceWorkers()[0] ?? context.waitForEvent('serviceworker');
}

/** Gives a worker what a desktop has and a browser without windows does not: badges, and one notification per tag. */
const collectNotifications = (worker: Worker): Promise<void> =>
  worker.evaluate(() => {
    const { registration } = self as unknown as { registration: ServiceWorkerRegistration };
    const shown = new Map<string, Notification>();
    registration.showNotification = async (title, options = {}) => {
      const { tag = '' } = options;
      shown.set(tag, { title, ...options, close: () => shown.delete(tag) } as never);
    };
    registration.getNotifications = async ({ tag } = {}) =>
      [...shown.values()].filter(each => tag === undefined || each.tag === tag);
    navigator.setAppBadge = async () => {};
  });

/** Delivers a message as the push service of the browser would. */
async function deliver(page: Page, data: string): Promise<void> {
  const cdp = await page.context().newCDPSession(page);
  const registered = new Promise<string>(resolve => {
    cdp.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [registration] = registrations;
      if (registration !== undefined) resolve(registration.registrationId);
    });
  });
  await cdp.send('ServiceWorker.enable');
  const registrationId = await registered;
  await cdp.send('ServiceWorker.deliverPushMessage', { origin: served.url, registrationId, data });
  await cdp.detach();
}

/** The window that a click on a notification opens. */
const opens = (worker: Worker, id: string): Promise<string> =>
  worker.evaluate(async id => {
    const scope = self as unknown as {
      registration: ServiceWorkerRegistration;
      clients: { openWindow(url: string): Promise<null> };
    };
    const [notification] = await scope.registration.getNotifications({ tag: `kifu-${id}` });
    return new Promise<string>(resolve => {
      scope.clients.openWindow = async url => {
        resolve(url);
        return null;
      };
      self.dispatchEvent(
        Object.assign(new Event('notificationclick'), { notification, waitUntil: () => {} }),
      );
    });
  }, id);

/** As a browser reads a message of RFC 8291. */
function decrypt(body: Buffer): string {
  const [salt, sender] = [body.subarray(0, 16), body.subarray(21, 86)];
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), browser.getPublicKey(), sender]);
  const keying = hkdfSync('sha256', browser.computeSecret(sender), auth, info, 32);
  const part = (name: string, length: number) =>
    Buffer.from(
      hkdfSync('sha256', Buffer.from(keying), salt, `Content-Encoding: ${name}\0`, length),
    );
  const decipher = createDecipheriv('aes-128-gcm', part('aes128gcm', 16), part('nonce', 12));
  decipher.setAuthTag(body.subarray(-16));
  return Buffer.concat([decipher.update(body.subarray(86, -16)), decipher.final()])
    .subarray(0, -1)
    .toString();
}
