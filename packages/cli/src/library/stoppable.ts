/** Work that takes long and can be stopped: by Ctrl-C, or when nobody reads any more. */
import { ok, type Result } from '@kifu/core';
import type { Io } from '../io.ts';
import { type Progress, startProgress } from '../progress.ts';
import { type Report, SILENT } from '../run-command.ts';
import { grouped } from '../text.ts';

/** How far something is, as stores tell it. */
interface Step {
  readonly step: string;
  readonly done: number;
  readonly total: number | null;
}

/** What such work is given. */
export interface Working {
  readonly signal: AbortSignal;
  /** Tells a terminal how far it is. */
  onProgress(step: Step): void;
}

/** Does it; where it was stopped, that is all there is to say. */
export async function stoppable(
  io: Io,
  work: (working: Working) => Promise<Result<Report>>,
): Promise<Result<Report>> {
  const controller = new AbortController();
  const progress = startProgress(io);
  let stoppedBy = 0;
  const stopListening = io.onStop(exitCode => {
    stoppedBy = exitCode;
    controller.abort();
  });
  try {
    return await work({ signal: controller.signal, onProgress: tellSteps(progress) });
  } catch (cause) {
    if (!controller.signal.aborted) throw cause;
    return ok({ ...SILENT, exitCode: stoppedBy });
  } finally {
    progress.clear();
    stopListening();
  }
}

const tellSteps =
  (progress: Progress) =>
  ({ step, done, total }: Step): void =>
    progress.tellOften(`${step}: ${grouped(done)}${total === null ? '' : ` of ${grouped(total)}`}`);
