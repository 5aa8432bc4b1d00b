/** A record on its way from the page that shows it into a study. */
import { navigate } from '../router.ts';

/** A record, as it was shown. */
interface RecordInHand {
  /** What it is called, for people. */
  readonly name: string;
  /** A CAR, with the annotations. */
  readonly bytes: Uint8Array;
}

let held: RecordInHand | null = null;

/** Leads to the studies, where the record is added to one. */
export function takeToStudies(record: RecordInHand): void {
  held = record;
  navigate('/study?add');
}

/** The record that is to be added; null where there is none, also after the page was loaded again. */
export const recordInHand = (): RecordInHand | null => held;

/** Puts the record away. */
export function putAway(): void {
  held = null;
}
