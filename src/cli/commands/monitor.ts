import type { MonitorFileContext } from "../../monitoring/settings/readMonitorSettings";
import type { AlertChange } from "../../monitoring/watch/alerts";
import { t, text, useCatalogue } from "../../text/catalogue";
import { isLoopback } from "../../text/loopback";
import { jsonUsage, urlUsage } from "../connection/connectionOptions";
import type { PreparedMonitor } from "../monitor/prepareMonitor";
import type { ServiceEvents } from "../monitor/service/monitorService";
import { type CommandLine, commandOf, WrongCommandLine } from "../options/commandLine";
import { addressAndPort } from "../options/optionValues";
import { stoppable } from "../options/stoppable";
import { complain, print, printJson } from "../output/print";
import { thrownLines } from "../output/showError";
import type { Usage } from "../output/usageText";

const usage: Usage = {
  synopsis: ["chainside monitor FILE [--check] [options]", "chainside monitor init [FOLDER] [--url URL]"],
  summary: [
    text(
      "Runs as a service: watches the nodes of several connections by rules, sends alerts, keeps indexes, serves metrics to Prometheus, and shows colleagues a chain in the browser. One file says all of it. Nothing is signed or written to a chain.",
    ),
    text(
      "The file is read again when it changes, or on SIGHUP; one that is wrong changes nothing, which is said. After a restart, however it ended, it goes on where it was: no alert is lost, and none is sent again.",
    ),
  ],
  options: [
    ["--check", text("only say whether the file can be used")],
    ["--listen ADDRESS:PORT", text("where it listens, instead of what the file says (default: 127.0.0.1:9620)")],
    ["--behind-proxy", text("what stands before it has TLS, as tls: proxy in the file says it")],
    ["--state FOLDER", text("folder of what was seen, instead of what the file says (default: NAME.state beside it)")],
    urlUsage,
    jsonUsage,
  ],
  notes: [
    text(
      "init writes settings to begin with, a unit of systemd, and a container file into a folder; --url names the node in them.",
    ),
    text(
      "Tokens, secrets, and passwords stand in environment variables or files that the settings name, never in the settings.",
    ),
  ],
  exitCodes: text("Exit code: 0 stopped, or the file can be used (--check), 1 an error, 2 wrong command line or file."),
};

const monitorArguments = {
  check: { type: "boolean", default: false },
  listen: { type: "string" },
  "behind-proxy": { type: "boolean", default: false },
  state: { type: "string" },
  url: { type: "string" },
  json: { type: "boolean", default: false },
} as const;

type MonitorOrder =
  | { readonly kind: "init"; readonly folder: string; readonly url: string; readonly json: boolean }
  | {
      readonly kind: "check" | "run";
      readonly file: string;
      readonly instead: MonitorFileContext["instead"];
      readonly json: boolean;
    };

const usualUrl = "http://127.0.0.1:20200";

const commandLine: CommandLine<typeof monitorArguments, MonitorOrder> = {
  name: "monitor",
  usage,
  options: monitorArguments,
  read: ({ values, positionals }) => {
    const { json, check, listen, url, state } = values;
    const [first, second, ...more] = positionals;
    if (first === undefined) throw new WrongCommandLine(t("specify {0}", "FILE"));
    if (more[0] !== undefined || (first !== "init" && second !== undefined))
      throw new WrongCommandLine(t("unexpected argument {0}", more[0] ?? second ?? ""));
    if (first === "init") return { kind: "init", folder: second ?? ".", url: url ?? usualUrl, json };
    if (url !== undefined) throw new WrongCommandLine(t("--{0} requires {1}", "url", "init"));
    const instead = {
      ...(listen === undefined ? {} : { listen: addressAndPort(listen, "127.0.0.1:9620") }),
      ...(values["behind-proxy"] ? { behindProxy: true } : {}),
      ...(state === undefined ? {} : { state }),
    };
    return { kind: check ? "check" : "run", file: first, instead, json };
  },
};

/** Says why settings can't be used. */
async function complainOf(error: unknown, json: boolean): Promise<void> {
  const { YamlError } = await import("../../yaml/complaint");
  const { tellComplaints } = await import("../scenarios/report");
  if (error instanceof YamlError) tellComplaints(error.complaints, json);
  else if (error instanceof WrongCommandLine) complain(error.message);
  else complain((await thrownLines(error)).join("\n"));
}

