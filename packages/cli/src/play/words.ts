/** What can be said at the table besides moves. */
import { fail, hashState, type Result, type Seat, spaced } from '@kifu/core';
import { spell } from '../input.ts';
import { counted, inColumns, wrap } from '../text.ts';
import {
  change,
  doNow,
  ENDED,
  endKeeping,
  endMatch,
  goBack,
  saveTo,
  startKeeping,
} from './acts.ts';
import { loadMatch } from './load-match.ts';
import { entriesIn, headerIn, passTime, present, takeBack } from './local-match.ts';
import { answerOffer } from './offers.ts';
import {
  isHiding,
  peopleOf,
  type Session,
  stateNow,
  tell,
  tellBoard,
  tellNews,
  tellText,
} from './session.ts';
import { hasRounds } from './turns.ts';

/** What became of a word: asked again, something changed on the table, or the player leaves. */
export type Said = Result<'again' | 'changed' | 'quit'>;

/** A word with what it does. */
export interface Word {
  readonly names: readonly string[];
  readonly usage: string;
  readonly about: string;
  /** Whether something may follow it. */
  readonly takesMore?: true;
  say(session: Session, seat: Seat | null, rest: string): Promise<Said> | Said;
}

const AGAIN: Said = { ok: true, value: 'again' };
const CHANGED: Said = { ok: true, value: 'changed' };

/** All words for a session; those for what its game lacks are left out, and in live play those for what cannot wait. */
export function wordsFor({ kit: { positions, game, sceneOfView }, live }: Session): Word[] {
  const names = ['position', ...positions.map(({ name }) => name.toLowerCase())];
  const position = { ...POSITION, names, usage: names.join(', ') };
  if (live !== null) return [HELP, MOVES, DRAW, DECLINE, RESIGN, FLIP, SAVE, QUIT];
  return [
    ...[HELP, MOVES, UNDO],
    ...(game.table?.claims === undefined ? [] : [CLAIM]),
    ...(hasRounds(game) ? [DRAW, DECLINE] : []),
    RESIGN,
    ...(game.time === undefined ? [] : [WAIT]),
    BOARD,
    // what a seat sees is drawn from its own side
    ...(sceneOfView === undefined ? [FLIP] : []),
    SAY,
    ...(positions.length === 0 ? [] : [position]),
    ...[HASH, SAVE, LOAD, QUIT],
  ];
}

const HELP: Word = {
  names: ['help', '?'],
  usage: 'help, ?',
  about: 'this list',
  say(session) {
    const words = wordsFor(session);
    const width = 4 + Math.max(...words.map(({ usage }) => usage.length)) + 2;
    const notations = session.kit.notations.map(({ name }) => name);
    tellText(session, `A move in ${[...notations, 'JSON', 'hex'].join(', ')}, or a word:`);
    for (const { usage, about } of words) {
      const [first = '', ...more] = wrap(about.split(' '), session.io.columns - width - 1);
      const lines = [`    ${usage}`.padEnd(width) + session.colors.dim(first)];
      for (const line of more) lines.push(' '.repeat(width) + session.colors.dim(line));
      tell(session, ...lines);
    }
    return AGAIN;
  },
};

const MOVES: Word = {
  names: ['moves'],
  usage: 'moves [PREFIX]',
  takesMore: true,
  about: 'legal moves, or those that begin so',
  say(session, seat, rest) {
    const { kit, io } = session;
    if (seat === null) return ENDED;
    const state = stateNow(session);
    const legal = [...kit.game.legal(state, seat)];
    const spelled = legal
      .map(move => spell(kit, state, move).map(({ text }) => text))
      .map((texts, i) => (texts.length > 0 ? texts : [kit.game.moves.hex.encode(legal[i]!)]))
      .filter(texts => texts.some(text => text.startsWith(rest)));
    const lines = inColumns(
      spelled.map(([text]) => text!),
      Math.min(io.columns, 80) - 4,
    );
    tell(session, ...(lines.length > 0 ? lines.map(line => `    ${line}`) : ['  no such move']));
    return AGAIN;
  },
};

const UNDO: Word = {
  names: ['undo'],
  usage: 'undo',
  about: 'take back the last move of a person, and what bots answered',
  async say(session) {
    const people = peopleOf(session.players);
    const entries = entriesIn(session.match);
    const last = entries.findLast(entry => people.includes(entry.seat ?? -1));
    const back = takeBack(session.match, last?.seat ?? -1);
    if (!back.ok) return back;
    const gone = entries.slice(entriesIn(back.value).length);
    const count = gone.every(({ act }) => act.type === 'move')
      ? counted(gone.length, 'move', 'moves')
      : counted(gone.length, 'entry', 'entries');
    tell(session, `  took back ${count}`);
    await goBack(session, back.value);
    return CHANGED;
  },
};

const SAVE: Word = {
  names: ['save'],
  usage: 'save [FILE]',
  takesMore: true,
  about: 'write the record of the match',
  async say(session, _seat, rest) {
    const path = rest || session.files.at(-1);
    if (path === undefined) return fail('unwritable', 'save needs the name of a file');
    const saved = await saveTo(session, path);
    if (!saved.ok) return saved;
    tell(session, `  ${saved.value}`);
    return AGAIN;
  },
};

