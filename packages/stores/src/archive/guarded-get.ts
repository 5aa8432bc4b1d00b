/** Files of a host that must not reach the network of this process: redirects to private addresses are refused. */
import { type Network, RequestError, request } from '../web/request.ts';
import { type GetFile, tooMuch } from './http-files.ts';

const MAX_REDIRECTS = 5;

/** Returns a `fetch` that checks redirects. */
export const guardedGet =
  (network?: Network): GetFile =>
  async (url, { headers, maxBytes, timeoutMs, signal }) => {
    const limits = { timeoutMs, maxBytes, maxRedirects: MAX_REDIRECTS };
    const ask = signal === undefined ? {} : { signal };
    return request({ url, method: 'GET', headers }, limits, ask, network).catch(cause => {
      throw cause instanceof RequestError && cause.failure === 'too-large' ? tooMuch(url) : cause;
    });
  };
