/** Who may see what of a match. */
import type { Game, Header } from '@kifu/core';
import { isSealed } from './terms.ts';

/** Whether a seat must not yet learn what happened: hands are hidden until the ending shows them. */
export const isHiding = ({ secrets }: Game, header: Header, isEnded: boolean): boolean =>
  (secrets !== undefined || isSealed(header)) && !isEnded;
