/** Players: what they are thought to be worth, by whom, and how far each is believed. */
import { type Json, ok, type Result } from '@kifu/core';
import type { KnownPlayer } from '@kifu/ipgs';
import type { CheckedInput, RequestOutput } from '@kifu/peer/api';
import { oneLine, tableLines } from '../text.ts';
import { assess } from './assess.ts';
import { type PeerFolder, pick } from './peer-folder.ts';
import { changePrivate } from './private.ts';

type Report = RequestOutput<'player.show'>;

/** All known players, strongest first. */
async function allPlayers(
  folder: PeerFolder,
  { game = folder.state.settings.game ?? 'go' }: CheckedInput<'player.list'>,
): Promise<Result<KnownPlayer[]>> {
  const trees = await folder.trees();
  if (!trees.ok) return trees;
  const players = await assess(folder, trees.value, game);
  return ok([...players.values()].sort((a, b) => b.assessment.final.R - a.assessment.final.R));
}

const formatRating = ({ R, RD }: { readonly R: number; readonly RD: number }): string =>
  `${Math.round(R)} ± ${Math.round(RD)}`;

const dataOf = ({ file, assessment, games, flags }: KnownPlayer) => ({
  ...{
    name: file.name,
    hash: file.hash,
    fingerprint: file.fingerprint,
    games: games.length,
    flags,
  },
  // hundredths, since JSON of ours has whole numbers only
  rating: Math.round(100 * assessment.final.R),
  deviation: Math.round(100 * assessment.final.RD),
  trust: Math.round(1e4 * assessment.trust),
});

/** Lists players by rating. */
export async function listPlayers(
  folder: PeerFolder,
  input: CheckedInput<'player.list'>,
): Promise<Result<RequestOutput<'player.list'>>> {
  const players = await allPlayers(folder, input);
  if (!players.ok) return players;
  const t = folder.io.texts.reports.peers.player;
  const rows = players.value.map(({ file, assessment, games }) => [
    ...[
      oneLine(file.name),
      formatRating(assessment.final),
      t.trust(folder.io.texts.counts.decimal(assessment.trust, 2)),
    ],
    ...[t.games(games.length), file.fingerprint.slice(-16)],
  ]);
  return ok({ json: { players: players.value.map(dataOf) }, text: tableLines(rows).join('\n') });
}

const pickPlayer = (players: readonly KnownPlayer[], typed: string): Result<KnownPlayer> =>
  pick(players, typed, ({ file }) => [file.name, file.fingerprint, file.hash], 'player', {
    describe: ({ file }) => `${file.name} ${file.fingerprint}`,
  });

/** Shows one player. */
export async function showPlayer(
  folder: PeerFolder,
  input: CheckedInput<'player.show'>,
): Promise<Result<Report>> {
  const players = await allPlayers(folder, input);
  const found = players.ok ? pickPlayer(players.value, input.player) : players;
  if (!found.ok) return found;
  const { file, assessment, games, flags } = found.value;
  const note = (await folder.private()).entries[`note/${file.hash}`]?.value;
  const nameOf = (fingerprint: string) =>
    (players.ok ? players.value : []).find(each => each.file.fingerprint === fingerprint)?.file
      .name ?? fingerprint;
  const { counts, reports } = folder.io.texts;
  const { flags: flagTexts, player: t } = reports.peers;
  const flagText: { readonly [name: string]: string } = flagTexts;
  const rows = [
    [t.rows.name, oneLine(file.name)],
    [t.rows.fingerprint, file.fingerprint],
    [t.rows.hash, file.hash],
    [t.rows.estimated, formatRating(assessment.estimated)],
    ...(assessment.claimed === null ? [] : [[t.rows.claims, formatRating(assessment.claimed)]]),
    ...[...assessment.byOthers].map(([by, rating]) => [
      t.says(oneLine(nameOf(by))),
      formatRating(rating),
    ]),
    [t.rows.final, formatRating(assessment.final)],
    [t.rows.trust, counts.decimal(assessment.trust, 2)],
    [t.rows.games, counts.number(games.length)],
    ...Object.entries(flags).map(([name, count]) => [
      flagText[name] ?? oneLine(name),
      counts.number(count),
    ]),
    ...(typeof note === 'string' ? [[t.rows.note, oneLine(note)]] : []),
  ];
  return ok({ json: dataOf(found.value), text: tableLines(rows).join('\n') });
}

/** Sets how far a player is believed, by hand; or leaves it to the games again. */
export const trustPlayer = (
  folder: PeerFolder,
  { value, ...input }: CheckedInput<'player.trust'>,
): Promise<Result<Report>> =>
  keepOf(folder, input, 'trust', value === 'auto' ? undefined : Number(value), value);

/** Writes a note about a player, for the player's own eyes; an empty one is taken away. */
export const notePlayer = (
  folder: PeerFolder,
  { text, ...input }: CheckedInput<'player.note'>,
): Promise<Result<Report>> => keepOf(folder, input, 'note', text || undefined, text);

/** Keeps something about a player in private storage. */
async function keepOf(
  folder: PeerFolder,
  input: CheckedInput<'player.show'>,
  what: 'trust' | 'note',
  value: Json | undefined,
  said: string,
): Promise<Result<Report>> {
  const players = await allPlayers(folder, input);
  const found = players.ok ? pickPlayer(players.value, input.player) : players;
  if (!found.ok) return found;
  const { fingerprint, hash, name } = found.value.file;
  const kept = await changePrivate(folder, `${what}/${hash}`, value);
  if (!kept.ok) return kept;
  return ok({
    json: { fingerprint, [what]: said },
    text: `${oneLine(name)}: ${folder.io.texts.reports.peers.player.changed[what]} ${oneLine(said)}`,
  });
}
