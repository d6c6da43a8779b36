import { resolve } from "node:path";
import { createClient, type Transport } from "../../../chain/client/client";
import { openSession } from "../../../chain/openSession";
import type { ChainSession } from "../../../chain/session";
import type { HistoryPart, HistoryProtocol } from "../../../history/service/messages";
import type { NodeLogsProtocol } from "../../../nodeLogs/service/messages";
import { chartsAnswer } from "../../../pages/charts/chartsAnswer";
import { answerQuestion } from "../../../pages/explorer/explorerAnswers";
import type { HistoryAccess } from "../../../pages/explorer/explorerContext";
import { checkedFilter, historyLines } from "../../../pages/explorer/historyView";
import { rangeOf } from "../../../pages/nodeLogs/logTimes";
import { Program } from "../../../processes/program";
import { programFile } from "../../../processes/programFile";
import type { ProcessProtocol } from "../../../processes/protocol";
import { ServiceProgram } from "../../../processes/serviceProgram";
import { chosenLanguage, t } from "../../../text/catalogue";
import { chosenTimeZone } from "../../../text/formats";
import { minuteMs } from "../../../time/units";
import type { ChartsProtocol } from "../../../webview/charts/messages";
import type { ExplorerProtocol } from "../../../webview/explorer/messages";
import { transportOf } from "../../connection/connect";
import { thrownLines, WrongInput } from "../../output/showError";
import { indexLocation } from "../indexFollower";
import type { RunningMonitor } from "../monitor";
import type { MonitoredConnection } from "../monitoredConnection";
import { explorerContext, explorerQuestion } from "./explorerHost";

const parts: readonly HistoryPart[] = ["sent", "received", "created", "named", "rights", "balances"];

/** A program of ours that answers pages, which ends when it is idle: what takes it long keeps no look waiting. */
function service<P extends ProcessProtocol>(name: string, source: URL, takesCancel: boolean): ServiceProgram<P> {
  const { file, execArgv } = programFile(name, source);
  return new ServiceProgram<P>({
    idleMs: minuteMs,
    takesCancel,
    start: () =>
      new Program<P>({
        ...{ file, execArgv, frugal: true, complaints: () => undefined },
        environment: {
          CHAINSIDE_LOCALE: chosenLanguage() === "zh" ? "zh-cn" : "en",
          CHAINSIDE_TIME_ZONE: chosenTimeZone(),
        },
        ended: (how) => new Error(t("The process that answers pages ended ({0}).", how)),
      }),
  });
}

/** The way to the nodes of a connection for its pages: apart from the one that is measured, so that what pages ask counts for no node. */
class PageSessions {
  #transport: Promise<Transport> | undefined;
  readonly #sessions = new Map<string, Promise<ChainSession>>();

  constructor(readonly connection: MonitoredConnection) {}

  /** @throws ChainError: no node of the connection answers for the group */
  async session(group: string): Promise<ChainSession> {
    this.#transport ??= transportOf(this.connection.prepared.connection);
    const transport = await this.#transport;
    const known = this.#sessions.get(group) ?? openSession(createClient(transport, group));
    this.#sessions.set(group, known);
    try {
      return await known;
    } catch (error) {
      this.#sessions.delete(group);
      throw error;
    }
  }

