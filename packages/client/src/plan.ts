/** Conditional moves of the own seat: what is to be played for it after moves that are yet to come. */
import { bytesToHex, fail, type Game, type Json, ok, type Result, type Seat } from '@kifu/core';
import type { Replay } from '@kifu/record/replay';
import { intentMessage, sign } from '@kifu/record/sign';
import { type GivenMove, keyOf, playAhead, restOfLine, type Table } from '@kifu/record/table';
import type { ClientMessage, ServerMessage } from './protocol/messages.ts';
import { plannedFrom } from './seq.ts';

/** Lines of moves, each from one position on to a move of the own seat. */
export type Lines = readonly (readonly Json[])[];

type WireLines = Extract<ClientMessage, { readonly type: 'plan' }>['lines'];

/** What is planned for the own seat, as the server has it. */
export interface Planner {
  /** The lines that are left of it, from where the match stands. */
  lines(followed: Replay): Lines;
  /** Signs lines from where the match stands, where the seat has a key; the shorter first, since their numbers rise. */
  sign(followed: Replay, seat: Seat, lines: Lines, secret?: Uint8Array): Promise<Result<WireLines>>;
  /** Resolves with what the server answers to a plan. */
  ask(send: (id: number) => void): Promise<Result<null>>;
  /** The server tells what it has. */
  hear(message: Extract<ServerMessage, { readonly type: 'plan' }>): void;
  /** The connection is lost: what was under way may have arrived or not, the server will tell. */
  lose(): void;
}

/** Begins with nothing. */
export function createPlanner(now: () => number): Planner {
  let plan: { readonly seen: number; readonly lines: Lines } = { seen: 0, lines: [] };
  let used = 0;
  let last = 0;
  const asked = new Map<number, (answer: Result<null>) => void>();
  return {
    lines: ({ table, game }) =>
      table === null
        ? []
        : plan.lines.flatMap(line => {
            const bytes = line.map(move => game.moves.bytes.encode(move));
            const left = restOfLine(table, plan.seen, bytes);
            return left === null ? [] : [line.slice(-left.length)];
          }),
    async sign(followed, seat, lines, secret) {
      const { table, header } = followed;
      if (table === null) return HIDDEN;
      const played: { readonly moves: readonly Json[]; readonly made: readonly GivenMove[] }[] = [];
      for (const moves of lines.toSorted((a, b) => a.length - b.length)) {
        const made = playAhead(table, moves);
        if (!made.ok) return made;
        played.push({ moves, made: made.value });
      }
      if (keyOf(header!, seat) === null)
        return ok(played.map(({ moves }) => ({ moves: [...moves] })));
      if (secret === undefined)
        return fail('bad-signature', 'the seat has a key, and it is not at hand');
      const numbers = plannedFrom(Math.max(used, table.seqs?.[seat] ?? 0), now(), played.length);
      used = numbers.at(-1) ?? used;
      const [match, seen] = [followed.digestAt(0), followed.digestAt(followed.n)];
      return ok(
        await Promise.all(
          played.map(async ({ moves, made }, i) => {
            const seq = numbers[i]!;
            const act = { type: 'move', move: made.at(-1)!.move } as const;
            const given = made.slice(0, -1);
            const message = intentMessage({ match, seat, seq, seen, act, when: null, given });
            return { moves: [...moves], seq, signature: bytesToHex(await sign(secret, message)) };
          }),
        ),
      );
    },
    ask: send =>
      new Promise(resolve => {
        const id = ++last;
        asked.set(id, resolve);
        send(id);
      }),
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

const HIDDEN = fail('unsupported', 'nobody plans what is hidden', { rule: 'plan' });
const LOST = fail('unreadable', 'the connection is lost');

/** The lines with one more, and with the moves of the seat on the way to it; what answered the same moves otherwise gives way. */
export function addLine(
  table: Table,
  seat: Seat,
  lines: Lines,
  moves: readonly Json[],
): Result<Lines> {
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
    : fail('wrong-seat', 'a line ends with a move of your own, after one of the others');
}

/** The lines without one, and without those that go on from it. */
export const dropLine = (game: Game, lines: Lines, gone: readonly Json[]): Lines =>
  lines.filter(
    line =>
      !gone.every(
        (move, i) =>
          line[i] !== undefined && game.moves.hex.encode(line[i]) === game.moves.hex.encode(move),
      ),
  );
