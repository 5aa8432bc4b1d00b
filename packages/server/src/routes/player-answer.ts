/** Players as returned by the API. */
import * as z from 'zod';

/** Player, as of the newest statement. */
export const playerAnswer = z.object({
  id: z.string().describe('The first key, which identifies the player permanently.'),
  name: z.string(),
  about: z.string(),
  keys: z.array(
    z.object({
      key: z.string(),
      label: z.string(),
      from: z.number(),
      until: z.number().nullable(),
      gone: z.enum(['successor', 'revoked']).nullable(),
    }),
  ),
  vacations: z.array(z.object({ from: z.number(), until: z.number().nullable() })),
  since: z.number(),
  at: z.number(),
  head: z.string(),
  count: z.number(),
});