  async close(): Promise<void> {
    await (await this.#transport?.catch(() => undefined))?.close();
  }
}

/** Answers what pages of a connection's group ask. Nothing of it signs or writes. */
export class PageHost {
  readonly #sessions = new Map<MonitoredConnection, PageSessions>();
  readonly #history = service<HistoryProtocol>(
    "history",
    new URL("../../../history/service/main.ts", import.meta.url),
    true,
  );
  readonly #logs = service<NodeLogsProtocol>(
    "nodeLogs",
    new URL("../../../nodeLogs/service/main.ts", import.meta.url),
    false,
  );
  /** Files of the last analysis of a connection. */
  readonly #files = new Map<string, readonly string[]>();

  constructor(private readonly running: () => RunningMonitor) {}

  /** @throws ChainError; WrongInput for a question that there is none of */
  async explorer(
    connection: MonitoredConnection,
    group: string,
    name: string,
    value: unknown,
    signal: AbortSignal,
  ): Promise<unknown> {
    const historyAccess = this.#historyAccess(connection, signal);
    if (name === "history") {
      const { address, part, filter, after } = (value ?? {}) as ExplorerProtocol["asks"]["history"]["question"];
      if (!historyAccess || !parts.includes(part)) throw unknownQuestion();
      const found = await historyAccess.address(String(address), part, checkedFilter(filter), after);
      return historyLines({ nameOf: () => undefined }, found, part);
    }
    const question = name === "page" ? explorerQuestion(value) : undefined;
    if (!question) throw unknownQuestion();
    const session = await this.#sessionsOf(connection).session(group);
    const indexing = this.running().indexes.has(connection.name);
    return answerQuestion(explorerContext(session, connection, historyAccess, indexing), question, { signal });
  }

  /** Null where the connection has no index that pages can ask. */
  async charts(connection: MonitoredConnection, value: unknown, signal: AbortSignal): Promise<unknown> {
    const file = this.#indexFile(connection);
    if (file === undefined) return null;
    const { range, compared, sealer } = (value ?? {}) as ChartsProtocol["asks"]["charts"]["question"];
    return chartsAnswer(
      { range, compared, sealer },
      (wanted) => this.#history.order("charts", { ...wanted, file }, { signal }),
      () => undefined,
    );
  }

  async logs(connection: MonitoredConnection, value: unknown, signal: AbortSignal): Promise<unknown> {
    const paths = this.#logPaths(connection);
    const { files, ...answer } = await this.#logs.order("analyze", { paths, ...rangeOf(value) }, { signal });
    this.#files.set(connection.name, files);
    return answer;
  }

  /** Lines of a log around a byte; undefined for a file that no analysis has read. */
  async line(connection: MonitoredConnection, file: number, offset: number): Promise<string | undefined> {
    const path = this.#files.get(connection.name)?.[file];
    if (path === undefined || !Number.isSafeInteger(offset) || offset < 0) return undefined;
    return (await this.#logs.order("excerpt", { path, offset })).text;
  }

  hasLogs = (connection: MonitoredConnection): boolean => connection.prepared.settings.logs.length > 0;

  hasCharts = (connection: MonitoredConnection): boolean => this.#indexFile(connection) !== undefined;

  async close(): Promise<void> {
    this.#history.end();
    this.#logs.end();
    for (const sessions of this.#sessions.values()) await sessions.close();
    this.#sessions.clear();
  }

  #logPaths({ prepared }: MonitoredConnection): string[] {
    const { folder } = this.running().prepared;
    return prepared.settings.logs.map((path) => resolve(folder, path));
  }

  /** Those of connections that are there no longer are closed. */
  #sessionsOf(connection: MonitoredConnection): PageSessions {
    const { connections } = this.running();
    for (const [known, sessions] of this.#sessions)
      if (!connections.includes(known)) {
        void sessions.close();
        this.#sessions.delete(known);
      }
    const found = this.#sessions.get(connection) ?? new PageSessions(connection);
    this.#sessions.set(connection, found);
    return found;
  }

  #indexFile({ prepared }: MonitoredConnection): string | undefined {
    const { index } = prepared.settings;
    const place = index && indexLocation(index, this.running().prepared.folder);
    return place && "file" in place ? place.file : undefined;
  }

  #historyAccess(connection: MonitoredConnection, signal: AbortSignal): HistoryAccess | undefined {
    const file = this.#indexFile(connection);
    if (file === undefined) return undefined;
    return {
      address: (address, part, filter, after) =>
        this.#history.order(
          "address",
          { file, address, ...(part ? { part } : {}), ...(filter ? { filter } : {}), ...(after ? { after } : {}) },
          { signal },
        ),
      find: (text) => this.#history.order("find", { file, text }, { signal }),
      problem: async (error) => (await thrownLines(error)).join(" "),
    };
  }
}

const unknownQuestion = (): WrongInput => new WrongInput("unknownQuestion", t("The monitor can't answer this."));
