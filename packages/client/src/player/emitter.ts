/** Listeners by name, typed. */

/** Tells listeners of events. */
export interface Emitter<Events> {
  /** Listens; gives back how to stop. */
  on<Name extends keyof Events>(name: Name, listener: (event: Events[Name]) => void): () => void;
  emit<Name extends keyof Events>(name: Name, event: Events[Name]): void;
}

/** Makes an emitter. Listeners are called in the order in which they began to listen. */
export function createEmitter<Events>(): Emitter<Events> {
  const listeners = new Map<keyof Events, Set<(event: never) => void>>();
  return {
    on(name, listener) {
      const all = listeners.get(name) ?? new Set();
      listeners.set(name, all);
      all.add(listener as (event: never) => void);
      return () => void all.delete(listener as (event: never) => void);
    },
    emit(name, event) {
      for (const listener of [...(listeners.get(name) ?? [])])
        try {
          listener(event as never);
        } catch (cause) {
          // thrown later, so that the other listeners and the caller of `emit` go on
          queueMicrotask(() => {
            throw cause;
          });
        }
    },
  };
}