const LOAD: Word = {
  names: ['load'],
  usage: 'load FILE',
  takesMore: true,
  about: 'go on from a saved record; every entry is verified',
  async say(session, _seat, rest) {
    if (rest === '') return fail('unreadable', 'load needs the name of a file');
    const loaded = await loadMatch(session.io, rest, session.kit, session.signer?.key ?? null);
    if (!loaded.ok) return loaded;
    const seats = headerIn(loaded.value).players.map(({ seat }) => seat);
    if (seats.join() !== [...session.players.keys()].join())
      return fail('unsupported', 'that match has other seats, start kifu play with --load');
    await endKeeping(session);
    change(session, loaded.value);
    session.isNew = false;
    await startKeeping(session);
    session.files = [rest];
    tell(session, `  ${counted(entriesIn(loaded.value).length, 'entry', 'entries')} verified`);
    if (session.autosave !== null)
      tell(session, `  ${session.autosave} keeps the match before; save FILE keeps this one`);
    session.autosave = null;
    return CHANGED;
  },
};

const RESIGN: Word = {
  names: ['resign'],
  usage: 'resign',
  about: 'leave the match',
  say: (session, seat) =>
    seat === null ? ENDED : doNow(session, seat, { type: 'leave', of: seat, how: 'resignation' }),
};

const DRAW: Word = {
  names: ['draw'],
  usage: 'draw',
  about: 'offer a draw, or accept one',
  async say(session, seat) {
    if (seat === null) return ENDED;
    const { offer } = present(session.match).chain.table.talk;
    const isOffered = offer !== null && offer.by !== seat;
    const said = await doNow(session, seat, { type: isOffered ? 'accept-draw' : 'offer-draw' });
    if (said.ok) await answerOffer(session);
    return said;
  },
};

const DECLINE: Word = {
  names: ['decline'],
  usage: 'decline',
  about: 'decline a draw',
  say: (session, seat) => (seat === null ? ENDED : doNow(session, seat, { type: 'decline' })),
};

const CLAIM: Word = {
  names: ['claim', 'draw'],
  usage: 'claim, draw [WHY]',
  takesMore: true,
  about: 'claim what the rules let you claim, such as a draw by repetition',
  say(session, seat, rest) {
    if (seat === null) return ENDED;
    const { kit, match } = session;
    const claims = kit.game.table?.claims?.(present(match).state, seat) ?? [];
    const claim = claims.find(({ reason }) => spaced(reason).includes(spaced(rest)));
    if (claim !== undefined) return doNow(session, seat, { type: 'claim', reason: claim.reason });
    const all = claims.map(({ reason }) => spaced(reason)).join(', ');
    return fail('illegal-move', `you may claim ${all || 'nothing'} now`, { rule: 'claim' });
  },
};

const FLIP: Word = {
  names: ['flip'],
  usage: 'flip',
  about: 'see the board from the other side',
  say(session, seat) {
    session.style = { ...session.style, isFlipped: !session.style.isFlipped };
    if (session.live === null) tellBoard(session, seat);
    return AGAIN;
  },
};

const BOARD: Word = {
  names: ['board'],
  usage: 'board',
  about: 'draw the board again',
  say(session, seat) {
    tellBoard(session, seat);
    return AGAIN;
  },
};

const SAY: Word = {
  names: ['say'],
  usage: 'say',
  about: 'the position in words',
  say(session) {
    tellText(session, session.kit.say.position(present(session.match).state));
    return AGAIN;
  },
};

const HASH: Word = {
  names: ['hash'],
  usage: 'hash',
  about: 'the hash of the state',
  say(session) {
    // whoever knows the hash and a part of the state can search for the rest
    if (isHiding(session)) return fail('unsupported', 'the hash would tell what is hidden');
    tell(session, `  ${hashState(session.kit.game, present(session.match).state)}`);
    return AGAIN;
  },
};

const QUIT: Word = {
  names: ['quit', 'exit'],
  usage: 'quit',
  about: 'stop here',
  say: () => ({ ok: true, value: 'quit' }),
};

const WAIT: Word = {
  names: ['wait'],
  usage: 'wait [TICKS]',
  takesMore: true,
  about: 'do nothing for a while',
  async say(session, _seat, rest) {
    const { kit, match } = session;
    if (rest === '') return CHANGED;
    if (!/^\d{1,9}$/.test(rest)) return fail('malformed', 'wait takes a number of ticks');
    const passed = passTime(match, kit.game.time!.now(present(match).state) + Number(rest));
    if (!passed.ok) return passed;
    change(session, passed.value);
    tellNews(session);
    await endMatch(session, null);
    return CHANGED;
  },
};

const POSITION: Word = {
  names: ['position'],
  usage: '',
  about: 'the position in its notation',
  say(session) {
    const { state } = present(session.match);
    tell(session, ...session.kit.positions.map(notation => `  ${notation.format(state)}`));
    return AGAIN;
  },
};
