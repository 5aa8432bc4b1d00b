/** The player's games as they stand this moment, in memory: a commit is checked against them alone, and no record is read again. */
import type { Fault } from '@kifu/core';
import {
  advance,
  type GameRecord,
  gameName,
  headsBeside,
  isAhead,
  isEnded,
  MAX_BESIDE,
  type SignedCommit,
} from '@kifu/ipgs';
import type { PeerSnapshot } from './home.ts';

/** A game in progress. */
export interface LiveGame {
  readonly name: string;
  readonly record: GameRecord;
  /** Newest commits that the record does not follow: of forks, and steps that the rules refuse. They prove something. */
  readonly aside: readonly string[];
}

/** What became of a commit whose signature is good. */
type TakenCommit =
  | { readonly is: 'new'; readonly game: LiveGame }
  /** It is known already. */
  | { readonly is: 'stale' }
  /** Something else was built on the same commit, or the rules refuse it: to be stored and examined. */
  | { readonly is: 'fork' | 'illegal'; readonly game: LiveGame; readonly fault: Fault | null }
  | { readonly is: 'refused'; readonly fault: Fault }
  /** Of a time that has not come. */
  | { readonly is: 'ahead' }
  /** What it is built on is not known. */
  | { readonly is: 'unknown' };

/** Games by name. */
export interface LiveGames {
  readonly all: ReadonlyMap<string, LiveGame>;
  /** A game by the last letters of its acceptance, as people type them. */
  byId(id: string): LiveGame | undefined;
  /** Begins again from what was read. */
  set(look: PeerSnapshot): void;
  take(signed: SignedCommit, now: bigint): TakenCommit;
  isKnown(cid: string): boolean;
}

/** How many letters of a content ID people type. */
const ID_LENGTH = 8;

/** Without games at first. */
export function createLiveGames(): LiveGames {
  const games = new Map<string, LiveGame>();
  /** From each commit of a game to the game's name. */
  const commits = new Map<string, string>();
  /** Own offers that can be accepted, by their commit. */
  const offers = new Map<string, GameRecord>();
  /** From ids to names. */
  const ids = new Map<string, string>();
  const add = (game: LiveGame): void => {
    games.set(game.name, game);
    const accept = game.record.accept?.commit.cid;
    if (accept !== undefined) ids.set(accept.slice(-ID_LENGTH), game.name);
  };
  const put = (game: LiveGame, cid: string): LiveGame => {
    add(game);
    commits.set(cid, game.name);
    return game;
  };

  return {
    all: games,
    byId: id => games.get(ids.get(id) ?? ''),
    set(look) {
      for (const map of [games, commits, offers, ids]) map.clear();
      for (const { name, record, merged, role } of look.games) {
        if (role === 'spectator' || isEnded(record)) continue;
        add({ name, record, aside: headsBeside(merged) });
        // the offer is that of all who accept it
        for (const { commit } of [...merged.commits.slice(1), ...merged.beside])
          commits.set(commit.cid, name);
      }
      for (const { record, isMine } of look.offers)
        if (isMine) offers.set(record.offer.commit.cid, record);
    },
    isKnown: cid => commits.has(cid) || offers.has(cid),
    take(signed, now) {
      const { cid, parent } = signed.commit;
      if (commits.has(cid) || offers.has(cid)) return { is: 'stale' };
      if (isAhead(signed, now)) return { is: 'ahead' };
      const name = parent === null ? undefined : commits.get(parent);
      const game = name === undefined ? undefined : games.get(name);
      const record = game?.record ?? (parent === null ? undefined : offers.get(parent));
      if (record === undefined) return { is: 'unknown' };
      const isOnTop = record.head.cid === parent;
      const taken = isOnTop ? advance(record, { do: 'commit', commit: signed }) : null;
      if (taken?.ok) {
        const next = taken.value.record;
        const { aside = [] } = game ?? {};
        return { is: 'new', game: put({ name: gameName(next), record: next, aside }, cid) };
      }
      if (taken !== null && (taken.fault.code !== 'illegal-move' || game === undefined))
        return { is: 'refused', fault: taken.fault };
      if (!isPlayer(record, signed) || game === undefined)
        return { is: 'refused', fault: STRANGER };
      const aside = [...game.aside, cid].slice(-MAX_BESIDE);
      return {
        is: taken === null ? 'fork' : 'illegal',
        game: put({ ...game, aside }, cid),
        fault: taken?.fault ?? null,
      };
    },
  };
}

const STRANGER: Fault = {
  code: 'broken-chain',
  rule: 'committer',
  message: 'the commit is not by one of the players',
};

const isPlayer = ({ offer, accept }: GameRecord, { file }: SignedCommit): boolean =>
  [offer.file.fingerprint, accept?.file.fingerprint].includes(file.fingerprint);
