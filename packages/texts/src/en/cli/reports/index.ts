/** What commands report: tables, summaries, progress, warnings. Codes and JSON are the same in all languages and are not here. */
import { analysis } from './analysis.ts';
import { library } from './library.ts';
import { peers } from './peers.ts';
import { players } from './players.ts';
import { programs } from './programs.ts';
import { records } from './records.ts';

export const reports = { analysis, library, peers, players, programs, records };

export type ReportTexts = typeof reports;
