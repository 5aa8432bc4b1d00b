/** The description of the API: OpenAPI 3.1 as JSON, and a plain page made from it that loads no other resources. */
import type { FastifyInstance } from 'fastify';
import { STYLED_POLICY } from '../security.ts';
import type { Routes } from './context.ts';

interface Operation {
  readonly tags?: readonly string[];
  readonly summary?: string;
  readonly description?: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: { readonly [type: string]: { schema?: Schema } } };
  readonly responses?: { readonly [status: string]: Response };
}
interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly description?: string;
  readonly schema?: Schema;
}
interface Response {
  readonly description?: string;
  readonly content?: { readonly [type: string]: unknown };
}
interface Schema {
  readonly description?: unknown;
}
interface Api {
  readonly paths: { readonly [path: string]: { readonly [method: string]: Operation } };
}

export const docsRoutes: Routes = app => {
  app.get('/api/openapi.json', { schema: { hide: true } as object }, async (_request, reply) =>
    reply.header('cache-control', 'public, max-age=300').send(describe(app)),
  );
  app.get('/api/docs', { schema: { hide: true } as object }, async (_request, reply) =>
    reply
      .headers({ 'cache-control': 'public, max-age=300', 'content-security-policy': STYLED_POLICY })
      .type('text/html; charset=utf-8')
      .send(pageOf(describe(app))),
  );
};

const describe = (app: FastifyInstance): Api =>
  (app as unknown as { swagger(): unknown }).swagger() as Api;

const STYLE = `:root{color-scheme:light dark;background:light-dark(#fff,#121416);color:light-dark(#1b1d1f,#e4e6e8)}body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}
a{color:light-dark(#0b57a4,#8ab8f0)}code,pre{font:14px/1.4 ui-monospace,monospace}pre{overflow:auto;padding:.6rem;border:1px solid #8884}
h3 code{font-size:1rem}table{border-collapse:collapse}td,th{padding:.1rem .8rem .1rem 0;text-align:left;vertical-align:top}`;

/** The page. */
function pageOf({ paths }: Api): string {
  const all = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
  const tags = [...new Set(all.map(({ operation }) => operation.tags?.[0] ?? 'other'))];
  const sections = tags.map(tag => {
    const own = all.filter(({ operation }) => (operation.tags?.[0] ?? 'other') === tag);
    return `<h2>${escapeText(tag)}</h2>${own.map(section).join('')}`;
  });
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Kifu: HTTP API</title><style>${STYLE}</style><main><h1>HTTP API</h1><p>For programs: <a href="/api/openapi.json">/api/openapi.json</a>.</p>${sections.join('')}</main></html>`;
}

const section = ({
  path,
  method,
  operation,
}: {
  readonly path: string;
  readonly method: string;
  readonly operation: Operation;
}): string => {
  const {
    summary = '',
    description = '',
    parameters = [],
    requestBody,
    responses = {},
  } = operation;
  const body = Object.values(requestBody?.content ?? {})[0]?.schema;
  return [
    `<h3><code>${method.toUpperCase()} ${escapeText(path)}</code></h3>`,
    `<p>${escapeText([summary, description].filter(one => one !== '').join('. '))}</p>`,
    parameters.length === 0 ? '' : `<table>${parameters.map(row).join('')}</table>`,
    body === undefined
      ? ''
      : `<details><summary>Body</summary><pre>${escapeText(JSON.stringify(body, null, 2))}</pre></details>`,
    `<table>${Object.entries(responses).map(answer).join('')}</table>`,
  ].join('');
};

const row = ({ name, in: where, required = false, description = '', schema }: Parameter): string =>
  `<tr><td><code>${escapeText(name)}</code><td>${escapeText(where)}${required ? ', required' : ''}<td>${escapeText(description || String(schema?.description ?? ''))}`;

const answer = ([status, { description = '', content = {} }]: [string, Response]): string =>
  `<tr><td><code>${escapeText(status)}</code><td>${escapeText(Object.keys(content).join(', '))}<td>${escapeText(description)}`;

const ENTITIES: { readonly [letter: string]: string } = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};
const escapeText = (text: string): string => text.replace(/[&<>"]/g, letter => ENTITIES[letter]!);
