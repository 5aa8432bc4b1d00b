/** Panels that are seldom wanted, loaded together when one of them is. */
export { settings } from './settings.ts';
export { textBoard } from './text-board.ts';
