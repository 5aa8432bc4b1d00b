/** Matches that run by the clock: one of the test's own, which goes on only when it is told to. */
import { type Kit, ok, setUp, unwrap } from '@kifu/core';
import { loadKit } from '@kifu/games';
import { MAX_REFUSED_PER_SECOND } from '@kifu/record/match-state';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type TerminalStep, TIME, type WatchedRun, watchKifu } from '../../test/fake-terminal.ts';
import { workshop } from '../../test/files.ts';
import { kifu, type World } from '../../test/run-kifu.ts';

const { run, text, at } = workshop();
const FRAME_MS = 50;
/** Frames for so many milliseconds. */
const wait = (ms: number): TerminalStep[] => new Array(ms / FRAME_MS).fill(TIME);
/** The match begins after three seconds. */
const LEAD = wait(3000);
const LIGHTNING = ['--setup', '{"options":{"speed":"lightning"}}'];
const TWO = ['--seats', 'human,human'];
/** A match that is left is paused: both seats say so. */
const LEFT = ['pause', 'pause'];
const FOUR = ['--seats', 'human,bot,bot,bot'];

const play = (argv: readonly string[], steps: readonly TerminalStep[], world: World = {}) =>
  watchKifu(['play', 'kung-fu-chess', '--seed', '5', ...argv], steps, {
    ...world,
    env: { KIFU_HOME: at('home'), ...world.env },
  });

interface JsonEntry {
  readonly at: number;
  readonly ms: number;
  readonly seat: number;
  readonly act: { readonly type: string; readonly fault?: { readonly rule: string } };
}
const entriesOf = async (file: string): Promise<JsonEntry[]> =>
  JSON.parse(await text(file)).entries;
const typesIn = async (file: string) => (await entriesOf(file)).map(({ act }) => act.type);
const isGood = async (file: string) => (await run(`verify @${file}`)).code === 0;
const lastOf = ({ screens }: WatchedRun) => screens.at(-1)!.join('\n');
/** What stayed on the terminal when the screen was gone. */
const leftOf = ({ raw }: WatchedRun) => raw.slice(raw.lastIndexOf('\x1b[?1049l') + 8);

