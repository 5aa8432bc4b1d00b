/** `npm ci` builds the pages, so that nobody waits for them when a server is started. */
import { formatFault } from '@kifu/core';
import { siteFolder } from '@kifu/web/export';

const site = await siteFolder();
if (!site.ok) console.error(`the pages are not built: ${formatFault(site.fault)}`);
