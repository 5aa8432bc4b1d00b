/** What can be said at the table besides moves. */
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
import { readTyped, spell, spellShort } from '../input.ts';
import { counted, inColumns, wrap } from '../text.ts';
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

/** What a word did: it was said, the player has decided for this turn, or leaves. */
export type CommandEffect = Result<'said' | 'decided' | 'quit'>;

type Say = (
  session: Session,
  seat: Seat | null,
  rest: string,
) => Promise<CommandEffect> | CommandEffect;

/** A word with what it does. */
interface TableWord {
  readonly names: readonly string[];
  readonly usage: string;
  readonly about: string;
  /** Whether something may follow it. */
  readonly takesMore: boolean;
  readonly say: Say;
}

const SAID: CommandEffect = ok('said');
const DECIDED: CommandEffect = ok('decided');

/** What is said after the end. */
export const ENDED = fail('game-over', 'the match has ended');

/** A word by its usage, `moves [PREFIX]` or `help, ?`; and names that the list does not show. */
function word(usage: string, about: string, say: Say, more: readonly string[] = []): TableWord {
  const names = usage.replace(/ [[A-Z].*$/, '').split(', ');
  return { names: [...names, ...more], usage, about, takesMore: /[A-Z]/.test(usage), say };
}

/** A word that tells something. */
const telling = (
  usage: string,
  about: string,
  say: (...args: Parameters<Say>) => void,
): TableWord =>
  word(usage, about, (...args) => {
    say(...args);
    return SAID;
  });

/** A word that is an act. */
const acting = (
  usage: string,
  about: string,
  what: (session: Session, seat: Seat) => Action,
): TableWord =>
  word(usage, about, (session, seat) =>
    seat === null ? ENDED : act(session, seat, what(session, seat)),
  );

async function act({ match }: Session, seat: Seat, what: Action): Promise<CommandEffect> {
  const done = await match.submit(seat, what);
  return done.ok ? DECIDED : done;
}

/** All words for a session; those for what its game lacks are left out, and where the match does not wait, those for what cannot. */
export function wordsFor({ kit, host, match, isDrawn }: Session): TableWord[] {
  const { positions, game, sceneOfView } = kit;
  const isHere = host !== null;
  const hasTime = game.time !== undefined;
  const when = (isSo: boolean, ...words: readonly TableWord[]) => (isSo ? words : []);
  // at one keyboard people can talk about a draw; where moves do not wait for each other there is no time for that
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
    ...when(match.chat !== null, TALK),
    ...when(match.rematch !== null, REMATCH),
    ...when(match.conditional !== null && isForeseeable(game), IF),
    ...when(isHere && hasTime && !isDrawn, WAIT),
    ...when(!isDrawn, BOARD),
    // what a seat sees is drawn from its own side
    ...when(sceneOfView === undefined, FLIP),
    ...when(isHere && !isDrawn, SAY, NOTE),
    ...when(positions.length > 0 && !isDrawn, positionWord(positions.map(({ name }) => name))),
    ...when(!isDrawn, HASH),
    SAVE,
    ...when(isHere && !isDrawn, LOAD),
    isHere ? QUIT : GO_AWAY,
  ];
}

const HELP = telling('help, ?', 'this list', session => {
  const { kit, colors, io } = session;
  const words = wordsFor(session);
  const width = 4 + Math.max(...words.map(({ usage }) => usage.length)) + 2;
  const notations = kit.notations.map(({ name }) => name);
  tellText(session, `A move in ${[...notations, 'JSON', 'hex'].join(', ')}, or a word:`);
  for (const { usage, about } of words) {
    const [first = '', ...more] = wrap(about.split(' '), io.columns - width - 1);
    tell(session, `    ${usage}`.padEnd(width) + colors.dim(first));
    for (const line of more) tell(session, ' '.repeat(width) + colors.dim(line));
  }
});

const MOVES = word(
  'moves [PREFIX]',
  'legal moves, or those that begin so',
  (session, seat, rest) => {
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
    tell(session, ...(lines.length > 0 ? lines.map(line => `    ${line}`) : ['  no such move']));
    return SAID;
  },
);

/** A bot is asked as those are that play: it knows no more than the person does. */
const HINT = word('hint', 'a move that a bot would make', (session, seat) => {
  const { kit, host } = session;
  if (seat === null) return ENDED;
  const bot = makeBot(kit, usualBot(kit), { seed: host!.table.n, nodes: NODES });
  if (!bot.ok) return bot;
  const sight = playerViewOf(kit.game, host!.state, seat);
  const move = sight.legal.length === 0 ? null : bot.value.choose(sight);
  const text = move === null ? 'wait' : spellShort(kit, stateFor(session, seat), move);
  tell(session, `  ${text}`);
  return SAID;
});

