/** Reports changes: to the page by events, to people by announcements and sounds. */
import type { OpenedRecord } from './engine/types.ts';
import { createAnnouncer } from './parts/announcer.ts';
import type { ViewerState } from './state.ts';

/** The viewer that reports. */
export interface EventsHost {
  /** Dispatches an event of the page. */
  tell(type: string, detail: object): void;
  /** Says something to a screen reader. */
  speak(words: string): void;
  /** A record is shown, or has grown; a variation is not another record. */
  ready(record: OpenedRecord): void;
}

/** Reports changes. */
export interface ViewerEvents {
  changed(before: ViewerState, state: ViewerState): void;
  close(): void;
}

export function createViewerEvents({ tell, speak, ready }: EventsHost): ViewerEvents {
  const announcer = createAnnouncer(speak);

  /** Announces chat and the connection. */
  function hear(before: ViewerState, { link, chat, texts }: ViewerState): void {
    const { said: t } = texts.viewer;
    if (before.link === null || link === null) return;
    if (link.isUp !== before.link.isUp) announcer.say(link.isUp ? t.reconnected : t.lost, false);
    const lines = chat.slice(before.chat.length).map(({ name, text }) => `${name}: ${text}`);
    if (lines.length > 0) announcer.say(lines.join('; '), false);
  }

  /** Another entry is shown. */
  function move(before: ViewerState['picture'], state: ViewerState): void {
    const { record, picture, playback, isDragging, isMuted } = state;
    const { said: t } = state.texts.viewer;
    const { n, tick } = picture!;
    const line = record?.lines[n - 1];
    tell('kifu-change', { n, tick, ms: playback.ms });
    if (before === null) return;
    if (line !== undefined && n === before.n + 1 && !isMuted && !isDragging)
      void sound(line.events, line.kind);
    const words = line === undefined ? t.start : t.move(n, line.spoken);
    announcer.say(words, playback.isPlaying);
  }

  return {
    changed(before, state) {
      const { record, main, checked, phase, picture, texts } = state;
      // what was said is in another language
      if (texts !== before.texts) announcer.clear();
      if (record !== before.record && record !== null && main === null && before.main === null) {
        tell('kifu-ready', { record });
        ready(record);
      }
      if (checked !== before.checked && checked !== null) tell('kifu-check', { checked });
      if (phase.type === 'failed' && before.phase.type !== 'failed')
        tell('kifu-fault', { fault: phase.fault });
      if (`${state.path}` !== `${before.path}`) tell('kifu-line', { path: state.path });
      hear(before, state);
      if (picture !== null && picture.n !== before.picture?.n) move(before.picture, state);
    },
    close: announcer.close,
  };
}

/** Makes the sound of an entry; what makes it is loaded with the first. */
async function sound(events: readonly string[], kind: string): Promise<void> {
  const { playSound, soundOf } = await import('./parts/sound.ts');
  playSound(soundOf(events, kind));
}
