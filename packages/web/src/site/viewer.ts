/** The viewer, which the site takes as pages of others do: a script beside it. */

/** Defines `<kifu-viewer>`. */
export const loadViewer = (): Promise<unknown> =>
  import(/* @vite-ignore */ new URL('kifu-viewer.js', document.baseURI).href);
