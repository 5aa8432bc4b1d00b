/** What every route is given. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Cache } from '../cache.ts';
import type { Folds } from '../folds/pool.ts';
import type { Hall } from '../rooms/hall.ts';

/** The server as routes see it. */
export interface Context {
  readonly hall: Hall;
  /** Where records are played through. */
  readonly folds: Folds;
  /** Nodes by the id of their head. */
  readonly nodes: Cache<readonly Uint8Array[]>;
  /** Answers by their tag. */
  readonly answers: Cache<Kept>;
  /** Whether there are pages beside the API. */
  readonly hasPages: boolean;
  /** Where people reach the server, without a slash at the end: as it was told, or else as whoever asks does. */
  publicUrl(request: FastifyRequest): string;
}

/** An answer that was made before, and is the same again. */
interface Kept {
  readonly output: Uint8Array | string;
  readonly losses: readonly string[];
}

/** A file of routes: adds them to the server. */
export type Routes = (app: FastifyInstance, context: Context) => void;
