import type { BesideChain, HistoryQuestion } from "../../assistants/mcp/besideTools";
import { clientError } from "../../errors/clientError";
import type { IndexLocation } from "../history/indexFile";
import { spanNamed } from "../history/spanNamed";

/** An assistant waits no longer for an answer of the index. */
const maxQueryMs = 10_000;
/** Of each table of an analysis. */
const maxLines = 20;

/** An index that the person named; opened for each question, so that an index that is made anew is the one that is asked. */
function historyOf(place: IndexLocation, passwordFile: string | undefined): NonNullable<BesideChain["history"]> {
  return async ({ sql, question, values, rows }: HistoryQuestion) => {
    const [{ openQueries }, { questionNamed, questionTexts }, { tablesQuery }, { engineOf }, { rowObject }] =
      await Promise.all([
        import("../history/openIndex"),
        import("../../history/query/questions"),
        import("../../history/query/dialectKeywords"),
        import("../../history/servers/databaseTarget"),
        import("../../history/export/jsonLines"),
      ]);
    if (sql !== undefined && question !== undefined) throw clientError("historyQueryMany");
    const engine = "file" in place ? "sqlite" : engineOf(place.url);
    const { since, until, ...others } = values;
    const saved =
      question === undefined
        ? undefined
        : questionNamed(question, engine, { ...spanNamed({ since, until }), zone: "UTC" });
    const queries = await openQueries(place, passwordFile);
    try {
      const asked = async (text: string, max: number, parameters: HistoryQuestion["values"]) => {
        const result = await queries.ask(text, max, { parameters, timeMs: maxQueryMs });
        return { rows: result.rows.map((row) => rowObject(row, result.columns)), more: result.more };
      };
      const text = saved?.sql ?? sql;
      if (text !== undefined) return await asked(text, rows, saved ? others : values);
      const { rows: tables } = await asked(tablesQuery[engine], 200, {});
      const known = questionTexts().map(({ name, summary, parameters }) => ({ name, summary, parameters }));
      return { questions: known, tables };
    } finally {
      await queries.close();
    }
  };
}

/** Logs of a folder that the person named. */
const logsOf =
  (folder: string): NonNullable<BesideChain["logs"]> =>
  async (from, to, signal) => {
    const [{ analyzeLogs }, { logStory }, { logTables }, { logSummary, stageAdvice, stageName }, { logSpan }] =
      await Promise.all([
        import("../../nodeLogs/report/analyzeLogs"),
        import("../../nodeLogs/report/logStory"),
        import("../../nodeLogs/report/logTables"),
        import("../../nodeLogs/report/logWords"),
        import("../logs/logSpan"),
      ]);
    const analysis = await analyzeLogs([folder], { ...logSpan(from, to), signal });
    const { headline, advice, more } = logStory(analysis);
    const { bottleneck } = analysis;
    return {
      headline,
      ...(advice === "" ? {} : { whatToDo: advice }),
      incidents: more,
      summary: logSummary(analysis),
      ...(bottleneck === undefined
        ? {}
        : { bottleneck: stageName(bottleneck), advice: stageAdvice(bottleneck) ?? null }),
      tables: logTables(analysis).map(({ title, heads, lines }) => ({
        title,
        heads,
        lines: lines.slice(0, maxLines).map(({ cells }) => cells),
        more: Math.max(0, lines.length - maxLines),
      })),
    };
  };

/** What a command line lets an assistant read beside the chain. */
export const besideChain = ({
  index,
  databasePasswordFile,
  logs,
}: {
  readonly index?: IndexLocation | undefined;
  readonly databasePasswordFile?: string | undefined;
  readonly logs?: string | undefined;
}): BesideChain => ({
  ...(index === undefined ? {} : { history: historyOf(index, databasePasswordFile) }),
  ...(logs === undefined ? {} : { logs: logsOf(logs) }),
});
