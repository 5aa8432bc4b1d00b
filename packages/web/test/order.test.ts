/** What people can do about others: not to hear them, to have no talk, to block and report them; and the page of those who keep order. */
import { makeInvite } from '@kifu/client';
import { type AccountKey, sayOfPlayer } from '@kifu/client/account';
import { bytesToHex, sha256, unwrap } from '@kifu/core';
import { publicKeyOf, sign } from '@kifu/record/sign';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { type Served, seen, serve, until } from '../../server/test/serve.ts';
import { closePage, newPage, useBrowser, wrongInAnyLook } from './browser.ts';
import { LONG } from './matches.ts';

useBrowser();

/** Who keeps order: told as soon as the browser has made its key. */
const admins: string[] = [];
let served: Served;
beforeAll(async () => {
  served = await serve({ site: inject('siteFolder'), admins });
});
afterAll(() => served.close());

const looks = (page: Page) => wrongInAnyLook(page, { without: ['kifu-board', '.picture svg'] });

test(
  'a talker is muted, the chat turned off, the player reported, judged and blocked',
  LONG,
  async () => {
    const secret = sha256(new TextEncoder().encode('ben'));
    const key: AccountKey = {
      key: bytesToHex(await publicKeyOf(secret)),
      sign: message => sign(secret, message),
    };
    unwrap(await sayOfPlayer(served.url, null, { type: 'profile', name: 'Ben', about: '' }, [key]));
    const seats = [{ type: 'you', name: 'Ben', key: key.key } as const, { type: 'open' } as const];
    const { invite, tokens } = unwrap(await makeInvite(served.url, { game: 'checkers', seats }));
    const ben = await served.connect(invite.id, { token: tokens[0]!.token, secret });

    const ada = await newPage();
    const { page } = ada;
    await page.goto(`${served.url}/live/${invite.id}`);
    await page.getByLabel('Name').fill('Ada');
    await page.getByRole('button', { name: 'Join' }).click();
    await page.locator('kifu-table .talk').waitFor();
    await seen(ben, 0);
    ben.chat.say('rude words');
    const line = page.locator('.talk li', { hasText: 'rude words' });
    await line.waitFor();
    await page.getByRole('button', { name: 'Mute Ben' }).click();
    await line.waitFor({ state: 'detached' });
    await page.reload();
    await page.getByRole('button', { name: 'Unmute Ben' }).click();
    await line.waitFor();

    // the page of one's games says whose turn it is
    const room = page.url();
    await page.goto(`${served.url}/`);
    await page
      .locator('.own-games li', { hasText: 'Ben' })
      .getByText('Waiting for opponent')
      .waitFor();
    expect(await looks(page)).toEqual([]);
    const { table } = ben.replay!;
    unwrap(await ben.play([...table!.game.legal(table!.state, 0)][0]!));
    await page.goto(`${served.url}/`);
    await page.locator('.own-games li', { hasText: 'Ben' }).getByText('Your turn').click();
    await page.waitForURL(room);

    await page.getByRole('button', { name: 'Turn chat off' }).click();
    await page.getByText('Chat is off for this game.').waitFor();
    await until(ben, ({ invite: now }) => now!.chatOff.includes(1));
    expect(await page.getByPlaceholder('Write a message').count()).toBe(0);
    await page.getByRole('button', { name: 'Report Ben' }).click();
    await page.getByLabel('What happened').fill('He was rude.');
    expect(await looks(page)).toEqual([]);
    await page.locator('.report').getByRole('button', { name: 'Send report' }).click();
    await page.getByText('Report sent').waitFor();

    const judge = await newPage();
    await judge.page.goto(`${served.url}/admin`);
    await judge.page.getByText('Moderators only.').waitFor();
    await judge.page.goto(`${served.url}/key`);
    const own = judge.page.locator('.keys code', { hasText: /[0-9a-f]{64}/ });
    admins.push((await own.textContent())!);
    await judge.page.goto(`${served.url}/admin`);
    const card = judge.page.locator('form.card', { hasText: 'reported Ben' });
    await card.getByText('He was rude.').waitFor();
    expect(await looks(judge.page)).toEqual([]);
    await card.getByLabel('Note').fill('Not here.');
    await card.getByRole('button', { name: 'Mute everywhere' }).click();
    await judge.page.getByText('No open reports.').waitFor();
    const decided = judge.page.locator('.log li', { hasText: 'Ben, muted until' });
    expect(await decided.textContent()).toContain('Not here.');
    expect(await looks(judge.page)).toEqual([]);

    // a player with an account can block
    await page.goto(`${served.url}/key`);
    await page.getByRole('button', { name: 'Claim username' }).click();
    await page.getByText(/^Signed in as /).waitFor();
    await page.goto(`${served.url}/players/Ben`);
    await page.getByRole('button', { name: 'Block' }).click();
    await page.getByRole('button', { name: 'Unblock' }).waitFor();
    expect(await looks(page)).toEqual([]);
    await page.goto(`${served.url}/key`);
    await page
      .locator('.lines li', { hasText: 'Ben' })
      .getByRole('button', { name: 'Unblock' })
      .click();
    await page.locator('.lines').waitFor({ state: 'detached' });
    // a refusal is an error in the console, and was expected once
    expect(judge.errors.filter(error => !error.includes('403'))).toEqual([]);
    expect(ada.errors).toEqual([]);
    await closePage(judge);
    await closePage(ada);
  },
);
