/** A thread that works on parts of collections. It knows the games of the command. */
import { parentPort } from 'node:worker_threads';
import { gameNames, loadKit } from '@kifu/games';
import { type CollectionPart, type Work, workOnPart } from './jobs.ts';

const games = { names: gameNames, load: loadKit };

parentPort!.on('message', async ({ part, work }: { part: CollectionPart; work: Work }) => {
  parentPort!.postMessage(await workOnPart(games, part, work));
});
