/** What a monitor tells of itself: name without prefix and `_total`, type, and what it says. */
export const monitorMetricNames = {
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

export type MonitorMetricName = keyof typeof monitorMetricNames;

/** Beginning of each name. */
export const monitorMetricPrefix = "chainside_monitor_";
