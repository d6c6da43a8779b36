import type { Answer } from "../answers/answer";
import type { Assistant } from "../assistant";
import type { Tool } from "../tools/tool";

/** What is asked of an index: SQL, or a saved question by its name; neither to be told the questions and tables. */
export interface HistoryQuestion {
  readonly sql?: string;
  readonly question?: string;
  readonly values: Readonly<Record<string, string | number>>;
  readonly rows: number;
}

/** What the starter of the tools lets be read beside the chain; each is named by the person alone. */
export interface BesideChain {
  /** An index of the chain; only reads. @throws ChainError usage `history…` */
  readonly history?: (asked: HistoryQuestion, signal: AbortSignal) => Promise<unknown>;
  /** Logs of nodes. @param from the times as nodes write them; the whole logs where absent */
  readonly logs?: (from: string | undefined, to: string | undefined, signal: AbortSignal) => Promise<unknown>;
}

const annotations = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: true } as const;
const usualRows = 50;
const maxRows = 500;

const textOf = (value: unknown): string | undefined => (typeof value === "string" && value !== "" ? value : undefined);

function historyQuestion({ sql, question, values, rows }: Readonly<Record<string, unknown>>): HistoryQuestion {
  const given = typeof values === "object" && values !== null && !Array.isArray(values) ? values : {};
  const wanted = typeof rows === "number" && Number.isInteger(rows) && rows > 0 ? Math.min(rows, maxRows) : usualRows;
  const [typed, saved] = [textOf(sql), textOf(question)];
  return {
    ...(typed === undefined ? {} : { sql: typed }),
    ...(saved === undefined ? {} : { question: saved }),
    values: Object.fromEntries(
      Object.entries(given).flatMap(([name, value]) =>
        typeof value === "string" || typeof value === "number" ? [[name, value]] : [],
      ),
    ),
    rows: wanted,
  };
}

/** A tool that is no noun of the catalogue. */
interface OwnTool {
  readonly head: Omit<Tool, "operations">;
  readonly run: (given: Readonly<Record<string, unknown>>, signal: AbortSignal) => Promise<Answer>;
}

const ownAnnotations = { readOnlyHint: true, destructiveHint: false, openWorldHint: true } as const;

/** What every server has beside the tools of the catalogue. */
export const ownTools = (assistant: Assistant): readonly OwnTool[] => [
  {
    head: {
      name: "about_connection",
      description:
        "Which chain and group these tools work on, its version, the signing account, the access, and how many transactions may still be signed. 当前连接、群组、账户、权限。",
      inputSchema: { type: "object", properties: {} },
      annotations: { ...ownAnnotations, idempotentHint: true },
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
      annotations: { ...ownAnnotations, idempotentHint: false },
    },
    run: async ({ cursor }) => assistant.more(cursor),
  },
];

/** The tools for what is there beside the chain. */
export function besideTools(assistant: Assistant, { history, logs }: BesideChain): readonly OwnTool[] {
  const tools: OwnTool[] = [];
  if (history)
    tools.push({
      head: {
        name: "history_query",
        description:
          "Asks the chain's index: a saved question with its values, or SQL that only reads. Without both it tells the saved questions and the tables. 查询历史索引：常用查询或只读 SQL。",
        inputSchema: {
          type: "object",
          properties: {
            sql: { type: "string" },
            question: { type: "string" },
            values: {
              type: "object",
              description: "by name, without the colon; a saved question takes since and until",
            },
            rows: { type: "integer", description: `at most; usually ${usualRows}` },
          },
        },
        annotations,
      },
      run: (given, signal) => assistant.beside("history_query", given, () => history(historyQuestion(given), signal)),
    });
  if (logs)
    tools.push({
      head: {
        name: "logs_analyze",
        description:
          "What the nodes' logs tell: what went wrong, since when, because of what; slow stages and blocks, changes of view, broken connections. 分析节点日志。",
        inputSchema: {
          type: "object",
          properties: {
            from: { type: "string", description: "as nodes write it: 2026-11-23 09:12" },
            to: { type: "string" },
          },
        },
        annotations,
      },
      run: ({ from, to }, signal) =>
        assistant.beside("logs_analyze", { from, to }, () => logs(textOf(from), textOf(to), signal)),
    });
  return tools;
}
