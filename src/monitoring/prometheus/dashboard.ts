import { type LocalizableText, say, text } from "../../text/catalogue";

/** A dashboard of Grafana (version 9 and newer) over the exporter's metrics, for import: data source and chain are chosen there. */

interface Panel {
  readonly title: LocalizableText;
  readonly kind: "timeseries" | "stat";
  readonly width: number;
  readonly unit?: string;
  readonly queries: readonly (readonly [expr: string, legend: string])[];
}

const at = '{endpoint=~"$endpoint",group=~"$group"}';
const node = '{endpoint=~"$endpoint"}';

const panels: readonly Panel[] = [
  { title: text("Nodes that answer"), kind: "stat", width: 6, queries: [[`sum(fisco_bcos_up${node})`, ""]] },
  {
    title: text("Height"),
    kind: "stat",
    width: 6,
    queries: [[`max by (group) (fisco_bcos_block_height${at})`, "{{group}}"]],
  },
  {
    title: text("Age of the latest block"),
    kind: "stat",
    width: 6,
    unit: "s",
    queries: [[`time() - max by (group) (fisco_bcos_block_timestamp_seconds${at})`, "{{group}}"]],
  },
  {
    title: text("Weight beyond what a block needs"),
    kind: "stat",
    width: 6,
    queries: [
      [
        `min by (group) (fisco_bcos_consensus_weight_reachable${at} - fisco_bcos_consensus_weight_needed${at})`,
        "{{group}}",
      ],
    ],
  },
  {
    title: text("Transactions per second"),
    kind: "timeseries",
    width: 12,
    queries: [
      [`max by (group) (rate(fisco_bcos_transactions_total${at}[$__rate_interval]))`, "{{group}}"],
      [`max by (group) (rate(fisco_bcos_transactions_failed_total${at}[$__rate_interval]))`, "{{group}} failed"],
    ],
  },
  {
    title: text("Blocks per second"),
    kind: "timeseries",
    width: 12,
    queries: [[`max by (group) (rate(fisco_bcos_block_height${at}[$__rate_interval]))`, "{{group}}"]],
  },
  {
    title: text("Transactions in the pool"),
    kind: "timeseries",
    width: 12,
    queries: [[`fisco_bcos_pool_pending_transactions${at}`, "{{endpoint}} {{group}}"]],
  },
  {
    title: text("Blocks that nodes lack"),
    kind: "timeseries",
    width: 12,
    queries: [[`fisco_bcos_sync_lag_blocks${at}`, "{{endpoint}} {{group}}"]],
  },
  {
    title: text("View changes in 5 minutes"),
    kind: "timeseries",
    width: 12,
    queries: [[`changes(fisco_bcos_consensus_view${at}[5m])`, "{{endpoint}} {{group}}"]],
  },
  {
    title: text("Members that are unreachable"),
    kind: "timeseries",
    width: 12,
    queries: [[`fisco_bcos_members_unreachable${at}`, "{{endpoint}} {{group}}"]],
  },
  {
    title: text("Answers of nodes, 95 %"),
    kind: "timeseries",
    width: 12,
    unit: "s",
    queries: [
      [
        `histogram_quantile(0.95, sum by (endpoint, le) (rate(fisco_bcos_rpc_request_duration_seconds_bucket${node}[$__rate_interval])))`,
        "{{endpoint}}",
      ],
    ],
  },
  {
    title: text("Certificates expire in"),
    kind: "timeseries",
    width: 12,
    unit: "s",
    queries: [[`fisco_bcos_certificate_expiry_timestamp_seconds${node} - time()`, "{{endpoint}} {{certificate}}"]],
  },
];

const columns = 24;
const height = 8;
/** `${datasource}` is a variable of the dashboard, filled in by Grafana. */
const dataSource = { type: "prometheus", uid: `$\{datasource}` };

function placed(): object[] {
  let [x, y] = [0, 0];
  return panels.map(({ title, kind, width, unit, queries }, place) => {
    if (x + width > columns) [x, y] = [0, y + height];
    const gridPos = { h: height, w: width, x, y };
    x += width;
    return {
      id: place + 1,
      title: say(title),
      type: kind,
      datasource: dataSource,
      gridPos,
      fieldConfig: { defaults: unit === undefined ? {} : { unit }, overrides: [] },
      targets: queries.map(([expr, legendFormat], query) => ({
        ...{ refId: String.fromCharCode(65 + query), datasource: dataSource },
        ...{ expr, legendFormat, instant: kind === "stat" },
      })),
    };
  });
}

const variable = (name: string, query: string): object => ({
  ...{ name, type: "query", datasource: dataSource, refresh: 2, includeAll: true, multi: true },
  ...{ query: { query, refId: name }, current: { text: "All", value: "$__all" } },
});

/** The dashboard, as Grafana imports it, with titles in the chosen language. */
export const dashboard = (): object => ({
  title: "FISCO BCOS",
  uid: "fisco-bcos-chainside",
  tags: ["fisco-bcos"],
  schemaVersion: 37,
  editable: true,
  refresh: "10s",
  time: { from: "now-1h", to: "now" },
  templating: {
    list: [
      { name: "datasource", type: "datasource", query: "prometheus" },
      variable("endpoint", "label_values(fisco_bcos_up, endpoint)"),
      variable("group", 'label_values(fisco_bcos_block_height{endpoint=~"$endpoint"}, group)'),
    ],
  },
  panels: placed(),
});
