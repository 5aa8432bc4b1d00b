/** Metadata of a match as it is stored. It imports no code, so that any thread can. */
import type { Metadata } from '@kifu/core';

/** Columns that hold the rest of the metadata, in the order in which `parseFacts` takes them. */
export const TOLD_COLUMNS = ['event', 'round', 'time_control', 'eco'] as const;

/** The metadata in a column, and in the columns beside it. */
export function parseFacts(
  text: string,
  [event = null, round = null, timeControl = null, eco = null]: readonly (
    | string
    | null
    | undefined
  )[],
): Metadata {
  const {
    ratings = [],
    titles = [],
    site = null,
    openingName = null,
    tags = {},
  } = JSON.parse(text) as Partial<Metadata>;
  return { ratings, titles, event, site, round, timeControl, eco, openingName, tags };
}
