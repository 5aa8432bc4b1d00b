import { ok, unwrap } from '@kifu/core';
import { beforeAll, describe, expect, test } from 'vitest';
import { type TerminalStep, TIME, watchKifu } from '../../test/fake-terminal.ts';
import { changeBlocks, flipBit, MATE, workshop } from '../../test/files.ts';
import { jsonLines, type World } from '../../test/run-kifu.ts';
import { toys } from '../../test/toy-kits.ts';

const { run, read, text, write, at } = workshop();
const LONGER = '1. e4 d5 2. exd5 Qxd5 3. Nc3 Qa5 4. d4 c6 5. Nf3 Nf6';

beforeAll(async () => {
  await run('record chess --moves - --player Ann --player Bob -o @mate.car', { input: MATE });
  await run('convert @mate.car -o @mate.json');
  await run('record chess --moves - -o @longer.car', { input: LONGER });
});

/** Watches a record; each step after a screen. */
const watch = (
  file: string,
  steps: readonly TerminalStep[],
  world: World = {},
  ...argv: string[]
) => watchKifu(['replay', at(file), ...argv], steps, world);

const statusOf = (screen: readonly string[] | undefined) =>
  screen?.find(line => /^ {2}(?:[▶⏸]|go to)/.test(line))?.trim() ?? '';

const [LEFT, RIGHT, HOME, END] = ['\x1b[D', '\x1b[C', '\x1b[H', '\x1b[F'];

describe('without a terminal', () => {
  test('writes every entry on a line of its own', async () => {
    expect((await run('replay @mate.car')).out).toBe(
      [
        '1  White  f3    pawn to f3',
        '2  Black  e5    pawn to e5',
        '3  White  g4    pawn to g4',
        '4  Black  Qh4#  queen to h4, checkmate',
        'Black wins by checkmate',
        '',
      ].join('\n'),
    );
    expect((await run('replay @mate.car --at 2')).out.split('\n')).toHaveLength(3);
  });

  test('writes acts that are no moves, and what chance does', async () => {
    await run('record chess --moves - -o @left.car', { input: 'e4\n{"leave":1}' });
    expect((await run('replay @left.car')).out).toBe(
      '1  White  e4  pawn to e4\n2  Black resigns\nWhite wins by resignation\n',
    );
    const world = { games: toys, input: 'm0 m1' };
    await run('record race --moves - --seed 5 -o @race.car', world);
    const { out } = await run('replay @race.car', world);
    expect(out).toMatch(/^ {5}random draw: rolled seat \d, die \d, passed (?:true|false)\n/);
    expect(out).toMatch(/\n1 {2}seat 0 {2}m0 {2}move 0\n {5}random draw: rolled /);
  });

  test('--json gives moves and marks', async () => {
    const [json] = jsonLines((await run('replay @longer.car --json')).out);
    expect(json).toMatchObject({ ok: true, entries: 10 });
    expect(json.moves.slice(0, 3)).toEqual(['e4', 'd5', 'exd5']);
    expect(json.marks.length).toBeGreaterThan(1);
    expect(json.marks[0]).toMatchObject({ n: 3, type: expect.any(String) });
  });

  test.each<[why: string, world: World, argv: string]>([
    ['no output to draw on', { isTTY: { stdin: true } }, 'replay @mate.car'],
    ['no keys', { isTTY: { stdout: true } }, 'replay @mate.car'],
    ['JSON', { isTTY: { stdin: true, stdout: true } }, 'replay @mate.car --json'],
    [
      'a dumb terminal',
      { isTTY: { stdin: true, stdout: true }, env: { TERM: 'dumb' } },
      'replay @mate.car',
    ],
  ])('draws nothing with %s', async (_why, world, line) => {
    const { code, out } = await run(line, world);
    expect(code).toBe(0);
    expect(out).toContain('Qh4#');
    expect(out).not.toContain('\x1b');
  });
});

