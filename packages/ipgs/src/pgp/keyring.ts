/** Known key files: each is parsed once, and what one file states about a key counts for all files of that player. */
import { cidOf, formatCid, type Result } from '@kifu/core';
import { type KeyFile, readKeyFile } from './key-file.ts';

/** Remembers key files. */
export interface Keyring {
  /** The key in a file. */
  read(bytes: Uint8Array): Promise<Result<KeyFile>>;
  /** Files of the same player in which something was revoked, this one included. */
  revocations(file: KeyFile): readonly KeyFile[];
}

/** How many parsed files are cached; those used last. */
const MAX_FILES = 512;
/** Of how many players revocations are remembered, and how many files of each. */
const MAX_REVOKED = 4096;
const MAX_REVOKED_FILES = 8;

/** An empty keyring. */
export function createKeyring(): Keyring {
  const files = new Map<string, Promise<Result<KeyFile>>>();
  const revoked = new Map<string, readonly KeyFile[]>();
  const note = (file: KeyFile): void => {
    if (!file.isRevoked) return;
    const known = revoked.get(file.fingerprint) ?? [];
    if (known.some(({ hash }) => hash === file.hash)) return;
    revoked.delete(file.fingerprint);
    revoked.set(file.fingerprint, [file, ...known].slice(0, MAX_REVOKED_FILES));
    if (revoked.size > MAX_REVOKED) revoked.delete(revoked.keys().next().value!);
  };
  return {
    read(bytes) {
      const hash = formatCid(cidOf('raw', bytes));
      const reading = files.get(hash) ?? readKeyFile(bytes);
      files.delete(hash);
      files.set(hash, reading); // now the last that will be dropped
      if (files.size > MAX_FILES) files.delete(files.keys().next().value!);
      return reading.then(file => {
        if (file.ok) note(file.value);
        return file;
      });
    },
    revocations: ({ fingerprint }) => revoked.get(fingerprint) ?? [],
  };
}
