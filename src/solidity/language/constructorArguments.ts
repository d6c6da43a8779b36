import type { OutlineItem } from "./questions";

/** Whether a contract's own constructor takes arguments, as its text says: such a contract helps tests, and is none. */
export const takesArguments = ({ children }: Pick<OutlineItem, "children">): boolean =>
  children.some(({ kind, detail }) => kind === "constructor" && !/^\(\s*\)/.test(detail));
