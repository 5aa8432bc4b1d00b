/** Names of openings that writing adds where a record has none. They say so, and reading leaves them out: the record is what it was. */

/** Tags that name an opening, in files of all kinds. */
export const OPENING_TAGS = ['ECO', 'Opening', 'Variation', 'NIC'] as const;

/** The tag that says where the name of the opening comes from, and that positions tell it. */
export const OPENING_SOURCE = 'OpeningSource';
export const BY_POSITION = 'position';

/** Forgets a name that was added. */
export function dropAddedOpening(tags: { [name: string]: string }): void {
  if (tags[OPENING_SOURCE] !== BY_POSITION) return;
  delete tags.ECO;
  delete tags.Opening;
  delete tags[OPENING_SOURCE];
}
