/** What can be said at the table besides moves. */
import type { Live } from '@kifu/client';
import { type Act, fail, hashState, ok, type Result, type Seat, spaced } from '@kifu/core';
import { spell } from '../input.ts';
import { counted, inColumns, wrap } from '../text.ts';
import { loadMatch } from './load-match.ts';
import { entriesIn, tableOf } from './local-match.ts';
import { legalIn, stateIn } from './match-view.ts';
import { kifuOf, lookAt, type Session, tell, tellBoard, tellText, tellTime } from './session.ts';
import { hasRounds } from './turns.ts';

/** What became of a word: it was said, the player has decided for this turn, or leaves. */
export type Said = Result<'said' | 'decided' | 'quit'>;

/** A word with what it does. */
interface Word {
  readonly names: readonly string[];
  readonly usage: string;
  readonly about: string;
  /** Whether something may follow it. */
  readonly takesMore?: true;
  say(session: Session, seat: Seat | null, rest: string): Promise<Said> | Said;
}

const SAID: Said = ok('said');
const DECIDED: Said = ok('decided');

/** What is said after the end. */
export const ENDED = fail('game-over', 'the match has ended');

/** All words for a session; those for what its game lacks are left out, and where the match does not wait, those for what cannot. */
export function wordsFor({ kit, host, isDrawn }: Session): Word[] {
  const { positions, game, sceneOfView } = kit;
  const isHere = host !== null;
  const hasTime = game.time !== undefined;
  const when = (isSo: boolean, ...words: readonly Word[]) => (isSo ? words : []);
  // at one keyboard people can talk about a draw; where moves do not wait for each other there is no time for that
  const canOffer = !isHere || hasRounds(game);
  const hasClaims = game.table?.claims !== undefined && !isDrawn;
  return [
    ...[HELP, MOVES],
    ...when(isHere && !isDrawn, UNDO),
    ...when(!isHere && !hasTime, TAKEBACK, ALLOW),
    ...when(hasClaims, canOffer ? CLAIM : CLAIM_DRAW),
    ...when(canOffer, DRAW),
    ...when(!isHere, ACCEPT),
    ...when(canOffer, DECLINE),
    RESIGN,
    ...when(!isHere, PAUSE, RESUME, ABORT, TALK, REMATCH),
    ...when(isHere && hasTime && !isDrawn, WAIT),
    ...when(!isDrawn, BOARD),
    // what a seat sees is drawn from its own side
    ...when(sceneOfView === undefined, FLIP),
    ...when(isHere && !isDrawn, SAY),
    ...when(positions.length > 0 && !isDrawn, positionWord(positions.map(({ name }) => name))),
    ...when(!isDrawn, HASH),
    SAVE,
    ...when(isHere && !isDrawn, LOAD),
    isHere ? QUIT : GO_AWAY,
  ];
}

/** Does an act for the seat that speaks. */
async function act({ hands }: Session, seat: Seat | null, what: Act): Promise<Said> {
  if (seat === null) return ENDED;
  const done = await hands.get(seat)!.act(what);
  return done.ok ? DECIDED : done;
}

/** A word that is an act with nothing more to say. */
const actWord = (names: readonly string[], about: string, what: Act): Word => ({
  names,
  usage: names.join(', '),
  about,
  say: (session, seat) => act(session, seat, what),
});

/** A word to the others, on a server. */
const liveWord = (usage: string, about: string, say: (live: Live, rest: string) => void): Word => ({
  names: [usage.split(' ')[0]!],
  usage,
  about,
  takesMore: true,
  say({ live }, _seat, rest) {
    say(live!, rest);
    return SAID;
  },
});

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
    return SAID;
  },
};