const UNDO = word(
  'undo',
  'take back the last move of a person, and what bots answered',
  async session => {
    const back = isOver(session) ? await continueBefore(session) : await takeBack(session);
    if (!back.ok) return back;
    tell(session, ...back.value.map(line => `  ${line}`));
    lookAt(session);
    return SAID;
  },
);

/** Asks the others for a takeback, and gives words about it: here they agree. */
async function takeBack({ host, match, movers, kit }: Session): Promise<Result<string[]>> {
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
    ? ok([`took back ${counted(count, 'move', 'moves')}`])
    : fail('unsupported', 'in a rated match no move is taken back');
}

/** A match that has ended stays as it is: another one goes on from before the last action of a person. */
async function continueBefore(session: Session): Promise<Result<string[]>> {
  const { host, match, files } = session;
  const { entries } = kifuOf(session);
  const from = await host!.branchBefore(match.seats);
  if (!from.ok) return from;
  follow(session, host!.local);
  const gone = entries.slice(from.value);
  const count = gone.every(({ act }) => act.type === 'move')
    ? counted(gone.length, 'move', 'moves')
    : counted(gone.length, 'entry', 'entries');
  const { autosave } = files;
  files.change(null);
  return ok([
    `took back ${count}`,
    'the match that has ended stays as it is; a new one goes on from here',
    ...(autosave === null ? [] : [`${autosave} keeps the match before; save FILE keeps this one`]),
  ]);
}

const TAKEBACK = acting('takeback, undo', 'ask to take your last move back', () => ({
  type: 'ask-takeback',
}));

const ALLOW = word('allow', 'allow the takeback', (session, seat) => {
  const table = session.match.replay?.table ?? null;
  const by = table?.talk.takeback?.by;
  let back = table?.trail ?? null;
  while (back !== null && back.mover !== by) back = back.before;
  return seat === null || back === null || by === undefined
    ? fail('illegal-move', 'there is nothing to say that about')
    : act(session, seat, { type: 'allow-takeback', to: back.n });
});

const SAVE = word('save [FILE]', 'write the record of the match', async (session, _seat, rest) => {
  const { files } = session;
  const path = rest || files.last;
  if (path === undefined) return fail('unwritable', 'save needs the name of a file');
  const saved = await files.saveTo(path, kifuOf(session));
  if (!saved.ok) return saved;
  tell(session, `  ${saved.value}`);
  return SAID;
});

const LOAD = word(
  'load FILE',
  'go on from a saved record; every entry is verified',
  async (session, _seat, rest) => {
    const { io, kit, files } = session;
    const host = session.host!;
    if (rest === '') return fail('unreadable', 'load needs the name of a file');
    const loaded = await loadMatch(io, rest, kit, host.signer);
    if (!loaded.ok) return loaded;
    const seats = loaded.value.replay.header!.players.map(({ seat }) => seat);
    if (seats.join() !== [...host.players.keys()].join())
      return fail('unsupported', 'that match has other seats, start kifu play with --load');
    await host.load(loaded.value);
    follow(session, host.local);
    tell(session, `  ${counted(host.table.n, 'entry', 'entries')} verified`);
    if (files.autosave !== null)
      tell(session, `  ${files.autosave} keeps the match before; save FILE keeps this one`);
    files.change(rest);
    return SAID;
  },
);

const RESIGN = acting('resign', 'leave the match', (_session, of) => ({
  type: 'leave',
  of,
  how: 'resignation',
}));

const DRAW = acting('draw', 'offer a draw, or accept one', ({ match }, seat) => {
  const offer = match.replay?.table?.talk.offer ?? null;
  return { type: offer !== null && offer.by !== seat ? 'accept-draw' : 'offer-draw' };
});
const ACCEPT = acting('accept', 'accept a draw', () => ({ type: 'accept-draw' }));
const DECLINE = acting('decline', 'say no to what was asked', () => ({ type: 'decline' }));
const PAUSE = acting('pause', 'stop the clocks, if all agree', () => ({ type: 'pause' }));
const RESUME = acting('resume', 'go on', () => ({ type: 'resume' }));
const ABORT = acting('abort', 'call the match off before it has begun', () => ({ type: 'abort' }));

const claim: Say = (session, seat, rest) => {
  if (seat === null) return ENDED;
  const claims = session.kit.game.match?.claims?.(stateFor(session, seat), seat) ?? [];
  const found = claims.find(({ reason }) => spaced(reason).includes(spaced(rest)));
  if (found !== undefined) return act(session, seat, { type: 'claim', reason: found.reason });
  const all = claims.map(({ reason }) => spaced(reason)).join(', ');
  return fail('illegal-move', `you may claim ${all || 'nothing'} now`, { rule: 'claim' });
};
const CLAIMS = 'claim what the rules let you claim, such as a draw by repetition';
const CLAIM = word('claim [WHY]', CLAIMS, claim);
/** Where a draw is not offered, the word is free for those that the rules give. */
const CLAIM_DRAW = word('claim, draw [WHY]', CLAIMS, claim);

