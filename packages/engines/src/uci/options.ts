/** Options of UCI and Hub engines: how they are announced and set. UCI protocol, "option". */
import { EngineError } from '../process/engine-error.ts';
import type { EngineOption } from '../session.ts';

const TYPES: readonly string[] = ['check', 'spin', 'combo', 'button', 'string'];
const FIELDS = /\s(name|type|default|min|max|var)(?=\s|$)/;

/** Reads `option name Hash type spin default 16 min 1 max 1024`; null for other lines. */
export function parseOption(line: string): EngineOption | null {
  if (!/^option\s+name\s/.test(line)) return null;
  const values: string[] = [];
  const fields: { [field: string]: string } = {};
  const [, ...parts] = line.split(FIELDS);
  for (let i = 0; i + 1 < parts.length; i += 2) {
    const [field, text] = [parts[i]!, parts[i + 1]!.trim()];
    if (field === 'var') values.push(text);
    else fields[field] ??= text;
  }
  const { name, type, default: usual, min, max } = fields;
  if (!name || type === undefined || !TYPES.includes(type)) return null;
  return {
    ...{ name, values, default: usual === undefined || usual === '<empty>' ? null : usual },
    ...{ type: type as EngineOption['type'], min: numberOf(min), max: numberOf(max) },
  };
}

const numberOf = (text: string | undefined): number | null => {
  const value = Number(text);
  return text === undefined || text === '' || Number.isNaN(value) ? null : value;
};

/** Finds an option by its name in any case. */
export const findOption = (
  options: readonly EngineOption[],
  name: string,
): EngineOption | undefined =>
  options.find(option => option.name.toLowerCase() === name.toLowerCase());

/** Returns a value as the engine takes it; throws if the engine has no such option or does not allow the value. */
export function checkedValue(
  option: EngineOption | undefined,
  name: string,
  value: string,
): string {
  const wrong = (why: string) => new EngineError('protocol', `its option ${name} ${why}`);
  if (option === undefined) throw new EngineError('protocol', `it has no option ${name}`);
  if (/[\r\n]/.test(value)) throw wrong('cannot have a value of several lines');
  if (option.type === 'spin') {
    const number = Number(value);
    const { min, max } = option;
    if (!Number.isInteger(number) || value.trim() === '') throw wrong('must be a whole number');
    if ((min !== null && number < min) || (max !== null && number > max))
      throw wrong(`must be from ${min} to ${max}, not ${value}`);
  }
  if (option.type === 'check' && !/^(?:true|false)$/.test(value))
    throw wrong('must be true or false');
  if (option.type === 'combo') {
    const known = option.values.find(each => each.toLowerCase() === value.toLowerCase());
    if (known === undefined) throw wrong(`must be one of ${option.values.join(', ')}`);
    return known;
  }
  return value;
}
