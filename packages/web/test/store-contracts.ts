/** The contracts of stores, run on those of the browser: a test bundles this for a page. */
import {
  appendContract,
  blockStoreContract,
  headsContract,
  type StoreCheck,
  vaultContract,
} from '@kifu/record/contracts';
import { openPageStores, type PageStores } from '../src/site/page-stores.ts';

const NAME = 'kifu-local';

/** Stores with nothing in them, and one part of them. */
async function make<Part>(part: (stores: PageStores) => Part) {
  const stores = await openPageStores(NAME);
  await new Promise<void>((resolve, reject) => {
    const request = indexedDB.open(NAME);
    request.onerror = () => reject(request.error);
    request.onsuccess = () => {
      const database = request.result;
      const names = [...database.objectStoreNames];
      const transaction = database.transaction(names, 'readwrite');
      for (const name of names) transaction.objectStore(name).clear();
      transaction.oncomplete = () => resolve(database.close());
    };
  });
  return { store: part(stores), blocks: stores.blocks, close: async () => {} };
}

/** Every check by its name; with what was wrong, or null. */
export async function runContracts(): Promise<readonly (readonly [string, string | null])[]> {
  const all: readonly StoreCheck[] = [
    ...blockStoreContract(() => make(({ blocks }) => blocks)),
    ...headsContract(() => make(({ heads }) => heads)),
    ...appendContract(() => make(stores => stores)),
    ...vaultContract(() => make(({ vault }) => vault)),
  ];
  const found: [string, string | null][] = [];
  for (const [name, check] of all)
    found.push([
      name,
      await check().then(
        () => null,
        error => String(error),
      ),
    ]);
  return found;
}
