import type { GroupedNode } from "../lines/groupNode";

/** A key of the system configuration and its value. */
export interface ConfigNode extends GroupedNode {
  readonly key: string;
  readonly value: string;
}

export function isConfigNode(value: unknown): value is ConfigNode {
  return typeof value === "object" && value !== null && "key" in value && "value" in value && "group" in value;
}
