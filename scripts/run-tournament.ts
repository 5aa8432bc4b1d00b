/** Runs a tournament of bots on a server to its end, with pictures of its page: `npm run tournament 64 FOLDER`. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { lookAtTournament, makeTournament, sayInTournament } from '@kifu/client/tournament';
import { unwrap } from '@kifu/core';
import { chromium } from 'playwright-core';
import { serve } from '../packages/server/test/serve.ts';
import { enter, joinServer, playBoard } from '../packages/server/test/tournament-bots.ts';
import { siteFolder } from '../packages/web/src/site-folder.ts';
import { findChromium } from '../packages/web/test/chromium.ts';

const [count = '64', folder = '.'] = process.argv.slice(2);
const ROUNDS = 6;
const MOST_MOVES = 40;

const served = await serve({
  site: unwrap(await siteFolder()),
  limits: {
    ...{ signInsPerMinute: 1e6, signInBurst: 1e6, requestsPerMinute: 1e6, requestBurst: 1e6 },
    ...{ connectionsPerAddress: 10_000, openPerAddress: 10_000, socketsPerAddress: 10_000 },
  },
});
const players = [];
for (let i = 0; i < Number(count); i++) players.push(await joinServer(served.url, `Bot ${i + 1}`));
const { token } = players[0]!;
const terms = { name: `${count} bots`, system: 'swiss', game: 'chess', rounds: ROUNDS } as const;
const clock = { type: 'fischer', mainMs: 600_000, incrementMs: 1000 } as const;
const { id } = unwrap(await makeTournament(served.url, token, { ...terms, clock, rated: true }));
for (const player of players) await enter(served, player, id);
const browser = await chromium.launch({ executablePath: findChromium(), args: ['--no-sandbox'] });
const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
await page.goto(`${served.url}/tournament/${id}`);
await page.locator('.tournament').waitFor();

for (let round = 1; round <= ROUNDS; round++) {
  const fromMs = performance.now();
  unwrap(await sayInTournament(served.url, token, id, { type: 'round' }));
  const playing = players.map((player, seed) =>
    playBoard(served, player, id, { most: MOST_MOVES, seed: seed + 1000 * round }),
  );
  if (round === 2) {
    await page.locator('.is-live').first().waitFor();
    await page.screenshot({ path: join(folder, 'live.png') });
  }
  await Promise.all(playing);
  while (unwrap(await lookAtTournament(served.url, id)).isOpen)
    await new Promise(done => setTimeout(done, 50));
  console.log(`round ${round}: ${((performance.now() - fromMs) / 1000).toFixed(1)} s`);
}
await page.getByText('finished').first().waitFor();
await page.screenshot({ path: join(folder, 'over.png'), fullPage: true });
await page.setViewportSize({ width: 390, height: 844 });
await page.emulateMedia({ colorScheme: 'dark' });
await page.screenshot({ path: join(folder, 'phone.png') });
const file = await fetch(new URL(`/api/tournaments/${id}/file`, served.url));
await writeFile(join(folder, 'bots.car'), Buffer.from(await file.arrayBuffer()));
await browser.close();
await served.close();
