/** `kifu library`: all matches that were played, made or imported here. */
import { Command } from 'commander';

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
import { exploreCommand } from './library-explore.ts';
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
  exploreCommand,
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
  const library = new Command('library');
  for (const part of PARTS) library.addCommand(part(handle));
  return library;
}
