/**
 * boardgame.io with a game that has no rules but whose turn it is: its reducer, its server path in memory, and as a process of its own (`FOLDER`) its
 * server over socket.io with the files that it comes with, which waits for no disk and says its address once it listens.
 */
import { createRequire } from 'node:module';
import { threadMs } from './measure.ts';

const require = createRequire(import.meta.url);
process.env.NODE_ENV = 'production'; // else it freezes every state
/** What it calls a store that answers at once. */
const SYNC = 0;
/** A match is as long as ours: its log grows with each move. */
const MOVES = 300;

const COUNTING = {
  name: 'count',
  setup: () => ({ count: 0 }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    add: ({ G }: { G: { count: number } }) => {
      G.count++;
    },
  },
};
const ACTIONS = ['0', '1'].map(playerID => ({
  type: 'MAKE_MOVE',
  payload: { type: 'add', args: [], playerID },
}));

/** Two players who raise a counter in turn: the least that its reducer can be asked to do for a game of turns. */
export function countingReducer(): () => number {
  const { CreateGameReducer, InitializeGame } = require('boardgame.io/internal');
  const reduce = CreateGameReducer({ game: COUNTING });
  const first = InitializeGame({ game: COUNTING, numPlayers: 2 });
  return () => {
    let state = first;
    for (let i = 0; i < 100; i++) state = reduce(state, ACTIONS[i % 2]);
    if (state.G.count !== 100) throw new Error('boardgame.io did not count');
    return 100;
  };
}

/** Moves per CPU second through `Master.onUpdate` on a store in memory, with no network. */
export async function masterRate(): Promise<number> {
  const { Master } = require('boardgame.io/master');
  const { InitializeGame } = require('boardgame.io/internal');
  const initialState = InitializeGame({ game: COUNTING, numPlayers: 2 });
  const metadata = { gameName: 'count', players: { 0: { id: 0 }, 1: { id: 1 } } };
  const kept = { state: initialState, metadata, initialState, log: [] as unknown[] };
  const storage = {
    type: () => SYNC,
    fetch: () => kept,
    setMetadata() {},
    setState(_id: string, state: unknown, log: readonly unknown[] = []) {
      kept.state = state;
      kept.log.push(...log);
    },
  };
  const master = new Master(COUNTING, storage, { send() {}, sendAll() {} });
  const from = threadMs();
  let moves = 0;
  while (threadMs() - from < 1000) {
    kept.state = initialState;
    kept.log = [];
    for (let n = 0; n < MOVES; n++) {
      const refused = await master.onUpdate(ACTIONS[n % 2], n, 'm', `${n % 2}`);
      if (refused?.error !== undefined) throw new Error(`boardgame.io: ${refused.error}`);
    }
    moves += MOVES;
  }
  return (moves / (threadMs() - from)) * 1000;
}

if (import.meta.main) {
  const { Server, FlatFile } = require('boardgame.io/server');
  const [dir] = process.argv.slice(2);
  console.info = () => {}; // it says at once that it serves, and not where
  const server = Server({ games: [COUNTING], origins: ['*'], db: new FlatFile({ dir }) });
  const { appServer } = await server.run({ port: 0, lobbyConfig: { apiPort: 0 } });
  process.on('message', () => process.send!({ cpu: process.cpuUsage() }));
  process.stdout.write(`ws://127.0.0.1:${appServer.address().port}\n`);
}
