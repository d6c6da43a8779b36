import type { MetricFamily } from "../../monitoring/metrics/metricText";
import type { RunningMonitor } from "./monitor";

const prefix = "chainside_monitor_";

type Sample = { readonly labels: Readonly<Record<string, string>>; readonly value: number };

const family = (
  name: string,
  help: string,
  samples: readonly Sample[],
  type: "gauge" | "counter" = "gauge",
): MetricFamily => ({
  name: `${prefix}${name}`,
  help,
  type,
  samples,
});

/** How the monitor itself fares. */
export function monitorMetrics(
  { connections, sinks, indexes }: RunningMonitor,
  { settingsRefused, startedMs }: { readonly settingsRefused: boolean; readonly startedMs: number },
): MetricFamily[] {
  const ofConnections = (value: (each: (typeof connections)[number]) => number): Sample[] =>
    connections.map((each) => ({ labels: { connection: each.name }, value: value(each) }));
  const ofSinks = (value: (each: (typeof sinks)[number]) => number): Sample[] =>
    sinks.map((each) => ({ labels: { sink: each.name }, value: value(each) }));
  const waiting = (sink: string): number =>
    connections.reduce((sum, { store }) => sum + store.waitingFor(sink).length, 0);
  return [
    family("start_time_seconds", "When the monitor started, in seconds since 1970.", [
      { labels: {}, value: Math.floor(startedMs / 1000) },
    ]),
    family("settings_refused", "Whether the settings on the disk were refused (1), so that those before hold.", [
      { labels: {}, value: settingsRefused ? 1 : 0 },
    ]),
    family(
      "look_timestamp_seconds",
      "When the nodes of a connection were looked at last, in seconds since 1970.",
      ofConnections(({ latest }) => (latest ? Math.floor(latest.atMs / 1000) : Number.NaN)).filter(({ value }) =>
        Number.isFinite(value),
      ),
    ),
    family(
      "alerts",
      "Alerts that began and haven't ended.",
      ofConnections(({ alerts }) => alerts.length),
    ),
    family(
      "alerts_waiting",
      "Alerts that wait to be sent.",
      ofSinks(({ name }) => waiting(name)),
    ),
    family(
      "alerts_sent",
      "Alerts that were sent.",
      ofSinks(({ sent }) => sent),
      "counter",
    ),
    family(
      "alerts_lost",
      "Alerts that were given up.",
      ofSinks(({ lost }) => lost),
      "counter",
    ),
    family(
      "sink_failing",
      "Whether the last alert couldn't be sent (1) or could (0).",
      ofSinks(({ isFailing }) => (isFailing ? 1 : 0)),
    ),
    family(
      "index_height",
      "Highest block that the index of a connection has.",
      [...indexes].flatMap(([connection, { progress }]) =>
        progress && progress.high >= 0 ? [{ labels: { connection }, value: progress.high }] : [],
      ),
    ),
  ];
}
