/** The record of a chapter as a viewer has it, with all that was added: for its analysis, and with it. */
import type { KifuViewer } from '@kifu/viewer';
import { canAnalyze } from '../analysis/can-analyze.ts';
import type { RecordToAnalyze } from '../analysis/run-analysis.ts';
import { faultText } from '../fault-text.ts';
import { askWorker } from './ask-worker.ts';

/** The record of a viewer, also while it shows a variation. */
export const wholeRecord = ({ state }: KifuViewer): KifuViewer['record'] =>
  state.main ?? state.record;

/** Whether it can be analyzed; a chapter need not be over. */
export const isAnalyzable = (record: NonNullable<KifuViewer['record']>): boolean =>
  record.lines.some(({ kind }) => kind === 'move') &&
  canAnalyze({ ...record, seats: record.seats.length });

/** The record for its analysis; rejects where it cannot be written. */
export const recordToAnalyze = async (viewer: KifuViewer): Promise<RecordToAnalyze> => ({
  ...{ name: 'chapter.kifu', bytes: await packOf(viewer), number: 1, form: 'pack' },
});

/** The pack of the record with an analysis in place of the one before, or without; what is added meanwhile is in it. */
export async function analyzedPack(
  viewer: KifuViewer,
  analyzed: Uint8Array | null,
): Promise<Uint8Array> {
  for (;;) {
    const record = wholeRecord(viewer);
    const found = await askWorker('analysis', { pack: await packOf(viewer), analyzed });
    if (!found.ok) throw new Error(faultText(found.fault));
    if (wholeRecord(viewer) === record) return found.value;
  }
}

async function packOf(viewer: KifuViewer): Promise<Uint8Array> {
  const written = await viewer.write('pack');
  if (!written.ok) throw new Error(faultText(written.fault));
  return written.value.bytes;
}
