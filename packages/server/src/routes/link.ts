/** Answers to links of matches on a server without a site: how to open them. The same for all ids, so that it does not reveal which exist. */
import { STYLED_POLICY } from '../security.ts';
import type { Routes } from './context.ts';
import { idParams } from './schemas.ts';

const PAGE = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Kifu: a match</title>
<style>body{font:16px/1.5 system-ui,sans-serif;max-width:40rem;margin:2rem auto;padding:0 1rem;color-scheme:light dark}code,pre{font:14px/1.4 ui-monospace,monospace}</style>
<h1>A match</h1><p>This is the link of a match. It is played and watched from a terminal: copy the whole address of this page, and there say</p>
<pre>npx kifu play GAME --join ADDRESS\nnpx kifu watch ADDRESS</pre>
<p>where GAME is the name of the game, such as <code>chess</code>.</p><p><a href="/api/live">Open invites and live matches</a></p></html>`;

export const linkRoutes: Routes = (app, { page }) => {
  if (page !== null) return; // the site has a page for it
  app.get(
    '/live/:id',
    { schema: { hide: true, params: idParams } as object },
    async (_request, reply) =>
      reply
        .headers({ 'cache-control': 'no-cache', 'content-security-policy': STYLED_POLICY })
        .type('text/html; charset=utf-8')
        .send(PAGE),
  );
};
