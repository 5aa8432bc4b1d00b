/** Starts the site: settings and language first, then the shell. */
import { applySettings, readSettings } from './settings.ts';
import { SiteShell } from './site-shell.ts';
import { useLanguage, wantedLanguage } from './texts.ts';

const settings = readSettings();
applySettings(settings);
await useLanguage(wantedLanguage(settings.language));
customElements.define('kifu-site', SiteShell);
