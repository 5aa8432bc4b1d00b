/** From the words of a command line to engines that analyze for others. */
import { type Kit, ok, type Result } from '@kifu/core';
import { openAnalyzer, PROTOCOLS } from '@kifu/engines';
import type { ServedEngine } from '@kifu/engines/serve';
import type { Io } from '../io.ts';
import { type EngineOptions, findEngine } from './find-engine.ts';

/** Finds engines and their games; null where an engine of every game comes without one. */
export async function servedEngines(
  io: Io,
  texts: readonly string[],
  options: EngineOptions & { readonly game?: string },
): Promise<Result<readonly ServedEngine[]> | null> {
  const engines: ServedEngine[] = [];
  for (const text of texts) {
    const spec = await findEngine(io, text, options);
    if (!spec.ok) return spec;
    const game = PROTOCOLS[spec.value.protocol] ?? options.game;
    if (game === undefined) return null;
    const kit: Result<Kit> = await io.games.load(game);
    if (!kit.ok) return kit;
    const context = { kit: kit.value, env: io.env };
    engines.push({ kit: kit.value, open: () => openAnalyzer(spec.value, context) });
  }
  return ok(engines);
}
