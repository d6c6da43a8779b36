import { t, text } from "../../text/catalogue";
import { isLoopback } from "../../text/loopback";
import {
  type Connection,
  connectionOf,
  connectionUsage,
  nodeArguments,
  urlUsage,
} from "../connection/connectionOptions";
import { type CommandLine, commandOf, requireNoArguments, WrongCommandLine } from "../options/commandLine";
import { addressAndPort } from "../options/optionValues";
import { stoppable } from "../options/stoppable";
import { complain, print, printJson } from "../output/print";
import type { Usage } from "../output/usageText";

const usage: Usage = {
  synopsis: [
    "chainside exporter [--url URL[,URL…]] [--listen ADDRESS:PORT] [options]",
    "chainside exporter --dashboard",
    "chainside exporter --rules",
  ],
  summary: text(
    "Serves metrics of nodes and their groups to Prometheus, each node of its own, whenever it is asked. Nothing is asked of a node meanwhile.",
  ),
  options: [
    urlUsage,
    ["--listen ADDRESS:PORT", text("where it listens (default: 127.0.0.1:9620)")],
    ["--dashboard", text("print a dashboard for Grafana (JSON)")],
    ["--rules", text("print alert rules for Prometheus (YAML)")],
    ...connectionUsage,
  ],
  notes: [
    text(
      "It has no password and no TLS of its own: keep it on the machine of Prometheus, or behind a proxy that has both.",
    ),
  ],
  exitCodes: text("Exit code: 0 stopped, 1 an error, 2 wrong command line."),
};

const exporterArguments = {
  ...nodeArguments,
  listen: { type: "string" },
  dashboard: { type: "boolean", default: false },
  rules: { type: "boolean", default: false },
} as const;

interface ExporterOrder {
  readonly connection: Connection;
  readonly host: string;
  readonly port: number;
  readonly prints: "dashboard" | "rules" | undefined;
  readonly json: boolean;
}

const usualListen = "127.0.0.1:9620";

const commandLine: CommandLine<typeof exporterArguments, ExporterOrder> = {
  name: "exporter",
  usage,
  options: exporterArguments,
  read: ({ values, positionals }) => {
    requireNoArguments(positionals);
    if (values.dashboard && values.rules)
      throw new WrongCommandLine(t("specify {0} or {1}, not both", "--dashboard", "--rules"));
    return {
      connection: connectionOf(values),
      ...addressAndPort(values.listen ?? usualListen, usualListen),
      prints: values.dashboard ? "dashboard" : values.rules ? "rules" : undefined,
      json: values.json,
    };
  },
};

async function serve({ connection, host, port, json }: ExporterOrder): Promise<number> {
  const { Collector } = await import("../../monitoring/metrics/collector");
  const { targetsOf } = await import("../exporter/targets");
  const { serveMetrics } = await import("../exporter/metricsServer");
  const targets = await targetsOf(connection);
  try {
    const server = await serveMetrics(new Collector(targets, connection.group), host, port);
    const bound = server.port;
    const url = `http://${host.includes(":") ? `[${host}]` : host}:${bound}/metrics`;
    if (json) printJson(JSON.stringify({ url }));
    else print(t("Metrics are at {0}. Ctrl+C ends this.", url));
    if (!isLoopback(host)) complain(t("Other machines can read them: {0} isn't this machine alone.", host));
    await stoppable((signal) => new Promise<void>((stopped) => signal.addEventListener("abort", () => stopped())));
    await server.close();
    return 0;
  } finally {
    await Promise.all(targets.map(({ transport }) => transport.close()));
  }
}

/** `chainside exporter`: metrics for Prometheus. */
export const runExporter = commandOf(commandLine, async (order) => {
  if (order.prints === "dashboard") {
    const { dashboard } = await import("../../monitoring/prometheus/dashboard");
    printJson(JSON.stringify(dashboard(), undefined, 2));
    return 0;
  }
  if (order.prints === "rules") {
    const { alertRules } = await import("../../monitoring/prometheus/alertRules");
    const { yamlText } = await import("../../yaml/yamlText");
    print(yamlText(alertRules()));
    return 0;
  }
  return serve(order);
});
