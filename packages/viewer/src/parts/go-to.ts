/** Goes to what the form over the board asks for: a move, a time or a name. Loaded with the first answer. */
import { parseWhere, type Where } from '@kifu/client/playback';
import { findMove } from '../model/find-move.ts';
import type { Context } from './context.ts';
import { panelTexts } from './panel-texts.ts';

/** Takes what was entered; says at the field what cannot be found. */
export function goToEntered(field: HTMLInputElement, { player, record, picture, state }: Context) {
  const n = findMove(record, field.value, picture.n);
  const named: Where | null = n === null ? null : { type: 'entry', n };
  const where = parseWhere(field.value) ?? named;
  if (where === null) {
    field.setCustomValidity(panelTexts(state.texts).goTo.invalid);
    field.reportValidity();
    return;
  }
  player.set({ isAsking: false });
  player.goWhere(where);
}
