/** Listeners by name, typed. */

/** Somebody to listen to. */
export interface Emitter<Events> {
  /** Listens; gives back how to stop. */
  on<Name extends keyof Events>(name: Name, listener: (event: Events[Name]) => void): () => void;
  emit<Name extends keyof Events>(name: Name, event: Events[Name]): void;
}

/** Makes one. Who listens is called in the order of listening. */
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
          // a listener's mistake is told as one, and is nobody else's
          queueMicrotask(() => {
            throw cause;
          });
        }
    },
  };
}
