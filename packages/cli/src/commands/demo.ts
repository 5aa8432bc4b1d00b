/** `kifu demo`: bots play a short match that is recorded, signed, verified and replayed, as a first look. */

import { budgetOf, makeBot, playBots, usualBot } from '@kifu/bots';
import {
  type Cid,
  type Demo,
  type Fail,
  fail,
  formatCid,
  type Game,
  hashState,
  type Json,
  type JsonObject,
  type Kifu,
  type Kit,
  moveAct,
  type Outcome,
  ok,
  type Result,
  type Scene,
  type Seat,
  sha256,
} from '@kifu/core';
import {
  begin,
  type Chain,
  headOf,
  nodesOf,
  type Report,
  readKifu,
  timeline,
  verify,
} from '@kifu/record';
import { writeAs } from '@kifu/record/file';
import { NO_TERMS } from '@kifu/record/match-state';
import { publicKeyOf } from '@kifu/record/sign';
import type { GameTexts } from '@kifu/texts/games';
import { Command, Option } from 'commander';
import { type BoardStyle, boardStyle, drawBoard, widthOf } from '../board.ts';
import { fit } from '../columns.ts';
import { spellShort } from '../input.ts';
import { type Context, putLine } from '../io.ts';
import { saveCreated } from '../library/save-created.ts';
import {
  describeOutcome,
  numberMoves,
  recordedSeatName,
  voiceFor,
  type WrittenMove,
} from '../match-words.ts';
import { headerOf } from '../new-header.ts';
import { botLevelOption, fileName, gameArgument, wholeNumber } from '../options.ts';
import { type CommandReport, type Handle, SILENT } from '../run-command.ts';
import { refuseExisting, saveOutput } from '../save.ts';
import { agreeAll, appendAs, endAs, type SecretOf } from '../sign.ts';
import { wrap } from '../text.ts';
import { wholeFormOf } from '../write-record.ts';

/** Of games that have none of their own. */
const DEMO: Demo = { about: '', seed: 7, moves: 80, at: '0' };
/** Lines of play that a bot may try for one move. */
const NODES = 2000;
/** How long a terminal shows each move, as long as the whole stays short. */
const MOVE_MS = 130;
const WHOLE_MS = 8000;

interface Options {
  readonly seed?: number;
  readonly moves?: number;
  readonly level?: number;
  readonly output?: string;
  readonly save?: boolean;
  readonly color?: boolean;
  readonly force?: boolean;
}

/** The command. */
export const demoCommand = (handle: Handle): Command =>
  new Command('demo')
    .addArgument(gameArgument().argOptional())
    .addOption(new Option('--seed <N>').argParser(wholeNumber(0, 2 ** 31 - 1)))
    .addOption(new Option('--moves <N>').argParser(wholeNumber(0, 1000)))
    .addOption(botLevelOption())
    .addOption(new Option('-o, --output <FILE>').argParser(fileName('nothing')))
    .option('--force')
    .option('--save')
    .action(
      handle<Options>(async (context, [name], options) => {
        const { games } = context.io;
        const kit = await games.load((name as string | undefined) ?? games.names()[0]!);
        if (!kit.ok) return kit;
        const demo = kit.value.demos?.[0] ?? DEMO;
        const { seed = demo.seed, moves = demo.moves } = options;
        return show(context, kit.value, { ...demo, seed, moves }, options);
      }),
    );

/** What has been seen of the match. */
interface ShownMatch {
  readonly state: unknown;
  readonly outcome: Outcome | null;
  readonly scene: Scene;
  readonly moves: readonly WrittenMove[];
}

