/** Starts the site: settings and language first, then the shell. */
import { applySettings, readSettings } from './settings.ts';
import { SiteShell } from './site-shell.ts';
import { useLanguage, wantedLanguage } from './texts.ts';

/** Delay after the first page until the service worker caches the files, in milliseconds. */
const OFFLINE_AFTER_MS = 3000;

void start();

async function start(): Promise<void> {
  const settings = readSettings();
  applySettings(settings);
  await useLanguage(wantedLanguage(settings.language));
  // most servers have no added games, and do not need this module
  if (document.querySelector('meta[name="kifu-games"]') !== null)
    (await import('./named-games.ts')).useNamedGames();
  customElements.define('kifu-site', SiteShell);
}

// after the first page: caching all files takes a while
if ('serviceWorker' in navigator)
  setTimeout(() => {
    const script = new URL('service-worker.js', document.baseURI);
    navigator.serviceWorker.register(script).catch(() => {}); // without one, pages need a connection
  }, OFFLINE_AFTER_MS);
