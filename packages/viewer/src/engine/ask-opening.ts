/** Asks the engine what an opening is called: wanted with every record that does not say it. */
import { ask } from './ask.ts';
import type { OnDemandAnswer } from './on-demand-types.ts';
import type { OpenedRecord } from './types.ts';

/** What the opening of a record is called; null where it has no name. */
export const askOpening = async ({ id }: OpenedRecord): Promise<string | null> =>
  ((await ask({ do: 'opening', of: id })) as Extract<OnDemandAnswer, { opening: unknown }>).opening;
