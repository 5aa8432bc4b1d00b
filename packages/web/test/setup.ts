/** Before the tests in a browser: builds the site once, serves it, and starts one Chromium for all of them. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { build } from 'vite';
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
];

/** The switches that Chromium needs as root, and those that keep it off the network. */
export const SWITCHES = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  `--disable-features=${UNUSED}`,
];

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const executablePath = findChromium();
  const folder = await mkdtemp(join(tmpdir(), 'kifu-site-'));
  await buildSite(folder);
  const served = await serve(folder);
  const browser = await chromium.launchServer({ executablePath, args: SWITCHES });
  project.provide('siteUrl', served.url);
  project.provide('browserUrl', browser.wsEndpoint());
  project.provide('siteFolder', folder);
  return async () => {
    await browser.close();
    await served.close();
    await rm(folder, { recursive: true });
  };
}

/** Builds the site as it is published. */
export async function buildSite(outDir: string): Promise<void> {
  const env = process.env.NODE_ENV;
  process.env.NODE_ENV = 'production'; // Vite takes it for the mode of what it builds
  await build({
    configFile: join(import.meta.dirname, '../vite.config.ts'),
    logLevel: 'error',
    mode: 'test',
    build: { outDir, emptyOutDir: true },
  });
  if (env === undefined) delete process.env.NODE_ENV;
  else process.env.NODE_ENV = env;
}
