/** Engines that the user has added: under `engines` in the settings of the data directory. */

import { fail, isObject, type Json, type JsonObject, ok, type Result } from '@kifu/core';
import { type EngineSpec, isProtocol } from '@kifu/engines';
import { makeHome } from '../home.ts';
import type { Io } from '../io.ts';
import { saveBytes } from '../save.ts';
import { readSettings, settingsPath } from '../settings.ts';

/** Key of the engines in the settings. */
export const ENGINES = 'engines';

/** Names of engines: short words, so that lists of seats stay readable. */
export const isEngineName = (name: string): boolean => /^[A-Za-z0-9][\w.-]{0,39}$/.test(name);

/** Reads the engines by name. */
export async function storedEngines(
  io: Pick<Io, 'env'>,
): Promise<Result<ReadonlyMap<string, EngineSpec>>> {
  const settings = await readSettings(settingsPath(io), true);
  if (!settings.ok) return settings;
  const stored = settings.value[ENGINES] ?? {};
  if (!isObject(stored)) return malformed(io, ENGINES);
  const engines = new Map<string, EngineSpec>();
  for (const [name, value] of Object.entries(stored)) {
    const spec = readSpec(value);
    if (spec === null) return malformed(io, `${ENGINES}.${name}`);
    engines.set(name, spec);
  }
  return ok(engines);
}

/** Stores an engine, or removes it (null). */
export async function storeEngine(
  io: Io,
  name: string,
  spec: EngineSpec | null,
): Promise<Result<null>> {
  const home = await makeHome(io);
  if (!home.ok) return home;
  const settings = await readSettings(settingsPath(io), true);
  if (!settings.ok) return settings;
  const engines = await storedEngines(io);
  if (!engines.ok) return engines;
  const changed = new Map(engines.value);
  if (spec === null) changed.delete(name);
  else changed.set(name, spec);
  const { [ENGINES]: _, ...others } = settings.value;
  const kept: JsonObject =
    changed.size === 0
      ? others
      : { ...others, [ENGINES]: Object.fromEntries(changed) as unknown as JsonObject };
  const saved = await saveBytes(settingsPath(io), `${JSON.stringify(kept, null, 2)}\n`, true);
  return saved.ok ? ok(null) : saved;
}

const malformed = (io: Pick<Io, 'env'>, path: string) =>
  fail('malformed', `${settingsPath(io)}: ${path} is not an engine; use kifu engine add`);

/** An engine as the settings have it; a person may have edited them. */
function readSpec(value: Json): EngineSpec | null {
  if (!isObject(value)) return null;
  const { protocol, command, options = {}, elo, limits = {}, ponder = false } = value;
  if (!isProtocol(protocol) || !Array.isArray(command) || command.length === 0) return null;
  if (!command.every(word => typeof word === 'string')) return null;
  if (!isObject(options) || !Object.values(options).every(text => typeof text === 'string'))
    return null;
  if (!isObject(limits) || !Object.values(limits).every(isCount)) return null;
  if (elo !== undefined && !isCount(elo)) return null;
  if (typeof ponder !== 'boolean') return null;
  return value as unknown as EngineSpec;
}

const isCount = (value: Json): boolean => typeof value === 'number' && value > 0;