const TALK = telling('say TEXT', 'talk to the others', ({ match }, _seat, text) =>
  match.chat!.say(text),
);
const REMATCH = telling('rematch', 'ask for another match', ({ match }) =>
  askAgain(remoteOf(match)!),
);

/** Moves that the server makes as soon as the others have made theirs. */
const IF = word(
  'if [MOVES]',
  'what is played for you: if e5 then Nf3, and so on; alone, what is planned; if nothing, no more',
  async (session, seat, rest) => {
    const { match } = session;
    const conditional = match.conditional!;
    const table = match.replay?.table ?? null;
    if (seat === null || table === null || table.outcome !== null) return ENDED;
    if (rest !== '') {
      const moves = rest === 'nothing' ? null : readLine(session, table.state, rest);
      if (moves?.ok === false) return moves;
      const lines = moves === null ? ok([]) : addLine(table, seat, conditional.lines, moves.value);
      if (!lines.ok) return lines;
      const kept = await conditional.set(lines.value);
      if (!kept.ok) return kept;
    }
    for (const line of conditional.lines)
      tell(session, `  if ${spellLine(session, table.state, line)}`);
    if (conditional.lines.length === 0) tell(session, '  nothing is planned');
    return SAID;
  },
);

/** Moves in a row, as in `e5 then Nf3`. */
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

/** A line as it is typed, its last move after `then`. */
function spellLine({ kit }: Session, from: unknown, line: readonly Json[]): string {
  const texts: string[] = [];
  let state = from;
  for (const move of line) {
    texts.push(spellShort(kit, state, move));
    const played = kit.game.play(state, kit.game.active(state)[0] ?? -1, move);
    if (!played.ok) break; // it is not from here
    ({ state } = played.value);
  }
  return `${texts.slice(0, -1).join(' ')} then ${texts.at(-1)}`;
}

/** Asks as soon as the server has put the match away, which comes a moment after its ending. */
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

const FLIP = telling('flip', 'see the board from the other side', (session, seat) => {
  session.style = { ...session.style, isFlipped: !session.style.isFlipped };
  if (!session.isDrawn) tellBoard(session, seat);
});

const BOARD = telling('board', 'draw the board again', tellBoard);

const SAY = telling('say', 'the position in words', session =>
  tellText(session, session.kit.describe.position(stateFor(session, viewerOf(session)))),
);

/** A sign before the words is a glyph of the last move, as in `note ?! too early`. */
const NOTE = word(
  'note TEXT',
  'write a note, such as ?! too early; it is kept with the record',
  async (session, _seat, rest) => {
    const host = session.host!;
    const [, sign = '', words = ''] = /^([^\p{L}\p{N}\s]*)(.*)$/su.exec(rest) ?? [];
    const glyph = host.table.n === 0 ? null : parseGlyph(sign);
    const text = (glyph === null ? rest : words).trim();
    if (text === '' && glyph === null) return fail('malformed', 'note needs some words');
    await host.note(text, glyph === null ? [] : [glyph]);
    tell(session, '  noted');
    return SAID;
  },
);

const HASH = word('hash', 'the hash of the state', session => {
  const now = presentOf(session.match);
  // a player who knows the hash and a part of the state can search for the rest
  if (now === null) return fail('unsupported', 'the hash would tell what is hidden');
  tell(session, `  ${hashState(session.kit.game, now.state)}`);
  return SAID;
});

const positionWord = (notations: readonly string[]): TableWord =>
  telling(
    ['position', ...notations].join(', ').toLowerCase(),
    'the position in its notation',
    session => {
      const state = stateFor(session, viewerOf(session));
      tell(session, ...session.kit.positions.map(notation => `  ${notation.format(state)}`));
    },
  );

const WAIT = word('wait [TICKS]', 'do nothing for a while', async (session, _seat, rest) => {
  const host = session.host!;
  if (rest === '') return DECIDED;
  if (!/^\d{1,9}$/.test(rest)) return fail('malformed', 'wait takes a number of ticks');
  await host.passTo(host.tick! + Number(rest));
  tellTime(session);
  return DECIDED;
});

const quit: Say = () => ok('quit');
const QUIT = word('quit', 'stop here', quit, ['exit']);
const GO_AWAY = word('quit', 'go away; the match goes on, and --join comes back', quit, ['exit']);
