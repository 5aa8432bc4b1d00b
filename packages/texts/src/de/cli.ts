/** Texts of the command line, in German. */
import type { CliTexts } from '../en/cli.ts';
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

export const cli: CliTexts = {
  shared,
  commands: { ...play, ...records, ...library, ...players, ...peers, ...programs },
  misuse,
  counts,
  faults,
  reports,
  session,
};
