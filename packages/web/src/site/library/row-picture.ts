/**
 * The picture of a match in a list. A server draws each of them by playing the match through, so only a few are asked for at once, none
 * that has gone out of sight, and a search never waits behind them: browsers keep six connections to a server.
 */

const MOST_AT_ONCE = 3;

/** In the order in which they came into sight. */
const waiting = new Set<RowPicture>();
const loading = new Set<RowPicture>();

const observer = new IntersectionObserver(entries => {
  for (const { target, isIntersecting } of entries) {
    if (!isIntersecting) continue;
    observer.unobserve(target);
    waiting.add(target as RowPicture);
  }
  loadNext();
});

class RowPicture extends HTMLElement {
  /** Where the picture is, or what looks for it, and finds null where there is none. */
  src: string | (() => Promise<string | null>) = '';
  readonly #image = Object.assign(new Image(60, 60), { alt: '' });

  constructor() {
    super();
    const done = () => this.#leave();
    this.#image.addEventListener('load', done);
    this.#image.addEventListener('error', done);
  }

  connectedCallback(): void {
    this.append(this.#image);
    observer.observe(this);
  }

  disconnectedCallback(): void {
    observer.unobserve(this);
    if (loading.has(this)) this.#image.removeAttribute('src'); // the browser asks no more
    this.#leave();
  }

  async load(): Promise<void> {
    const { src } = this;
    const found = typeof src === 'string' ? src : await src().catch(() => null);
    if (found === null) this.#leave();
    else if (loading.has(this)) this.#image.src = found;
  }

  #leave(): void {
    waiting.delete(this);
    loading.delete(this);
    loadNext();
  }
}

function loadNext(): void {
  for (const picture of waiting) {
    if (loading.size >= MOST_AT_ONCE) return;
    waiting.delete(picture);
    loading.add(picture);
    void picture.load();
  }
}

customElements.define('kifu-row-picture', RowPicture);
