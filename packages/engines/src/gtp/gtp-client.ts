/** Questions and answers of GTP, the Go Text Protocol, version 2. */
import { EngineError, quoted } from '../process/engine-error.ts';
import type { EngineProcess } from '../process/engine-process.ts';

/** Most lines of one answer: a board is drawn in fewer. */
const MAX_ANSWER_LINES = 2000;

interface StreamOptions {
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
  /** Takes a line; returns whether that is enough. */
  read(line: string): boolean;
}

export class GtpClient {
  /** Another one takes its place where an engine must be started again. */
  process: EngineProcess;
  #id = 0;

  constructor(process: EngineProcess) {
    this.process = process;
  }

  /** Sends a command and returns its answer; null where the engine refuses it. */
  try(command: string, timeoutMs: number): Promise<string | null> {
    const id = ++this.#id;
    let answer: string[] | null = null;
    let isRefused = false;
    const read = (raw: string): string | null | undefined => {
      const line = cleaned(raw);
      if (answer === null) {
        const [, sign, given, text = ''] = /^([=?])(\d*)\s*(.*)$/.exec(line) ?? [];
        if (sign === undefined || (given !== '' && Number(given) !== id)) return undefined;
        isRefused = sign === '?';
        answer = [text];
        return undefined;
      }
      if (line.trim() === '') return isRefused ? null : answer.join('\n').trim();
      if (answer.length >= MAX_ANSWER_LINES)
        throw new EngineError('flood', 'it wrote an endless answer');
      answer.push(line);
      return undefined;
    };
    return this.process.ask(`${id} ${command}`, read, timeoutMs);
  }

  /** Sends a command that reports until it is stopped: by the signal, or where `read` returns true. */
  async stream(command: string, { signal, timeoutMs, read }: StreamOptions): Promise<void> {
    const id = ++this.#id;
    let isBegun = false;
    let isStopped = false;
    // any other command ends the reports
    const stop = (): void => {
      if (!isStopped) this.process.send(`${++this.#id} protocol_version`);
      isStopped = true;
    };
    signal.addEventListener('abort', stop, { once: true });
    try {
      await this.process.ask(
        `${id} ${command}`,
        raw => {
          const line = cleaned(raw);
          if (!isBegun) {
            const [, sign, given] = /^([=?])(\d*)/.exec(line) ?? [];
            if (sign === undefined || (given !== '' && Number(given) !== id)) return undefined;
            if (sign === '?') throw new EngineError('protocol', `it refused ${quoted(command)}`);
            isBegun = true;
            if (signal.aborted) stop();
            return undefined;
          }
          if (line.trim() === '') return true;
          if (read(line)) stop();
          return undefined;
        },
        timeoutMs,
      );
    } finally {
      signal.removeEventListener('abort', stop);
    }
  }

  /** Sends a command that the engine must not refuse. */
  async ask(command: string, timeoutMs: number): Promise<string> {
    const answer = await this.try(command, timeoutMs);
    if (answer !== null) return answer;
    const error = new EngineError('protocol', `it refused ${quoted(command)}`);
    this.process.fail(error);
    throw error;
  }
}

/** A line without control characters, tabs being blanks. GTP 2, section 2.2. */
const cleaned = (line: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are removed
  line.replaceAll('\t', ' ').replace(/[\x00-\x1f\x7f]/g, '');
