/** Archives: matches in immutable files, searched and read over any network. Nothing here needs more than `fetch`. */
export { type FollowOptions, followArchive, openArchive } from './archive.ts';
export { ArchiveDamagedError } from './errors.ts';
export type { ArchiveFiles, ListedFile } from './files.ts';
export {
  ArchiveHostError,
  type FileAnswer,
  type FileRequest,
  type GetFile,
  type HttpFilesOptions,
  httpFiles,
} from './http-files.ts';
