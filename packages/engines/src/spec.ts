/** What is known of an engine before it is started: its command, its protocol and how well it is to play. */

/** Protocols that are spoken here, each with what it is for. */
export const PROTOCOLS = {
  uci: 'chess',
  gtp: 'go',
  gnubg: 'backgammon',
  hub: 'checkers',
  json: null,
} as const;

export type EngineProtocol = keyof typeof PROTOCOLS;

/** How much an engine may think about one move where no clock limits it. */
export interface ThinkLimits {
  /** In milliseconds. */
  readonly moveMs?: number;
  /** Search nodes. */
  readonly nodes?: number;
  /** Plies. */
  readonly depth?: number;
}

export interface EngineSpec {
  readonly protocol: EngineProtocol;
  /** The program and its arguments; no shell reads them. */
  readonly command: readonly string[];
  /** Options of the engine by name, as its protocol sets them. */
  readonly options?: { readonly [name: string]: string };
  /** Playing strength, for engines that can limit theirs. */
  readonly elo?: number;
  readonly limits?: ThinkLimits;
  /** Whether the engine also thinks while others are to move; for protocols in which it can. */
  readonly ponder?: boolean;
}

/** Whether a word names a protocol. */
export const isProtocol = (word: unknown): word is EngineProtocol =>
  typeof word === 'string' && Object.hasOwn(PROTOCOLS, word);

/** Arguments that well-known programs need to speak their protocol. */
const USUAL_ARGUMENTS: { readonly [program: string]: readonly string[] } = {
  gnugo: ['--mode', 'gtp'],
  leelaz: ['--gtp'],
  katago: ['gtp'],
  gnubg: ['-t', '-q', '-r'],
};

/** Returns the command of a program that is named alone: with the arguments that it usually needs. */
export function commandOf(program: string): readonly string[] {
  const name = program
    .split(/[\\/]/)
    .at(-1)!
    .replace(/\.exe$/i, '');
  return [program, ...(USUAL_ARGUMENTS[name] ?? [])];
}

/** Reads `uci:stockfish` or `gtp:/usr/games/gnugo`; null for other text. */
export function parseSpec(text: string): EngineSpec | null {
  const [, protocol, program] = /^([a-z]+):(\S.*)$/.exec(text) ?? [];
  if (!isProtocol(protocol) || program === undefined) return null;
  return { protocol, command: commandOf(program) };
}
