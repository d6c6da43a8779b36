/** What a page and its host may say to each other: one such type for each page, which both sides are checked by. */
export interface Protocol {
  /** What the page asks and the host answers. */
  readonly asks: Readonly<Record<string, { readonly question: unknown; readonly answer: unknown }>>;
  /** What the page says without waiting for an answer. */
  readonly says: Readonly<Record<string, unknown>>;
  /** What the host tells by itself. */
  readonly tells: Readonly<Record<string, unknown>>;
}

/** From the page to its host. `ready`: it listens, at first and each time that it comes back after it was hidden. */
export type ToHost =
  | { readonly type: "ready" }
  | { readonly type: "ask"; readonly id: number; readonly name: string; readonly value: unknown }
  | { readonly type: "cancel"; readonly id: number }
  | { readonly type: "say"; readonly name: string; readonly value: unknown };

/** From the host to its page. `left`: the user went back on what the question asked for. */
export type ToPage =
  | { readonly type: "answer"; readonly id: number; readonly value: unknown }
  | { readonly type: "failure"; readonly id: number; readonly message: string; readonly advice: string }
  | { readonly type: "left"; readonly id: number }
  | { readonly type: "tell"; readonly name: string; readonly value: unknown };

/** What a page says first, in words of the chosen language. */
export interface ShownStory {
  readonly state: "well" | "trouble" | "stopped";
  /** What is wrong, since when, and because of what; or that nothing is. */
  readonly headline: string;
  /** What to do; empty where nothing is wrong. */
  readonly advice: string;
  /** What else there is to know, a line each. */
  readonly more: readonly string[];
}
