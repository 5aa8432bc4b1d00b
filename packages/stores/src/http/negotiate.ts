/** What a request asks for: which block, in which format. */
import { type Cid, fail, formatCid, ok, parseAnyCid, type Result } from '@kifu/core';

/** Requested block and format. */
export interface WantedBlock {
  readonly cid: Cid;
  readonly format: 'raw' | 'car';
  /** For a CAR: the block alone, or everything that it references. */
  readonly scope: 'block' | 'all';
}

/** Why a request is refused, by its status. */
export interface RefusedRequest {
  readonly status: 400 | 406;
  readonly message: string;
}

/** Reads path, query and `Accept` of a request. The query takes precedence. */
export function readWanted(url: string, accept: string): WantedBlock | RefusedRequest {
  const [path = '', query = ''] = url.split(/\?(.*)/s, 2);
  const [, id] = /^\/ipfs\/([^/]+)\/?$/.exec(path) ?? [];
  if (id === undefined) return bad('a path is /ipfs/ and a content id, and nothing after it');
  const cid = parseAnyCid(id);
  if (!cid.ok) return bad(cid.fault.message);
  const params = new URLSearchParams(query);
  const scope = params.get('dag-scope') ?? 'all';
  if (!SCOPES.includes(scope)) return bad(`invalid dag-scope; use ${SCOPES.join(', ')}`);
  const format = readFormat(params, accept);
  if (!format.ok)
    return { status: format.fault.code === 'malformed' ? 400 : 406, message: format.fault.message };
  // for blocks that are not files, the entity is the block
  return { cid: cid.value, format: format.value, scope: scope === 'all' ? 'all' : 'block' };
}

/** Returns the entity tag; raw and CAR are different entities, so they have different ones. */
export const tagOf = ({ cid, format, scope }: WantedBlock): string =>
  `"${formatCid(cid)}.${format}${format === 'car' && scope === 'block' ? '.block' : ''}"`;

const SCOPES = ['all', 'block', 'entity'];

const bad = (message: string): RefusedRequest => ({ status: 400, message });

const TYPES = { 'application/vnd.ipld.raw': 'raw', 'application/vnd.ipld.car': 'car' } as const;

const NOT_ACCEPTABLE = fail(
  'unsupported',
  'only application/vnd.ipld.raw and application/vnd.ipld.car of version 1 are available; use ?format=raw or ?format=car',
);

function readFormat(params: URLSearchParams, accept: string): Result<'raw' | 'car'> {
  const format = params.get('format');
  const version = params.get('car-version');
  if (format === 'raw') return ok('raw');
  if (format === 'car') return version === null || version === '1' ? ok('car') : NOT_ACCEPTABLE;
  if (format !== null) return fail('malformed', 'invalid format; use raw or car');
  return readAccept(accept);
}

/** Returns the best accepted format (RFC 9110 §12.5.1). A browser that accepts anything has not requested blocks. */
function readAccept(accept: string): Result<'raw' | 'car'> {
  let best: { format: 'raw' | 'car'; weight: number } | null = null;
  for (const item of accept.toLowerCase().split(',').slice(0, MAX_TYPES)) {
    const [name = '', ...rest] = item.split(';').map(part => part.trim());
    const format = TYPES[name as keyof typeof TYPES] as 'raw' | 'car' | undefined;
    const params = new Map(rest.map(part => part.split('=', 2) as [string, string]));
    if (format === undefined || (params.get('version') ?? '1') !== '1') continue;
    const weight = Number(params.get('q') ?? 1);
    if (weight > 0 && weight > (best?.weight ?? 0)) best = { format, weight };
  }
  return best === null ? NOT_ACCEPTABLE : ok(best.format);
}

const MAX_TYPES = 32;
