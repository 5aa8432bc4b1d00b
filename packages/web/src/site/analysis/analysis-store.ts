/** Analyses that were made in this browser (IndexedDB), by match; where storage is blocked, they are lost with the page. */
import { answer, databaseOf } from '../database.ts';
import type { StoredAnalysis } from './analysis-worker.ts';

const database = databaseOf('kifu-analyses', ['analyses'], made => {
  made.createObjectStore('analyses', { keyPath: 'match' }).createIndex('madeMs', 'madeMs');
});
/** Older ones make room for new ones. */
const MOST = 200;

/** The analysis of a match as it stands; null where there is none. */
export async function findAnalysis(match: string, head: string): Promise<StoredAnalysis | null> {
  const found = await database
    .read<StoredAnalysis | undefined>('analyses', all => all.get(match))
    .catch(() => undefined);
  return found?.head === head ? found : null;
}

/** Stores an analysis in place of the one before; false where the browser does not store it. */
export async function storeAnalysis(analysis: StoredAnalysis): Promise<boolean> {
  try {
    await database.change(async store => {
      const all = store('analyses');
      all.put({ ...analysis, madeMs: Date.now() });
      const matches = await answer(all.index('madeMs').getAllKeys());
      for (const match of matches.slice(0, Math.max(0, matches.length - MOST))) all.delete(match);
    });
    return true;
  } catch {
    return false;
  }
}

/** Removes the analysis of a match. */
export async function forgetAnalysis(match: string): Promise<void> {
  await database.change(store => void store('analyses').delete(match)).catch(() => {});
}
