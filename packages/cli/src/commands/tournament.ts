/** `kifu tournament`: tournaments in files, from the first entry to the standings. */
import { Command } from 'commander';
import { addExamples } from '../options.ts';
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
  const tournament = new Command('tournament')
    .description(
      'Run tournaments: Swiss, round-robin, knock-out and arena. A tournament is a file of entries that its organiser signs; pairings and standings follow from them.',
    )
    .summary('Run and verify tournaments.');
  for (const part of PARTS) tournament.addCommand(part(handle));
  return addExamples(
    tournament,
    ['kifu tournament new club.car --game chess --rounds 5 --key me', 'begin one'],
    ['kifu tournament run checkers --players 8 -o bots.car', 'let bots play one'],
  );
}
