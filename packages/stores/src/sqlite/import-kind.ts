/** The kind of the marks of imports in the vault; in a file of its own for the thread that writes. */
export const IMPORT_KIND = 'import';
