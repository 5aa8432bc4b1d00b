/** What goes wrong with an archive. */

/** Something in a file is not what its name says, or what no archive has. The rest of the archive can still be read. */
export class ArchiveDamagedError extends Error {
  override readonly name = 'ArchiveDamagedError';
  readonly file: string;
  constructor(file: string, what: string, options?: ErrorOptions) {
    super(`${file} is damaged: ${what}`, options);
    this.file = file;
  }
}
