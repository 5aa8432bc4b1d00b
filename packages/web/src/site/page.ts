/** Base of pages: they render into the document itself, so that one stylesheet serves them all. */
import { LitElement } from 'lit';
import type { Params } from './router.ts';

/** A page of the site, as a custom element. */
export abstract class Page extends LitElement {
  static override properties: Record<string, object> = {
    params: { attribute: false },
    query: { attribute: false },
  };

  /** Parameters of the path. */
  declare params: Params;
  declare query: URLSearchParams;

  constructor() {
    super();
    this.params = {};
    this.query = new URLSearchParams();
  }

  /** Title of the window. */
  abstract get heading(): string;

  protected override createRenderRoot(): HTMLElement {
    return this;
  }
}
