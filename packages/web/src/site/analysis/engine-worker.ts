/** Worker that asks services which engines they have, for pages, which may not connect to them. */
import {
  type EngineProblem,
  type EngineService,
  EngineServiceError,
  listEngines,
  type ServedEngine,
} from './engine-service.ts';

/** What a service said. */
export interface ListAnswer {
  readonly id: number;
  readonly engines: readonly ServedEngine[];
  /** Why it said nothing; null where it did. */
  readonly problem: EngineProblem | null;
}

export interface ListQuestion {
  readonly id: number;
  readonly service: EngineService;
}

self.onmessage = async ({ data: { id, service } }: MessageEvent<ListQuestion>) => {
  const answer = await listEngines(service, new AbortController().signal).then(
    engines => ({ id, engines, problem: null }),
    cause => ({
      ...{ id, engines: [] },
      problem: cause instanceof EngineServiceError ? cause.problem : ('invalid' as const),
    }),
  );
  self.postMessage(answer satisfies ListAnswer);
};
