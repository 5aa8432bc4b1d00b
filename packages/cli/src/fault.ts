/** Faults, with the place where a command met them. */
import type { Fail } from '@kifu/core';

/** The same fault, its sentence begun with where it was met. */
export const within = (place: string, { fault }: Fail, path?: string): Fail => ({
  ok: false,
  fault: {
    ...fault,
    message: `${place}: ${fault.message}`,
    ...(path === undefined ? {} : { at: { ...fault.at, path: `${path}${fault.at?.path ?? ''}` } }),
  },
});
