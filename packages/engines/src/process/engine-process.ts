/**
 * An engine as a child process that is asked one question at a time. There is no shell: a command is a list of arguments. A process that
 * fails in any way is killed together with its children, so that none is left behind.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { EngineError, quoted } from './engine-error.ts';
import { LineSplitter, OUTPUT_LIMITS, type OutputLimits } from './line-splitter.ts';

export interface ProcessOptions {
  /** The program and its arguments. */
  readonly command: readonly string[];
  /** Environment of the caller; only harmless variables are passed on, see `engineEnv`. */
  readonly env: Environment;
  readonly output?: OutputLimits;
  /** How long the process may take to exit before it is killed, in milliseconds. */
  readonly exitMs?: number;
}

export type Environment = { readonly [name: string]: string | undefined };

/** A question in progress. */
interface Question {
  read(line: string): void;
  fail(error: EngineError): void;
  cancel(): void;
}

const EXIT_MS = 1000;
/** How long the output of a process that has exited may take to arrive, in milliseconds. */
const DRAIN_MS = 500;
/** How much of the newest output to standard error is remembered, for the message about an exit. */
const MAX_ERRORS = 2048;
const IS_WINDOWS = process.platform === 'win32';

/** All processes that run, so that none outlives this one. */
const running = new Set<EngineProcess>();

export class EngineProcess {
  /** Resolves once the process is gone. */
  readonly exited: Promise<void>;
  readonly #child: ChildProcess;
  readonly #exitMs: number;
  #question: Question | null = null;
  #failure: EngineError | null = null;
  #errors = '';
  #isClosing = false;