describe('time', () => {
  test('what is typed is played at the tick of Enter, and then flies and rests', async () => {
    const file = at('one.json');
    const typed = [...LEAD, ...wait(1000), 'e2', ...wait(500), 'e4\r'];
    const watched = await play([...TWO, '--save', file], [...typed, ...wait(3000), 'quit\r']);
    expect(watched.code).toBe(0);
    expect(await entriesOf('one.json')).toMatchObject([
      { seat: 0, at: 45, ms: 1500, act: { type: 'move' } },
      ...LEFT.map(type => ({ act: { type } })),
    ]);
    const shown = watched.screens.map(lines => lines.join('\n'));
    expect(shown[typed.length - 1]).toContain('2  P   P   P   P   P   P ');
    expect(shown[typed.length]).toContain('2  P   P   P   P  (P↑) P ');
    expect(shown[typed.length + 20]).toContain('3  ·   ·   ·   ·   P↑  · ');
    expect(shown[typed.length + 20]).toContain('in flight: e2-e4 1.1 s');
    expect(shown.at(-1)).toContain('4  ·   ·   ·   ·   P9  · ');
    expect(shown.at(-1)).toContain('time: 4.5 s');
    expect(await isGood('one.json')).toBe(true);
  });

  test('a move typed between two pictures is played at its own tick', async () => {
    const late: TerminalStep[] = [
      ...LEAD,
      t => t.press('e2e4\r', 34),
      t => t.press('d2d4\r', 40),
      'quit\r',
    ];
    await play([...TWO, '--save', at('late.json')], late);
    expect((await entriesOf('late.json')).slice(0, 2).map(({ at, ms }) => [at, ms])).toEqual([
      [1, 34],
      [2, 74],
    ]);
  });

  test('refuses a move before the match begins', async () => {
    const watched = await play(TWO, ['e2e4\r', ...wait(1000), TIME, 'quit\r']);
    expect(watched.screens[1]!.join('\n')).toContain('✗ the match starts in 3 s');
    expect(watched.screens[1]!.join('\n')).toContain('starts in 3');
    expect(lastOf(watched)).toContain('starts in 2');
    expect(leftOf(watched)).toContain('the match is not over\n');
  });

  test('the clock of the record begins with the first tick', async () => {
    await play([...TWO, '--save', at('start.json')], [...LEAD, 'e2e4\r', 'quit\r']);
    const { header, entries } = JSON.parse(await text('start.json'));
    expect(header.startedAt).toBe('1970-01-01T00:00:03.000Z');
    expect(entries[0]).toMatchObject({ at: 0, ms: 0 });
  });

  test('time stands still while the user is away', async () => {
    const steps = [...LEAD, ...wait(1000), '\x1a', ...wait(1000), 'e2e4\r', 'quit\r'];
    const { suspended, raw } = await play([...TWO, '--save', at('away.json')], steps);
    expect(suspended).toBe(1);
    expect(raw.split('\x1b[?1049h')).toHaveLength(3);
    expect((await entriesOf('away.json'))[0]!.at).toBe(60);
  });

  test('a loaded match continues from its tick', async () => {
    const file = at('later.json');
    await play([...TWO, '--save', file], [...LEAD, ...wait(2000), 'e2e4\r', 'quit\r']);
    const steps = [...LEAD, ...wait(1000), 'e7e5\r', 'quit\r'];
    await play([...TWO, '--load', file, '--save', file], steps);
    const [moved, back] = ['move', 'resume'];
    expect((await entriesOf('later.json')).map(({ act, at }) => [act.type, at])).toEqual([
      ...[moved, ...LEFT, back, back].map(type => [type, 60]),
      ...[moved, ...LEFT].map(type => [type, 90]),
    ]);
    expect(await isGood('later.json')).toBe(true);
  });

  test('what time does is told as it happens, once', async () => {
    const moves = ['e2e4\r', 'd7d5\r', ...wait(3000), 'e4d5\r', ...wait(500), 'a2a3\r'];
    const watched = await play([...TWO, ...LIGHTNING], [...LEAD, ...moves, 'quit\r']);
    const told = lastOf(watched).match(/Black loses the pawn on d5 to the white pawn/g);
    expect(told).toHaveLength(1);
  });

  test('a match that time ends is over, and its record says so', async () => {
    const steps = [...LEAD, ...wait(90_000), 'e2e4\r', 'flip\r', '\r'];
    const watched = await play([...TWO, ...LIGHTNING, '--save', at('drawn.json')], steps);
    expect(watched.code).toBe(0);
    expect(lastOf(watched)).toContain('draw by inactivity');
    expect(watched.screens.at(-2)!.join('\n')).toContain('✗ the match is over');
    expect(lastOf(watched)).toContain('h   g   f');
    expect(JSON.parse(await text('drawn.json')).ending.outcome.reason).toBe('inactivity');
    expect(await isGood('drawn.json')).toBe(true);
  });
});

describe('bots', () => {
  test('play when it is their time, and the record replays', async () => {
    const file = at('bots.car');
    const argv = ['--seats', 'bot,bot', ...LIGHTNING, '--save', file];
    const watched = await play(argv, [...LEAD, ...wait(60_000), '\r', '\r']);
    expect(watched.code).toBe(0);
    expect(lastOf(watched)).toMatch(/(White|Black) wins by capturing the king/);
    expect(watched.screens[0]!.join('\n')).toContain('White: bot:reactive · Black: bot:reactive');
    expect(await isGood('bots.car')).toBe(true);
    const { out } = await run('replay @bots.car');
    expect(out).toMatch(/meanwhile: (White|Black) loses the king\n/);
    expect(out).toMatch(/wins by capturing the king\n$/);
  });

  test('with the same seed and clock they do the same', async () => {
    const watch = () =>
      play(['--seats', 'bot,bot', ...LIGHTNING], [...LEAD, ...wait(5000), 'quit\r']);
    expect((await watch()).screens).toEqual((await watch()).screens);
  });

  test('decline a draw while they stand well', async () => {
    const file = at('draw.json');
    await play(['--save', file], [...LEAD, ...wait(100), 'draw\r', 'quit\r']);
    expect(await typesIn('draw.json')).toEqual(['offer-draw', 'decline', ...LEFT]);
  });

  test('decline a draw before the twentieth move, also where they are losing', async () => {
    const canon = await loneKing();
    const setup = JSON.stringify({ options: {}, start: { canon, aside: null } });
    const file = at('losing.json');
    await play(['--setup', setup, '--save', file], [...LEAD, 'draw\r', 'quit\r']);
    expect(await typesIn('losing.json')).toEqual(['offer-draw', 'decline', ...LEFT]);
    expect(await isGood('losing.json')).toBe(true);
  });

  test('play on without the player who resigned', async () => {
    const steps = [...LEAD, ...wait(1000), 'resign\r', ...wait(5000), 'k6i6\r', 'quit\r'];
    const watched = await play([...FOUR, '--save', at('four.json')], steps);
    expect(lastOf(watched)).toContain('watching>');
    expect(lastOf(watched)).toContain('✗ you are out of the match');
    expect((await entriesOf('four.json')).length).toBeGreaterThan(3);
    expect(await isGood('four.json')).toBe(true);
  });

  test('--moves stops them', async () => {
    const watched = await play(
      ['--seats', 'bot,bot', '--moves', '3', '--save', at('3.json')],
      [...LEAD, ...wait(20_000)],
    );
    expect(watched.code).toBe(0);
    expect(await typesIn('3.json')).toEqual(['move', 'move', 'move', ...LEFT]);
  });
});