async function show(
  context: Context,
  kit: Kit,
  demo: Demo,
  options: Options,
): Promise<Result<CommandReport>> {
  const { io } = context;
  const { seed } = demo;
  const cannot = await refuseOutput(kit, options); // before the user has watched in vain
  if (cannot !== null) return cannot;
  const seats = Array.from({ length: demo.seats ?? kit.game.seats[0] }, (_, seat) => seat);
  const setup: JsonObject = {
    seats,
    ...(kit.game.chance === undefined ? {} : { seed }),
    ...(demo.options === undefined ? {} : { options: demo.options }),
  };
  const bots = [];
  for (const seat of seats) {
    const nodes = options.level === undefined ? demo.nodes : budgetOf(options.level).nodes;
    const budget = { seed: (seed + seat) % 2 ** 31, nodes: nodes ?? NODES };
    const bot = makeBot(kit, demo.bot ?? usualBot(kit), budget);
    if (!bot.ok) return bot;
    bots.push(bot.value);
  }
  const match = playBots(kit, setup, bots, { steps: demo.moves });
  if (!match.ok) return match;
  const recorded = await beginDemo(kit, setup, seats, seed);
  if (!recorded.ok) return recorded;
  const secrets = (seat: Seat) => demoSecret(seed, seat);
  const agreed = await agreeAll(recorded.value.chain, secrets);
  if (!agreed.ok) return agreed;
  let chain = agreed.value;
  const style = boardStyle(io, options.color === false);
  const screen = createScreen(context, kit, style);
  let stoppedBy: number | null = null;
  const stopListening = io.onStop(exitCode => {
    stoppedBy = exitCode;
  });
  const { game } = voiceFor(io, kit);
  let shown: ShownMatch | null = null;
  for (const { seat, move, at, stepped } of match.value) {
    if (stoppedBy !== null) break;
    shown = next(kit, shown, seat, move, stepped, game);
    if (seat !== null && move !== null) {
      const added = await appendAs(chain, secrets(seat), seat, moveAct(kit.game, move), {
        at,
      });
      if (!added.ok) return added;
      chain = added.value;
    }
    await screen.draw(shown);
  }
  stopListening();
  if (stoppedBy !== null) return ok({ ...SILENT, exitCode: stoppedBy });
  const proven = await prove(kit, chain, shown!, secrets);
  if (!proven.ok) return proven;
  if (options.output !== undefined) {
    const form = wholeFormOf(kit, options.output, 'car');
    const written = form.ok ? await writeAs({ kit, ...proven.value }, form.value) : form;
    if (!written.ok) return written;
    const saved = await saveOutput(options.output, written.value.output, options);
    if (!saved.ok) return saved;
  }
  if (options.save) await saveCreated(io, { kit, ...proven.value }, { source: 'demo' });
  const last = screen.isLive() ? null : style;
  return ok(report(context, kit, shown!, proven.value, { ...options, seed }, last));
}

async function refuseOutput(kit: Kit, options: Options): Promise<Fail | null> {
  if (options.output === undefined) return null;
  const form = wholeFormOf(kit, options.output, 'car');
  return form.ok ? refuseExisting(options.output, options) : form;
}

/** Keys of demo bots follow from the seed, so that the same match has the same head. Every reader can compute them: they prove nothing. */
const demoSecret = (seed: number, seat: Seat): Uint8Array =>
  sha256(new TextEncoder().encode(`kifu demo ${seed} ${seat}`));

async function beginDemo(
  kit: Kit,
  setup: JsonObject,
  seats: readonly Seat[],
  seed: number,
): Promise<ReturnType<typeof begin>> {
  const names = seats.map(seat => `${recordedSeatName(kit, seat)} bot`);
  const header = headerOf(kit, setup, names, 0);
  const players = await Promise.all(
    header.players.map(async player => ({
      ...player,
      key: toHex(await publicKeyOf(demoSecret(seed, player.seat))),
    })),
  );
  const nonce = toHex(demoSecret(seed, 255)).slice(0, 32);
  return begin(kit.game as Game, {
    ...header,
    players,
    startedAt: null,
    terms: { ...NO_TERMS, nonce },
  });
}

const toHex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

/** What the record of the match proves. */
interface Proven {
  readonly kifu: Kifu;
  readonly nodes: readonly Uint8Array[];
  readonly head: Cid;
  readonly bytes: number;
  readonly checked: Report['checked'];
}

/** Ends the record, verifies it with all signatures, and replays it to the same state. */
async function prove(
  kit: Kit,
  chain: Chain,
  { state, outcome }: ShownMatch,
  secrets: SecretOf,
): Promise<Result<Proven>> {
  const ended = outcome === null ? ok(chain) : await endAs(chain, secrets);
  if (!ended.ok) return ended;
  const nodes = nodesOf(ended.value);
  const game = kit.game as Game;
  const { fault, checked } = await verify(nodes, async () => ok(game), {
    signatures: 'all',
    head: headOf(ended.value).digest,
  });
  if (fault !== null) return { ok: false, fault };
  const kifu = readKifu(nodes);
  if (!kifu.ok) return kifu;
  const line = timeline(game, kifu.value);
  if (!line.ok) return line;
  const { at, atTick, length } = line.value;
  const last = game.time === undefined ? at(length) : atTick(game.time.now(state));
  if (hashState(game, last.state) !== hashState(game, state))
    return fail('broken-record', 'the replay ends in another state', { rule: 'replay' });
  const bytes = nodes.reduce((sum, { length }) => sum + length, 0);
  return ok({ kifu: kifu.value, nodes, head: headOf(ended.value), bytes, checked });
}

