/**
 * The words by which menus know lines, the one list of them: a line says those that hold of it (`context`), a menu entry those that it
 * wants (`line`, `and` and `not` of a manifest part). `npm run lint` finds words that no line says or no menu wants.
 */
export const contextKeys = [
  // of any tree
  "copyable",
  "filterable",
  "refreshable",
  "writable",
  // Chains
  "connected",
  "disconnected",
  "embedded",
  "kept",
  "retrying",
  "session",
  "group",
  "folder",
  "bfs",
  "blocks",
  "observers",
  "sealers",
  "systemConfig",
  "node",
  "groupPeer",
  "observer",
  "sealer",
  "configKey",
  "directory",
  "tables",
  "link",
  "table",
  "block",
  "transaction",
  "indexing",
  "restingIndex",
  // Contracts
  "artifact",
  "compiled",
  "deployable",
  "stale",
  "contract",
  "known",
  "proxy",
  "event",
  "function",
  "changes",
  "reads",
  "mapping",
  "storage",
  "root",
  "value",
  "sentSection",
  "sent",
  "mined",
  // Accounts
  "account",
  "active",
  "stored",
  // Governance
  "governed",
  "committee",
  "deployPolicy",
  "governor",
  "governedAccount",
  "frozen",
  "normal",
  "governedContract",
  "governedMethod",
  "proposal",
  "expired",
  "open",
  "voter",
  // Nodes
  "nodeFolder",
  "running",
  "startable",
  "stoppable",
  "stopped",
] as const;

export type ContextWord = (typeof contextKeys)[number];

/** What is said of a thing where menus know a word for it: of those, the word itself. */
export function ifKnown<Text extends string, Word extends ContextWord & Text>(
  reported: Text,
  words: readonly Word[],
): readonly Word[] {
  const text: string = reported;
  return words.filter((word) => word === text);
}

/** The words of a line as VS Code wants them. Menus may look for two beside each other. */
export const contextValue = (words: readonly ContextWord[]): string => words.join(" ");