/** A position in which black has nothing but a king. */
async function loneKing() {
  const { game } = unwrap(await loadKit('kung-fu-chess'));
  const state = unwrap(setUp(game, {}));
  const canon = game.states.canon(state) as { pieces: (unknown | null)[] };
  const pieces = canon.pieces.map((piece, i) => (i < 16 && i !== 4 ? null : piece));
  return { ...canon, pieces };
}

describe('what the rules refuse', () => {
  test('is told in one line, kept with its fault, and the match continues', async () => {
    const steps: TerminalStep[] = [
      ...LEAD,
      'e2e5\r',
      TIME,
      'e2e4\r',
      TIME,
      'e2e3\r',
      ...wait(1000),
      'quit\r',
    ];
    const watched = await play([...TWO, '--save', at('refused.json')], steps);
    const shown = watched.screens.map(lines => lines.join('\n'));
    expect(
      shown.some(screen => screen.includes('✗ the pawn P:1:6:4 on e2 cannot move to e5')),
    ).toBe(true);
    expect(lastOf(watched)).toContain('time: 1.1 s');
    const entries = await entriesOf('refused.json');
    expect(entries.map(({ act }) => act.fault?.rule ?? act.type)).toEqual([
      'geometry',
      'move',
      'piece_moving',
      ...LEFT,
    ]);
    expect(await isGood('refused.json')).toBe(true);
    expect((await run('replay @refused.json')).out).toContain(
      'White: illegal move: That piece is moving and cannot be stopped.\n',
    );
  });

  test('is always answered, and kept only so often a second', async () => {
    const spam = new Array(20).fill('e2e5\r');
    const steps = [...LEAD, ...spam, ...wait(1000), ...spam, 'quit\r'];
    const watched = await play([...TWO, '--save', at('spam.json')], steps);
    const answered = watched.screens.filter(lines => lines.some(line => line.includes('✗')));
    expect(answered.length).toBeGreaterThanOrEqual(40);
    const entries = await entriesOf('spam.json');
    const refused = entries.filter(({ act }) => act.type === 'refused');
    expect(refused.map(({ ms }) => ms)).toEqual([
      ...new Array(MAX_REFUSED_PER_SECOND).fill(0),
      ...new Array(MAX_REFUSED_PER_SECOND).fill(1000),
    ]);
    expect(await isGood('spam.json')).toBe(true);
  });

  test('is signed with the key of the person', async () => {
    await run('key new me');
    const argv = ['--key', 'me', '--seats', 'human,bot', '--save', at('signed.car')];
    const steps = [...LEAD, 'e2e5\r', 'e2e4\r', ...wait(3000), 'draw\r', 'quit\r'];
    expect((await play(argv, steps)).code).toBe(0);
    const { out, code } = await run('verify @signed.car');
    expect([code, /signed {4}all \d+ signatures checked and valid\n/.test(out)]).toEqual([0, true]);
  });

  test('is not kept where it is no move', async () => {
    const steps = [...LEAD, 'what\r', 'e5e6\r', 'moves x y\r', 'draw 3\r', 'quit\r'];
    const watched = await play([...TWO, '--save', at('none.json')], steps);
    const shown = watched.screens.map(lines => lines.join('\n'));
    expect(shown.some(screen => screen.includes('no piece on e5'))).toBe(true);
    expect(shown.some(screen => screen.includes('draw takes no argument'))).toBe(true);
    expect(await entriesOf('none.json')).toEqual([]);
  });
});

