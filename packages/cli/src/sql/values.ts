/** Values of DuckDB as JSON: numbers where JavaScript has them exactly, else text. */
import { isObject, type Json } from '@kifu/core';

/** A value as JSON. Moments, decimals and the like become text. */
export function jsonOf(value: unknown): Json {
  if (value === null || value === undefined) return null;
  if (typeof value === 'bigint')
    return value >= Number.MIN_SAFE_INTEGER && value <= Number.MAX_SAFE_INTEGER
      ? Number(value)
      : `${value}`;
  if (typeof value === 'number') return Number.isFinite(value) ? value : `${value}`;
  if (typeof value === 'string' || typeof value === 'boolean') return value;
  const { items, entries, scale } = value as {
    readonly items?: readonly unknown[];
    readonly entries?: object;
    readonly scale?: number;
  };
  if (Array.isArray(items)) return items.map(jsonOf);
  if (scale !== undefined) return decimalOf(`${value}`);
  if (isObject(entries as Json))
    return Object.fromEntries(Object.entries(entries!).map(([name, item]) => [name, jsonOf(item)]));
  return `${value}`;
}

/** A number where it keeps all digits. */
function decimalOf(text: string): Json {
  const number = Number(text);
  return text.replace(/\D/g, '').length <= 15 ? number : text;
}