  constructor({ command, env, output = OUTPUT_LIMITS, exitMs = EXIT_MS }: ProcessOptions) {
    this.#exitMs = exitMs;
    const [program = '', ...args] = command;
    // its own process group, so that its children are killed with it and Ctrl-C does not reach it
    this.#child = spawn(program, args, {
      ...{ env: engineEnv(env), stdio: 'pipe', shell: false, windowsHide: true },
      detached: !IS_WINDOWS,
    });
    const lines = new LineSplitter(
      output,
      () => performance.now(),
      line => this.#question?.read(line),
    );
    const { stdin, stdout, stderr } = this.#child;
    stdout!.on('data', (chunk: Uint8Array) => {
      const exceeded = this.#failure === null ? lines.push(chunk) : null;
      if (exceeded !== null) this.fail(new EngineError('flood', exceeded));
    });
    stderr!.on('data', (chunk: Uint8Array) => {
      this.#errors = (this.#errors + Buffer.from(chunk).toString('utf8')).slice(-MAX_ERRORS);
    });
    // a pipe that breaks is reported by the exit
    for (const stream of [stdin!, stdout!, stderr!]) stream.on('error', () => {});
    const gone = Promise.withResolvers<void>();
    this.exited = gone.promise;
    const end = (error: EngineError): void => {
      this.#killGroup();
      running.delete(this);
      if (running.size === 0) process.off('exit', killAll);
      this.fail(error);
      gone.resolve();
    };
    this.#child.once('error', cause =>
      end(new EngineError('start', `it could not be started: ${startReason(cause)}`, cause)),
    );
    this.#child.once('exit', (code, signal) => {
      // its last lines may still be under way; children that hold its output are killed first
      this.#killGroup();
      const exit = (): void => end(new EngineError('exit', this.#describeExit(code, signal)));
      const alarm = setTimeout(exit, DRAIN_MS);
      this.#child.once('close', () => {
        clearTimeout(alarm);
        exit();
      });
    });
    if (running.size === 0) process.once('exit', killAll);
    running.add(this);
  }

  get isRunning(): boolean {
    return this.#failure === null && !this.#isClosing;
  }

  /** Writes a line. */
  send(line: string): void {
    if (this.#failure === null) this.#child.stdin!.write(`${line}\n`);
  }

  /**
   * Writes a line, or none, and reads until `read` returns something else than undefined. Lines that arrive while nothing is asked
   * are ignored. An answer that `read` throws at, or that does not come in time, is a failure of the process.
   */
  ask<T>(
    line: string | null,
    read: (line: string) => T | undefined,
    timeoutMs: number,
  ): Promise<T> {
    if (this.#failure !== null) return Promise.reject(this.#failure);
    if (this.#question !== null) throw new Error('an engine is asked one question at a time');
    return new Promise<T>((resolve, reject) => {
      const alarm = setTimeout(
        () =>
          this.fail(
            new EngineError(
              'timeout',
              `it did not answer ${line === null ? '' : `${quoted(line)} `}within ${Math.round(timeoutMs)} ms`,
            ),
          ),
        Math.min(Math.max(1, timeoutMs), MAX_ALARM_MS),
      );
      const done = (): void => {
        clearTimeout(alarm);
        this.#question = null;
      };
      this.#question = {
        cancel: done,
        read: text => {
          try {
            const answer = read(text);
            if (answer === undefined) return;
            done();
            resolve(answer);
          } catch (cause) {
            this.fail(asEngineError(cause));
          }
        },
        fail(error) {
          done();
          reject(error);
        },
      };
      if (line !== null) this.send(line);
    });
  }

  /** Ends a question that was answered in another way; its promise stays open. */
  cancel(): void {
    this.#question?.cancel();
  }

  /** Kills the process; questions now and later are rejected with the first failure. */
  fail(error: EngineError): void {
    this.#failure ??= error;
    this.#killGroup();
    this.#question?.fail(this.#failure);
  }

  /** Says goodbye, and kills the process with its children if it does not exit in time. */
  async close(goodbye: string | null): Promise<void> {
    if (!this.#isClosing && this.#failure === null) {
      this.#isClosing = true;
      if (goodbye !== null) this.send(goodbye);
      this.#child.stdin!.end();
      const alarm = setTimeout(() => this.#killGroup(), this.#exitMs);
      await this.exited;
      clearTimeout(alarm);
    }
    await this.exited;
  }

  #killGroup(): void {
    const { pid } = this.#child;
    if (pid === undefined) return;
    try {
      if (IS_WINDOWS) this.#child.kill('SIGKILL');
      else process.kill(-pid, 'SIGKILL');
    } catch {
      // the group is gone
    }
  }

  #describeExit(code: number | null, signal: NodeJS.Signals | null): string {
    const how = signal === null ? `status ${code}` : `signal ${signal}`;
    const last = this.#errors.trim().split('\n').at(-1)?.trim() ?? '';
    return `it exited with ${how}${last === '' ? '' : `: ${quoted(last)}`}`;
  }

  /** Kills all processes; for the end of this one. */
  static killAll(): void {
    for (const engine of running) engine.#killGroup();
  }
}

const killAll = (): void => EngineProcess.killAll();

/** The longest alarm that Node sets. */
const MAX_ALARM_MS = 2 ** 31 - 1;

const asEngineError = (cause: unknown): EngineError =>
  cause instanceof EngineError
    ? cause
    : new EngineError('protocol', cause instanceof Error ? cause.message : String(cause), cause);

const startReason = (cause: Error): string =>
  (cause as NodeJS.ErrnoException).code === 'ENOENT' ? 'program not found' : cause.message;

/** Variables that programs need to run; none of them carries a secret of the caller. */
const PASSED_ON = [
  ...['PATH', 'HOME', 'USER', 'LANG', 'LC_ALL', 'TZ', 'TMPDIR'],
  ...['LD_LIBRARY_PATH', 'CUDA_VISIBLE_DEVICES', 'OMP_NUM_THREADS', 'PYTHONPATH'],
  ...[
    'SystemRoot',
    'SYSTEMROOT',
    'TEMP',
    'TMP',
    'PATHEXT',
    'USERPROFILE',
    'APPDATA',
    'LOCALAPPDATA',
  ],
];

/** Returns the environment of an engine: the variables that programs need, and nothing else. */
export const engineEnv = (env: Environment): { [name: string]: string } =>
  Object.fromEntries(
    PASSED_ON.flatMap(name => {
      const value = env[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
