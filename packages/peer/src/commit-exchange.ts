/** Commits of the player's games: stores and sends those made here, checks and stores those of other nodes, and asks for missing ones. */
import { type CommitStep, cidOf, fail, formatCid, ok, type Result } from '@kifu/core';
import {
  checkSent,
  fileBlock,
  type Merged,
  putBlocks,
  readGiven,
  type SignedCommit,
  takeStepOn,
} from '@kifu/ipgs';
import type { Block } from '@kifu/record/node';
import { TREE_MS } from './folder-refresher.ts';
import type { PeerSnapshot } from './home.ts';
import type { LiveGame } from './live-games.ts';
import { LruCache } from './lru-cache.ts';
import { misbehaved, nodesOf, type PeerState } from './peer-state.ts';
import type { SigningTurn } from './signing-turn.ts';
import { type RecordPage, SyncRefused } from './sync/ask.ts';
import type { SyncError } from './sync/messages.ts';
import type { SyncPeers } from './sync/sync-peers.ts';

/** What the exchange of commits needs of the peer around it. */
export interface CommitExchangePeer {
  readonly syncPeers: SyncPeers;
  readonly turns: SigningTurn;
  /** Sends commits to the spectators of a game, other than these nodes. */
  spread(game: LiveGame, commits: readonly SignedCommit[], sent: readonly string[]): Promise<void>;
  /** Announces one of the player's own offers. */
  spreadOffer(offer: SignedCommit): void;
  /** Something came that only the node's tree explains. */
  learnFrom(node: string): void;
  /** Schedules a refresh of the folder within this many milliseconds; or of a game in it that has changed. */
  scheduleRefresh(ms: number, game?: string): void;
}

/** Gives and takes commits. */
export interface CommitExchange {
  /** Takes a step in a game; it is durable, and on its way, when this resolves. */
  step(game: string, step: CommitStep): Promise<Result<LiveGame>>;
  /** Takes a commit that a node sent, with its payload, and maybe with blocks that it links. */
  take(
    node: string,
    block: Uint8Array,
    data: Uint8Array,
    given?: readonly Block[],
  ): Promise<'ok' | SyncError>;
  /** Asks a node for what it has of the own games, and takes what is new. */
  catchUp(node: string): Promise<void>;
  /** Sends the other side all that is new since the last time. */
  tellAll(look: PeerSnapshot): void;
  /** Announces the newest open offers of the player again, for peers that joined since. */
  repeatOffers(): void;
  /** Resolves when the player's nodes have everything that was sent so far, or are gone. */
  flush(): Promise<void>;
}

const MAX_KEYS = 1000;
const MAX_FORKS = 1000;
/** Announced twice a minute, these stay below the 20 messages per minute that a topic takes from a node. */
const MAX_REPEATED = 5;
/** Something that came meanwhile makes a step void, which is then signed again. */
const TRIES = 3;

