/** From the words of a command line to an engine: `uci:stockfish`, `gtp:/usr/games/gnugo`, `engine:NAME`. */
import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fail, ok, type Result } from '@kifu/core';
import { type EngineSpec, parseSpec, type ThinkLimits } from '@kifu/engines';
import type { Io } from '../io.ts';
import { storedEngines } from './stored-engines.ts';

/** What the command line says of all engines of a match. */
export interface EngineOptions {
  readonly elo?: number;
  readonly engineOption?: { readonly [name: string]: string };
  readonly moveTime?: number;
}

/** Folders of games that are often not in `PATH`. */
const GAME_FOLDERS = ['/usr/games', '/usr/local/games', '/opt/homebrew/bin'];
const STORED = /^engine:(.+)$/;

/** Whether a text names an engine. */
export const isEngineText = (text: string): boolean =>
  STORED.test(text) || parseSpec(text) !== null;

/** Returns what an engine is started with. */
export async function findEngine(
  io: Pick<Io, 'env'>,
  text: string,
  { elo, engineOption = {}, moveTime }: EngineOptions = {},
): Promise<Result<EngineSpec>> {
  const [, name] = STORED.exec(text) ?? [];
  const found = name === undefined ? parseSpec(text) : await findStored(io, name);
  if (found === null)
    return fail('malformed', `${text} is not an engine; use uci:PROGRAM or engine:NAME`);
  if ('ok' in found && !found.ok) return found;
  const spec = 'ok' in found ? found.value : found;
  const [program = '', ...args] = spec.command;
  const limits: ThinkLimits = moveTime === undefined ? (spec.limits ?? {}) : { moveMs: moveTime };
  return ok({
    ...{ protocol: spec.protocol, command: [locate(io, program), ...args] },
    ...{ options: { ...spec.options, ...engineOption }, limits },
    ...(spec.ponder === true ? { ponder: true } : {}),
    ...((elo ?? spec.elo) === undefined ? {} : { elo: (elo ?? spec.elo)! }),
  });
}

async function findStored(io: Pick<Io, 'env'>, name: string): Promise<Result<EngineSpec>> {
  const engines = await storedEngines(io);
  if (!engines.ok) return engines;
  const spec = engines.value.get(name);
  return spec === undefined
    ? fail('not-found', `engine ${name} not found; add it with kifu engine add ${name}`)
    : ok(spec);
}

/** The path of a program: as given, or in `PATH`, or where games are installed. */
function locate({ env }: Pick<Io, 'env'>, program: string): string {
  if (/[\\/]/.test(program)) return program;
  const folders = [...(env.PATH ?? '').split(delimiter).filter(Boolean), ...GAME_FOLDERS];
  return folders.map(folder => join(folder, program)).find(isProgram) ?? program;
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
