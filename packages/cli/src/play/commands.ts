/** Commands at the prompt of a match. */
import { makeBot, mayWait, usualBot } from '@kifu/bots';
import { addLine, type RemoteMatch, remoteOf } from '@kifu/client';
import {
  type Action,
  fail,
  hashState,
  type Json,
  ok,
  parseGlyph,
  playerViewOf,
  type Result,
  type Seat,
  spaced,
} from '@kifu/core';
import { legalMoves, presentOf } from '@kifu/record/match';
import { isForeseeable } from '@kifu/record/match-state';
import type { SessionTexts } from '@kifu/texts/en/cli/session';
import { readTyped, spell, spellShort } from '../input.ts';
import { inColumns, wrap } from '../text.ts';
import { CHANCE_STAYS, NOTHING_TO_UNDO } from './hosted-match.ts';
import { loadMatch } from './load-match.ts';
import { NODES } from './players.ts';
import {
  follow,
  isOver,
  kifuOf,
  lookAt,
  type Session,
  stateFor,
  tell,
  tellBoard,
  tellText,
  tellTime,
  viewerOf,
} from './session.ts';

/** What a command did: it was done, it ended the player's turn, or the player quits. */
export type CommandEffect = Result<'said' | 'decided' | 'quit'>;

type Say = (
  session: Session,
  seat: Seat | null,
  rest: string,
) => Promise<CommandEffect> | CommandEffect;

/** A command with what it does. */
interface PromptCommand {
  readonly names: readonly string[];
  readonly usage: string;
  /** The text that says what it does. */
  readonly about: keyof SessionTexts['commands'];
  /** Whether it takes an argument. */
  readonly takesMore: boolean;
  readonly say: Say;
}

const SAID: CommandEffect = ok('said');
const DECIDED: CommandEffect = ok('decided');

/** Refusal after the end. */
export const ENDED = fail('game-over', 'the match is over');

