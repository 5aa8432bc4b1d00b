/** What pages have in common: they are drawn into the document itself, so that one stylesheet serves them all. */
import { LitElement } from 'lit';
import type { Params } from './router.ts';

/** A page of the site, as a custom element. */
export abstract class Page extends LitElement {
  static override properties: Record<string, object> = {
    params: { attribute: false },
    query: { attribute: false },
  };

  /** The parts of the path that the route names. */
  declare params: Params;
  declare query: URLSearchParams;

  constructor() {
    super();
    this.params = {};
    this.query = new URLSearchParams();
  }

  /** What stands in the title of the window. */
  abstract get heading(): string;

  protected override createRenderRoot(): HTMLElement {
    return this;
  }
}
