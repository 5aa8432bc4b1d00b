/** The signatures of records as they are on each platform that Node can stand in for. */
import { vi } from 'vitest';
import * as node from '../src/sign/ed25519-node.ts';
import * as web from '../src/sign/ed25519-web.ts';

/** Implementations of `#ed25519`, by name; `none` is a browser without Ed25519, where all is left to our own code. */
export const platforms = {
  node: { ...node },
  web: { ...web },
  none: { ...web, verify: () => Promise.reject(new Error('there is no Ed25519')) },
};

/** The module as it is with that platform behind it. */
export async function signaturesOn(
  platform: typeof web,
): Promise<typeof import('../src/sign/signature.ts')> {
  vi.resetModules();
  vi.doMock('#ed25519', () => platform);
  const signatures = await import('../src/sign/signature.ts');
  // the next to import it, perhaps in another file, gets the real one
  vi.doUnmock('#ed25519');
  vi.resetModules();
  return signatures;
}
