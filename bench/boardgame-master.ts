/** boardgame.io's server path without a network: `Master.onUpdate` on a store in memory, with a game that has no rules. */
import { createRequire } from 'node:module';

/** What it calls a store that answers at once. */
const SYNC = 0;

/** A game that has no rules but whose turn it is. */
export const COUNTING = {
  name: 'count',
  setup: () => ({ count: 0 }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    add: ({ G }: { G: { count: number } }) => {
      G.count++;
    },
  },
};

/** Makes a match of counting, and gives a function that makes one more move. */
export async function makeCounting(): Promise<() => Promise<void>> {
  process.env.NODE_ENV = 'production'; // else it freezes every state
  const require = createRequire(import.meta.url);
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
  let n = 0;
  return async () => {
    const playerID = String(n % 2);
    const action = { type: 'MAKE_MOVE', payload: { type: 'add', args: [], playerID } };
    const refused = await master.onUpdate(action, n, 'm', playerID);
    if (refused?.error !== undefined) throw new Error(`boardgame.io: ${refused.error}`);
    n++;
    // its log grows with each move; a match is as long as ours
    if (n % 300 === 0) {
      kept.state = initialState;
      kept.log = [];
      n = 0;
    }
  };
}
