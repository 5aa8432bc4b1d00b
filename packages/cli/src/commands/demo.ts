/** `kifu demo`: two bots play a short match, as a first look. */
import { makeBot, playBots } from '@kifu/bots';
import {
  hashState,
  type Json,
  type Kit,
  type Outcome,
  ok,
  type Result,
  type Scene,
  type Seat,
} from '@kifu/core';
import { Command, Option } from 'commander';
import { type BoardStyle, boardStyle, drawBoard } from '../board.ts';
import { type Handle, type Report, SILENT } from '../handle.ts';
import { spellShort } from '../input.ts';
import { type Context, putLine } from '../io.ts';
import { addExamples, wholeNumber } from '../options.ts';
import {
  counted,
  numberMoves,
  outcomeWords,
  seatNamesOf,
  type WrittenMove,
  wrap,
} from '../words.ts';

const GAME = 'chess';
const MOVES = 80;
/** A match that ends with mate, as long as the bots think as they do. */
const SEED = 7;
/** Positions a bot looks at for one move. */
const NODES = 2000;
/** On a terminal each move can be seen for so long, as long as the whole stays short. */
const MOVE_MS = 130;
const WHOLE_MS = 8000;

interface Options {
  readonly seed: number;
  readonly moves: number;
  readonly color?: boolean;
}

/** The command. */
export const demoCommand = (handle: Handle): Command =>
  addExamples(
    new Command('demo')
      .description('Watch two bots play a short match of chess.')
      .addOption(
        new Option('--seed <N>', 'another seed, another match')
          .argParser(wholeNumber(0, 2 ** 31 - 1))
          .default(SEED),
      )
      .addOption(
        new Option('--moves <N>', 'stop after so many moves')
          .argParser(wholeNumber(0, 1000))
          .default(MOVES),
      )
      .action(
        handle<Options>(async (context, _words, options) => {
          const kit = await context.io.games.load(GAME);
          return kit.ok ? show(context, kit.value, options) : kit;
        }),
      ),
    ['kifu demo', 'the board on a terminal, the moves elsewhere'],
    ['kifu demo --seed 3 --moves 20', 'the start of another match'],
  );

/** What has been seen of the match. */
interface Shown {
  readonly state: unknown;
  readonly outcome: Outcome | null;
  readonly scene: Scene;
  readonly moves: readonly WrittenMove[];
}

async function show(context: Context, kit: Kit, options: Options): Promise<Result<Report>> {
  const { io } = context;
  const bots = [];
  for (const seat of [0, 1]) {
    const bot = makeBot(kit, 'mcts', { seed: (options.seed + seat) % 2 ** 31, nodes: NODES });
    if (!bot.ok) return bot;
    bots.push(bot.value);
  }
  const match = playBots(kit, {}, bots, { steps: options.moves });
  if (!match.ok) return match;
  const style = boardStyle(io, options.color === false);
  const screen = createScreen(context, kit, style);
  let stoppedBy: number | null = null;
  const stopListening = io.onStop(exitCode => {
    stoppedBy = exitCode;
  });
  let shown: Shown | null = null;
  for (const { seat, move, stepped } of match.value) {
    if (stoppedBy !== null) break;
    shown = next(kit, shown, seat, move, stepped);
    await screen.draw(shown);
  }
  stopListening();
  if (stoppedBy !== null) return ok({ ...SILENT, exitCode: stoppedBy });
  return ok(report(context, kit, shown!, options, screen.isLive ? null : style));
}

function next(
  kit: Kit,
  shown: Shown | null,
  seat: Seat | null,
  move: Json | null,
  { state, outcome }: { readonly state: unknown; readonly outcome: Outcome | null },
): Shown {
  if (shown === null || seat === null || move === null)
    return { state, outcome, scene: kit.scene(state), moves: shown?.moves ?? [] };
  const text = spellShort(kit, shown.state, move);
  const scene = kit.scene(state, { scene: shown.scene, move });
  return { state, outcome, scene, moves: [...shown.moves, { seat, text }] };
}

/** Draws the match in place on a terminal that has room for it; elsewhere nothing until the end. */
function createScreen({ io, isJson, colors }: Context, kit: Kit, style: BoardStyle) {
  const isLive = io.isTTY.stdout && !isJson && style.depth > 0 && io.rows >= 18;
  const began = io.now();
  let seen = began;
  let height = 0;
  return {
    isLive,
    async draw({ scene, moves }: Shown): Promise<void> {
      if (!isLive) return io.sleep(0); // lets Ctrl-C in
      // whole rounds, the newest four
      const lately = numberMoves(moves)
        .slice(-(moves.length % 2 === 0 ? 8 : 7))
        .join(' ');
      const lines = [
        `${colors.bold(kit.game.name)} ${colors.dim('between two bots')}`,
        '',
        ...drawBoard(scene, style),
        '',
        `  ${lately}`.slice(0, io.columns - 1),
        '',
      ];
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
  { state, outcome, scene, moves }: Shown,
  { seed }: Options,
  style: BoardStyle | null,
): Report {
  const hash = hashState(kit.game, state);
  const result =
    outcome === null
      ? `stopped after ${counted(moves.length, 'move', 'moves')}`
      : outcomeWords(outcome, seatNamesOf(kit));
  const hints = [
    [`npx kifu play ${kit.game.name}`, 'play against a bot'],
    [`npx kifu demo --seed ${seed + 1}`, 'another match'],
    ['npx kifu --help', 'everything else'],
  ] as const;
  const moveLines = wrap(numberMoves(moves), Math.min(io.columns, 80) - 2).map(line => `  ${line}`);
  return {
    json: {
      game: kit.game.name,
      seed,
      moves: moves.map(({ text }) => text),
      outcome: outcome as unknown as Json,
      hash,
    },
    text: [
      ...(style === null ? [] : [...moveLines, '', ...drawBoard(scene, style), '']),
      colors.bold(result),
      `${colors.dim('state hash')} ${hash}`,
      '',
      'What to try next:',
      ...hints.map(([line, about]) =>
        io.columns < 50 ? `  ${line}` : `  ${line.padEnd(26)} ${colors.dim(about)}`,
      ),
    ].join('\n'),
  };
}
