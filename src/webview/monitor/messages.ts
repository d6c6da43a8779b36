/** What a page in a browser is told before its script runs. */
export interface BrowserStart {
  readonly page: "explorer" | "charts" | "nodeLogs";
  /** Path below which the monitor answers for the connection: `/c/production`. */
  readonly base: string;
}

/** What the monitor answers to a question of a page. */
export type BrowserAnswer =
  | { readonly type: "answer"; readonly value: unknown }
  | { readonly type: "failure"; readonly message: string; readonly advice: string }
  | { readonly type: "left" };