describe('on a terminal', () => {
  test('it plays by itself to the end, then leaves on q', async () => {
    const { code, screens, waits, modes, raw } = await watch('mate.car', [
      TIME,
      TIME,
      TIME,
      TIME,
      'q',
    ]);
    expect(code).toBe(0);
    expect(screens.map(statusOf).map(line => line.slice(0, 8))).toEqual([
      '▶ 0 of 4',
      '▶ 1 of 4',
      '▶ 2 of 4',
      '▶ 3 of 4',
      '⏸ 4 of 4',
    ]);
    expect(waits).toEqual([1000, 1000, 1000, 1000, null]);
    expect(screens[0]![0]).toBe('White: Ann · Black: Bob');
    expect(screens[2]).toContain('2  Black  e5  pawn to e5');
    expect(screens.at(-1)).toContain('Black wins by checkmate');
    expect(modes).toEqual([true, false]);
    expect(raw.startsWith('\x1b[?1049h\x1b[?25l\x1b[?7l')).toBe(true);
    expect(raw.endsWith('\x1b[?7h\x1b[?25h\x1b[?1049l')).toBe(true);
  });

  test.each<[why: string, steps: TerminalStep[], status: string]>([
    ['space pauses', [' '], '⏸ 0 of 10'],
    ['space plays', [' ', ' '], '▶ 0 of 10'],
    ['arrows', [RIGHT, RIGHT, RIGHT, LEFT], '⏸ 2 of 10'],
    ['marks', [']'], '⏸ 3 of 10'],
    ['more marks', [']', ']', '['], '⏸ 3 of 10'],
    ['Home and End', [END, HOME, END], '⏸ 10 of 10'],
    ['a tenth', ['7'], '⏸ 7 of 10'],
    ['go to', ['g', '4', '\r'], '⏸ 4 of 10'],
    ['typing', ['g', '4'], 'go to entry: 4_'],
    ['several keys at once', [`g8\r${LEFT}`], '⏸ 7 of 10'],
    ['quicker', ['+', '+'], '▶ 0 of 10   4×'],
    ['slower', ['-', '-', '-'], '▶ 0 of 10   0.25×'],
    ['unknown keys', ['x', '\x1b[5~', '\x01', 'é'], '▶ 0 of 10   1×'],
    ['from the end once more', [END, ' ', TIME], '▶ 1 of 10'],
  ])('keys: %s', async (_why, steps, status) => {
    const { screens } = await watch('longer.car', steps);
    expect(screens).toHaveLength(steps.length + 1);
    expect(statusOf(screens.at(-1))).toContain(status);
  });

  test('speed changes how long it waits', async () => {
    const { waits } = await watch('mate.car', [TIME, '+', TIME, '-', '-', TIME, 'q']);
    expect(waits).toEqual([1000, null, 500, null, null, 2000, null]);
  });

  test('the board is turned, the help comes and goes', async () => {
    const { screens } = await watch('mate.car', ['f', '?', '?', 'q']);
    const [first, turned, help, back] = screens.map(lines => lines.join('\n'));
    expect(first).toContain('a  b  c  d  e  f  g  h');
    expect(turned).toContain('h  g  f  e  d  c  b  a');
    expect(help).toMatch(/\n {2}space {6}play or pause\n/);
    expect(help).not.toContain('h  g  f');
    expect(back).toBe(turned);
  });

  test('--at stands still there', async () => {
    const { screens } = await watch('mate.car', [RIGHT, 'q'], {}, '--at', '2');
    expect(screens.map(statusOf).map(line => line.slice(0, 8))).toEqual(['⏸ 2 of 4', '⏸ 3 of 4']);
  });

  test.each<[why: string, step: TerminalStep, code: number]>([
    ['Ctrl-C', '\x03', 130],
    ['Ctrl-C while typing', 'g\x03', 130],
    ['a signal', terminal => terminal.stop(143), 143],
    ['the end of the input', terminal => terminal.end(), 0],
  ])('%s gives the terminal back', async (_why, step, code) => {
    const watched = await watch('mate.car', [step]);
    expect(watched.code).toBe(code);
    expect(watched.modes.at(-1)).toBe(false);
    expect(watched.raw.endsWith('\x1b[?1049l')).toBe(true);
  });

  test('Ctrl-Z gives the terminal back for a while', async () => {
    const { code, raw, modes, suspended, screens } = await watch('mate.car', [' ', '\x1a', 'q']);
    expect({ code, suspended, modes }).toEqual({
      code: 0,
      suspended: 1,
      modes: [true, false, true, false],
    });
    expect(raw.split('\x1b[?1049h')).toHaveLength(3);
    expect(screens.at(-1)).toEqual(screens.at(-2));
  });

  test('a terminal that changes its size is drawn anew, and nothing else changes', async () => {
    const { screens } = await watch('mate.car', [
      terminal => terminal.resize(40, 15),
      terminal => terminal.resize(100, 40),
      'q',
    ]);
    expect(screens.map(statusOf).map(line => line.slice(0, 8))).toEqual(
      new Array(3).fill('▶ 0 of 4'),
    );
    expect(screens[1]!.length).toBeLessThanOrEqual(15);
  });

  test('follows the times of the record, but shortens long waits and shows every entry', async () => {
    const kifu = JSON.parse(await text('mate.json'));
    const times = [10, 810, 60_000, 60_500];
    const entries = kifu.entries.map((entry: object, i: number) => ({ ...entry, ms: times[i] }));
    await write('timed.json', JSON.stringify({ ...kifu, entries, ending: null }));
    const { waits, screens } = await watch('timed.json', [TIME, TIME, TIME, TIME, 'q']);
    expect(waits.slice(0, 4)).toEqual([120, 800, 5000, 500]);
    expect(statusOf(screens.at(-1))).toMatch(/^⏸ 4 of 4 {3}1:00 {3}1× /);
  });

  test('draws in colors where the terminal has some', async () => {
    const { raw } = await watch('mate.car', ['q'], { env: { NO_COLOR: '', LANG: 'C.UTF-8' } });
    expect(raw).toContain('\x1b[48;5;108;');
    expect(raw).toContain('♚');
    const plain = await watch('mate.car', ['q'], { env: { NO_COLOR: '' } }, '--no-color');
    expect(plain.raw).not.toContain('\x1b[48;');
  });

  test('a broken record plays up to the fault, and tells it', async () => {
    const car = changeBlocks(await read('mate.car'), blocks =>
      blocks.map((block, i) =>
        i === 3 ? { ...block, bytes: flipBit(block.bytes, block.bytes.length - 2) } : block,
      ),
    );
    await write('broken.car', car);
    const { code, screens, err } = await watch('broken.car', [TIME, TIME, 'q']);
    expect(code).toBe(1);
    expect(screens.at(-1)!.join('\n')).toMatch(/\nbroken here: [a-z-]+.*: entry 3 of 4: /);
    expect(err).toMatch(/^kifu: .*broken\.car: entry 3 of 4: /);
  });

  test('shows a record without entries', async () => {
    await run('record chess --moves - -o @none.car');
    const { screens } = await watch('none.car', [RIGHT, LEFT, '5', ']', 'q']);
    expect(statusOf(screens.at(-1))).toMatch(/^⏸ 0 of 0 /);
  });
});