/** A command by its usage, `moves [PREFIX]` or `help, ?`, and names that the list does not show. */
function word(
  usage: string,
  about: PromptCommand['about'],
  say: Say,
  more: readonly string[] = [],
): PromptCommand {
  const names = usage.replace(/ [[A-Z].*$/, '').split(', ');
  return { names: [...names, ...more], usage, about, takesMore: /[A-Z]/.test(usage), say };
}

/** A command that prints something. */
const telling = (
  usage: string,
  about: PromptCommand['about'],
  say: (...args: Parameters<Say>) => void,
): PromptCommand =>
  word(usage, about, (...args) => {
    say(...args);
    return SAID;
  });

/** A command that is an action. */
const acting = (
  usage: string,
  about: PromptCommand['about'],
  what: (session: Session, seat: Seat) => Action,
): PromptCommand =>
  word(usage, about, (session, seat) =>
    seat === null ? ENDED : act(session, seat, what(session, seat)),
  );

async function act({ match }: Session, seat: Seat, what: Action): Promise<CommandEffect> {
  const done = await match.submit(seat, what);
  return done.ok ? DECIDED : done;
}

/** Returns the commands of a session: those that its game has a use for, and, in a match that does not wait, those that need no waiting. */
export function wordsFor({ kit, host, match, isDrawn }: Session): PromptCommand[] {
  const { positions, game, sceneOfView } = kit;
  const isHere = host !== null;
  const hasTime = game.time !== undefined;
  const when = (isSo: boolean, ...words: readonly PromptCommand[]) => (isSo ? words : []);
  // at one keyboard people agree on a draw without a command, unless the game waits for moves
  const canOffer = !isHere || mayWait(game);
  const hasClaims = game.match?.claims !== undefined && !isDrawn;
  return [
    ...[HELP, MOVES],
    ...when(isHere && !isDrawn, HINT),
    ...when(isHere && !isDrawn, UNDO),
    ...when(!isHere && !hasTime, TAKEBACK, ALLOW),
    ...when(hasClaims, canOffer ? CLAIM : CLAIM_DRAW),
    ...when(canOffer, DRAW),
    ...when(!isHere, ACCEPT),
    ...when(canOffer, DECLINE),
    RESIGN,
    ...when(!isHere, PAUSE, RESUME, ABORT),
    ...when(match.chat !== null, CHAT),
    ...when(match.rematch !== null, REMATCH),
    ...when(match.conditional !== null && isForeseeable(game), IF),
    ...when(isHere && hasTime && !isDrawn, WAIT),
    ...when(!isDrawn, BOARD),
    // a seat's own view is drawn from its side
    ...when(sceneOfView === undefined, FLIP),
    ...when(isHere && !isDrawn, DESCRIBE, NOTE),
    ...when(positions.length > 0 && !isDrawn, positionWord(positions.map(({ name }) => name))),
    ...when(!isDrawn, HASH),
    SAVE,
    ...when(isHere && !isDrawn, LOAD),
    isHere ? QUIT : GO_AWAY,
  ];
}

const HELP = telling('help, ?', 'help', session => {
  const { kit, colors, io } = session;
  const words = wordsFor(session);
  const width = 4 + Math.max(...words.map(({ usage }) => usage.length)) + 2;
  const known = io.texts.reports.programs.games.notations;
  const notations = kit.notations.map(({ name }) => known[name] ?? name);
  tellText(session, session.t.moveOrCommand([...notations, 'JSON', 'hex']));
  for (const { usage, about } of words) {
    const [first = '', ...more] = wrap(
      session.t.commands[about].split(' '),
      io.columns - width - 1,
    );
    tell(session, `    ${usage}`.padEnd(width) + colors.dim(first));
    for (const line of more) tell(session, ' '.repeat(width) + colors.dim(line));
  }
});

const MOVES = word('moves [PREFIX]', 'moves', (session, seat, rest) => {
  const { kit, io, match } = session;
  if (seat === null) return ENDED;
  const state = stateFor(session, seat);
  const spelled = legalMoves(match, seat)
    .map(move => {
      const texts = spell(kit, state, move).map(({ text }) => text);
      return texts.length > 0 ? texts : [kit.game.moves.hex.encode(move)];
    })
    .filter(texts => texts.some(text => text.startsWith(rest)));
  const first = spelled.map(([text]) => text!);
  const lines = inColumns(first, Math.min(io.columns, 80) - 4);
  tell(
    session,
    ...(lines.length > 0 ? lines.map(line => `    ${line}`) : [`  ${session.t.noMatchingMoves}`]),
  );
  return SAID;
});

/** The bot knows no more than the player. */
const HINT = word('hint', 'hint', (session, seat) => {
  const { kit, host } = session;
  if (seat === null) return ENDED;
  const bot = makeBot(kit, usualBot(kit), { seed: host!.table.n, nodes: NODES });
  if (!bot.ok) return bot;
  const sight = playerViewOf(kit.game, host!.state, seat);
  const move = sight.legal.length === 0 ? null : bot.value.choose(sight);
  const text = move === null ? session.t.wait : spellShort(kit, stateFor(session, seat), move);
  tell(session, `  ${text}`);
  return SAID;
});

const UNDO = word('undo', 'undo', async session => {
  const back = isOver(session) ? await continueBefore(session) : await takeBack(session);
  if (!back.ok) return back;
  tell(session, ...back.value.map(line => `  ${line}`));
  lookAt(session);
  return SAID;
});

/** Takes moves back and returns lines about it. In this process the others always agree. */
async function takeBack({ host, match, movers, kit, io, t }: Session): Promise<Result<string[]>> {
  const { local, table } = host!;
  const isPerson = (seat: Seat) => match.seats.includes(seat);
  const person = movers.findLast(isPerson);
  if (person === undefined) return NOTHING_TO_UNDO;
  let count = 1;
  let back = table.trail;
  for (; back !== null && !isPerson(back.mover); back = back.before) count++;
  if (back === null && kit.game.time === undefined) return CHANCE_STAYS;
  const asked = await local.takeBack(back?.mover ?? person);
  if (!asked.ok) return asked;
  return host!.table.trail === back?.before
    ? ok([t.tookBack(io.texts.counts.moves(count))])
    : fail('unsupported', 'moves of a rated match cannot be undone');
}

/** Continues a finished match in a new one, from before the last action of a person. */
async function continueBefore(session: Session): Promise<Result<string[]>> {
  const { host, match, files, t } = session;
  const { counts } = session.io.texts;
  const { entries } = kifuOf(session);
  const from = await host!.branchBefore(match.seats);
  if (!from.ok) return from;
  follow(session, host!.local);
  const gone = entries.slice(from.value);
  const count = gone.every(({ act }) => act.type === 'move')
    ? counts.moves(gone.length)
    : counts.entries(gone.length);
  const { autosave } = files;
  files.change(null);
  return ok([
    t.tookBack(count),
    t.branched,
    ...(autosave === null ? [] : [t.previousFile(autosave)]),
  ]);
}

const TAKEBACK = acting('takeback, undo', 'takeback', () => ({
  type: 'ask-takeback',
}));

const ALLOW = word('allow', 'allow', (session, seat) => {
  const table = session.match.replay?.table ?? null;
  const by = table?.talk.takeback?.by;
  let back = table?.trail ?? null;
  while (back !== null && back.mover !== by) back = back.before;
  return seat === null || back === null || by === undefined
    ? fail('illegal-move', 'nothing to answer')
    : act(session, seat, { type: 'allow-takeback', to: back.n });
});

const SAVE = word('save [FILE]', 'save', async (session, _seat, rest) => {
  const { files } = session;
  const path = rest || files.last;
  if (path === undefined) return fail('unwritable', 'save requires a file name');
  const saved = await files.saveTo(path, kifuOf(session));
  if (!saved.ok) return saved;
  tell(session, `  ${saved.value}`);
  return SAID;
});

const LOAD = word('load FILE', 'load', async (session, _seat, rest) => {
  const { io, kit, files } = session;
  const host = session.host!;
  if (rest === '') return fail('unreadable', 'load requires a file name');
  const loaded = await loadMatch(io, rest, kit, host.signer);
  if (!loaded.ok) return loaded;
  const seats = loaded.value.replay.header!.players.map(({ seat }) => seat);
  if (seats.join() !== [...host.players.keys()].join())
    return fail('unsupported', 'the match has different seats; use kifu play --load');
  await host.load(loaded.value);
  follow(session, host.local);
  tell(session, `  ${session.t.verified(host.table.n)}`);
  if (files.autosave !== null) tell(session, `  ${session.t.previousFile(files.autosave)}`);
  files.change(rest);
  return SAID;
});

const RESIGN = acting('resign', 'resign', (_session, of) => ({
  type: 'leave',
  of,
  how: 'resignation',
}));

const DRAW = acting('draw', 'draw', ({ match }, seat) => {
  const offer = match.replay?.table?.talk.offer ?? null;
  return { type: offer !== null && offer.by !== seat ? 'accept-draw' : 'offer-draw' };
});
const ACCEPT = acting('accept', 'accept', () => ({ type: 'accept-draw' }));
const DECLINE = acting('decline', 'decline', () => ({ type: 'decline' }));
const PAUSE = acting('pause', 'pause', () => ({ type: 'pause' }));
const RESUME = acting('resume', 'resume', () => ({ type: 'resume' }));
const ABORT = acting('abort', 'abort', () => ({ type: 'abort' }));

const claim: Say = (session, seat, rest) => {
  if (seat === null) return ENDED;
  const claims = session.kit.game.match?.claims?.(stateFor(session, seat), seat) ?? [];
  const found = claims.find(({ reason }) => spaced(reason).includes(spaced(rest)));
  if (found !== undefined) return act(session, seat, { type: 'claim', reason: found.reason });
  const all = claims.map(({ reason }) => spaced(reason)).join(', ');
  return fail('illegal-move', all === '' ? 'nothing to claim now' : `you can claim: ${all}`, {
    rule: 'claim',
  });
};
const CLAIM = word('claim [WHY]', 'claim', claim);
/** Where draws are not offered, `draw` claims one. */
const CLAIM_DRAW = word('claim, draw [WHY]', 'claim', claim);

const CHAT = word(
  'chat TEXT',
  'chat',
  ({ match }, _seat, text) => {
    match.chat!.say(text);
    return SAID;
  },
  ['say'],
);
const REMATCH = telling('rematch', 'rematch', ({ match }) => askAgain(remoteOf(match)!));

/** Moves that the server plays in answer to expected moves. */
const IF = word('if [MOVES]', 'if', async (session, seat, rest) => {
  const { match } = session;
  const conditional = match.conditional!;
  const table = match.replay?.table ?? null;
  if (seat === null || table === null || table.outcome !== null) return ENDED;
  if (rest !== '') {
    const moves = ['none', 'nothing'].includes(rest) ? null : readLine(session, table.state, rest);
    if (moves?.ok === false) return moves;
    const lines = moves === null ? ok([]) : addLine(table, seat, conditional.lines, moves.value);
    if (!lines.ok) return lines;
    const kept = await conditional.set(lines.value);
    if (!kept.ok) return kept;
  }
  for (const line of conditional.lines)
    tell(session, `  ${session.t.conditional(spellLine(session, table.state, line))}`);
  if (conditional.lines.length === 0) tell(session, `  ${session.t.noConditional}`);
  return SAID;
});

/** Reads a line such as `e5 then Nf3`. */
function readLine({ kit }: Session, from: unknown, text: string): Result<readonly Json[]> {
  const moves: Json[] = [];
  let state = from;
  for (const piece of text.split(/[\s,]+/).filter(piece => piece !== '' && piece !== 'then')) {
    const move = readTyped(kit, state, piece);
    if (!move.ok) return move;
    const played = kit.game.play(state, kit.game.active(state)[0] ?? -1, move.value);
    if (!played.ok) return played;
    moves.push(move.value);
    ({ state } = played.value);
  }
  return ok(moves);
}

/** Formats a line, with `then` before its last move. */
function spellLine({ kit }: Session, from: unknown, line: readonly Json[]): string {
  const texts: string[] = [];
  let state = from;
  for (const move of line) {
    texts.push(spellShort(kit, state, move));
    const played = kit.game.play(state, kit.game.active(state)[0] ?? -1, move);
    if (!played.ok) break; // the line does not start at this position
    ({ state } = played.value);
  }
  return `${texts.slice(0, -1).join(' ')} then ${texts.at(-1)}`;
}

/** Requests a rematch once the server has stored the match, shortly after its ending. */
function askAgain(live: RemoteMatch): void {
  if (live.replay?.isEnded !== true || live.invite?.phase === 'ended') {
    live.rematch!.offer();
    return;
  }
  const off = live.on('invite', ({ phase }) => {
    if (phase !== 'ended') return;
    off();
    live.rematch!.offer();
  });
}

const FLIP = telling('flip', 'flip', (session, seat) => {
  session.style = { ...session.style, isFlipped: !session.style.isFlipped };
  if (!session.isDrawn) tellBoard(session, seat);
});

const BOARD = telling('board', 'board', tellBoard);

const DESCRIBE = word(
  'describe',
  'describe',
  session => {
    const { kit, voice } = session;
    tellText(session, kit.describe.position(stateFor(session, viewerOf(session)), voice.game));
    return SAID;
  },
  ['say'],
);

/** A glyph before the text annotates the last move, as in `note ?! too early`. */
const NOTE = word('note TEXT', 'note', async (session, _seat, rest) => {
  const host = session.host!;
  const [, sign = '', words = ''] = /^([^\p{L}\p{N}\s]*)(.*)$/su.exec(rest) ?? [];
  const glyph = host.table.n === 0 ? null : parseGlyph(sign);
  const text = (glyph === null ? rest : words).trim();
  if (text === '' && glyph === null) return fail('malformed', 'note requires a text');
  await host.note(text, glyph === null ? [] : [glyph]);
  tell(session, `  ${session.t.noted}`);
  return SAID;
});

const HASH = word('hash', 'hash', session => {
  const now = presentOf(session.match);
  // with the hash and a part of the state, a player could search for the rest
  if (now === null) return fail('unsupported', 'the hash would reveal hidden information');
  tell(session, `  ${hashState(session.kit.game, now.state)}`);
  return SAID;
});

const positionWord = (notations: readonly string[]): PromptCommand =>
  telling(['position', ...notations].join(', ').toLowerCase(), 'position', session => {
    const state = stateFor(session, viewerOf(session));
    tell(session, ...session.kit.positions.map(notation => `  ${notation.format(state)}`));
  });

const WAIT = word('wait [TICKS]', 'wait', async (session, _seat, rest) => {
  const host = session.host!;
  if (rest === '') return DECIDED;
  if (!/^\d{1,9}$/.test(rest)) return fail('malformed', 'wait requires a number of ticks');
  await host.passTo(host.tick! + Number(rest));
  tellTime(session);
  return DECIDED;
});

const quit: Say = () => ok('quit');
const QUIT = word('quit', 'quit', quit, ['exit']);
const GO_AWAY = word('quit', 'leave', quit, ['exit']);
