/** Go as IPGS §9.2 words it, plainly and slowly, to compare with: boards are text, and history is a list of all of them. */

/** Settings that decide what may be played. */
export interface ReferenceRules {
  readonly ko: string;
  readonly suicide: string;
}

/** A position, and every board before it with the side whose turn led there. */
export interface Reference {
  readonly width: number;
  readonly height: number;
  readonly rules: ReferenceRules;
  /** A letter a point, row after row: `.`, `B`, `W`. */
  readonly board: string;
  readonly turn: 'B' | 'W';
  readonly prisoners: { readonly B: number; readonly W: number };
  readonly history: readonly { readonly board: string; readonly by: 'B' | 'W' }[];
}

const foeOf = (side: 'B' | 'W') => (side === 'B' ? 'W' : 'B');

/** The empty board. It belongs to the history as if white had made it. */
export function startReference(width: number, height: number, rules: ReferenceRules): Reference {
  const board = '.'.repeat(width * height);
  const prisoners = { B: 0, W: 0 };
  return { width, height, rules, board, turn: 'B', prisoners, history: [{ board, by: 'W' }] };
}

/** The position after a pass. */
export function passReference(reference: Reference): Reference {
  const { board, turn, history } = reference;
  return { ...reference, turn: foeOf(turn), history: [...history, { board, by: turn }] };
}

/** The position after a stone; or the rule that forbids it. */
export function playReference(reference: Reference, x: number, y: number): Reference | string {
  const { width, height, rules, board, turn, history } = reference;
  if (x >= width || y >= height) return 'off-board';
  const at = y * width + x;
  if (board[at] !== '.') return 'occupied';
  const foe = foeOf(turn);
  let next = put(board, at, turn);
  let [taken, lost] = [0, 0];
  for (const beside of neighbors(reference, at)) {
    const chain = next[beside] === foe ? chainAt(reference, next, beside) : [];
    if (chain.length === 0 || hasLiberty(reference, next, chain)) continue;
    for (const stone of chain) next = put(next, stone, '.');
    taken += chain.length;
  }
  const own = chainAt(reference, next, at);
  if (!hasLiberty(reference, next, own)) {
    if (rules.suicide === 'forbidden' || own.length === 1) return 'suicide';
    for (const stone of own) next = put(next, stone, '.');
    lost = own.length;
  }
  if (rules.ko === 'simple') {
    // the board after the mover's previous turn, that is before the opponent's last
    if (history.length >= 2 && history.at(-2)!.board === next) return 'ko';
  } else if (
    history.some(past => past.board === next && (rules.ko === 'positional' || past.by === turn))
  )
    return 'superko';
  const prisoners = { ...reference.prisoners };
  prisoners[turn] += taken;
  prisoners[foe] += lost;
  return {
    ...reference,
    board: next,
    turn: foe,
    prisoners,
    history: [...history, { board: next, by: turn }],
  };
}

const put = (board: string, at: number, sign: string) =>
  board.slice(0, at) + sign + board.slice(at + 1);

function neighbors({ width, height }: Reference, at: number): number[] {
  const [x, y] = [at % width, Math.floor(at / width)];
  return [
    ...(x > 0 ? [at - 1] : []),
    ...(x < width - 1 ? [at + 1] : []),
    ...(y > 0 ? [at - width] : []),
    ...(y < height - 1 ? [at + width] : []),
  ];
}

function chainAt(reference: Reference, board: string, start: number): number[] {
  const chain = [start];
  for (const stone of chain)
    for (const beside of neighbors(reference, stone))
      if (board[beside] === board[start] && !chain.includes(beside)) chain.push(beside);
  return chain;
}

const hasLiberty = (reference: Reference, board: string, chain: readonly number[]) =>
  chain.some(stone => neighbors(reference, stone).some(beside => board[beside] === '.'));
