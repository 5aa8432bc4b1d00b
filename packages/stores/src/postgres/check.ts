/** Checks a whole store: every block, every secret, and then the records. */
import { decodeCid, fail, formatCid, hashesTo } from '@kifu/core';
import type { FindGame } from '@kifu/record';
import type { Vault } from '@kifu/record/store';
import { checkRecords } from '../library/check.ts';
import type {
  Inventory,
  NoteProblem,
  StoreChecked,
  StoreProblem,
  UpkeepOptions,
} from '../library/upkeep.ts';
import type { Connections } from './connections.ts';
import { PostgresDamagedError } from './errors.ts';
import { type BlockPage, blocksAfter, FIRST_PAGE, secretPages } from './rows.ts';

interface CheckParts {
  readonly connections: Connections;
  readonly store: Inventory & { readonly vault: Vault };
}

/** Checks everything. What is wrong is listed; a server that is gone, the signal and a closed store end this early. */
export async function checkStore(
  parts: CheckParts,
  findGame: FindGame,
  options: UpkeepOptions = {},
): Promise<StoreChecked> {
  const problems: StoreProblem[] = [];
  const note: NoteProblem = (what, where, code, message) =>
    problems.push({ what, where, fault: fail(code, message).fault });
  const blocks = await checkBlocks(parts, note, options);
  const secrets = await checkSecrets(parts, note, options);
  const records = await checkRecords(parts.store, findGame, options).catch(error => {
    noteDamage(parts, note, error);
    return { matches: 0, unknown: 0, remarks: 0, listings: 0, unlisted: [], problems: [] };
  });
  return { ...records, blocks, secrets, problems: [...problems, ...records.problems] };
}

async function checkBlocks(
  { connections }: CheckParts,
  note: NoteProblem,
  { onProgress, ...ask }: UpkeepOptions,
): Promise<number> {
  let count = 0;
  for (let after: Uint8Array | null = FIRST_PAGE; after !== null; ) {
    ask.signal?.throwIfAborted();
    const { blocks, next }: BlockPage = await blocksAfter(connections, after, 'infinity');
    for (const { cid, bytes } of blocks) {
      const decoded = decodeCid(cid);
      if (!decoded.ok) note('block', nameOf(cid), 'malformed', 'the ID is not a content ID');
      else if (!hashesTo(decoded.value, bytes))
        note('block', nameOf(cid), 'broken-chain', 'its bytes are not those that its id names');
    }
    count += blocks.length;
    after = next;
    onProgress?.({ step: 'blocks', done: count, total: null });
  }
  return count;
}

async function checkSecrets(
  { connections, store }: CheckParts,
  note: NoteProblem,
  { onProgress, ...ask }: UpkeepOptions,
): Promise<number> {
  let count = 0;
  for await (const page of secretPages(connections, ask)) {
    for (const { kind, name } of page)
      await store.vault.get(kind, name, ask).catch((error: unknown) => {
        if (!(error instanceof PostgresDamagedError)) throw error;
        note('secret', `${kind} ${name}`, 'unreadable', error.message);
      });
    count += page.length;
    onProgress?.({ step: 'secrets', done: count, total: null });
  }
  return count;
}

/** Notes damage as a problem; a lost server ends the check. */
function noteDamage({ connections }: CheckParts, note: NoteProblem, error: unknown): void {
  if (!(error instanceof PostgresDamagedError)) throw error;
  note('file', connections.where, 'unreadable', error.message);
}

/** As text; in hex if the bytes are not a content ID. */
function nameOf(bytes: Uint8Array): string {
  const cid = decodeCid(bytes);
  return cid.ok ? formatCid(cid.value) : Buffer.from(bytes).toString('hex');
}
