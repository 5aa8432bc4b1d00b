/** Where this browser stores what it must remember of live games: IndexedDB, or memory where the browser stores nothing. */
import { memoryVault, type Vault } from '@kifu/record/store';
import { openPageStores } from '../site/page-stores.ts';

let vault: Promise<Vault> | null = null;

/** The vault of this browser. */
export function liveVault(): Promise<Vault> {
  vault ??= openPageStores('kifu-peer').then(
    stores => stores.vault,
    () => memoryVault(),
  );
  return vault;
}
