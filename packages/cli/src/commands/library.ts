/** `kifu library`: all matches that were played, made or imported here. */
import { Command } from 'commander';
import { addExamples } from '../options.ts';
import type { Handle } from '../run-command.ts';
import {
  deleteCommand,
  hideCommand,
  privateCommand,
  publicCommand,
  tagCommand,
  unhideCommand,
  untagCommand,
} from './library-edit.ts';
import { exportCommand } from './library-export.ts';
import { listCommand, searchCommand, showKeptCommand, statsCommand } from './library-find.ts';
import { importCommand } from './library-import.ts';
import {
  backupCommand,
  checkCommand,
  gcCommand,
  reindexCommand,
  repairCommand,
} from './library-maintenance.ts';
import { namesCommand } from './library-names.ts';

const PARTS = [
  listCommand,
  searchCommand,
  showKeptCommand,
  statsCommand,
  importCommand,
  exportCommand,
  namesCommand,
  tagCommand,
  untagCommand,
  hideCommand,
  unhideCommand,
  publicCommand,
  privateCommand,
  deleteCommand,
  checkCommand,
  repairCommand,
  gcCommand,
  backupCommand,
  reindexCommand,
];

/** The command. */
export function libraryCommand(handle: Handle): Command {
  const library = new Command('library')
    .description(
      'Find, import and export the matches that are kept here: one file in your data folder, or in KIFU_HOME. Wherever a file is read, the id of a match will do.',
    )
    .summary('Find, import and export matches.');
  for (const part of PARTS) library.addCommand(part(handle));
  return addExamples(
    library,
    ['kifu library list', 'what is there'],
    ['kifu library stats', 'how much there is, and where'],
  );
}
