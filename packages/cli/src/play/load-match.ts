/** Loads matches from a file or the library: replayed once, and verified if they are signed. */
import {
  bytesToHex,
  type Fail,
  fail,
  type Game,
  type Header,
  type Kit,
  ok,
  type Result,
} from '@kifu/core';
import { verify } from '@kifu/record';
import { termsOf } from '@kifu/record/match-state';
import { publicKeyOf } from '@kifu/record/sign';
import type { Io } from '../io.ts';
import type { StoredKey } from '../keys.ts';
import { naming } from '../read-records.ts';
import { brokenAt, openRecord } from '../record-options.ts';
import { within } from '../run-command.ts';
import { secretsOf } from '../sign.ts';
import { type LocalMatch, listerFor } from './local-match.ts';

/**
 * Loads the match in a file. It must be of this game, in any version if only its name is given. A signed match requires its key.
 */
export async function loadMatch(
  io: Io,
  path: string,
  wanted: Kit | string,
  signer: StoredKey | null,
): Promise<Result<LocalMatch>> {
  let lister: LocalMatch['lister'] | null = null;
  const opened = await openRecord(io, path, {}, async kit => {
    lister = await listerFor(kit);
    return [lister];
  });
  if (!opened.ok) return opened;
  const { kit, nodes, replay, kifu } = opened.value;
  const refused = (await refuseOther(io, kit, wanted)) ?? brokenAt(opened.value);
  if (refused !== null) return naming(path, refused);
  if (await needsOtherKey(kifu.header, signer)) return within(path, OTHER_KEY);
  if (replay.table === null) return within(path, HIDDEN);
  const { notes, variations } = kifu;
  const match = { kit, replay, lister: lister!, remarks: { notes, variations } };
  if (replay.table.seqs === null) return ok(match);
  const report = await verify(nodes, async () => ok(kit.game as Game));
  return report.fault === null ? ok(match) : within(path, { ok: false, fault: report.fault });
}

/** A record of another game, or of a version that is not on the table. */
async function refuseOther(io: Io, { game }: Kit, wanted: Kit | string): Promise<Fail | null> {
  const isName = typeof wanted === 'string';
  if (isName ? game.name === wanted : game === wanted.game) return null;
  const kit = isName ? await io.games.load(wanted) : ok(wanted);
  if (!kit.ok) return kit;
  const { name, version } = kit.value.game;
  return fail(
    'unknown-game',
    `the record is of ${game.name} version ${game.version}, not of ${name} version ${version}`,
    { at: { path: '/header' } },
  );
}

const OTHER_KEY = fail(
  'unsupported',
  'the record is signed and requires its keys; name yours with --key, or start a new match with kifu branch',
  { at: { path: '/header' } },
);

const HIDDEN = fail('unsupported', 'the hands are hidden until the secret of the deal is known', {
  at: { path: '/header' },
});

/** Whether a key that is not here must sign: the referee's, or a player's that is neither `signer` nor made of it for the match. */
async function needsOtherKey(header: Header, signer: StoredKey | null): Promise<boolean> {
  if (termsOf(header).referee !== null) return true;
  for (const { seat, key } of header.players) {
    if (key === undefined) continue;
    const secret = signer === null ? null : secretsOf(header, signer)(seat);
    if (secret === null || bytesToHex(await publicKeyOf(secret)) !== key) return true;
  }
  return false;
}
