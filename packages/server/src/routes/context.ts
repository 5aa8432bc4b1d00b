/** What every route is given. */
import type { FastifyInstance } from 'fastify';
import type { Hall } from '../rooms/hall.ts';

/** The server as routes see it. */
interface Context {
  readonly hall: Hall;
  /** Where people reach the server, without a slash at the end. */
  publicUrl(): string;
}

/** A file of routes: adds them to the server. */
export type Routes = (app: FastifyInstance, context: Context) => void;
