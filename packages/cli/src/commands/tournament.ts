/** `kifu tournament`: tournaments in files, from the first entry to the standings. */
import { Command } from 'commander';

import type { Handle } from '../run-command.ts';
import {
  enterCommand,
  newCommand,
  pairCommand,
  resultCommand,
  startCommand,
  withdrawCommand,
} from './tournament-change.ts';
import { runTournamentCommand } from './tournament-run.ts';
import { exportCommand, standingsCommand, verifyCommand } from './tournament-show.ts';

const PARTS = [
  newCommand,
  enterCommand,
  withdrawCommand,
  startCommand,
  pairCommand,
  resultCommand,
  standingsCommand,
  verifyCommand,
  exportCommand,
  runTournamentCommand,
];

/** The command. */
export function tournamentCommand(handle: Handle): Command {
  const tournament = new Command('tournament');
  for (const part of PARTS) tournament.addCommand(part(handle));
  return tournament;
}
