/** React 19 knows custom elements: attributes are props, and a ref gives the element itself. */
import '@kifu/viewer';
import { StrictMode, useEffect, useRef, useState } from 'react';
import { createRoot } from 'react-dom/client';

function Match({ src }) {
  const viewer = useRef(null);
  const [entry, setEntry] = useState(0);
  useEffect(() => {
    const element = viewer.current;
    const hear = ({ detail }) => setEntry(detail.n);
    element.addEventListener('kifu-change', hear);
    return () => element.removeEventListener('kifu-change', hear);
  }, []);
  return (
    <>
      <kifu-viewer ref={viewer} src={src} />
      <p>after entry {entry}</p>
    </>
  );
}

createRoot(document.getElementById('root')).render(
  <StrictMode>
    <Match src="/match.pgn" />
  </StrictMode>,
);
