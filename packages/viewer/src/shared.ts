/** What pages around a viewer say and do as the viewer does: names of cells, moves and files, sounds, and saving. */

export type { EditedMoment } from './editing.ts';
export { entryText, formatRoll } from './engine/describe-entry.ts';
export type { BranchHere } from './engine/on-demand-types.ts';
export { cellName } from './model/cells.ts';
export { editedNote } from './model/edited-note.ts';
export { moveName } from './model/rounds.ts';
export { fileName } from './model/share.ts';
export { playSound, prepareSound, type Sound, soundOf } from './parts/sound.ts';
export { copyText, saveFile } from './share-notes/save.ts';
