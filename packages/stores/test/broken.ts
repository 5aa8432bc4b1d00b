/** Stores that break a promise on purpose, to see whether a contract notices. */
import type { MadeStore, StoreCheck } from '@kifu/record/contracts';

/** What makes a store for each check of a contract. */
export const made =
  <Store>(create: () => Store) =>
  async (): Promise<MadeStore<Store>> => ({ store: create(), close: async () => {} });

/** What makes a store with some of its parts replaced, from the store that it was. */
export const broken = <Store extends object>(
  create: () => Store,
  change: (store: Store) => Partial<Store>,
): (() => Promise<MadeStore<Store>>) =>
  made(() => {
    const store = create();
    return { ...store, ...change(store) };
  });

/** The names of the checks that fail. */
export async function failing(checks: readonly StoreCheck[]): Promise<string[]> {
  const names: string[] = [];
  for (const [name, check] of checks)
    await check().catch(() => {
      names.push(name);
    });
  return names;
}

/** Lets others go first. */
export const later = (): Promise<void> => new Promise(done => setImmediate(done));
