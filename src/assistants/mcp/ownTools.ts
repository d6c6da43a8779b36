import type { Answer } from "../answers/answer";
import type { Assistant } from "../assistant";
import type { Tool } from "../tools/tool";

/** A tool that is no noun of the catalogue. */
export interface OwnTool {
  readonly head: Omit<Tool, "operations">;
  readonly run: (given: Readonly<Record<string, unknown>>, signal: AbortSignal) => Promise<Answer>;
}

const annotations = { readOnlyHint: true, destructiveHint: false, openWorldHint: true } as const;

/** What every server has beside the tools of the catalogue. */
export const ownTools = (assistant: Assistant): readonly OwnTool[] => [
  {
    head: {
      name: "about_connection",
      description:
        "Which chain and group these tools work on, its version, the signing account, the access, and how many transactions may still be signed. 当前连接、群组、账户、权限。",
      inputSchema: { type: "object", properties: {} },
      annotations: { ...annotations, idempotentHint: true },
    },
    run: () => assistant.about(),
  },
  {
    head: {
      name: "read_more",
      description:
        "The rest of an answer that was too long, by the cursor in its next. Each cursor is good for once. 读取剩余结果。",
      inputSchema: {
        type: "object",
        properties: { cursor: { type: "string" } },
        required: ["cursor"],
      },
      annotations: { ...annotations, idempotentHint: false },
    },
    run: async ({ cursor }) => assistant.more(cursor),
  },
];
