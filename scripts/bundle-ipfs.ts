/**
 * `node scripts/bundle-ipfs.ts`, a part of `npm run build`: writes the libraries of `@kifu/stores/ipfs` as one script, with their licenses
 * beside it. Users of the package then install none of them: one depends on WebRTC, and that on React Native.
 */
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, type Plugin } from 'vite';

const STORES = join(import.meta.dirname, '../packages/stores');
const TO = join(STORES, 'dist/ipfs');

/** Stands in for WebRTC: transports that dial no address and listen at none. Nodes in a process reach each other by TCP and WebSocket. */
const NO_WEBRTC = `
import { transportSymbol } from '@libp2p/interface';
const unable = () => { throw new Error('WebRTC is for pages'); };
const none = name => () => () => ({
  [Symbol.toStringTag]: name,
  [transportSymbol]: true,
  dial: unable,
  createListener: unable,
  dialFilter: () => [],
  listenFilter: () => [],
});
export const webRTC = none('no-webrtc');
export const webRTCDirect = none('no-webrtc-direct');
`;

/** Folders of the packages that were bundled. */
const bundled = new Set<string>();

const withoutWebRtc: Plugin = {
  name: 'without-webrtc',
  enforce: 'pre',
  resolveId: source => (source === '@libp2p/webrtc' ? join(STORES, 'no-webrtc.js') : null),
  load: id => (id === join(STORES, 'no-webrtc.js') ? NO_WEBRTC : null),
  generateBundle(_options, bundle) {
    for (const chunk of Object.values(bundle))
      if (chunk.type === 'chunk')
        for (const id of chunk.moduleIds) {
          const [folder] = /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(id) ?? [];
          if (folder !== undefined && existsSync(folder)) bundled.add(folder);
        }
  },
};

await build({
  configFile: false,
  root: STORES,
  logLevel: 'error',
  plugins: [withoutWebRtc],
  ssr: { noExternal: true, target: 'node' },
  build: {
    ssr: join(STORES, 'src/ipfs/libraries.ts'),
    target: 'node24',
    outDir: TO,
    emptyOutDir: false,
    minify: true,
    rolldownOptions: { output: { codeSplitting: false, entryFileNames: 'libraries.js' } },
  },
});
writeFileSync(join(TO, 'LICENSES.txt'), [...bundled].sort().map(licenseOf).join('\n'));

/** Name, version and license of a package. */
function licenseOf(folder: string): string {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const texts = globSync('{LICEN[CS]E,licen[cs]e}*', { cwd: folder }).sort();
  const text = texts.map(file => readFileSync(join(folder, file), 'utf8').trim()).join('\n\n');
  return `${name} ${version}, ${license}\n\n${text}\n\n${'-'.repeat(80)}\n`;
}
