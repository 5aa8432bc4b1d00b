/** The import makes `<kifu-viewer>` known to the page; the element does the rest. */
import '@kifu/viewer';

const viewer = document.querySelector('kifu-viewer');
viewer.addEventListener('kifu-check', ({ detail }) => console.log(detail.checked.verdict));