describe('words', () => {
  test.each<[keys: string, shows: string]>([
    ['help\r', '    resign          resign the match'],
    ['?\r', '    quit            exit; a saved match can be resumed'],
    ['moves e2\r', '    e2e4  e2e3'],
    ['flip\r', 'h   g   f   e'],
    ['FLIP\r', 'h   g   f   e'],
    ['save\r', '✗ save requires a file name'],
    ['d\t', 'White> d'],
    ['dr\t', 'White> draw'],
    ['g1f\t', 'White> g1f3'],
    ['e2e4\x7f3', 'White> e2e3'],
    ['e2e4\x15', 'White>'],
    ['undo\r', '✗'],
    ['wait 5\r', '✗'],
  ])('typing %j shows its answer', async (keys, shows) => {
    const watched = await play(TWO, [...LEAD, keys, '\x03']);
    expect(lastOf(watched)).toContain(shows);
  });

  test('several moves in a line, and JSON with spaces, are played', async () => {
    const json = '{ "piece": "P:1:6:0", "to": [5, 0] }\r';
    const steps = [...LEAD, 'e2e4 d2d4 e2e3\r', json, 'quit\r'];
    await play([...TWO, '--save', at('many.json')], steps);
    expect(await typesIn('many.json')).toEqual(['move', 'move', 'refused', 'move', ...LEFT]);
  });

  test('two people at one keyboard play their own seats', async () => {
    const steps: TerminalStep[] = [
      ...LEAD,
      'e7e5\r',
      'e2e4\r',
      'draw\r',
      TIME,
      '\t',
      TIME,
      'draw\r',
      '\r',
    ];
    const watched = await play([...TWO, '--save', at('two.json')], steps);
    const shown = watched.screens.map(lines => lines.join('\n'));
    expect(shown.some(screen => screen.includes('White offers a draw: draw accepts'))).toBe(true);
    expect(shown.some(screen => screen.includes('\nBlack> '))).toBe(true);
    expect((await entriesOf('two.json')).map(({ seat, act }) => [seat, act.type])).toEqual([
      [1, 'move'],
      [0, 'move'],
      [0, 'offer-draw'],
      [1, 'accept-draw'],
    ]);
    expect(leftOf(watched)).toContain('draw by agreement\nsaved 4 entries to ');
  });

  test('a person who plays black alone sees the board from black', async () => {
    const watched = await play(['--seats', 'bot,human'], [...LEAD, 'quit\r']);
    expect(lastOf(watched)).toContain('h   g   f   e');
    expect(lastOf(watched)).toContain('Black>');
  });
});