describe('games with ticks', () => {
  const games = toys;
  const LANE = [0, 10, 20].map(tick => `{"seat":0,"move":${tick / 10},"at":${tick}}`).join('\n');

  beforeAll(async () => {
    await run('record lane --moves - -o @lane.json', { games, input: LANE });
    const kifu = JSON.parse(await text('lane.json'));
    const lane = unwrap(await toys.load('lane'));
    expect(lane.game.time).toBeDefined();
    const outcome = { result: 'win', winners: [0], points: [3, 0], reason: 'score' };
    await write(
      'ended.json',
      JSON.stringify({ ...kifu, ending: { outcome, ms: null, hash: null } }),
    );
  });

  test('play at the original pace, with time between entries', async () => {
    const { screens, waits } = await watch('lane.json', new Array(12).fill(TIME), { games });
    const ticks = screens.map(screen => Number(/tick (\d+)/.exec(statusOf(screen))![1]));
    const shown = waits.filter(wait => wait !== null);
    expect(Math.max(...shown)).toBeLessThanOrEqual(100);
    for (const [i, tick] of ticks.slice(0, -1).entries())
      expect(ticks[i + 1]! - tick).toBeGreaterThanOrEqual(0);
    // 10 ticks between entries, at any number of ticks a second
    expect(ticks).toContain(10);
    expect(ticks.some(tick => tick > 0 && tick < 10)).toBe(true);
  });

  test('where seats take turns within one tick, each turn can be seen', async () => {
    const lane = unwrap(await toys.load('lane'));
    const turns = { ...lane, game: { ...lane.game, pace: 'turns' as const } };
    const world = { games: { names: () => ['lane'], load: async () => ok(turns) } };
    const input = '{"seat":0,"move":0}\n{"seat":1,"move":1}\n';
    await run('record lane --moves - -o @turns.car', { ...world, input });
    const { screens } = await watch('turns.car', new Array(21).fill(TIME), world);
    const seen = screens.map(screen => statusOf(screen).slice(2, 18));
    expect(seen.slice(0, 21)).toEqual([
      ...new Array(10).fill('0 of 2   tick 0 '),
      ...new Array(10).fill('1 of 2   tick 0 '),
      '2 of 2   tick 0 ',
    ]);
    for (const screen of screens.slice(11, 20)) expect(screen).toContain('1  seat 0  m0  move 0');
  });

  test('speed changes the pace, not the ticks', async () => {
    const count = async (keys: string[]) => {
      const steps = [...keys, ...new Array(40).fill(TIME)];
      const { screens } = await watch('lane.json', steps, { games });
      return screens.findIndex(screen => / of 3 {3}tick 20 /.test(statusOf(screen))) - keys.length;
    };
    expect(await count(['+'])).toBeLessThan(await count([]));
  });

  test('play on after the last entry until time has ended the match', async () => {
    const opened = await run('show @ended.json', { games });
    expect(opened.err).toBe('');
    const steps = new Array(60).fill(TIME);
    const { screens } = await watch('ended.json', steps.concat('q'), { games });
    const last = screens.findIndex(screen => statusOf(screen).startsWith('⏸ 3 of 3'));
    expect(last).toBeGreaterThan(3);
    expect(screens[last]).toContain('seat 0 wins (score), 3–0');
    const before = screens.slice(0, last).filter(s => statusOf(s).startsWith('▶ 3 of 3'));
    expect(before.length).toBeGreaterThan(0);
    for (const screen of before) expect(screen.join()).not.toContain('wins');
  });
});