function eventsOf(
  json: boolean,
  troubles: Map<string, import("../watch/watchLines").Troubles>,
  lines: typeof import("../watch/watchLines"),
  alertJson: typeof import("../../monitoring/watch/alerts").alertJson,
): ServiceEvents {
  const alert = (change: AlertChange): void => {
    if (json) printJson(JSON.stringify(alertJson(change)));
    else print(lines.alertLine(change));
  };
  const why = async (words: string, error: unknown): Promise<void> =>
    complain(
      [
        words,
        ...(error instanceof Error && error instanceof WrongCommandLine ? [error.message] : await thrownLines(error)),
      ].join(" "),
    );
  /** Said once for each reason. */
  const known = new Map<string, string>();
  const once = async (place: string, words: string, error: unknown): Promise<void> => {
    const reason = (await thrownLines(error)).join(" ");
    if (known.get(place) === reason) return;
    known.set(place, reason);
    await why(words, error);
  };
  return {
    alert,
    looked: async ({ name, prepared }, look) => {
      const own = troubles.get(name) ?? new lines.Troubles((line) => complain(`${name}: ${line}`));
      troubles.set(name, own);
      await own.tell(look);
      own.tellStrayRules(look, prepared.rules);
    },
    sinkFailed: ({ name, label }, { status, code }) => {
      const reason =
        status === undefined ? t("no answer") : code ? t("it refused with code {0}", code) : t("HTTP {0}", status);
      complain(t("{0}: an alert couldn't be sent to {1} ({2}). It is tried again.", name, label, reason));
    },
    alertsLost: (place, count) => complain(t("{0}: {1} alerts were given up.", place, count)),
    indexFailed: (name, error) =>
      void once(`index ${name}`, t("{0}: the index can't go on; it is tried again.", name), error),
    failed: (name, error) => void once(name, t("{0}: nodes couldn't be looked at.", name), error),
    reloaded: ({ settings }) => {
      known.clear();
      if (!json)
        print(
          t(
            "Goes on by the changed settings: {0} connections, {1} rules.",
            settings.connections.length,
            settings.rules.length,
          ),
        );
    },
    refused: async (error) => {
      complain(t("The changed settings can't be used; those before hold."));
      await complainOf(error, false);
    },
    listening: (url, { settings, pageToken, metricsToken }) => {
      if (json) {
        printJson(JSON.stringify({ url }));
        return;
      }
      print(t("Metrics and health are at {0}.", url));
      if (pageToken !== undefined) print(t("Pages are at {0}; the token opens them.", `${url}/`));
      if (!isLoopback(settings.host) && metricsToken === undefined)
        complain(
          settings.metrics === "open"
            ? t("Other machines can read the metrics: {0} isn't this machine alone.", settings.host)
            : t("Metrics are refused at {0}: name a token below metrics, or write metrics: open.", settings.host),
        );
    },
  };
}

/** Takes the language and the zone that settings name; what programs read stays in English. */
async function settingsTaker(json: boolean): Promise<(prepared: PreparedMonitor) => void> {
  const { useLocale } = await import("../../text/catalogueFile");
  const { useTimeZone } = await import("../../text/formats");
  return ({ settings: { language, timeZone } }) => {
    if (language) useLocale(language === "zh" ? "zh-cn" : "en");
    if (json) useCatalogue("en");
    if (timeZone !== undefined) useTimeZone(timeZone);
  };
}

async function run({ file, instead, json }: Extract<MonitorOrder, { kind: "check" | "run" }>): Promise<number> {
  const { MonitorService } = await import("../monitor/service/monitorService");
  const lines = await import("../watch/watchLines");
  const { alertJson } = await import("../../monitoring/watch/alerts");
  const events = eventsOf(json, new Map(), lines, alertJson);
  const useSettings = await settingsTaker(json);
  return stoppable(async (signal) => {
    const service = await MonitorService.start(file, instead, {
      ...events,
      reloaded: (prepared) => {
        useSettings(prepared);
        events.reloaded(prepared);
      },
    });
    const reload = (): void => void service.reload();
    process.on("SIGHUP", reload);
    try {
      if (!json) print(t("Ctrl+C ends this."));
      await service.watchFiles(signal);
    } finally {
      process.off("SIGHUP", reload);
      await service.close();
    }
    return 0;
  });
}

/** `chainside monitor`: watch, exporter and index as one service. */
export const runMonitor = commandOf(commandLine, async (order) => {
  if (order.kind === "init") {
    const { writeMonitorFiles } = await import("../monitor/writeTemplates");
    const files = await writeMonitorFiles(order.folder, order.url);
    if (order.json) printJson(JSON.stringify({ files }));
    else for (const file of files) print(t("Wrote {0}", file));
    return 0;
  }
  const { prepareMonitor } = await import("../monitor/prepareMonitor");
  const { YamlError } = await import("../../yaml/complaint");
  let prepared: PreparedMonitor;
  try {
    prepared = await prepareMonitor(order.file, order.instead);
  } catch (error) {
    if (!(error instanceof YamlError)) throw error;
    await complainOf(error, order.json);
    return 2;
  }
  (await settingsTaker(order.json))(prepared);
  if (order.kind === "run") return run(order);
  const { connections, rules, sinks } = prepared.settings;
  if (order.json)
    printJson(JSON.stringify({ connections: connections.length, rules: rules.length, sinks: sinks.length }));
  else
    print(
      t(
        "{0} can be used: {1} connections, {2} rules, {3} sinks.",
        order.file,
        connections.length,
        rules.length,
        sinks.length,
      ),
    );
  return 0;
});
