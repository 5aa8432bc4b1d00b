/** Starts the site: settings and language first, then the shell. */
import { applySettings, readSettings } from './settings.ts';
import { SiteShell } from './site-shell.ts';
import { useLanguage, wantedLanguage } from './texts.ts';

/** How long the worker leaves the line to the page before it caches all other files, in milliseconds. */
const FILL_AFTER_MS = 2000;

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

// with the first page, so that a visitor who loses the connection keeps it; all other files follow when the page is at rest
if ('serviceWorker' in navigator) {
  const script = new URL('service-worker.js', document.baseURI);
  const register = () =>
    navigator.serviceWorker
      .register(script)
      .then(() => navigator.serviceWorker.ready)
      .then(({ active }) => setTimeout(() => active?.postMessage('fill'), FILL_AFTER_MS))
      .catch(() => {}); // without one, pages need a connection
  if (document.readyState === 'complete') void register();
  else addEventListener('load', () => void register(), { once: true });
}
