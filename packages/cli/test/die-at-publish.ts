/** Plays a move in a process that is killed when the signed step is about to be published: `FOLDER GAME MOVE`. */
import { unwrap } from '@kifu/core';
import { openDirectory, peerApiOf } from '../src/ipgs/peer-service.ts';
import { loadSpeech } from '../src/language.ts';
import { processGames } from '../src/process-games.ts';
import { processIo } from '../src/process-io.ts';

const [folder, game, move] = process.argv.slice(2);
const io = {
  ...processIo(unwrap(await processGames(process.env))),
  ...(await loadSpeech('en')),
};
const opened = unwrap(await openDirectory(io, { folder: folder! }));
const dying = Object.create(opened.folder, {
  publish: { value: () => process.kill(process.pid, 'SIGKILL') },
});
await peerApiOf(dying, null)['game.play']({ game: game!, move: move! });
