/** One session over any match: here and elsewhere it looks and works the same. */
import { Readable } from 'node:stream';
import { type Kit, unwrap } from '@kifu/core';
import { loadKit } from '@kifu/games';
import type { Match } from '@kifu/record/match';
import { expect, test } from 'vitest';
import { collector, kifu, makeIo } from '../../test/run-kifu.ts';
import { colorsFor } from '../io.ts';
import { headerOf } from '../new-header.ts';
import { EMPTY } from './editor.ts';
import { HostedMatch } from './hosted-match.ts';
import { playByLines } from './line-play.ts';
import { beginLocal } from './local-match.ts';
import { createPanes, drawPlay } from './play-screen.ts';
import { seatPlayers } from './players.ts';
import { createPrompter } from './prompter.ts';
import { createRecordFiles } from './record-files.ts';
import { createSession, follow, type Session, tellStart } from './session.ts';

const PEOPLE = [{ bot: null }, { bot: null }];

async function hostOf(kit: Kit): Promise<HostedMatch> {
  const io = ioOf(Readable.from([])).io;
  const header = headerOf(kit, { seats: [0, 1] }, ['human', 'human'], 0);
  const host = new HostedMatch({
    ...{ io, match: unwrap(await beginLocal(kit, header)), isNew: true, signer: null },
    players: unwrap(seatPlayers(kit, [0, 1], PEOPLE, 1, {})),
    ...{ library: null, startsAt: null },
    tellFault: ({ message }) => expect(message).toBe(''),
  });
  await host.begin();
  return host;
}

function ioOf(stdin: Readable) {
  const out = collector();
  return { io: makeIo({}, { stdin, stdout: out.stream, stderr: out.stream }), out: out.text };
}

/** A hosted match as the holder of one seat has it. */
const asSeat = ({ local }: HostedMatch, seat: number): Match =>
  new Proxy<Match>(local, {
    get(_, name) {
      if (name === 'seats') return [seat];
      const value: unknown = Reflect.get(local, name);
      return typeof value === 'function' ? value.bind(local) : value;
    },
  });

/** A session of one seat, as if the host were elsewhere. */
function sessionThere(kit: Kit, host: HostedMatch, seat: number, stdin: Readable) {
  const { io, out } = ioOf(stdin);
  const context = { io, isJson: false, colors: colorsFor(false) };
  const session: Session = createSession(
    context,
    kit,
    {},
    {
      ...{ isDrawn: kit.game.pace === 'free', isFlipped: false, host: null },
      match: asSeat(host, seat),
      files: createRecordFiles(kit, undefined, null, io.texts.session),
    },
  );
  return { session, out };
}

const MOVES = ['f3', 'e5', 'g4', 'Qh4'];
const told = (out: string) => out.match(/^ .*(?:White|Black) {2}.*$/gm);

test('a match is told alike at one keyboard and at two', async () => {
  const kit = unwrap(await loadKit('chess'));
  const here = await kifu(['play', 'chess', '--seats', 'human,human', '--no-save'], {
    input: `${MOVES.join('\n')}\n\n`,
  });
  const host = await hostOf(kit);
  const seats = [0, 1].map(seat => {
    const stdin = new Readable({ read() {} });
    const { session, out } = sessionThere(kit, host, seat, stdin);
    follow(session);
    tellStart(session);
    return { session, out, type: (line: string) => stdin.push(`${line}\n`) };
  });
  let made = 0;
  const next = () => made < MOVES.length && seats[made % 2]!.type(MOVES[made++]!);
  host.local.on('node', next);
  const codes = seats.map(({ session }) => {
    const prompter = createPrompter(session.io, session.io.stdout);
    session.screen = prompter.screen;
    return playByLines(session, prompter, { maxMoves: Number.POSITIVE_INFINITY });
  });
  next();
  expect(await Promise.all(codes)).toEqual([0, 0]);
  expect(told(here.out)).toHaveLength(4);
  for (const { out } of seats) {
    expect(told(out())).toEqual(told(here.out));
    expect(out()).toContain('chess  White: human · Black: human\n');
    expect(out()).toContain('  4  ·  ·  ·  ·  ·  ·  P [q]\n');
    expect(out()).toMatch(/\nBlack wins by checkmate\n$/);
  }
});

test('words go to the host of the match, wherever it is', async () => {
  const kit = unwrap(await loadKit('chess'));
  const host = await hostOf(kit);
  const { session, out } = sessionThere(
    kit,
    host,
    0,
    Readable.from(['draw\n', 'e5\n', 'resign\n']),
  );
  follow(session);
  const prompter = createPrompter(session.io, session.io.stdout);
  await playByLines(session, prompter, { maxMoves: Number.POSITIVE_INFINITY });
  expect(out()).toContain('  White offers a draw\n');
  expect(out()).toMatch(/✗ .*e5/);
  expect(out()).toMatch(/White resigns\n[\s\S]*Black wins by resignation\n$/);
});

test('a match in real time is drawn alike at one keyboard and at two, and its time is told as it passes', async () => {
  const kit = unwrap(await loadKit('kung-fu-chess'));
  const host = await hostOf(kit);
  const { session } = sessionThere(kit, host, 0, Readable.from([]));
  const panes = createPanes();
  session.screen = panes;
  follow(session);
  const [move] = kit.game.legal(host.state, 0);
  await host.passTo(30);
  unwrap(await host.local.submit(0, { type: 'move', move: kit.game.moves.bytes.encode(move!) }));
  await host.passTo(36);
  const { lines } = drawPlay(session, panes, EMPTY, 0);
  expect(lines[0]).toBe('kung-fu-chess  White: human · Black: human');
  expect(lines.join('\n')).toMatch(/time: 1\.2 s\n {2}in flight: a2-a4/);
  expect(panes.news).toEqual([expect.stringMatching(/^ {4}1\.0 White {2}a2a4 /)]);
});
