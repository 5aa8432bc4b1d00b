/** Panels that are not needed to watch, loaded together when one of them is. */
export { help } from './help.ts';
export { proof } from './proof.ts';
export { settings } from './settings.ts';
export { textBoard } from './text-board.ts';
