/** Names of the parameters by which a link says where in a match to look. */

/** Parameters of an address that say where in a match to look; with `kifu` they are for one viewer of a page. */
export const PLACE_PARAMS = ['at', 'range', 'seat', 'flip'] as const;

/** The parameter that names a viewer: its id, or its number among those of the page, from 1. */
export const NAME_PARAM = 'kifu';
