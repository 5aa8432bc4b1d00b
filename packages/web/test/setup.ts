/** Before the tests in a browser: serves the site, built anew where a source has changed, and starts one Chromium for all of them. */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import type { TestProject } from 'vitest/node';
import { findChromium } from './chromium.ts';
import { serve } from './serve.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Where the built site is served. */
    siteUrl: string;
    /** Where the browser listens. */
    browserUrl: string;
    /** The folder of the built site. */
    siteFolder: string;
  }
}

const SITE = join(import.meta.dirname, '../dist/site');
const PREPARE = join(import.meta.dirname, '../../../scripts/prepare.ts');

/**
 * What a test has no use for: pages of Chromium's own around each window, which take two thirds of the time that a new one takes. With
 * this, what Playwright would switch off has to be said again.
 */
const UNUSED = [
  ...['PreloadTopChromeWebUI', 'InitialWebUI', 'WebUIReloadButton', 'WebUILocationBar'],
  ...['WebUIToolbar', 'WebUIOmniboxPopup', 'AvoidUnnecessaryBeforeUnloadCheckSync'],
  ...['DestroyProfileOnBrowserClose', 'HttpsUpgrades', 'HttpsFirstBalancedModeAutoEnable'],
  ...['LensOverlay', 'MediaRouter', 'PaintHolding', 'ThirdPartyStoragePartitioning'],
  ...['OptimizationHints', 'NetworkTimeServiceQuerying', 'AimEnabled', 'PreconnectToSearch'],
  // a process for each site, and one in reserve: a fifth of what a page costs
  ...['SpareRendererForSitePerProcess', 'IsolateOrigins', 'site-per-process'],
];

/** The switches that Chromium needs as root, those that keep it off the network, and those that spare it work. */
export const SWITCHES = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-site-isolation-trials',
  `--disable-features=${UNUSED}`,
];

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const executablePath = findChromium();
  // by Node itself: Vite does not find the sources of our packages before the tests
  execFileSync(process.execPath, ['--conditions=source', PREPARE], { stdio: 'inherit' });
  const served = await serve(SITE);
  const browser = await chromium.launchServer({ executablePath, args: SWITCHES });
  project.provide('siteUrl', served.url);
  project.provide('browserUrl', browser.wsEndpoint());
  project.provide('siteFolder', SITE);
  return async () => {
    await browser.close();
    await served.close();
  };
}
