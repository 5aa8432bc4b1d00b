/** `kifu record`: makes a record of moves. */
import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import {
  type Act,
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
import {
  append,
  begin,
  type Chain,
  end,
  formatKifu,
  headOf,
  NO_TERMS,
  nodesOf,
  readKifu,
} from '@kifu/record';
import { Command, Option } from 'commander';
import { within } from '../fault.ts';
import type { Handle, Report } from '../handle.ts';
import { readMove, readSetup, type StartOptions, upperHex } from '../input.ts';
import type { Io } from '../io.ts';
import { findKey, type StoredKey } from '../keys.ts';
import { headerOf } from '../match.ts';
import { addExamples, addStartOptions, fileName, gameArgument, wholeNumber } from '../options.ts';
import { carOf } from '../record-file.ts';
import { reason, saveBytes } from '../save.ts';
import { appendAs, freshNonce } from '../sign.ts';
import { counted, outcomeWords, seatNamesOf } from '../words.ts';

interface Options extends StartOptions {
  readonly moves: string;
  readonly output: string;
  readonly player: readonly string[];
  readonly key?: string;
  readonly seat?: number;
  readonly force?: boolean;
}

/** The command. */
export const recordCommand = (handle: Handle): Command =>
  addExamples(
    addStartOptions(
      new Command('record')
        .description(
          'Make a record of moves: a chain of nodes in a CAR, or JSON where the file is called so.',
        )
        .summary('Make a record of moves.')
        .addArgument(gameArgument())
        .addOption(
          new Option(
            '--moves <FILE>',
            'moves in any notation, one a line or several; - for standard input',
          ).makeOptionMandatory(),
        )
        .addOption(
          new Option('-o, --output <FILE>', 'the record: .car or .json')
            .argParser(fileName('A record is no text.'))
            .makeOptionMandatory(),
        )
        .addOption(
          new Option('--player <NAME>', 'name of a player, from the first seat on; may be repeated')
            .argParser((name: string, names: readonly string[]) => [...names, name])
            .default([] as readonly string[], 'none'),
        )
        .option('--key <NAME>', 'sign the moves of one seat with this key')
        .addOption(
          new Option('--seat <N>', 'the seat whose moves are signed')
            .argParser(wholeNumber(0, 15))
            .default(0),
        )
        .option('--force', 'replace the file if it exists'),
      'seed for chance; games with chance need one',
    ).action(
      handle<Options>(async ({ io }, [name], options) => {
        const kit = await io.games.load(name as string);
        return kit.ok ? record(io, kit.value, options) : kit;
      }),
    ),
    ['kifu record chess --moves game.txt -o game.car', 'moves such as e4 e5 Nf3'],
    ['kifu verify game.car', 'and check it'],
  );

async function record(io: Io, kit: Kit, options: Options): Promise<Result<Report>> {
  const lines = await readText(io, options.moves);
  if (!lines.ok) return lines;
  const signer = options.key === undefined ? ok(null) : await findKey(io, options.key);
  if (!signer.ok) return signer;
  const header = makeHeader(io, kit, options, signer.value);
  if (!header.ok) return header;
  const begun = begin(kit.game as Game, header.value);
  if (!begun.ok) return begun;
  const played = await playAll(kit, begun.value.chain, lines.value, options, signer.value);
  if (!played.ok) return within(options.moves, played);
  const { table } = played.value;
  const ended = table.outcome === null ? played : end(played.value);
  return ended.ok ? save(kit, ended.value, options) : ended;
}

async function readText(io: Io, path: string): Promise<Result<string>> {
  try {
    return ok(path === '-' ? await text(io.stdin) : await readFile(path, 'utf8'));
  } catch (cause) {
    return fail('unreadable', `${path} cannot be read: ${reason(cause)}`);
  }
}

function makeHeader(
  io: Io,
  kit: Kit,
  { player, seat = 0, ...options }: Options,
  signer: StoredKey | null,
): Result<Header> {
  const setup = readSetup(kit, options);
  if (!setup.ok) return setup;
  const seats = (setup.value.seats ?? null) as readonly Seat[] | null;
  const count = Math.max(seats?.length ?? kit.game.seats[0], player.length);
  const names = Array.from({ length: count }, (_, i) => player[i] ?? '');
  const header = headerOf(kit, setup.value, names, io.now());
  if (signer === null) return ok({ ...header, startedAt: null });
  if (!header.players.some(other => other.seat === seat))
    return fail('wrong-seat', `there is no seat ${seat} to sign for`);
  const players = header.players.map(each =>
    each.seat === seat ? { ...each, key: signer.key } : each,
  );
  return ok({ ...header, players, terms: { ...NO_TERMS, nonce: freshNonce() } });
}

/** Plays what is written, move by move; a fault names the line and the column. */
async function playAll(
  kit: Kit,
  first: Chain,
  lines: string,
  { seat = 0 }: Options,
  signer: StoredKey | null,
): Promise<Result<Chain>> {
  let chain = first;
  for (const [i, line] of lines.split(/\r?\n/).entries())
    for (const { words, column } of split(kit, chain, line)) {
      const next = await playOne(kit, chain, words, seat, signer);
      if (!next.ok) return { ok: false, fault: { ...next.fault, at: { line: i + 1, column } } };
      chain = next.value;
    }
  return ok(chain);
}

/** A line is one move if it reads as one; else each word of it is. Numbers of moves and results are passed over. */
function split(kit: Kit, { table }: Chain, line: string): { words: string; column: number }[] {
  const plain = line.replace(/[#;].*$/, comment => ' '.repeat(comment.length));
  if (plain.trim() === '') return [];
  if (readMove(kit, table.state, upperHex(plain.trim())).ok)
    return [{ words: plain.trim(), column: plain.search(/\S/) + 1 }];
  return [...plain.matchAll(/\S+/g)]
    .map(({ 0: word, index }) => ({ words: word.replace(/^\d+\.+/, ''), column: index + 1 }))
    .filter(({ words }) => words !== '' && !/^(?:\d+|1-0|0-1|1\/2-1\/2|\*)$/.test(words));
}

async function playOne(
  kit: Kit,
  chain: Chain,
  words: string,
  signing: Seat,
  signer: StoredKey | null,
): Promise<Result<Chain>> {
  const { game, state } = chain.table;
  const seat = game.active(state)[0] ?? null;
  const move = readMove(kit, state, upperHex(words));
  if (!move.ok) return move;
  const act: Act = { type: 'move', move: move.value as Json };
  if (signer === null || seat !== signing) {
    const appended = append(chain, { seat, act });
    return appended.ok ? ok(appended.value.chain) : appended;
  }
  return appendAs(chain, Buffer.from(signer.secret, 'hex'), seat, act);
}

async function save(kit: Kit, chain: Chain, options: Options): Promise<Result<Report>> {
  const nodes = nodesOf(chain);
  const kifu = readKifu(kit.game as Game, nodes);
  if (!kifu.ok) return kifu;
  const isJson = options.output.endsWith('.json');
  const content = isJson ? formatKifu(kifu.value) : carOf(nodes);
  const saved = await saveBytes(options.output, content, options.force === true);
  if (!saved.ok) return saved;
  const head = formatCid(headOf(chain));
  const { outcome, n } = chain.table;
  const how = outcome === null ? 'it goes on' : outcomeWords(outcome, seatNamesOf(kit));
  return ok({
    json: { file: options.output, head, entries: n, outcome: outcome as unknown as Json },
    text: `${options.output}: ${counted(n, 'entry', 'entries')}, ${how}\n${head}`,
  });
}
