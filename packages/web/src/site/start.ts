/** Starts the site: settings and language first, then the shell. */
import { applySettings, readSettings } from './settings.ts';
import { SiteShell } from './site-shell.ts';
import { useLanguage, wantedLanguage } from './texts.ts';

/** How long after the page is there its files are kept for times without a connection, in milliseconds. */
const OFFLINE_AFTER_MS = 3000;

void start();

async function start(): Promise<void> {
  const settings = readSettings();
  applySettings(settings);
  await useLanguage(wantedLanguage(settings.language));
  // pages of most servers have no games of their own, and need not load what takes them
  if (document.querySelector('meta[name="kifu-games"]') !== null)
    (await import('./named-games.ts')).useNamedGames();
  customElements.define('kifu-site', SiteShell);
}

// after the first page is there: keeping all the rest takes a while
if ('serviceWorker' in navigator)
  setTimeout(() => {
    const script = new URL('service-worker.js', document.baseURI);
    navigator.serviceWorker.register(script).catch(() => {}); // without one, pages need a connection
  }, OFFLINE_AFTER_MS);
