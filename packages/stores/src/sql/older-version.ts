/** Why tables of an older development version are refused, and what to do about it. */
export const OLDER_VERSION =
  'an older development version wrote it; export it with that version, then import it here';
