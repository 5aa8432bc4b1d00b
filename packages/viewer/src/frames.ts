/** Runs a task frame by frame. */

/** Gives a way to begin: from then on an act is done at every frame, with the milliseconds since the one before, while it is wanted. */
export function everyFrame(isWanted: () => boolean, act: (elapsedMs: number) => void): () => void {
  let lastMs: number | null = null;
  const frame = (nowMs: number): void => {
    if (lastMs === null || !isWanted()) {
      lastMs = null;
      return;
    }
    const elapsedMs = Math.max(0, nowMs - lastMs);
    lastMs = nowMs;
    act(elapsedMs);
    requestAnimationFrame(frame);
  };
  return () => {
    if (lastMs !== null || !isWanted()) return;
    lastMs = performance.now();
    requestAnimationFrame(frame);
  };
}
