/** After `npm ci`: builds the site, so that the first page is there as soon as it is served. */
import { siteFolder } from '../packages/web/src/site-folder.ts';

const built = await siteFolder();
// a copy without what builds it can do all else
if (!built.ok) console.warn(built.fault.message);
