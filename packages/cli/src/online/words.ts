/** What can be said at a live table besides moves. */
import type { Live } from '@kifu/client';
import { type Act, fail, ok, type Result, type Seat } from '@kifu/core';
import { spellShort } from '../input.ts';
import { inColumns } from '../text.ts';
import { type LiveScreen, stateFor, tell, tellBoard } from './screen.ts';

/** What became of a word. */
export type Said = Result<'said' | 'quit'>;

interface Word {
  readonly names: readonly string[];
  readonly about: string;
  say(shown: LiveScreen, rest: string): Promise<Said> | Said;
}

const SAID: Said = ok('said');

const act =
  (make: (live: Live, seat: Seat, rest: string) => Act | null) =>
  async ({ live }: LiveScreen, rest: string): Promise<Said> => {
    const made = live.seat === null ? null : make(live, live.seat, rest);
    if (made === null) return fail('illegal-move', 'there is nothing to say that about');
    const done = await live.act(made);
    return done.ok ? SAID : done;
  };

const done =
  (work: (shown: LiveScreen, rest: string) => void) =>
  (shown: LiveScreen, rest: string): Said => {
    work(shown, rest);
    return SAID;
  };

const WORDS: readonly Word[] = [
  { names: ['help', '?'], about: 'this list', say: tellHelp },
  { names: ['moves'], about: 'your legal moves', say: tellMoves },
  { names: ['board'], about: 'draw the board again', say: done(tellBoard) },
  {
    names: ['resign'],
    about: 'leave the match',
    say: act((_live, of) => ({ type: 'leave', of, how: 'resignation' })),
  },
  { names: ['draw', 'offer'], about: 'offer a draw', say: act(() => ({ type: 'offer-draw' })) },
  { names: ['accept'], about: 'accept it', say: act(() => ({ type: 'accept-draw' })) },
  { names: ['decline'], about: 'say no to what was asked', say: act(() => ({ type: 'decline' })) },
  {
    names: ['takeback', 'undo'],
    about: 'ask to take your last move back',
    say: act(() => ({ type: 'ask-takeback' })),
  },
  { names: ['allow'], about: 'allow the takeback', say: act(takebackOf) },
  { names: ['claim'], about: 'claim what the rules let you claim', say: act(claimOf) },
  { names: ['pause'], about: 'stop the clocks, if all agree', say: act(() => ({ type: 'pause' })) },
  { names: ['resume'], about: 'go on', say: act(() => ({ type: 'resume' })) },
  {
    names: ['abort'],
    about: 'call the match off before it has begun',
    say: act(() => ({ type: 'abort' })),
  },
  { names: ['say'], about: 'talk to the others', say: done(({ live }, rest) => live.say(rest)) },
  { names: ['rematch'], about: 'ask for another match', say: done(({ live }) => live.rematch()) },
  {
    names: ['quit', 'exit'],
    about: 'go away; the match goes on, and --join comes back',
    say: () => ok('quit'),
  },
];

/** The word that a line begins with. */
export const findWord = (first: string): Word | undefined =>
  WORDS.find(({ names }) => names.includes(first.toLowerCase()));

/** All words, for completion. */
export const wordNames = (): string[] => WORDS.flatMap(({ names }) => names);

function tellHelp(shown: LiveScreen): Said {
  tell(shown, '  A move, or a word:');
  for (const { names, about } of WORDS)
    tell(shown, `    ${names.join(', ').padEnd(16)}${shown.colors.dim(about)}`);
  return SAID;
}

function tellMoves(shown: LiveScreen): Said {
  const { live, kit } = shown;
  const state = stateFor(shown);
  const legal =
    live.followed?.table === null
      ? (live.sight?.legal ?? [])
      : [...kit.game.legal(state, live.seat ?? 0)];
  const words = legal.map(move => spellShort(kit, state, move));
  tell(shown, ...inColumns(words, 76).map(line => `    ${line}`));
  return SAID;
}

/** Back to before the last move of whoever asked. */
function takebackOf({ followed }: Live): Act | null {
  const table = followed?.table ?? null;
  const by = table?.talk.takeback?.by;
  if (table === null || by === undefined) return null;
  let back = table.trail;
  while (back !== null && back.mover !== by) back = back.before;
  return back === null ? null : { type: 'allow-takeback', to: back.n };
}

function claimOf({ followed }: Live, seat: Seat, rest: string): Act | null {
  const table = followed?.table;
  const claims = table?.game.table?.claims?.(table.state, seat) ?? [];
  const claim = claims.find(({ reason }) => reason.toLowerCase().includes(rest.toLowerCase()));
  return claim === undefined ? null : { type: 'claim', reason: claim.reason };
}
