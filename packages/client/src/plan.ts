/** Conditional moves of the own seat: what is to be played for it after moves that are yet to come. */
import { fail, type Game, type Json, ok, type Result, type Seat } from '@kifu/core';
import {
  type ExpectedMove,
  keyOf,
  type MatchState,
  playAhead,
  restOfLine,
} from '@kifu/record/match-state';
import type { Replay } from '@kifu/record/replay';
import type { MatchMemory } from './memory.ts';
import { MAX_LINE_MOVES, MAX_MESSAGE_BYTES, MAX_PLAN_LINES } from './protocol/constants.ts';
import type { ClientMessage, ServerMessage } from './protocol/messages.ts';
import { plannedFrom } from './seq.ts';
import { signAction } from './signatures.ts';

/** Lines of moves, each from one position on to a move of the own seat. */
export type PlanLines = readonly (readonly Json[])[];

type PlanMessage = Extract<ClientMessage, { readonly type: 'plan' }>;
type WireLines = PlanMessage['lines'];

/** What is planned for the own seat, as the server has it. */
export interface Planner {
  /** The lines that are left of it, from where the match stands. */
  lines(followed: Replay): PlanLines;
  /** Signs lines from where the match stands, where the seat has a key, and sends them; resolves with what the server answers. `send` says whether it could. */
  set(
    followed: Replay,
    seat: Seat,
    lines: PlanLines,
    signer: PlanSigner,
    send: (message: PlanMessage) => boolean,
  ): Promise<Result<null>>;
  /** The server tells what it has. */
  hear(message: Extract<ServerMessage, { readonly type: 'plan' }>): void;
  /** The connection is lost: what was under way may have arrived or not, the server will tell. */
  lose(): void;
}

/** What signs lines, and where that is stored before they are sent. */
interface PlanSigner {
  readonly secret: Uint8Array | undefined;
  readonly memory: Pick<MatchMemory, 'keepAction'> | null;
}

/** A planner without lines yet. */
export function createPlanner(now: () => number): Planner {
  let plan: { readonly seen: number; readonly lines: PlanLines } = { seen: 0, lines: [] };
  let used = 0;
  let last = 0;
  const asked = new Map<number, (answer: Result<null>) => void>();

  /** The shorter first, since their numbers rise. */
  const signLines = async (
    followed: Replay,
    seat: Seat,
    lines: PlanLines,
    { secret, memory }: PlanSigner,
  ): Promise<Result<WireLines>> => {
    const { table, header } = followed;
    if (table === null) return HIDDEN;
    const played: { readonly moves: readonly Json[]; readonly made: readonly ExpectedMove[] }[] =
      [];
    for (const moves of lines.toSorted((a, b) => a.length - b.length)) {
      const made = playAhead(table, moves);
      if (!made.ok) return made;
      played.push({ moves, made: made.value });
    }
    if (keyOf(header!, seat) === null)
      return ok(played.map(({ moves }) => ({ moves: [...moves] })));
    if (secret === undefined || memory === null)
      return fail('bad-signature', 'the key of this seat is not available here', {
        rule: 'no-key',
      });
    const numbers = plannedFrom(Math.max(used, table.seqs?.[seat] ?? 0), now(), played.length);
    used = numbers.at(-1) ?? used;
    const [match, seen] = [followed.digestAt(0), followed.digestAt(followed.n)];
    const signed = await Promise.all(
      played.map(async ({ moves, made }, i) => {
        const seq = numbers[i]!;
        const act = { type: 'move', move: made.at(-1)!.move } as const;
        const given = made.slice(0, -1);
        const intent = { match, seat, seq, seen, act, when: null, given };
        const action = await signAction(secret, intent);
        const isNew = (await memory.keepAction(`${seq}`, action)) === null;
        return isNew ? { moves: [...moves], seq, signature: action.signature } : null;
      }),
    );
    const made = signed.filter(line => line !== null);
    return made.length === signed.length ? ok(made) : PLANNED_ELSEWHERE;
  };

  return {
    lines: ({ table, game }) =>
      table === null
        ? []
        : plan.lines.flatMap(line => {
            const bytes = line.map(move => game.moves.bytes.encode(move));
            const left = restOfLine(table, plan.seen, bytes);
            return left === null ? [] : [line.slice(-left.length)];
          }),
    async set(followed, seat, lines, signer, send) {
      if (lines.length > MAX_PLAN_LINES || lines.some(({ length }) => length > MAX_LINE_MOVES))
        return TOO_MANY;
      const seen = followed.n;
      const signed = await signLines(followed, seat, lines, signer);
      if (!signed.ok) return signed;
      const message = { type: 'plan', id: ++last, seen, lines: signed.value } as const;
      if (new TextEncoder().encode(JSON.stringify(message)).length > MAX_MESSAGE_BYTES)
        return TOO_MANY;
      const answer = new Promise<Result<null>>(resolve => asked.set(message.id, resolve));
      if (send(message)) return answer;
      asked.delete(message.id);
      return LOST;
    },
    hear({ seen, lines, re, fault }) {
      plan = { seen, lines };
      if (re === undefined) return;
      asked.get(re)?.(fault === undefined ? ok(null) : { ok: false, fault });
      asked.delete(re);
    },
    lose() {
      plan = { seen: 0, lines: [] };
      for (const answer of asked.values()) answer(LOST);
      asked.clear();
    },
  };
}

const PLANNED_ELSEWHERE = fail(
  'conflict',
  'another window has just changed the conditional moves; try again',
  {
    rule: 'plan',
  },
);
const HIDDEN = fail('unsupported', 'conditional moves are not available with hidden information', {
  rule: 'plan',
});
const TOO_MANY = fail(
  'too-large',
  `too many conditional moves: ${MAX_PLAN_LINES} lines of ${MAX_LINE_MOVES} moves at most`,
  { rule: 'plan' },
);
const LOST = fail('unreadable', 'not connected');

/** The lines with one more, and with the moves of the seat on the way to it; what answered the same moves otherwise gives way. */
export function addLine(
  table: MatchState,
  seat: Seat,
  lines: PlanLines,
  moves: readonly Json[],
): Result<PlanLines> {
  const played = playAhead(table, moves);
  if (!played.ok) return played;
  const { hex } = table.game.moves;
  const isSame = (a: Json | undefined, b: Json | undefined): boolean =>
    a !== undefined && b !== undefined && hex.encode(a) === hex.encode(b);
  let all = lines;
  for (const [i, { seat: mover }] of played.value.entries()) {
    if (mover !== seat || i === 0) continue;
    const contradicts = (line: readonly Json[]): boolean =>
      line.length > i && moves.slice(0, i).every((move, k) => isSame(line[k], move))
        ? !isSame(line[i], moves[i]) || line.length === i + 1
        : false;
    all = [...all.filter(line => !contradicts(line)), moves.slice(0, i + 1)];
  }
  return all.some(line => line.length === moves.length && line.every((m, k) => isSame(m, moves[k])))
    ? ok(all)
    : fail('wrong-seat', 'a line must end with your reply to a move of another player', {
        rule: 'plan',
      });
}

/** The lines without one, and without those that continue it. */
export const dropLine = (game: Game, lines: PlanLines, gone: readonly Json[]): PlanLines =>
  lines.filter(
    line =>
      !gone.every(
        (move, i) =>
          line[i] !== undefined && game.moves.hex.encode(line[i]) === game.moves.hex.encode(move),
      ),
  );
