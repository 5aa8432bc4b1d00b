/**
 * The script of a match as one HTML file: the page, and in a worker made from the same text the engine. Each is loaded only where it
 * belongs, since the page's elements cannot even be declared in a worker.
 */
if (typeof document === 'undefined') void import('../engine/worker.ts');
else void import('./page.ts');
