import type { MetricFamily } from "../../monitoring/metrics/metricText";
import type { RunningMonitor } from "./monitor";

/** What a monitor tells of itself: name without prefix and `_total`, type, and what it says. */
const monitorMetricNames = {
  start_time_seconds: ["gauge", "When the monitor started, in seconds since 1970."],
  settings_refused: ["gauge", "Whether the settings on the disk were refused (1), so that those before hold."],
  look_timestamp_seconds: ["gauge", "When the nodes of a connection were looked at last, in seconds since 1970."],
  alerts: ["gauge", "Alerts that began and haven't ended."],
  alerts_waiting: ["gauge", "Alerts that wait to be sent."],
  alerts_sent: ["counter", "Alerts that were sent."],
  alerts_lost: ["counter", "Alerts that were given up."],
  sink_failing: ["gauge", "Whether the last alert couldn't be sent (1) or could (0)."],
  index_height: ["gauge", "Highest block that the index of a connection has."],
} as const satisfies Readonly<Record<string, readonly ["gauge" | "counter", string]>>;

type MonitorMetricName = keyof typeof monitorMetricNames;

/** Beginning of each name. */
const monitorMetricPrefix = "chainside_monitor_";

interface Sample {
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

const flag = (value: boolean): number => (value ? 1 : 0);

/** How the monitor itself fares. */
export function monitorMetrics(
  { connections, sinks, indexes }: RunningMonitor,
  { settingsRefused, startedMs }: { readonly settingsRefused: boolean; readonly startedMs: number },
): MetricFamily[] {
  const ofConnections = (value: (each: (typeof connections)[number]) => number | undefined): Sample[] =>
    connections.flatMap((each) => {
      const found = value(each);
      return found === undefined ? [] : [{ labels: { connection: each.name }, value: found }];
    });
  const ofSinks = (value: (each: (typeof sinks)[number]) => number): Sample[] =>
    sinks.map((each) => ({ labels: { sink: each.name }, value: value(each) }));
  const samples: Readonly<Record<MonitorMetricName, readonly Sample[]>> = {
    start_time_seconds: [{ labels: {}, value: Math.floor(startedMs / 1000) }],
    settings_refused: [{ labels: {}, value: flag(settingsRefused) }],
    look_timestamp_seconds: ofConnections(({ latest }) => latest && Math.floor(latest.atMs / 1000)),
    alerts: ofConnections(({ alerts }) => alerts.length),
    alerts_waiting: ofSinks(({ name }) =>
      connections.reduce((sum, { store }) => sum + store.waitingFor(name).length, 0),
    ),
    alerts_sent: ofSinks(({ sent }) => sent),
    alerts_lost: ofSinks(({ lost }) => lost),
    sink_failing: ofSinks(({ isFailing }) => flag(isFailing)),
    index_height: ofConnections(({ name }) => {
      const high = indexes.get(name)?.progress?.high ?? -1;
      return high < 0 ? undefined : high;
    }),
  };
  return (Object.keys(monitorMetricNames) as MonitorMetricName[]).map((name): MetricFamily => {
    const [type, help] = monitorMetricNames[name];
    return { name: `${monitorMetricPrefix}${name}`, help, type, samples: samples[name] };
  });
}
