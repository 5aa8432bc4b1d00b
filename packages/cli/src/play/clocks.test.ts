/** Clocks in a match of this process: in sight, running, and whose flag falls has lost; who comes back has the time that was left. */
import { PassThrough } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { workshop } from '../../test/files.ts';
import { collector, jsonLines, makeIo } from '../../test/run-kifu.ts';
import { run as runKifu } from '../index.ts';
import type { Io } from '../io.ts';

const { at, run } = workshop();

/** How long something may take that must be written. */
const PATIENCE_MS = 30_000;

interface Waiting {
  readonly untilMs: number;
  wake(): void;
}

/** A terminal whose time passes only when a test lets it. */
function begin(words: string, home: string, isTTY = true) {
  let now = Date.parse('2026-01-02T03:04:05Z');
  const waiting = new Set<Waiting>();
  const stdin = Object.assign(new PassThrough(), { setRawMode() {} });
  const [out, err] = [collector(), collector()];
  const env = { KIFU_HOME: at(home), NO_COLOR: '1', TERM: 'xterm' };
  const tty = { stdin: isTTY, stdout: isTTY, stderr: isTTY };
  const io = {
    ...makeIo({ isTTY: tty, env }, { stdin, stdout: out.stream, stderr: err.stream }),
    now: () => now,
    sleep: (ms: number, signal?: AbortSignal) =>
      ms === 0
        ? setImmediate()
        : new Promise<void>(resolve => {
            const one = { untilMs: now + ms, wake: () => resolve(void waiting.delete(one)) };
            waiting.add(one);
            signal?.addEventListener('abort', one.wake, { once: true });
          }),
  };
  const after: Io['after'] = (ms, work) => {
    const alarm = new AbortController();
    const { signal } = alarm;
    void io.sleep(ms, signal).then(() => signal.aborted || work());
    return () => alarm.abort();
  };
  const code = runKifu(words.split(' '), { ...io, after });
  /** Waits until something has been written, from a place on. */
  const seen = async (text: string, from = 0) => {
    const until = performance.now() + PATIENCE_MS;
    while (!out.text().slice(from).includes(text) && performance.now() < until)
      await setImmediate();
    expect(out.text().slice(from)).toContain(text);
    return out.text().length;
  };
  return {
    code,
    seen,
    out: out.text,
    err: err.text,
    type: (line: string) => void stdin.write(`${line}\n`),
    end: () => void stdin.end(),
    /** Lets time pass, with all that it wakes. */
    async pass(ms: number) {
      for (const end = now + ms; now < end; ) {
        const [first] = [...waiting].sort((a, b) => a.untilMs - b.untilMs);
        now = Math.min(end, Math.max(now, first?.untilMs ?? end));
        for (const one of [...waiting]) if (one.untilMs <= now) one.wake();
        for (let i = 0; i < 20; i++) await setImmediate();
      }
    },
  };
}

const listed = async (home: string) =>
  jsonLines((await run('library list --json', { env: { KIFU_HOME: at(home) } })).out)[0];

test('both clocks are in sight and run, the increment comes, and the flag falls', async () => {
  const { seen, type, pass, code, out, end } = begin(
    'play chess --seats human,human --clock 1+2',
    'flag',
  );
  await seen('[▸White 1:00  Black 1:00]');
  expect(out()).toContain('1:00 + 2 s per move');
  await pass(10_000);
  let from = await seen('[▸White 0:50  Black 1:00]');
  type('e4');
  from = await seen('[White 0:52 ▸Black 1:00]', from);
  await pass(45_000);
  await seen('Black 0:15.0]', from); // the last seconds are counted in tenths
  type('undo');
  await seen('took back 1 move', from);
  // white has the time back that it had, less what has passed since
  from = await seen('[▸White', from);
  await pass(60_500);
  await seen('Black wins on time', from);
  end();
  expect(await code).toBe(0);
  const line = await listed('flag');
  expect(line).toMatchObject({ outcome: { winners: [1], reason: 'timeout' }, entries: 4 });
  const env = { KIFU_HOME: at('flag') };
  expect((await run(`verify ${line.match}`, { env })).code).toBe(0);
  expect((await run(`info ${line.match}`, { env })).out).toMatch(/^clocks +1:00 \+ 2 s per move$/m);
});

test('the flag falls also where no terminal shows the clocks', async () => {
  const { seen, pass, code, end } = begin('play go --seats human,human --clock 30s', 'pipe', false);
  await seen('Black> ');
  await pass(30_001);
  await seen('White wins on time');
  end();
  expect(await code).toBe(0);
  expect(await listed('pipe')).toMatchObject({ outcome: { winners: [1], reason: 'timeout' } });
});

test('a bot plays by the clock too', async () => {
  const { seen, type, pass, code } = begin('play chess --level 1 --clock 3 --seed 1', 'bot');
  await seen('[▸White 3:00  Black 3:00]');
  await pass(5000);
  const from = await seen('[▸White 2:55  Black 3:00]');
  type('e4');
  await seen('[▸White 2:55  Black 3:00] White> ', from); // it took no time: the clock is stopped in this test
  type('resign');
  await seen('Black wins by resignation');
  type('');
  expect(await code).toBe(0);
});

test.each(['', ' --key me'])(
  'who goes away and comes back has the time that was left%s',
  async key => {
    const home = `away${key.trim()}`;
    const env = { KIFU_HOME: at(home) };
    if (key !== '') await run('key new me', { env });
    const first = begin(`play chess --level 1 --clock 5 --seed 1${key}`, home);
    await first.seen('[▸White 5:00  Black 5:00]');
    await first.pass(60_000);
    first.type('quit');
    expect(await first.code).toBe(0);
    const second = begin('play --resume last', home);
    await second.seen('[▸White 4:00  Black 5:00]');
    second.type('e4');
    await second.seen('Black  ');
    second.type('quit');
    expect(await second.code).toBe(0);
    const { match } = await listed(home);
    expect((await run(`verify ${match}`, { env })).code).toBe(0);
  },
);

test('clocks of a crashed process continue from the last act', async () => {
  const { type, seen, pass } = begin('play chess --seats human,human --clock 5', 'crash');
  await seen('[▸White 5:00');
  type('e4');
  await seen('▸Black 5:00');
  await pass(30_000);
  // from here on the first process gets no input
  const next = begin('play --resume last', 'crash');
  await next.seen('▸Black 5:00]');
  next.type('quit');
  expect(await next.code).toBe(0);
});

test('a game with a time of its own has no clocks', async () => {
  const { code, err } = await run('play kung-fu-chess --clock 5');
  expect({ code, err }).toEqual({
    code: 1,
    err: 'kifu: bad-setup: kung-fu-chess is played in real time and has no clocks\n',
  });
});
