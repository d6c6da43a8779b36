import * as v from "valibot";
import { openTableToWrite } from "../../chain/services/table/openTable";
import { reachedRows } from "../../chain/services/table/selectRows";
import { parseSql, type SqlStatement } from "../../chain/services/table/sql/parseSql";
import { runSql, type SqlResult } from "../../chain/services/table/sql/runSql";
import { clientError } from "../../errors/clientError";
import { t, text } from "../../text/catalogue";
import { shortened } from "../../text/shortText";
import { asking, signing } from "../kit/define";
import { asked, written, writtenBy } from "../kit/results";
import { aText } from "../model/fields";
import type { OperationContext } from "../model/operation";
import { row, unreachedWarnings, writtenTableLines } from "./askedTables";

const noun = "table";
const statement = aText(text("Statement"));

const answer = v.variant("kind", [
  v.object({ kind: v.literal("rows"), columns: v.array(v.string()), rows: v.array(row) }),
  v.object({ kind: v.literal("count"), count: v.number() }),
  v.object({
    kind: v.literal("description"),
    description: v.object({
      table: v.string(),
      keyField: v.string(),
      valueFields: v.array(v.string()),
      keyOrder: v.string(),
    }),
  }),
]);
const change = v.object({ kind: v.literal("written"), statement: v.string(), rows: v.number(), ...written.entries });

type Answer = v.InferOutput<typeof answer>;
/** What a statement gave, as JSON. */
export type SqlOutcome = Answer | v.InferOutput<typeof change>;

function outcomeOf(result: SqlResult): SqlOutcome {
  switch (result.kind) {
    case "rows":
      return { kind: "rows", columns: [...result.columns], rows: [...result.rows] };
    case "count":
      return result;
    case "description": {
      const { valueFields, ...description } = result.description;
      return { kind: "description", description: { ...description, valueFields: [...valueFields] } };
    }
    case "written":
      return {
        kind: "written",
        statement: result.statement,
        rows: result.rows,
        ...writtenBy(result.outcome),
      };
  }
}

function plainOf(outcome: SqlOutcome): unknown {
  switch (outcome.kind) {
    case "rows":
      return outcome.rows;
    case "count":
      return outcome.count;
    case "description":
      return outcome.description;
    case "written":
      return { code: outcome.code, transactionHash: outcome.transactionHash };
  }
}

export const queryOperation = asking({
  noun,
  verb: "query",
  word: "query",
  console: [{ name: "select", arguments: ["statement"], wholeLine: true }],
  summary: text("Runs a statement of the console's SQL that only reads: select or desc."),
  fields: { statement },
  result: answer,
  inSteps: plainOf,
  run: async ({ session }, given): Promise<Answer> => {
    const outcome = outcomeOf(await runSql(session, undefined, given.statement));
    // Without a signer nothing is written: `runSql` refuses it before.
    if (outcome.kind === "written") throw clientError("signerNeeded", { operation: outcome.statement });
    return outcome;
  },
});

async function consequence(context: OperationContext, parsed: SqlStatement): Promise<string[]> {
  switch (parsed.kind) {
    case "update":
    case "delete": {
      const { table, conditions, limit } = parsed;
      const found = await reachedRows(context.session, table, conditions, { ...limit, ...asked(context) });
      return [
        parsed.kind === "update"
          ? t("Rows to be changed: {0}.", found.reached)
          : t("Rows to be permanently deleted: {0}.", found.reached),
        ...unreachedWarnings(found, limit),
      ];
    }
    case "alter":
      return [t("Columns can't be removed later. They're empty in existing rows.")];
    default:
      return [];
  }
}

const changing = ["create", "alter", "insert", "update", "delete"] as const;

export const sqlOperation = signing(
  {
    noun,
    verb: "sql",
    word: "sql",
    console: changing.map((name) => ({ name, arguments: ["statement"] as const, wholeLine: true as const })),
    summary: text("Runs a statement of the console's SQL."),
    fields: { statement },
    result: v.variant("kind", [...answer.options, change]),
    inSteps: plainOf,
  },
  {
    title: (given) => text("Run SQL: {0}", shortened(given.statement, 80)),
    lines: async (context, given) => {
      const parsed = parseSql(given.statement);
      const writes = parsed.kind === "insert" || parsed.kind === "update" || parsed.kind === "delete";
      const table = writes ? await writtenTableLines(context, parsed.table) : [];
      return [{ label: "SQL", value: given.statement }, ...table];
    },
    consequences: async (context, given) => {
      const parsed = parseSql(given.statement);
      const weight = parsed.kind === "delete" ? ("grave" as const) : ("ordinary" as const);
      return { warnings: await consequence(context, parsed), weight };
    },
    run: async ({ session }, signer, given, { agreed: _, ...options }) =>
      outcomeOf(await runSql(session, signer, given.statement, { ...options, open: openTableToWrite })),
  },
);