function next(
  kit: Kit,
  shown: ShownMatch | null,
  seat: Seat | null,
  move: Json | null,
  { state, outcome }: { readonly state: unknown; readonly outcome: Outcome | null },
  texts: GameTexts,
): ShownMatch {
  if (shown === null || seat === null || move === null)
    return { state, outcome, scene: kit.scene(state, undefined, texts), moves: shown?.moves ?? [] };
  const text = spellShort(kit, shown.state, move);
  const scene = kit.scene(state, { scene: shown.scene, move }, texts);
  return { state, outcome, scene, moves: [...shown.moves, { seat, text }] };
}

/** Draws the match in place on a terminal that has room for it; elsewhere nothing until the end. */
function createScreen({ io, isJson, colors }: Context, kit: Kit, style: BoardStyle) {
  let isLive = io.isTTY.stdout && !isJson && style.depth > 0;
  const began = io.now();
  let seen = began;
  let height = 0;
  return {
    /** Whether the last board is on the screen. */
    isLive: () => isLive,
    async draw({ scene, moves }: ShownMatch): Promise<void> {
      // whole rounds, the newest four
      const lately = numberMoves(moves)
        .slice(-(moves.length % 2 === 0 ? 8 : 7))
        .join(' ');
      const lines = [
        `${colors.bold(kit.game.name)} ${colors.dim(io.texts.reports.programs.demo.title)}`,
        '',
        ...drawBoard(scene, style),
        '',
        `  ${lately}`.slice(0, io.columns - 1),
        '',
      ];
      isLive &&= lines.length < io.rows && lines.every(line => widthOf(line) <= io.columns);
      if (!isLive) return io.sleep(0); // lets Ctrl-C in
      const up = height > 0 ? `\r\x1b[${height}A` : '';
      await putLine(io, up + lines.map(line => `${line}\x1b[K`).join('\n'));
      height = lines.length;
      const rest = io.now() - began < WHOLE_MS ? seen + MOVE_MS - io.now() : 0;
      await io.sleep(Math.max(0, rest)); // also lets Ctrl-C in
      seen = io.now();
    },
  };
}

/** The moves and the last board in the given style, unless they have been seen already, then how it ended. */
function report(
  { io, colors }: Context,
  kit: Kit,
  { state, outcome, scene, moves }: ShownMatch,
  { head, nodes, bytes, checked }: Proven,
  { seed, output }: Options & { readonly seed: number },
  style: BoardStyle | null,
): CommandReport {
  const t = io.texts.reports.programs.demo;
  const hash = hashState(kit.game, state);
  const result =
    outcome === null
      ? io.texts.session.stoppedAfter(moves.length)
      : describeOutcome(outcome, voiceFor(io, kit));
  const { name } = kit.game;
  const again = name === io.games.names()[0] ? 'npx kifu demo' : `npx kifu demo ${name}`;
  const hints = [
    [`npx kifu play ${name}`, t.hints.play],
    output === undefined
      ? [`${again} -o match.car`, t.hints.keep]
      : [`npx kifu replay ${output}`, t.hints.replay],
    [`${again} --seed ${(seed + 1) % 2 ** 31}`, t.hints.another],
    ['npx kifu --help', t.hints.help],
  ] as const;
  const width = Math.max(...hints.map(([line]) => line.length));
  const isNarrow = io.columns < width + 25;
  const facts = [
    [t.rows.recorded, t.recorded(nodes.length, bytes)],
    [t.rows.verified, t.verified(checked.links, checked.rules, checked.hashes, checked.signatures)],
    [t.rows.replayed, t.replayed(hash.slice(0, 16))],
    [t.rows.head, formatCid(head)],
  ] as const;
  const moveLines = wrap(numberMoves(moves), Math.min(io.columns, 80) - 2).map(line => `  ${line}`);
  return {
    json: {
      game: kit.game.name,
      seed,
      moves: moves.map(({ text }) => text),
      outcome: outcome as unknown as Json,
      hash,
      head: formatCid(head),
      nodes: nodes.length,
      signatures: checked.signatures,
    },
    text: [
      ...(style === null ? [] : [...moveLines, '', ...drawBoard(scene, style), '']),
      colors.bold(result),
      ...facts.flatMap(([label, about]) => factLines(colors.dim, label, about, io.columns)),
      '',
      t.next,
      ...hints.map(([line, about]) =>
        isNarrow ? `  ${line}` : `  ${line.padEnd(width)}  ${colors.dim(about)}`,
      ),
    ].join('\n'),
  };
}

/** `verified   80 links, …`; what does not fit stands below. */
function factLines(
  dim: (text: string) => string,
  label: string,
  about: string,
  columns: number,
): string[] {
  const [first = '', ...more] = wrap(about.split(' '), Math.max(20, Math.min(columns, 80) - 11));
  return [`${dim(fit(label, 10))} ${first}`, ...more.map(line => `${' '.repeat(11)}${line}`)];
}