const MOVES: Word = {
  names: ['moves'],
  usage: 'moves [PREFIX]',
  takesMore: true,
  about: 'legal moves, or those that begin so',
  say(session, seat, rest) {
    const { kit, io, hands } = session;
    if (seat === null) return ENDED;
    const view = hands.get(seat)!;
    const state = stateIn(view, kit);
    const legal = legalIn(view, kit);
    const spelled = legal
      .map(move => spell(kit, state, move).map(({ text }) => text))
      .map((texts, i) => (texts.length > 0 ? texts : [kit.game.moves.hex.encode(legal[i]!)]))
      .filter(texts => texts.some(text => text.startsWith(rest)));
    const lines = inColumns(
      spelled.map(([text]) => text!),
      Math.min(io.columns, 80) - 4,
    );
    tell(session, ...(lines.length > 0 ? lines.map(line => `    ${line}`) : ['  no such move']));
    return SAID;
  },
};

const UNDO: Word = {
  names: ['undo'],
  usage: 'undo',
  about: 'take back the last move of a person, and what bots answered',
  async say(session) {
    const { hands } = session;
    const host = session.host!;
    const entries = entriesIn(host.match);
    const last = entries.findLast(({ seat }) => hands.has(seat ?? -1));
    const back = await host.takeBack(last?.seat ?? -1);
    if (!back.ok) return back;
    const gone = entries.slice(tableOf(host.match).n);
    const count = gone.every(({ act }) => act.type === 'move')
      ? counted(gone.length, 'move', 'moves')
      : counted(gone.length, 'entry', 'entries');
    tell(session, `  took back ${count}`);
    lookAt(session);
    return SAID;
  },
};

const TAKEBACK = actWord(['takeback', 'undo'], 'ask to take your last move back', {
  type: 'ask-takeback',
});

const ALLOW: Word = {
  names: ['allow'],
  usage: 'allow',
  about: 'allow the takeback',
  say(session, seat) {
    const table = session.eye.followed?.table ?? null;
    const by = table?.talk.takeback?.by;
    let back = table?.trail ?? null;
    while (back !== null && back.mover !== by) back = back.before;
    return back === null || by === undefined
      ? fail('illegal-move', 'there is nothing to say that about')
      : act(session, seat, { type: 'allow-takeback', to: back.n });
  },
};

const SAVE: Word = {
  names: ['save'],
  usage: 'save [FILE]',
  takesMore: true,
  about: 'write the record of the match',
  async say(session, _seat, rest) {
    const { files } = session;
    const path = rest || files.last;
    if (path === undefined) return fail('unwritable', 'save needs the name of a file');
    const saved = await files.saveTo(path, kifuOf(session));
    if (!saved.ok) return saved;
    tell(session, `  ${saved.value}`);
    return SAID;
  },
};

const LOAD: Word = {
  names: ['load'],
  usage: 'load FILE',
  takesMore: true,
  about: 'go on from a saved record; every entry is verified',
  async say(session, _seat, rest) {
    const { io, kit, files } = session;
    const host = session.host!;
    if (rest === '') return fail('unreadable', 'load needs the name of a file');
    const loaded = await loadMatch(io, rest, kit, host.key);
    if (!loaded.ok) return loaded;
    const seats = tableOf(loaded.value).header.players.map(({ seat }) => seat);
    if (seats.join() !== [...host.players.keys()].join())
      return fail('unsupported', 'that match has other seats, start kifu play with --load');
    await host.load(loaded.value);
    lookAt(session);
    tell(session, `  ${counted(tableOf(host.match).n, 'entry', 'entries')} verified`);
    if (files.autosave !== null)
      tell(session, `  ${files.autosave} keeps the match before; save FILE keeps this one`);
    files.change(rest);
    return SAID;
  },
};

const RESIGN: Word = {
  names: ['resign'],
  usage: 'resign',
  about: 'leave the match',
  say: (session, seat) => act(session, seat, { type: 'leave', of: seat ?? 0, how: 'resignation' }),
};

const DRAW: Word = {
  names: ['draw', 'offer'],
  usage: 'draw',
  about: 'offer a draw, or accept one',
  say(session, seat) {
    const offer = session.eye.followed?.table?.talk.offer ?? null;
    const isOffered = offer !== null && offer.by !== seat;
    return act(session, seat, { type: isOffered ? 'accept-draw' : 'offer-draw' });
  },
};

