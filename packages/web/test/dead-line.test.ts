/** Two players, one of whom loses the line without a close: both are told, no clock pretends to know, and the game goes on afterwards. */
import { expect, inject, test } from 'vitest';
import { openLine } from '../../server/test/dead-line.ts';
import { serve } from '../../server/test/serve.ts';
import { axeFinds, closePage, PATIENT, useBrowser } from './browser.ts';
import { begin, hasBoard, LONG, moves, openAt, typeMove } from './matches.ts';

useBrowser();

test(
  'a dead line shows on both screens, and a move made meanwhile arrives when it is back',
  LONG,
  async () => {
    const served = await serve({ site: inject('siteFolder') });
    const line = await openLine(served.url);
    const ada = await openAt('/new/chess', {}, line.url);
    const { page } = ada;
    await page.locator('.chip:has([data-name=white])').click();
    await page.locator('.chip', { hasText: '10 min' }).first().click();
    await begin(page);
    await page.locator('.invite').waitFor();
    const path = new URL(page.url());
    const ben = await openAt(`${path.pathname}${path.hash}`, {}, served.url);
    await ben.page.getByLabel('Your name').fill('Ben');
    await ben.page.locator('.join button[type=submit]').click();
    await Promise.all([page, ben.page].map(hasBoard));
    await page.locator('.match.yours').waitFor();
    expect(await page.locator('.seat-clock').allInnerTexts()).toEqual([
      expect.stringMatching(/^(?:10:00|9:\d\d)$/),
      expect.stringMatching(/^(?:10:00|9:\d\d)$/),
    ]);
    line.die();
    await typeMove(page, 'e4');
    await page.locator('.match.lost').waitFor();
    expect(await page.locator('.state-line').innerText()).toContain(
      'Connection lost. Reconnecting…',
    );
    expect(await page.locator('.match').innerText()).not.toContain('is thinking');
    expect(await page.locator('.seat-clock').allInnerTexts()).toEqual(['–:––', '–:––']);
    await ben.page.locator('.state-line', { hasText: 'Ada is offline' }).waitFor();
    expect(await ben.page.locator('.state-line').innerText()).toContain(
      'Their clock is still running',
    );
    expect(await ben.page.locator('.strip-row', { hasText: 'Ada' }).innerText()).toContain(
      'offline',
    );
    // once the connection is given up, the time to return is counted
    const away = ben.page.locator('.away-notice');
    await away.getByText(/^[0-5]:[0-5]\d left to return\. After that, you win\.$/).waitFor();
    await away.getByRole('button', { name: 'Notify me when Ada is back' }).click();
    await away.getByText('You’ll be notified when Ada is back.').waitFor();
    expect(await axeFinds(ben.page)).toEqual([]);
    line.revive();
    for (const { page } of [ada, ben])
      await expect.poll(() => moves(page), PATIENT).toEqual(['e4']);
    await page.locator('.state-line', { hasText: 'Ben is thinking' }).waitFor();
    await ben.page.locator('.match.yours').waitFor();
    await away.waitFor({ state: 'detached' });
    expect(await ben.page.locator('.strip-row').filter({ hasText: 'offline' }).count()).toBe(0);
    await closePage(ada);
    await closePage(ben);
    await line.close();
    await served.close();
  },
);
