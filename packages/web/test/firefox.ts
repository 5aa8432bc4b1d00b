/** Firefox for a smaller round of tests, spoken to by WebDriver BiDi over its own socket. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { createInterface } from 'node:readline';

/** The path of a Firefox: one that is named, or one on the PATH; null where there is none. */
export function findFirefox({ FIREFOX_PATH, PATH = '' } = process.env): string | null {
  if (FIREFOX_PATH !== undefined && FIREFOX_PATH !== '') return FIREFOX_PATH;
  const paths = ['firefox-esr', 'firefox'].flatMap(name =>
    PATH.split(delimiter).map(folder => join(folder, name)),
  );
  return paths.find(path => existsSync(path)) ?? null;
}

/** A page in a profile of its own, and errors that it met. */
export interface FirefoxPage {
  readonly errors: string[];
  goto(url: string): Promise<void>;
  /** Runs a function in the page; what goes in and comes out is JSON. */
  evaluate<In, Out>(run: (value: In) => Out | Promise<Out>, value: In): Promise<Out>;
  /** Gives files to the first field for files that a function finds. */
  setFiles(find: () => Element | null, paths: readonly string[]): Promise<void>;
  close(): Promise<void>;
}

export interface Firefox {
  newPage(): Promise<FirefoxPage>;
  close(): Promise<void>;
}

/** What Firefox reports of every file that a page was loading when it was left: no page could help it. */
const LEFT =
  /^Failed to load .* A ServiceWorker intercepted the request and encountered an unexpected error\.$/;

/** What would ask the network, or the person, at the first start. */
const QUIET = {
  'app.update.enabled': false,
  'browser.aboutwelcome.enabled': false,
  'browser.safebrowsing.downloads.enabled': false,
  'browser.safebrowsing.malware.enabled': false,
  'browser.safebrowsing.phishing.enabled': false,
  'browser.shell.checkDefaultBrowser': false,
  'browser.startup.page': 0,
  'datareporting.policy.dataSubmissionEnabled': false,
  'extensions.update.enabled': false,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'services.settings.server': '',
  'toolkit.telemetry.enabled': false,
  'ui.prefersReducedMotion': 1,
};

export async function startFirefox(path: string): Promise<Firefox> {
  const folder = await mkdtemp(join(tmpdir(), 'kifu-firefox-'));
  const prefs = Object.entries(QUIET).map(
    ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`,
  );
  await writeFile(join(folder, 'user.js'), prefs.join('\n'));
  const firefox = spawn(
    path,
    ['--headless', '--no-remote', '--profile', folder, '--remote-debugging-port=0'],
    { stdio: ['ignore', 'ignore', 'pipe'], env: { ...process.env, HOME: folder } },
  );
  const { send, onLog, socket } = await speak(`${await addressOf(firefox)}/session`);
  await send('session.new', { capabilities: {} });
  await send('session.subscribe', { events: ['log.entryAdded'] });
  return {
    async newPage() {
      const { userContext } = await send<{ userContext: string }>('browser.createUserContext', {});
      const { context } = await send<{ context: string }>('browsingContext.create', {
        ...{ type: 'tab', userContext },
      });
      const errors: string[] = [];
      onLog(context, errors);
      const call = async (functionDeclaration: string, value: unknown): Promise<Remote> => {
        const answer = await send<ScriptResult>('script.callFunction', {
          ...{ functionDeclaration, awaitPromise: true, target: { context } },
          arguments: [{ type: 'string', value: JSON.stringify(value) ?? 'null' }],
        });
        if (answer.type === 'exception') throw new Error(answer.exceptionDetails.text);
        return answer.result;
      };
      return {
        errors,
        async goto(url) {
          await send('browsingContext.navigate', { context, url, wait: 'complete' });
        },
        async evaluate<In, Out>(run: (value: In) => Out | Promise<Out>, value: In): Promise<Out> {
          const asked = `async text => JSON.stringify(await (${run})(JSON.parse(text))) ?? 'null'`;
          return JSON.parse((await call(asked, value)).value!) as Out;
        },
        async setFiles(find, paths) {
          const { sharedId } = await call(`${find}`, null);
          await send('input.setFiles', { context, element: { sharedId }, files: paths });
        },
        async close() {
          await send('browser.removeUserContext', { userContext });
        },
      };
    },
    async close() {
      const exited = once(firefox, 'exit');
      socket.close();
      firefox.kill();
      await exited;
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** A value of the page. */
interface Remote {
  readonly value?: string;
  readonly sharedId?: string;
}

type ScriptResult =
  | { readonly type: 'success'; readonly result: Remote }
  | { readonly type: 'exception'; readonly exceptionDetails: { readonly text: string } };

interface BidiMessage {
  readonly id?: number;
  readonly type: 'success' | 'error' | 'event';
  readonly result?: unknown;
  readonly message?: string;
  readonly params?: {
    readonly level: string;
    readonly text: string;
    readonly source: { readonly context: string };
  };
}

/** Where a Firefox listens, as it says itself. */
async function addressOf(firefox: ChildProcess): Promise<string> {
  for await (const line of createInterface(firefox.stderr!)) {
    const [, url] = /WebDriver BiDi listening on (ws:\S+)/.exec(line) ?? [];
    if (url !== undefined) {
      firefox.stderr!.resume(); // read on, or a full pipe would stop Firefox
      return url;
    }
  }
  throw new Error('Firefox ended before it listened');
}

async function speak(url: string) {
  const socket = new WebSocket(url);
  await once(socket, 'open');
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  const logs = new Map<string, string[]>();
  let last = 0;
  socket.onmessage = ({ data }) => {
    const { id, type, result, message, params }: BidiMessage = JSON.parse(String(data));
    if (type === 'event' && params?.level === 'error' && !LEFT.test(params.text))
      logs.get(params.source.context)?.push(params.text);
    const asked = waiting.get(id ?? -1);
    if (type === 'success') asked?.resolve(result);
    if (type === 'error') asked?.reject(new Error(message));
    waiting.delete(id ?? -1);
  };
  return {
    socket,
    onLog: (context: string, errors: string[]) => void logs.set(context, errors),
    send<Out>(method: string, params: object): Promise<Out> {
      const asked = Promise.withResolvers<unknown>();
      waiting.set(++last, asked);
      socket.send(JSON.stringify({ id: last, method, params }));
      return asked.promise as Promise<Out>;
    },
  };
}
