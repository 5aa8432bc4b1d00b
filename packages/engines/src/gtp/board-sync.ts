/** Brings the board of a GTP engine to the position of a match, by as few commands as possible. */
import type { Json, JsonObject, Kit } from '@kifu/core';
import type { Turn } from '@kifu/record/match';
import { EngineError } from '../process/engine-error.ts';
import { type EngineContext, START_MS } from '../session.ts';
import { wayHere } from '../way-here.ts';
import type { GtpClient } from './gtp-client.ts';
import type { GoRules } from './rules.ts';

/** What a state of go says of its board. */
export interface GoState extends JsonObject {
  readonly board: readonly string[];
  readonly counting: null | {
    readonly agreed: readonly [boolean, boolean];
    readonly dead: readonly [number, number][];
  };
  readonly komiHalves: number;
  readonly rules: GoRules;
  readonly left: number;
}

const COLORS = ['black', 'white'] as const;
/** The largest board that has coordinates in GTP. */
const MAX_SIZE = 25;

export class BoardSync {
  readonly #gtp: GtpClient;
  readonly #context: EngineContext;
  readonly #timeoutMs: number;
  /** What the engine has been told since its board was set up: how it was, and each move. */
  #setup: string | null = null;
  #sent: string[] = [];

  constructor(gtp: GtpClient, context: EngineContext) {
    this.#gtp = gtp;
    this.#context = context;
    this.#timeoutMs = context.startMs ?? START_MS;
  }

  /** Brings the engine to the position of a turn. */
  async to(turn: Turn): Promise<void> {
    const { kit, first } = this.#context;
    const way = wayHere(kit, first, turn);
    const start = canonOf(kit, way.first);
    const setup = setupCommands(start);
    const moves = way.steps.flatMap(({ seat, before, move }) => {
      const text = formatMove(kit, before, move);
      return text === null ? [] : [`play ${COLORS[seat]} ${text}`];
    });
    const key = setup.join('\n');
    const isAhead = this.#sent.every((move, i) => move === moves[i]);
    if (this.#setup !== key || !isAhead) {
      for (const command of setup) await this.#gtp.ask(command, this.#timeoutMs);
      this.#setup = key;
      this.#sent = [];
    }
    for (const move of moves.slice(this.#sent.length)) {
      await this.#gtp.ask(move, this.#timeoutMs);
      this.#sent.push(move);
    }
  }

  /** The engine has changed its board in another way: it is set up again next time. */
  forget(): void {
    this.#setup = null;
  }

  /** Notes a move that is already on the engine's board. */
  made(seat: number, vertex: string): void {
    this.#sent.push(`play ${COLORS[seat]} ${vertex}`);
  }
}

/** A state of go as data. */
export const canonOf = ({ game }: Kit, state: unknown): GoState =>
  game.states.canon(state) as unknown as GoState;

/** `D4` or `pass`; null for what is said after play has stopped. */
function formatMove(kit: Kit, state: unknown, move: Json): string | null {
  const { type } = move as { readonly type: string };
  if (type === 'pass') return 'pass';
  return type === 'play' ? kit.notations[0]!.format(state, move) : null;
}

/** An empty board of the size and komi, and the stones of the start position. */
function setupCommands({ board, komiHalves }: GoState): string[] {
  const height = board.length;
  if (board[0]!.length !== height || height > MAX_SIZE)
    throw new EngineError('protocol', 'it needs a square board of up to 25 lines');
  const stones = board.flatMap((row, y) =>
    [...row].flatMap((stone, x) =>
      stone === '.'
        ? []
        : [{ color: stone === 'B' ? 'black' : 'white', at: vertexOf(x, height - y) }],
    ),
  );
  const isHandicap = stones.length > 1 && stones.every(({ color }) => color === 'black');
  return [
    ...[`boardsize ${height}`, 'clear_board', `komi ${komiHalves / 2}`],
    ...(isHandicap
      ? [`set_free_handicap ${stones.map(({ at }) => at).join(' ')}`]
      : stones.map(({ color, at }) => `play ${color} ${at}`)),
  ];
}

/** `D4`: columns leave out I. */
const vertexOf = (x: number, row: number): string => `${'ABCDEFGHJKLMNOPQRSTUVWXYZ'[x]}${row}`;
