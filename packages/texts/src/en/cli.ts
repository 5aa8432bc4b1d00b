/** Texts of the command line, in English, the source of all other languages. Loaded on its own: pages do without it. */
import { counts } from './cli/counts.ts';
import { faults } from './cli/faults.ts';
import { library } from './cli/help-library.ts';
import { peers } from './cli/help-peers.ts';
import { play } from './cli/help-play.ts';
import { players } from './cli/help-players.ts';
import { programs } from './cli/help-programs.ts';
import { records } from './cli/help-records.ts';
import { shared } from './cli/help-shared.ts';
import { misuse } from './cli/misuse.ts';
import { reports } from './cli/reports/index.ts';
import { session } from './cli/session.ts';

export const cli = {
  shared,
  commands: { ...play, ...records, ...library, ...players, ...peers, ...programs },
  misuse,
  counts,
  faults,
  reports,
  session,
};

export type CliTexts = typeof cli;
