import type { Operation } from "../../operations/model/operation";

/** A JSON schema, as the protocols of assistants carry it. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** What a tool says of itself, by the names of the Model Context Protocol (tools, `annotations`). */
type ToolHints = Readonly<Record<"readOnlyHint" | "destructiveHint" | "idempotentHint" | "openWorldHint", boolean>>;

/** One tool of an assistant: the operations of a noun that read, or those that change something. */
export interface Tool {
  /** `node_read`, `node_change`. */
  readonly name: string;
  readonly description: string;
  readonly inputSchema: JsonSchema;
  readonly annotations: ToolHints;
  /** By verb. */
  readonly operations: ReadonlyMap<string, Operation>;
}