describe('the terminal', () => {
  test.each<[why: string, step: TerminalStep, code: number]>([
    ['quit', 'quit\r', 0],
    ['Ctrl-D', '\x04', 0],
    ['Ctrl-C', '\x03', 130],
    ['Ctrl-C while typing', 'e2\x03', 130],
    ['a signal', terminal => terminal.stop(143), 143],
    ['a terminal that is closed', terminal => terminal.stop(129), 129],
    ['the end of the input', terminal => terminal.end(), 0],
  ])('%s gives it back, and what was played is kept', async (why, step, code) => {
    const name = `${why.replaceAll(' ', '-')}.json`;
    const watched = await play([...TWO, '--save', at(name)], [...LEAD, 'e2e4\r', step]);
    expect(watched.code).toBe(code);
    expect(watched.modes.at(-1)).toBe(false);
    expect(watched.raw.split('\x1b[?1049l')).toHaveLength(2);
    expect(leftOf(watched)).not.toContain('\x1b[?1049h');
    expect(await typesIn(name)).toEqual(['move', ...LEFT]);
  });

  test('a crash gives it back, and what was played is kept', async () => {
    const kit = unwrap(await loadKit('kung-fu-chess'));
    let moves = 0;
    const crashing: Kit = {
      ...kit,
      bots: {
        reactive: () => ({
          choose: ({ legal }) => {
            if (moves++ > 0) throw new Error('out of ideas');
            return legal[0]!;
          },
        }),
      },
    };
    const games = { names: () => ['kung-fu-chess'], load: async () => ok(crashing) };
    const watched = await play(['--save', at('crash.json')], [...LEAD, ...wait(5000)], { games });
    expect(watched.code).toBe(70);
    expect(watched.err).toContain('out of ideas');
    expect(watched.modes.at(-1)).toBe(false);
    expect(watched.raw).toContain('\x1b[?7h\x1b[?25h\x1b[?1049l');
    expect(await typesIn('crash.json')).toEqual(['move']);
  });

  test.each<[columns: number, rows: number]>([
    [80, 24],
    [60, 20],
    [40, 12],
    [30, 8],
    [10, 3],
    [1, 1],
  ])('of %i × %i holds every picture', async (columns, rows) => {
    for (const argv of [LIGHTNING, FOUR]) {
      const steps = [...LEAD, ...wait(3000), 'help\r', ...wait(1000), 'e2e5\r', 'quit\r'];
      const { screens } = await play(argv, steps, { columns, rows });
      for (const lines of screens) {
        expect(lines.length).toBeLessThanOrEqual(rows);
        for (const line of lines) expect(line.length).toBeLessThanOrEqual(columns);
      }
      if (columns < 60 || argv === FOUR) continue;
      expect(screens.every(lines => lines.join('\n').includes('a   b   c   d'))).toBe(true);
      expect(screens.at(-2)!.join('\n')).toContain(
        'quit            exit; a saved match can be resumed',
      );
    }
  });

  test('only what has changed is written, each picture at once', async () => {
    const { raw, screens } = await play(TWO, [...LEAD, ...wait(2000), 'quit\r']);
    const pictures = raw.split('\x1b[?25l\x1b[H').slice(1);
    expect(pictures).toHaveLength(screens.length);
    for (const picture of pictures.slice(1, -1)) expect(picture.length).toBeLessThan(120);
  });

  test('is drawn in colors where it has some', async () => {
    const steps = [...LEAD, 'e2e4\r', ...wait(3000), 'e4e6\r', '\x03'];
    const colored = await play(TWO, steps, { env: { NO_COLOR: '', LANG: 'C.UTF-8' } });
    expect(colored.raw).toContain('\x1b[48;5;108;');
    expect(colored.raw).toContain('♙↑');
    expect(colored.raw).toContain('\x1b[48;5;110;'); // a piece at rest
    const plain = await play(TWO, steps);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: colors begin with one
    expect(plain.raw).not.toMatch(/\x1b\[[\d;]*m/);
  });

  const BOTH = { stdin: true, stdout: true };
  test.each<[why: string, world: World, argv: string[]]>([
    ['no terminal', {}, []],
    ['no keys', { isTTY: { stdout: true }, env: { NO_COLOR: '1' } }, []],
    ['a dumb one', { isTTY: BOTH, env: { TERM: 'dumb' } }, []],
    ['JSON', { isTTY: BOTH }, ['--json']],
  ])('%s: seats are asked in turn', async (_why, world, argv) => {
    const { out, err } = await kifu(['play', 'kung-fu-chess', ...TWO, ...argv], world);
    expect(out).not.toContain('\x1b[?1049h');
    expect(out + err).toContain('White at tick 0> ');
  });
});

test('random keys do no harm', async () => {
  const key = fc.constantFrom(
    ...['e2e4\r', 'e7e5\r', '\r', '\t', '\x1b[A', '\x1b[B', '\x1b[D', '\x7f', '\x15', 'help\r'],
    ...['draw\r', 'decline\r', 'flip\r', 'moves\r', '\x1b', 'a1h8\r', '♞\r', '\x00', '{\r'],
  );
  await fc.assert(
    fc.asyncProperty(fc.array(fc.oneof(key, fc.constant(TIME)), { maxLength: 40 }), async keys => {
      const watched = await play(TWO, [...LEAD, ...keys]);
      expect([0, 130]).toContain(watched.code);
      expect(watched.err).toBe('');
    }),
    { numRuns: 25 },
  );
});