const ACCEPT = actWord(['accept'], 'accept a draw', { type: 'accept-draw' });
const DECLINE = actWord(['decline'], 'say no to what was asked', { type: 'decline' });
const PAUSE = actWord(['pause'], 'stop the clocks, if all agree', { type: 'pause' });
const RESUME = actWord(['resume'], 'go on', { type: 'resume' });
const ABORT = actWord(['abort'], 'call the match off before it has begun', { type: 'abort' });

const CLAIM: Word = {
  names: ['claim'],
  usage: 'claim [WHY]',
  takesMore: true,
  about: 'claim what the rules let you claim, such as a draw by repetition',
  say(session, seat, rest) {
    if (seat === null) return ENDED;
    const { kit, eye } = session;
    const state = stateIn(eye, kit);
    const claims = kit.game.table?.claims?.(state, seat) ?? [];
    const claim = claims.find(({ reason }) => spaced(reason).includes(spaced(rest)));
    if (claim !== undefined) return act(session, seat, { type: 'claim', reason: claim.reason });
    const all = claims.map(({ reason }) => spaced(reason)).join(', ');
    return fail('illegal-move', `you may claim ${all || 'nothing'} now`, { rule: 'claim' });
  },
};

/** Where a draw is not offered, the word is free for those that the rules give. */
const CLAIM_DRAW: Word = { ...CLAIM, names: ['claim', 'draw'], usage: 'claim, draw [WHY]' };

const TALK = liveWord('say TEXT', 'talk to the others', (live, text) => live.say(text));
const REMATCH = liveWord('rematch', 'ask for another match', live => live.rematch());

const FLIP: Word = {
  names: ['flip'],
  usage: 'flip',
  about: 'see the board from the other side',
  say(session, seat) {
    session.style = { ...session.style, isFlipped: !session.style.isFlipped };
    if (!session.isDrawn) tellBoard(session, seat);
    return SAID;
  },
};

const BOARD: Word = {
  names: ['board'],
  usage: 'board',
  about: 'draw the board again',
  say(session, seat) {
    tellBoard(session, seat);
    return SAID;
  },
};

const SAY: Word = {
  names: ['say'],
  usage: 'say',
  about: 'the position in words',
  say(session) {
    tellText(session, session.kit.say.position(stateIn(session.eye, session.kit)));
    return SAID;
  },
};

const HASH: Word = {
  names: ['hash'],
  usage: 'hash',
  about: 'the hash of the state',
  say(session) {
    const { kit, eye } = session;
    const now = eye.present();
    // whoever knows the hash and a part of the state can search for the rest
    if (now === null) return fail('unsupported', 'the hash would tell what is hidden');
    tell(session, `  ${hashState(kit.game, now.state)}`);
    return SAID;
  },
};

const QUIT: Word = {
  names: ['quit', 'exit'],
  usage: 'quit',
  about: 'stop here',
  say: () => ok('quit'),
};

const GO_AWAY: Word = { ...QUIT, about: 'go away; the match goes on, and --join comes back' };

const WAIT: Word = {
  names: ['wait'],
  usage: 'wait [TICKS]',
  takesMore: true,
  about: 'do nothing for a while',
  async say(session, _seat, rest) {
    const host = session.host!;
    if (rest === '') return DECIDED;
    if (!/^\d{1,9}$/.test(rest)) return fail('malformed', 'wait takes a number of ticks');
    await host.passTo(host.tick! + Number(rest));
    tellTime(session);
    return DECIDED;
  },
};

const positionWord = (notations: readonly string[]): Word => {
  const names = ['position', ...notations.map(name => name.toLowerCase())];
  return {
    names,
    usage: names.join(', '),
    about: 'the position in its notation',
    say(session) {
      const state = stateIn(session.eye, session.kit);
      tell(session, ...session.kit.positions.map(notation => `  ${notation.format(state)}`));
      return SAID;
    },
  };
};
