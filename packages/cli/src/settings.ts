/**
 * Options that are not on the command line come from the environment, then from a file, each by its long name. A command with `--config`
 * reads all its options this way; other commands read those about the user, from the settings that `kifu config` writes.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fail, isObject, type Json, type JsonObject, ok, parseJson, type Result } from '@kifu/core';
import { type Command, InvalidArgumentError, type Option } from 'commander';
import { dataDir } from './home.ts';
import type { Io } from './io.ts';
import { describeRefusal, refuse } from './misuse.ts';
import { isPersonal } from './options.ts';
import { reason } from './save.ts';

const FILE = 'config.json';

/** The file of the settings. */
export const settingsPath = (io: Pick<Io, 'env'>): string => join(dataDir(io), FILE);

/** Reads a settings file. If it may be missing, a missing file has no settings. */
export async function readSettings(path: string, mayMiss = false): Promise<Result<JsonObject>> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (cause) {
    const { code = '' } = cause as NodeJS.ErrnoException;
    const isMissing = ['ENOENT', 'ENOTDIR'].includes(code);
    return isMissing && mayMiss ? ok({}) : fail('unreadable', `${path}: ${reason(cause)}`);
  }
  const json = parseJson(text);
  if (json.ok && isObject(json.value)) return ok(json.value);
  return fail(
    'malformed',
    `${path} is not a JSON object${json.ok ? '' : `: ${json.fault.message}`}`,
  );
}

/** Fills in options that are not on the command line. Their values are checked as if they were. */
export async function fillOptions(command: Command, io: Io): Promise<void> {
  const isWhole = command.options.some(isConfig);
  const mine = (option: Option) => isWhole || isPersonal(option);
  const open = command.options.filter(option => mine(option) && !isTyped(command, option));
  if (open.length === 0) return;
  for (const option of open) {
    const text = io.env[variableOf(option)];
    if (text !== undefined && text !== '') give(command, option, text, variableOf(option), io);
  }
  const { config } = command.opts<{ readonly config?: string }>();
  const path = isWhole ? config : settingsPath(io);
  if (path === undefined) return;
  const settings = await readSettings(path, !isWhole);
  if (!settings.ok) command.error(`error: ${settings.fault.message}`);
  for (const [name, value] of Object.entries(settings.value)) {
    const option = command.options.find(one => nameOf(one) === name && !isConfig(one));
    if (option === undefined && isWhole)
      command.error(`error: ${io.texts.misuse.noSetting(path, JSON.stringify(name))}`);
    if (option !== undefined && mine(option) && !isTyped(command, option))
      give(command, option, value, `${path}, ${name}`, io);
  }
}

/** The variable of an option: `KIFU_PUBLIC_URL` of `--public-url`, `KIFU_SITE` of `--no-site`. */
const variableOf = (option: Option): string =>
  `KIFU_${nameOf(option).replaceAll('-', '_').toUpperCase()}`;

const nameOf = (option: Option): string => option.name().replace(/^no-/, '');

const isConfig = (option: Option): boolean => nameOf(option) === 'config';

const isTyped = (command: Command, option: Option): boolean =>
  !['default', undefined].includes(command.getOptionValueSource(option.attributeName()));

function give(
  command: Command,
  option: Option,
  value: Json,
  source: string,
  { texts: { misuse } }: Io,
): void {
  try {
    command.setOptionValueWithSource(option.attributeName(), readValue(option, value), 'config');
  } catch (cause) {
    if (!(cause instanceof InvalidArgumentError)) throw cause;
    command.error(
      `error: ${misuse.setting(source, JSON.stringify(value))} ${describeRefusal(cause, misuse)}`,
    );
  }
}

/** Reads a value as from the command line. Options that may be repeated take a list, or text with commas. */
export function readValue(option: Option, value: Json): unknown {
  if (!option.required) return yesNo(value);
  const isList = Array.isArray(option.defaultValue);
  const given = isList && typeof value === 'string' ? value.split(',') : value;
  const texts = Array.isArray(given) && isList ? given.map(asText) : [asText(given)];
  let read: unknown = option.defaultValue;
  for (const text of texts) read = option.parseArg ? option.parseArg(text, read as never) : text;
  return read;
}

function asText(value: Json): string {
  if (typeof value === 'string' || typeof value === 'number') return String(value).trim();
  return refuse(texts => texts.settingText);
}

function yesNo(value: Json): boolean {
  const text = String(value).toLowerCase();
  if (['true', 'yes', 'on', '1'].includes(text)) return true;
  if (['false', 'no', 'off', '0'].includes(text)) return false;
  return refuse(texts => texts.settingFlag);
}
