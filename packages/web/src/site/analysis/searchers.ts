/** Who can search: this browser, engines of this machine, and those of the server. */
import { readItem, writeItem } from '../browser-store.ts';
import { hasServer } from '../router.ts';
import { text } from '../texts.ts';
import type { EngineProblem, EngineService, ServedEngine } from './engine-service.ts';
import type { ListAnswer, ListQuestion } from './engine-worker.ts';
import { readServices } from './own-services.ts';

/** What a service has, or why it does not say. */
export interface ServiceState {
  readonly service: EngineService;
  readonly engines: readonly ServedEngine[];
  readonly problem: EngineProblem | null;
}

/** An engine, and where it is asked. */
export interface EngineSearcher {
  readonly service: EngineService;
  readonly engine: ServedEngine;
}

/** A searcher to choose. */
export interface SearcherChoice {
  /** Empty for our own searcher in the browser. */
  readonly id: string;
  readonly label: string;
  /** Null for our own. */
  readonly searcher: EngineSearcher | null;
  /** Why it cannot search; null where it can. */
  readonly problem: EngineProblem | null;
}

const CHOSEN = 'kifu-searcher';

let worker: Worker | null = null;
let questions = 0;

/** Asks a service for its engines. */
export function askService(service: EngineService): Promise<ServiceState> {
  worker ??= new Worker(new URL('./engine-worker.ts', import.meta.url), { type: 'module' });
  const asked = worker;
  const id = questions++;
  return new Promise(resolve => {
    const hear = ({ data }: MessageEvent<ListAnswer>) => {
      if (data.id !== id) return;
      asked.removeEventListener('message', hear);
      resolve({ service, engines: data.engines, problem: data.problem });
    };
    asked.addEventListener('message', hear);
    asked.postMessage({ id, service } satisfies ListQuestion);
  });
}

/** The service of the server that gave the page; null where there is none. */
const serverService = (): EngineService | null =>
  hasServer() ? { url: new URL('/api/analyze', location.href).href, token: null } : null;

/** Who can search positions of a game, our own searcher first. */
export async function findSearchers(game: string): Promise<readonly SearcherChoice[]> {
  const server = serverService();
  const services = [...readServices(), ...(server === null ? [] : [server])];
  const states = await Promise.all(services.map(askService));
  return [OWN(), ...states.flatMap(state => choicesOf(state, game))];
}

/** Our own searcher, which is always there. */
export const OWN = (): SearcherChoice => ({
  ...{ id: '', label: text.analysis.own, searcher: null, problem: null },
});

function choicesOf({ service, engines, problem }: ServiceState, game: string): SearcherChoice[] {
  const words = text.analysis;
  // a server that does not answer offers nothing
  if (problem !== null)
    return service.token === null
      ? []
      : [{ id: service.url, label: words.unreachable(hostOf(service)), searcher: null, problem }];
  return engines
    .filter(engine => engine.game === game)
    .map(engine => ({
      id: `${service.url} ${engine.name}`,
      label:
        service.token === null ? words.ofServer(nameOf(engine)) : words.ofMachine(nameOf(engine)),
      searcher: { service, engine },
      problem: null,
    }));
}

/** As people know it: `127.0.0.1:7424`. */
export const hostOf = ({ url }: EngineService): string => new URL(url).host;

/** `Stockfish 16`. */
export const nameOf = ({ name, version }: ServedEngine): string => `${name} ${version}`.trim();

/** The searcher that was chosen last, where it is among these; else our own. */
export const lastChosen = (choices: readonly SearcherChoice[]): SearcherChoice =>
  choices.find(({ id }) => id === readItem(CHOSEN)) ?? choices[0]!;

export const rememberChoice = (id: string): void => void writeItem(CHOSEN, id);

/** Says in a sentence why an engine did not answer, and what to do. */
export const problemText = (problem: EngineProblem, isOfServer: boolean, detail = ''): string => {
  const words = text.analysis;
  return isOfServer ? words.serverProblems[problem](detail) : words.problems[problem](detail);
};
