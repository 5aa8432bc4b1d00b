/** Account data of a player besides what the player signed: settings, claimed matches, blocked players, passkeys. All of it is private, and deleted with the account. */
import { formatCid, isObject, type Json, ok, type Result } from '@kifu/core';
import { decodeHeader } from '@kifu/record/node';
import { decodePlayerFile, decodeStatement, type Player } from '@kifu/record/player';
import type { MatchSummary } from '@kifu/record/store';
import type { ServerStores } from '../options.ts';
import { createPasskeys, type Passkeys } from './passkeys.ts';
import type { Players } from './players.ts';
import type { Sessions } from './sessions.ts';

/** Public settings of a player. */
interface PlayerSettings {
  /** Whether the player appears in leaderboards. */
  readonly isListed: boolean;
  /** Whether others see the player's matches and ratings. */
  readonly isOpen: boolean;
}

const DEFAULTS: PlayerSettings = { isListed: true, isOpen: true };

/** Match of a player, with the seat. */
interface PlayedMatch {
  readonly match: string;
  readonly seat: number;
  readonly game: string;
  readonly startedAt: string | null;
}

/** Account data of players. */
export interface Accounts {
  readonly passkeys: Passkeys;
  settings(player: string): Promise<PlayerSettings>;
  changeSettings(player: string, change: Partial<PlayerSettings>): Promise<PlayerSettings>;
  /** Returns the players whom a player has blocked, by id. */
  blocked(player: string): Promise<readonly string[]>;
  block(player: string, other: string, isBlocked: boolean): Promise<void>;
  /** Claims a match that was played as a guest. */
  claim(player: string, match: PlayedMatch): Promise<void>;
  /** Returns all matches of a player in the library: by their keys, and claimed ones. */
  matches(player: Player): Promise<readonly PlayedMatch[]>;
  /** Exports everything about a player as one file. */
  export(player: Player): Promise<Json>;
  /** Deletes the account data of a player. Records stay, since they belong to the other players too. */
  remove(player: Player): Promise<void>;
}

const [SETTINGS, BLOCKED] = ['player-settings', 'player-blocked'];
const claimedBy = (player: string): string => `player-claimed ${player}`;
const MAX_BLOCKED = 1000;
/** Matches per page of the library. */
const PAGE = 100;

/** Accounts in the vault. */
export function createAccounts(
  { vault, library, blocks }: ServerStores,
  players: Players,
  sessions: Sessions,
): Accounts {
  const passkeys = createPasskeys(vault);
  const claimed = async (id: string): Promise<PlayedMatch[]> =>
    Promise.all(
      (await vault.names(claimedBy(id))).map(
        async name => (await vault.get(claimedBy(id), name)) as unknown as PlayedMatch,
      ),
    );

  /** Returns the summary as a match of the player, if a seat has a key of theirs. */
  const asPlayed = async (
    { match, game, startedAt }: MatchSummary,
    keys: ReadonlySet<string>,
  ): Promise<PlayedMatch[]> => {
    const header = decodeHeader(await blocks.get(match));
    if (!header.ok) return [];
    const seat = header.value.players.find(({ key }) => key !== undefined && keys.has(key))?.seat;
    return seat === undefined ? [] : [{ match: formatCid(match), seat, game, startedAt }];
  };

  const accounts: Accounts = {
    passkeys,
    async settings(player) {
      const stored = await vault.get(SETTINGS!, player);
      return { ...DEFAULTS, ...(isObject(stored ?? null) ? (stored as object) : {}) };
    },
    async changeSettings(player, change) {
      const settings = { ...(await accounts.settings(player)), ...change };
      await vault.put(SETTINGS!, player, settings as unknown as Json);
      return settings;
    },
    async blocked(player) {
      const stored = await vault.get(BLOCKED!, player);
      return Array.isArray(stored) ? (stored as string[]) : [];
    },
    async block(player, other, isBlocked) {
      const rest = (await accounts.blocked(player)).filter(id => id !== other);
      await vault.put(
        BLOCKED!,
        player,
        (isBlocked ? [other, ...rest] : rest).slice(0, MAX_BLOCKED),
      );
    },
    claim: (player, match) => vault.put(claimedBy(player), match.match, match as unknown as Json),
    async matches(player) {
      const keys = new Set(player.keys.map(({ key }) => key));
      const found = new Map((await claimed(player.id)).map(match => [match.match, match]));
      if (library !== undefined)
        for (const name of await namesOf(players, player)) {
          let after: string | undefined;
          do {
            const page = await library.find({
              ...{ player: name, limit: PAGE },
              ...(after === undefined ? {} : { after }),
            });
            for (const listing of page.listings)
              for (const match of await asPlayed(listing, keys)) found.set(match.match, match);
            after = page.next ?? undefined;
          } while (after !== undefined);
        }
      return [...found.values()];
    },
    async export(player) {
      const file = await players.file(player.id);
      return {
        kifuAccount: 1,
        player: player as unknown as Json,
        file: file === null ? null : Buffer.from(file).toString('base64'),
        settings: (await accounts.settings(player.id)) as unknown as Json,
        blocked: await accounts.blocked(player.id),
        passkeys: (await passkeys.list(player.id)) as unknown as Json,
        claimed: (await claimed(player.id)) as unknown as Json,
        matches: (await accounts.matches(player)) as unknown as Json,
      };
    },
    async remove({ id, keys }) {
      await vault.remove(SETTINGS!, id);
      await vault.remove(BLOCKED!, id);
      await passkeys.removeAll(id);
      for (const name of await vault.names(claimedBy(id))) await vault.remove(claimedBy(id), name);
      await players.remove(id);
      await sessions.endAll(keys.map(({ key }) => key));
    },
  };
  return accounts;
}

/** Returns all names that a player ever had: a match is found by the name it was played under. */
async function namesOf(players: Players, { id }: Player): Promise<ReadonlySet<string>> {
  const file = await players.file(id);
  const statements: Result<readonly Uint8Array[]> = file === null ? ok([]) : decodePlayerFile(file);
  const names = new Set<string>();
  for (const bytes of statements.ok ? statements.value : []) {
    const read = decodeStatement(bytes);
    if (read.ok && read.value.statement.type === 'profile') names.add(read.value.statement.name);
  }
  return names;
}
