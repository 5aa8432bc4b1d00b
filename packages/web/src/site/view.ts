/** A page with one viewer and nothing else, to be framed by others: its attributes stand in the address. */
import '../index.ts';

// whoever frames this page learns how high it is, and may make the frame as high
addEventListener('kifu-resize', event => {
  const { height } = (event as CustomEvent<{ height: number }>).detail;
  if (parent !== window) parent.postMessage({ type: 'kifu-resize', height }, '*');
});
addEventListener('kifu-ready', () => {
  const label = document.querySelector('kifu-viewer')?.shadowRoot?.querySelector('.frame');
  document.title = `Kifu: ${label?.getAttribute('aria-label') ?? 'a match'}`;
});
