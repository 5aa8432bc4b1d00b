/** Texts of the guides to games: how to play, and the first lesson. `en/guides/` has those of each game. */

/** Texts of one guide in one language. */
export interface GuideTexts {
  /** What the game is about, in a sentence or two. */
  readonly lead: string;
  /** By the name of the section; `{name}` in a text stands for a number that the rules compute. */
  readonly sections: { readonly [name: string]: { readonly title: string; readonly text: string } };
  /** By the name of the step. */
  readonly lesson: { readonly [name: string]: LessonTexts };
}

/** Texts of a step of a lesson. */
export interface LessonTexts {
  /** What to do. */
  readonly task: string;
  /** Help without the answer. */
  readonly hint: string;
  /** What was done, and why it matters. */
  readonly done: string;
}
