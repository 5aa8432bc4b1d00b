/** Errors of archives. */

/** A file does not match its name, or is not valid. The rest of the archive can still be read. */
export class ArchiveDamagedError extends Error {
  override readonly name = 'ArchiveDamagedError';
  readonly file: string;
  constructor(file: string, what: string, options?: ErrorOptions) {
    super(`${file} is damaged: ${what}`, options);
    this.file = file;
  }
}
