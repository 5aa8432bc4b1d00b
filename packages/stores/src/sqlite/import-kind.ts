/** Kind of the marks of imports in the vault; it imports nothing, so that the writer thread starts quickly. */
export const IMPORT_KIND = 'import';
