import { adviceText, type TroubleKind } from "../../chain/health/story";
import { type LocalizableText, say, text } from "../../text/catalogue";
import { joinSentences } from "../../text/joining";

/**
 * Alert rules for Prometheus over the exporter's metrics (prometheus.io/docs/prometheus/latest/configuration/alerting_rules), as data:
 * `chainside exporter --rules` writes them as YAML.
 */

interface Alert {
  readonly name: string;
  readonly expr: string;
  readonly for: string;
  readonly severity: "warning" | "critical";
  readonly summary: LocalizableText;
  readonly description: LocalizableText;
  /** What to do follows from it. */
  readonly trouble?: TroubleKind;
}

const alerts: readonly Alert[] = [
  {
    name: "FiscoBcosNodeDown",
    trouble: "ended",
    expr: "fisco_bcos_up == 0",
    for: "1m",
    severity: "critical",
    summary: text("Node {{ $labels.endpoint }} doesn't answer"),
    description: text("The exporter has no answer of the node's JSON-RPC."),
  },
  {
    name: "FiscoBcosTooFewSealers",
    trouble: "standstill",
    expr: "fisco_bcos_consensus_weight_reachable < fisco_bcos_consensus_weight_needed",
    for: "1m",
    severity: "critical",
    summary: text("Group {{ $labels.group }} makes no blocks"),
    description: text(
      "The weight of the sealers that {{ $labels.endpoint }} reaches is {{ $value }}: a block needs more.",
    ),
  },
  {
    name: "FiscoBcosSealersUnreachable",
    expr: "fisco_bcos_members_unreachable > 0",
    for: "5m",
    severity: "warning",
    summary: text("{{ $value }} members of group {{ $labels.group }} are unreachable"),
    description: text("Seen by {{ $labels.endpoint }}."),
  },
  {
    name: "FiscoBcosChainForked",
    trouble: "fork",
    expr: "fisco_bcos_chain_forked == 1",
    for: "0m",
    severity: "critical",
    summary: text("Blocks of {{ $labels.endpoint }} differ from those of other nodes of group {{ $labels.group }}"),
    description: text("fisco_bcos_chain_fork_first_block tells the first block that differs."),
  },
  {
    name: "FiscoBcosHeightStands",
    trouble: "standstill",
    expr: "fisco_bcos_pool_pending_transactions > 0 and changes(fisco_bcos_block_height[5m]) == 0",
    for: "1m",
    severity: "critical",
    summary: text("Transactions wait, and group {{ $labels.group }} has made no block for 5 minutes"),
    description: text("{{ $value }} transactions wait in the pool of {{ $labels.endpoint }}."),
  },
  {
    name: "FiscoBcosNodeLags",
    trouble: "behind",
    expr: "fisco_bcos_sync_lag_blocks > 10",
    for: "5m",
    severity: "warning",
    summary: text("Node {{ $labels.endpoint }} lags by {{ $value }} blocks"),
    description: text("Group {{ $labels.group }}."),
  },
  {
    name: "FiscoBcosViewChanges",
    trouble: "leaderChanged",
    expr: "changes(fisco_bcos_consensus_view[10m]) > 5",
    for: "0m",
    severity: "warning",
    summary: text("Group {{ $labels.group }} changes its leader again and again"),
    description: text("The view on {{ $labels.endpoint }} has changed {{ $value }} times in 10 minutes."),
  },
  {
    name: "FiscoBcosTransactionsFail",
    trouble: "failures",
    expr: "rate(fisco_bcos_transactions_failed_total[10m]) / (rate(fisco_bcos_transactions_total[10m]) > 0) > 0.1",
    for: "5m",
    severity: "warning",
    summary: text("{{ $value | humanizePercentage }} of the transactions of group {{ $labels.group }} fail"),
    description: text("In 10 minutes, by {{ $labels.endpoint }}."),
  },
  {
    name: "FiscoBcosPoolFills",
    trouble: "poolWait",
    expr: "fisco_bcos_pool_pending_transactions > 10000",
    for: "5m",
    severity: "warning",
    summary: text("{{ $value }} transactions wait in the pool of {{ $labels.endpoint }}"),
    description: text("Group {{ $labels.group }}."),
  },
  {
    name: "FiscoBcosCertificateExpires",
    expr: "fisco_bcos_certificate_expiry_timestamp_seconds - time() < 30 * 86400",
    for: "1h",
    severity: "warning",
    summary: text(
      "The {{ $labels.certificate }} certificate of {{ $labels.endpoint }} expires in {{ $value | humanizeDuration }}",
    ),
    description: text("Renew it before the node is refused."),
  },
  {
    name: "FiscoBcosSlowAnswers",
    trouble: "slowAnswers",
    expr: "histogram_quantile(0.95, sum by (endpoint, le) (rate(fisco_bcos_rpc_request_duration_seconds_bucket[5m]))) > 1",
    for: "5m",
    severity: "warning",
    summary: text("Node {{ $labels.endpoint }} answers slowly"),
    description: text("95 % of the answers take up to {{ $value }} s."),
  },
];

/** Filled in by Prometheus. */
const ofEndpoint = "{{ $labels.endpoint }}";

/** The file of rules, as Prometheus reads it, with words in the chosen language. */
export const alertRules = (): object => ({
  groups: [
    {
      name: "fisco-bcos",
      rules: alerts.map(({ name, expr, for: lasting, severity, summary, description, trouble }) => ({
        alert: name,
        expr,
        for: lasting,
        labels: { severity },
        annotations: {
          summary: say(summary),
          description: joinSentences(say(description), trouble ? say(adviceText(trouble, [ofEndpoint])) : ""),
        },
      })),
    },
  ],
});
