/** Steps that games require of their player without a choice: acknowledging a resignation, signing a finished game. */
import { ok, type Result, type Seat } from '@kifu/core';
import {
  hashesOf,
  type PeerGameState,
  parseGameFile,
  readArchive,
  readHistory,
  type Signer,
  signGame,
  takeStepOn,
} from '@kifu/ipgs';
import type { PeerFolder } from './peer-folder.ts';
import type { PeerSession, PlayedGame } from './peer-session.ts';

/** What a player owes a game. */
type OwedStep = 'agree' | 'sign';

/** Takes the required steps if the key is available; returns the settled games. */
export async function settleGames(
  folder: PeerFolder,
  { games, trees: { mine } }: PeerSession,
): Promise<Result<readonly PeerGameState[]>> {
  const owing = games.filter(game => owedStep(game) !== null);
  if (owing.length === 0) return ok([]);
  // devices that cannot reach each other would both sign, with contradicting commits
  if (mine.nodes.nodes.length > 1) return ok([]);
  const signer = await folder.signer();
  if (!signer.ok) return ok([]);
  const archived = await archivedNames(folder, hashesOf(mine), mine.cid);
  const settled: PeerGameState[] = [];
  for (const game of owing) {
    if (archived.has(game.name)) continue;
    const done = await settleGame(folder, signer.value, game);
    if (!done.ok) return done;
    settled.push(done.value);
  }
  return ok(settled);
}

/** Acknowledges the opponent's resignation and signs a finished game. */
export async function settleGame<Game extends PlayedGame>(
  folder: PeerFolder,
  signer: Signer,
  game: Game,
): Promise<Result<Game>> {
  let { record } = game;
  for (let owed = owedStep(game); owed !== null; owed = owedStep({ ...game, record })) {
    const seat = game.seat!;
    if (owed === 'agree') {
      const made = await takeStepOn(signer, record, { type: 'acknowledgement' }, folder.now());
      const published = made.ok ? await folder.publish(made.value.change) : made;
      if (!made.ok || !published.ok) return made.ok ? (published as never) : made;
      record = made.value.record;
    } else {
      const made = await signGame(signer, record, seat, folder.now());
      const published = made.ok ? await folder.publish(made.value.change) : made;
      if (!published.ok) return published;
      record = { ...record, signed: signedBy(record.signed, seat) };
    }
  }
  return ok({ ...game, record });
}

const signedBy = (
  [first, second]: readonly [boolean, boolean],
  seat: Seat,
): readonly [boolean, boolean] => [first || seat === 0, second || seat === 1];

/** The required step of a game; null if there is none. */
export function owedStep({ record, seat }: PlayedGame): OwedStep | null {
  if (seat === null || record.match === null) return null;
  const { phase, match, signed } = record;
  if (phase === 'finished' || phase === 'unsigned') return signed[seat as 0 | 1] ? null : 'sign';
  const { proposal } = match;
  if (phase !== 'proposed' || proposal === null || proposal.disputed !== null) return null;
  const isResigned = proposal.result.how === 'resignation';
  return isResigned && !proposal.acknowledged[seat as 0 | 1] ? 'agree' : null;
}

/** Names of the games in the player's archive: games signed by both are signed once. */
async function archivedNames(
  { reading }: PeerFolder,
  players: readonly string[],
  tree: string,
): Promise<ReadonlySet<string>> {
  const names = new Set<string>();
  for (const player of players) {
    const archive = await readArchive(reading, tree, player);
    for (const cid of archive.ok ? archive.value : []) {
      const history = await readHistory(reading, cid);
      const file = history.ok ? parseGameFile(history.value.file) : history;
      if (file.ok) names.add(file.value.name);
    }
  }
  return names;
}
