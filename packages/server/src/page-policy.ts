/** What pages of the site may load and reach, as the content security policy says it to browsers. */

/** What all pages of the site may do: run and load files of the site. */
const SITE_RULES = [
  "default-src 'self'",
  "script-src 'self' 'wasm-unsafe-eval'", // WebAssembly computes many hashes at once
  "img-src 'self' data: blob:",
  "worker-src 'self' blob:",
  "base-uri 'self'",
  "form-action 'none'",
  "object-src 'none'",
];
const OWN = "connect-src 'self' data: blob:";
const ANYWHERE = `${OWN} https: http: ws: wss:`;
const UNFRAMED = "frame-ancestors 'none'";

/** A page of the site: it reaches only its own server, and no other page frames it. */
export const PAGE_POLICY = [...SITE_RULES, OWN, UNFRAMED].join('; ');

/** A page that opens records, or reaches peers, at any address that people enter. */
export const OPEN_PAGE_POLICY = [...SITE_RULES, ANYWHERE, UNFRAMED].join('; ');

/** A worker that asks engines: those of the server, and those that `kifu engine serve` offers on the reader's machine, at any port. */
export const ENGINE_WORKER_POLICY = [
  ...SITE_RULES,
  `${OWN} http://127.0.0.1:*/analyze`,
  UNFRAMED,
].join('; ');

/** The page around one viewer, which other sites frame. */
export const FRAMED_PAGE_POLICY = [...SITE_RULES, ANYWHERE, 'frame-ancestors *'].join('; ');
