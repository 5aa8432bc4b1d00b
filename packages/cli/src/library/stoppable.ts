/** Work that takes long and can be stopped: by Ctrl-C, or when the reader of the output has gone. */
import { ok, type Result } from '@kifu/core';
import type { Io } from '../io.ts';
import { type Progress, startProgress } from '../progress.ts';
import { type CommandReport, SILENT } from '../run-command.ts';
import { grouped } from '../text.ts';

/** How far something is, as stores tell it. */
interface WorkProgress {
  readonly step: string;
  readonly done: number;
  readonly total: number | null;
}

/** What stoppable work is given. */
export interface StoppableWork {
  readonly signal: AbortSignal;
  /** Tells a terminal how far it is. */
  onProgress(step: WorkProgress): void;
}

/** Runs work that Ctrl-C may stop; then its report is empty. */
export async function stoppable(
  io: Io,
  work: (working: StoppableWork) => Promise<Result<CommandReport>>,
): Promise<Result<CommandReport>> {
  const controller = new AbortController();
  const progress = startProgress(io, { isLogged: true });
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
  ({ step, done, total }: WorkProgress): void =>
    progress.tellOften(`${step}: ${grouped(done)}${total === null ? '' : ` of ${grouped(total)}`}`);