/** Creates the exchange; no commits have been sent yet. */
export function createCommitExchange(
  state: PeerState,
  { syncPeers, turns, spread, spreadOffer, learnFrom, scheduleRefresh }: CommitExchangePeer,
): CommitExchange {
  const { home, live, gate, checked, reading, hear } = state;
  /** Key files that are in the store. */
  const storedKeys = new LruCache<true>(MAX_KEYS);
  /** The newest commit of each game that was sent to the other side, and offers that were announced. */
  const reportedHeads = new Map<string, string>();
  const toldForks = new LruCache<true>(MAX_FORKS);
  const telling = new Set<Promise<void>>();
  let isFirstLook = true;

  /** Stores a commit; durable when this resolves. */
  const keep = async (signed: SignedCommit, game: LiveGame): Promise<void> => {
    const { block, payload, file } = signed;
    const key = storedKeys.get(file.hash) === undefined ? [fileBlock(file.bytes)] : [];
    await Promise.all([
      putBlocks(reading.blocks, [block, fileBlock(payload), ...key]),
      home.note(game.name, [game.record.head.cid, ...game.aside]),
    ]);
    storedKeys.set(file.hash, true);
    checked.set(signed.commit.cid, signed);
    // the next refresh need not replay it; signatures under a result do not belong to the commits
    const { record } = game;
    const isOfCommits = record.phase === 'playing' && !record.signed.some(is => is);
    if (isOfCommits && record.head.cid === signed.commit.cid) checked.noteRecord(record);
  };

  const take: CommitExchange['take'] = async (node, bytes, data, given = []) => {
    const cid = formatCid(cidOf('dag-json', bytes));
    if (live.isKnown(cid)) return 'stale';
    const { blocks, ...rest } = syncPeers.reaching(node);
    const signed = await checkSent({ ...rest, blocks: readGiven(given, blocks) }, bytes, data);
    if (!signed.ok) {
      if (signed.fault.code === 'not-found') return 'not-found';
      misbehaved(state, node, signed.fault);
      return 'invalid-commit';
    }
    return gate.share(async () => {
      const taken = live.take(signed.value, home.now());
      switch (taken.is) {
        case 'stale':
          return 'stale';
        case 'ahead':
          return 'busy';
        case 'unknown': {
          const isOffer = signed.value.commit.parent === null;
          if (isOffer) learnFrom(node);
          else void catchUp(node);
          return isOffer ? 'ok' : 'not-found';
        }
        case 'refused':
          misbehaved(state, node, taken.fault);
          return 'invalid-commit';
        case 'new':
          reportedHeads.set(taken.game.name, cid);
          await keep(signed.value, taken.game);
          hear({ type: 'commit', game: taken.game, isMine: false });
          void spread(taken.game, [signed.value], [node]);
          scheduleRefresh(TREE_MS, taken.game.name);
          return 'ok';
        default:
          await keep(signed.value, taken.game);
          scheduleRefresh(0);
          if (taken.fault !== null) misbehaved(state, node, taken.fault);
          return taken.is === 'fork' ? 'fork' : 'invalid-commit';
      }
    });
  };

  const catchUp = async (node: string): Promise<void> => {
    try {
      const heads = await syncPeers.ask(node, asker => asker.heads([...live.all.keys()]));
      for (const [name, head] of heads) {
        const game = live.all.get(name);
        if (game === undefined || live.isKnown(head)) continue;
        await pull(node, head, game.record.head.cid);
      }
      await giveForks(node);
    } catch {
      // it is retried when it comes back
    }
  };
  /** Gives a player's node all children of each fork and what was built on them: it may know one branch only, and no tree lists the others. */
  const giveForks = async (node: string): Promise<void> => {
    for (const { record, merged } of state.seen?.games ?? []) {
      if (merged.forks.length === 0 || !nodesOf(state, record).includes(node)) continue;
      for (const { block, payload } of forked(merged)) {
        const put = syncPeers.ask(node, asker => asker.put(block.bytes, payload));
        await put.catch(cause => {
          if (!(cause instanceof SyncRefused) || cause.code === 'closed') throw cause;
        });
      }
    }
  };
  /** A refresh may have shown for the first time that something was continued in two ways. */
  const tellForks = ({ record }: LiveGame, merged: Merged): void => {
    const cids = forked(merged).map(({ commit }) => commit.cid);
    if (cids.every(cid => toldForks.get(cid))) return;
    for (const cid of cids) toldForks.set(cid, true);
    for (const node of nodesOf(state, record).filter(syncPeers.isNear))
      void giveForks(node).catch(() => {}); // it is given them when it comes back
  };
  /** Takes the commits of a record page by page; the first that is refused ends it, and a page with nothing new. */
  const pull = async (node: string, head: string, have: string): Promise<void> => {
    let from: string | null = have;
    for (let isDone = false; !isDone; ) {
      const page: RecordPage = await syncPeers.ask(node, asker => asker.record(head, from));
      let isNew = false;
      for (const { cid, bytes } of page.blocks) {
        if (cid.codec !== 'dag-json') continue;
        from = formatCid(cid);
        if (live.isKnown(from)) continue;
        const data = payloadIn(page.blocks, bytes);
        const said = data && (await take(node, bytes, data, page.blocks));
        if (said !== 'ok' && said !== 'stale' && said !== 'fork') return;
        isNew ||= live.isKnown(from);
      }
      isDone = page.isDone || !isNew;
    }
  };

  const tell = async (game: LiveGame, commits: readonly SignedCommit[]): Promise<void> => {
    const near = nodesOf(state, game.record).filter(syncPeers.isNear);
    const said = await Promise.allSettled(
      near.map(node =>
        syncPeers.ask(node, async asker => {
          for (const { block, payload } of commits) await asker.put(block.bytes, payload);
        }),
      ),
    );
    const isTold = near.filter((_node, i) => said[i]!.status === 'fulfilled');
    await spread(game, commits, isTold);
  };

  /** The player's open offers, oldest first. */
  const ownOffers = ({ offers }: PeerSnapshot): SignedCommit[] =>
    offers
      .flatMap(({ record, isMine }) => (isMine ? (checked.get(record.offer.commit.cid) ?? []) : []))
      .sort((a, b) => Number(a.commit.at - b.commit.at));

  const stepNow: CommitExchange['step'] = async (name, step) => {
    const signer = await home.signer();
    if (!signer.ok) return signer;
    for (let tries = 0; tries < TRIES; tries++) {
      const game = live.all.get(name);
      if (game === undefined) return fail('not-found', 'game not found');
      const acted = await takeStepOn(signer.value, game.record, step, home.now());
      if (!acted.ok) return acted;
      const taken = await gate.share(async () => {
        // another commit may have come while this one was being signed: then this one, not sent yet, is dropped
        if (live.all.get(name)?.record.head.cid !== acted.value.signed.commit.parent) return null;
        const next = live.take(acted.value.signed, home.now());
        if (next.is !== 'new') return null;
        reportedHeads.set(name, acted.value.signed.commit.cid);
        await keep(acted.value.signed, next.game);
        return next.game;
      });
      if (taken === null) continue;
      hear({ type: 'commit', game: taken, isMine: true });
      scheduleRefresh(TREE_MS, name);
      await tell(taken, [acted.value.signed]);
      return ok(taken);
    }
    return fail('conflict', 'gave up after repeated conflicts with the other player');
  };

  return {
    ...{ take, catchUp },
    step: (name, step) => turns.take(() => stepNow(name, step)),
    async flush() {
      await Promise.allSettled([...telling]);
    },
    tellAll(look) {
      for (const { name, merged } of look.games) {
        const game = live.all.get(name);
        if (game === undefined) continue;
        const cids = merged.commits.map(({ commit }) => commit.cid);
        const head = cids.at(-1)!;
        tellForks(game, merged);
        const before = reportedHeads.get(name);
        reportedHeads.set(name, head);
        if (before === head || isFirstLook) continue;
        const fresh = merged.commits.slice(before === undefined ? 1 : cids.indexOf(before) + 1);
        const work = tell(game, fresh).finally(() => telling.delete(work));
        telling.add(work);
      }
      for (const offer of ownOffers(look)) {
        const { cid } = offer.commit;
        if (reportedHeads.has(cid)) continue;
        reportedHeads.set(cid, cid);
        spreadOffer(offer);
      }
      isFirstLook = false;
    },
    repeatOffers() {
      if (state.seen !== null)
        for (const offer of ownOffers(state.seen).slice(-MAX_REPEATED)) spreadOffer(offer);
    },
  };
}

/** The branches of a record that was continued in several ways: by time, so that each comes after what it is built on. */
const forked = ({ forks, beside }: Merged): SignedCommit[] =>
  [...new Set([...forks.flatMap(({ children }) => children), ...beside])].sort((a, b) =>
    Number(a.commit.at - b.commit.at),
  );

/** The payload of a commit among blocks that came with it. */
function payloadIn(blocks: readonly Block[], commit: Uint8Array): Uint8Array | null {
  const { data } = JSON.parse(new TextDecoder().decode(commit)) as { data?: { '/'?: string } };
  return blocks.find(({ cid }) => formatCid(cid) === data?.['/'])?.bytes ?? null;
}
