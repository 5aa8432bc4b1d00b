/**
 * One of two peers that play go with each other, in a process of its own: `FOLDER SEAT [ADDRESS]`. The first offers, the second accepts, and
 * each answers a move as soon as it has it on its disk. It does what the parent process says, and says when that is done.
 */
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { ok, unwrap } from '@kifu/core';
import { type Acted, joinChanges, type Signer } from '@kifu/ipgs';
import { type LiveGame, type PeerSnapshot, startPeer } from '@kifu/peer';
import { withDirectory } from '../packages/cli/src/ipgs/peer-service.ts';
import { homeOf } from '../packages/cli/src/ipgs/run-peer.ts';
import { loadSpeech } from '../packages/cli/src/language.ts';
import { processGames } from '../packages/cli/src/process-games.ts';
import { processIo } from '../packages/cli/src/process-io.ts';
import { acceptGo, confirmGo, moveText, offerGo, stepOf } from './ipgs-games.ts';

/** What the parent asks for: that so many games begin, or that all are played up to so many moves. */
export type PeerJob =
  | { readonly do: 'offer' | 'accept' | 'confirm' | 'await'; readonly games: number }
  | { readonly do: 'play'; readonly moves: number }
  | { readonly do: 'stop' };

/** What it is told: where the peer listens, and what was done. Times are of the monotonic clock, which all processes share. */
export interface PeerDone {
  readonly address: string;
  /** By game and number of the move: when it was asked for here, and when it was here, if the other made it. */
  readonly asked: readonly (readonly [move: string, ms: number])[];
  readonly seen: readonly (readonly [move: string, ms: number])[];
}

const [folder, seat, contact] = process.argv.slice(2);
const me = Number(seat);
/** Offer, acceptance and confirmation come before the first move. */
const OPENING = 3;
const asked = new Map<string, number>();
const seen = new Map<string, number>();
let moves = 0;

const nowMs = (): number => Number(process.hrtime.bigint()) / 1e6;
const isMyTurn = ({ record }: LiveGame): boolean => (record.count - OPENING) % 2 === me;
const hasMore = ({ record }: LiveGame): boolean => record.count - OPENING < moves;

const io = {
  ...processIo(unwrap(await processGames(process.env))),
  ...(await loadSpeech('en')),
};
await withDirectory(io, { folder: folder! }, async opened => {
  const home = homeOf(opened);
  const peer = await startPeer({
    ...{ home, datastore: join(folder!, 'peer.sqlite'), network: 'bench' },
    ...{ listen: ['/ip4/127.0.0.1/tcp/0'], contacts: contact === undefined ? [] : [contact] },
    hear(event) {
      if (event.type !== 'commit' || event.isMine) return;
      seen.set(`${event.game.name} ${event.game.record.count}`, nowMs());
      void answer(event.game);
    },
  });

  const answer = async (game: LiveGame): Promise<void> => {
    if (!isMyTurn(game) || !hasMore(game)) return;
    const { record, name } = game;
    asked.set(`${name} ${record.count + 1}`, nowMs());
    unwrap(await peer.step(name, stepOf(record, moveText(record.count - OPENING))));
  };
  /** Waits until a look shows something. */
  const until = async (isSo: (look: PeerSnapshot) => boolean): Promise<void> => {
    while (peer.seen === null || !isSo(peer.seen)) await setTimeout(20);
  };
  const inPhase = (phase: string) => (look: PeerSnapshot) =>
    look.games.filter(({ record }) => record.phase === phase);
  /** Many acts as one change of the tree. */
  const actAll = async (
    make: (signer: Signer, look: PeerSnapshot, at: bigint) => Promise<Acted>[],
  ): Promise<void> => {
    const signer = unwrap(await home.signer());
    unwrap(
      await peer.alone(async () => {
        const acts = await Promise.all(make(signer, peer.seen!, home.now()));
        return home.publish(joinChanges(acts.map(({ change }) => change)));
      }),
    );
  };
  const work = async (job: PeerJob): Promise<void> => {
    switch (job.do) {
      case 'offer':
        // a millisecond apart: an offer is named by its time
        return actAll((signer, _look, at) =>
          Array.from({ length: job.games }, (_, i) => offerGo(signer, at + BigInt(i) * 1_000_000n)),
        );
      case 'accept':
        await until(look => look.offers.length >= job.games);
        return actAll((signer, look, at) =>
          look.offers.map(({ record }) => acceptGo(signer, record, at)),
        );
      case 'confirm':
        await until(look => inPhase('accepted')(look).length >= job.games);
        return actAll((signer, look, at) =>
          inPhase('accepted')(look).map(({ record }) => confirmGo(signer, record, at)),
        );
      case 'await':
        return until(() => peer.games.size >= job.games);
      case 'play':
        ({ moves } = job);
        await Promise.all([...peer.games.values()].map(answer));
        while ([...peer.games.values()].some(hasMore)) await setTimeout(5);
        return;
      case 'stop':
        await peer.stop();
    }
  };
  const tell = (): void => {
    const done: PeerDone = { address: peer.addresses[0]!, asked: [...asked], seen: [...seen] };
    process.send!(done);
  };
  tell();
  await new Promise<void>(resolve => {
    process.on('message', async (job: PeerJob) => {
      await work(job);
      tell();
      if (job.do === 'stop') resolve();
    });
  });
  return ok(null);
});
process.disconnect();
