/** `kifu record`: makes a record of moves. */
import {
  fail,
  formatCid,
  type Game,
  type Header,
  type Json,
  type Kit,
  ok,
  type Result,
  type Seat,
} from '@kifu/core';
import { append, begin, type Chain, headOf, nodesOf, readKifu } from '@kifu/record';
import { writeAs } from '@kifu/record/file';
import { Command, Option } from 'commander';
import { readSetup, type StartOptions } from '../input.ts';
import type { Io } from '../io.ts';
import { findKey, type StoredKey } from '../keys.ts';
import { saveCreated } from '../library/save-created.ts';
import { describeOutcome, voiceFor } from '../match-words.ts';
import { type ListedAct, playLine } from '../move-list.ts';
import { headerOf } from '../new-header.ts';
import { addStartOptions, fileName, gameArgument, wholeNumber } from '../options.ts';
import { inputName, readInputText } from '../read-input.ts';
import { type CommandReport, type Handle, within } from '../run-command.ts';
import { type Force, saveOutput } from '../save.ts';
import { agreeAll, appendAs, endAs, keyedHeader, type SecretOf, secretsOf } from '../sign.ts';
import { wholeFormOf } from '../write-record.ts';

interface Options extends StartOptions, Force {
  readonly moves: string;
  readonly output: string;
  readonly player: readonly string[];
  readonly key?: string;
  readonly seat: number;
  readonly save: boolean;
}

/** The command. */
export const recordCommand = (handle: Handle): Command =>
  addStartOptions(
    new Command('record')
      .addArgument(gameArgument())
      .addOption(new Option('--moves <FILE>').makeOptionMandatory())
      .addOption(
        new Option('-o, --output <FILE>').argParser(fileName('record')).makeOptionMandatory(),
      )
      .addOption(
        new Option('--player <NAME>')
          .argParser((name: string, names: readonly string[]) => [...names, name])
          .default([] as readonly string[]),
      )
      .option('--key <NAME>')
      .addOption(new Option('--seat <N>').argParser(wholeNumber(0, 255)).default(0))
      .option('--force')
      .option('--no-save'),
  ).action(
    handle<Options>(async ({ io }, [name], options) => {
      const kit = await io.games.load(name as string);
      return kit.ok ? record(io, kit.value, options) : kit;
    }),
  );

async function record(io: Io, kit: Kit, options: Options): Promise<Result<CommandReport>> {
  const text = await readInputText(io, options.moves);
  if (!text.ok) return text;
  const signer = options.key === undefined ? ok(null) : await findKey(io, options.key);
  if (!signer.ok) return signer;
  const header = await makeHeader(kit, options, signer.value);
  if (!header.ok) return header;
  const begun = begin(kit.game as Game, header.value);
  if (!begun.ok) return begun;
  const secrets: SecretOf =
    signer.value === null ? () => null : secretsOf(header.value, signer.value);
  const agreed = await agreeAll(begun.value.chain, secrets);
  if (!agreed.ok) return agreed;
  const played = await playAll(kit, agreed.value, text.value, secrets);
  if (!played.ok) return within(inputName(options.moves), played);
  const ended = played.value.table.outcome === null ? played : await endAs(played.value, secrets);
  return ended.ok ? save(io, kit, ended.value, options) : ended;
}

/** When they were made, moves in a list do not say. */
async function makeHeader(
  kit: Kit,
  { player, seat, ...options }: Options,
  signer: StoredKey | null,
): Promise<Result<Header>> {
  const setup = readSetup(kit, options);
  if (!setup.ok) return setup;
  const seats = (setup.value.seats ?? null) as readonly Seat[] | null;
  const count = Math.max(seats?.length ?? kit.game.seats[0], player.length);
  const names = Array.from({ length: count }, (_, i) => player[i] ?? '');
  const header = { ...headerOf(kit, setup.value, names, 0), startedAt: null };
  if (signer === null) return ok(header);
  return header.players.some(other => other.seat === seat)
    ? ok(await keyedHeader(header, seat, signer))
    : fail('wrong-seat', `no seat ${seat} to sign for`);
}

/** Plays what is written, line by line; a fault names the line and the column. */
async function playAll(
  kit: Kit,
  first: Chain,
  text: string,
  secrets: SecretOf,
): Promise<Result<Chain>> {
  let chain = first;
  const play = async ({ seat, act, at }: ListedAct): Promise<Result<Chain['table']>> => {
    const secret = seat === null ? null : secrets(seat);
    const next =
      seat !== null && secret !== null
        ? await appendAs(chain, secret, seat, act, { at })
        : appendPlain(chain, { seat, act, at });
    if (!next.ok) return next;
    chain = next.value;
    return ok(chain.table);
  };
  for (const [i, line] of text.split(/\r?\n/).entries()) {
    const played = await playLine(kit, line, chain.table, play);
    if (!played.ok)
      return {
        ok: false,
        fault: { ...played.fault, at: { line: i + 1, ...played.fault.at } },
      };
  }
  return ok(chain);
}

function appendPlain(chain: Chain, listed: ListedAct): Result<Chain> {
  const appended = append(chain, listed);
  return appended.ok ? ok(appended.value.chain) : appended;
}

async function save(
  io: Io,
  kit: Kit,
  chain: Chain,
  options: Options,
): Promise<Result<CommandReport>> {
  const { output } = options;
  const nodes = nodesOf(chain);
  const kifu = readKifu(nodes);
  if (!kifu.ok) return kifu;
  const form = wholeFormOf(kit, output, 'car');
  if (!form.ok) return form;
  const head = headOf(chain);
  const written = await writeAs({ kit, kifu: kifu.value, nodes, head }, form.value);
  if (!written.ok) return written;
  const saved = await saveOutput(output, written.value.output, options);
  if (!saved.ok) return saved;
  if (options.save) await saveCreated(io, { kit, kifu: kifu.value, nodes }, { source: 'record' });
  const { outcome, n } = chain.table;
  const t = io.texts.reports.records;
  const how = outcome === null ? t.inProgress : describeOutcome(outcome, voiceFor(io, kit));
  return ok({
    json: { file: output, head: formatCid(head), entries: n, outcome: outcome as unknown as Json },
    text: `${output}: ${t.recorded(n, how)}\n${formatCid(head)}`,
  });
}
