/** A web server for tests: the built site, a page around one viewer, and records that come as slowly as a test wants. */
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';

/** A server that runs. */
export interface Served {
  /** Without a slash at the end. */
  readonly url: string;
  close(): Promise<void>;
}

const TYPES: { readonly [extension: string]: string } = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.svg': 'image/svg+xml',
  '.css': 'text/css',
};

/**
 * Serves a folder. `/viewer?src=…&at=…` is a page with a viewer of these attributes, whose script comes `from` another server if told;
 * `/slow/PATH?after=N` sends N bytes of a file, and the rest once `/go/PATH` is requested; `after=M&after=N` stops twice.
 */
export async function serve(folder: string): Promise<Served> {
  const held = new Map<string, () => void>();
  const server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://host');
    if (pathname === '/viewer') {
      send(response, 200, '.html', page(searchParams));
      return;
    }
    if (pathname === '/board') {
      send(response, 200, '.html', boardPage(searchParams));
      return;
    }
    if (pathname.startsWith('/go/')) {
      held.get(pathname.slice(4))?.();
      held.delete(pathname.slice(4));
      send(response, 200, '.html', 'gone on');
      return;
    }
    const isSlow = pathname.startsWith('/slow/');
    const path = isSlow ? pathname.slice(6) : pathname.slice(1) || 'index.html';
    const bytes = await readFile(join(folder, normalize(`/${path}`))).catch(() => null);
    if (bytes === null) send(response, 404, '.html', 'there is nothing');
    else if (isSlow) {
      let sent = 0;
      response.writeHead(200, { 'content-length': bytes.length });
      for (const after of searchParams.getAll('after').map(Number)) {
        response.write(bytes.subarray(sent, after));
        sent = after;
        await new Promise<void>(resolve => held.set(path, resolve));
      }
      response.end(bytes.subarray(sent));
    } else sendPart(response, request.headers.range, extname(path), bytes);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

const send = (response: ServerResponse, status: number, type: string, body: string | Buffer) =>
  response
    .writeHead(status, {
      'content-type': TYPES[type] ?? 'application/octet-stream',
      'access-control-allow-origin': '*',
    })
    .end(body);

/** As hosts for files do: all of it, or the one part that is asked for. */
function sendPart(
  response: ServerResponse,
  range: string | undefined,
  type: string,
  bytes: Buffer,
): void {
  const [, start, end] = /^bytes=(\d+)-(\d+)$/.exec(range ?? '') ?? [];
  if (start === undefined) send(response, 200, type, bytes);
  else send(response, 206, type, bytes.subarray(Number(start), Number(end) + 1));
}

/** A page of another site, in which a viewer stands. */
const page = (query: URLSearchParams): string => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>A match</title>
    <link rel="icon" href="data:," />
    <style>body { margin: 0; background: light-dark(#fff, #111); color-scheme: light dark; }</style>
  </head>
  <body>
    <main>
      <h1 style="position:absolute;clip-path:inset(50%)">A match</h1>
      <kifu-viewer ${[...query]
        .filter(([name]) => name !== 'from')
        .map(([name, value]) => `${name}="${quoted(value)}"`)
        .join(' ')}></kifu-viewer>
    </main>
    <script type="module" src="${query.get('from') ?? '.'}/kifu-viewer.js"></script>
  </body>
</html>`;

/** A page of another site with nothing but a board in it. */
const boardPage = (query: URLSearchParams): string => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>A board</title>
    <link rel="icon" href="data:," />
    <style>body { margin: 0; background: light-dark(#fff, #111); color-scheme: light dark; } kifu-board { height: 100vh; }</style>
  </head>
  <body>
    <main>
      <h1 style="position:absolute;clip-path:inset(50%)">A board</h1>
      <kifu-board ${[...query].map(([name, value]) => `${name}="${quoted(value)}"`).join(' ')}></kifu-board>
    </main>
    <script type="module" src="./kifu-board.js"></script>
  </body>
</html>`;

const quoted = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
