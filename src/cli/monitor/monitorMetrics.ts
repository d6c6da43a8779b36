import { type MonitorMetricName, monitorMetricNames, monitorMetricPrefix } from "../../monitoring/metrics/metricNames";
import type { MetricFamily } from "../../monitoring/metrics/metricText";
import type { RunningMonitor } from "./monitor";

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
