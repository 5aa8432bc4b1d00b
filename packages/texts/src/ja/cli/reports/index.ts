/** What commands report, in Japanese. */
import type { ReportTexts } from '../../../en/cli/reports/index.ts';
import { analysis } from './analysis.ts';
import { library } from './library.ts';
import { peers } from './peers.ts';
import { players } from './players.ts';
import { programs } from './programs.ts';
import { records } from './records.ts';

export const reports: ReportTexts = { analysis, library, peers, players, programs, records };
