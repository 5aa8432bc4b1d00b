/** Processes of one engine that analyze for several askers: a limited number at once, the others wait in order. */
import type { Analyzer, Kit } from '@kifu/core';

/** An engine to be served. */
export interface ServedEngine {
  readonly kit: Kit;
  open(): Promise<Analyzer>;
}

export class EnginePool {
  readonly kit: Kit;
  readonly name: string;
  readonly version: string;
  readonly #open: ServedEngine['open'];
  readonly #jobs: number;
  readonly #idle: Analyzer[];
  readonly #all: Set<Analyzer>;
  readonly #waiting: (() => void)[] = [];
  #busy = 0;

  private constructor({ kit, open }: ServedEngine, first: Analyzer, jobs: number) {
    this.kit = kit;
    this.name = first.name;
    this.version = first.version;
    this.#open = open;
    this.#jobs = jobs;
    this.#idle = [first];
    this.#all = new Set(this.#idle);
  }

  /** Starts the first process, so that an engine that cannot start is reported at once. */
  static async open(engine: ServedEngine, jobs: number): Promise<EnginePool> {
    return new EnginePool(engine, await engine.open(), jobs);
  }

  /** How many wait. */
  get waiting(): number {
    return this.#waiting.length;
  }

  /** How many must be done before the next one that comes. */
  get ahead(): number {
    return this.#busy < this.#jobs ? 0 : this.#waiting.length + 1;
  }

  /** Works with a process once one is free; null where the signal aborted first. One that fails is replaced for the next asker. */
  async use<T>(signal: AbortSignal, work: (analyzer: Analyzer) => Promise<T>): Promise<T | null> {
    if (!(await this.#enter(signal))) return null;
    try {
      if (signal.aborted) return null;
      const analyzer = this.#idle.pop() ?? (await this.#open());
      this.#all.add(analyzer);
      try {
        const done = await work(analyzer);
        this.#idle.push(analyzer);
        return done;
      } catch (cause) {
        this.#all.delete(analyzer);
        await analyzer.close();
        throw cause;
      }
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) this.#busy--;
      else next();
    }
  }

  async close(): Promise<void> {
    await Promise.all([...this.#all].map(analyzer => analyzer.close()));
  }

  /** Waits for a free place; false where the signal aborted first. */
  #enter(signal: AbortSignal): Promise<boolean> {
    if (this.#busy < this.#jobs) {
      this.#busy++;
      return Promise.resolve(true);
    }
    return new Promise(resolve => {
      const enter = (): void => {
        signal.removeEventListener('abort', leave);
        resolve(true);
      };
      const leave = (): void => {
        this.#waiting.splice(this.#waiting.indexOf(enter), 1);
        resolve(false);
      };
      this.#waiting.push(enter);
      signal.addEventListener('abort', leave, { once: true });
    });
  }
}
