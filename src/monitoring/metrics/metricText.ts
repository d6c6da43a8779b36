/**
 * Metrics as Prometheus takes them: its text format 0.0.4, and OpenMetrics 1.0 (prometheus.io/docs/instrumenting/exposition_formats,
 * github.com/prometheus/OpenMetrics).
 */

import { shortened } from "../../text/shortText";
import { visibleLine } from "../../text/visibleText";

type Labels = Readonly<Record<string, string>>;

interface Sample {
  readonly labels: Labels;
  readonly value: number;
}

/** Observations in buckets; the last bucket holds those above the highest bound. */
export interface HistogramSample {
  readonly labels: Labels;
  readonly counts: readonly number[];
  readonly sum: number;
}

interface FamilyHead {
  /** Without `_total`. */
  readonly name: string;
  readonly help: string;
}

export type MetricFamily =
  | (FamilyHead & { readonly type: "gauge" | "counter"; readonly samples: readonly Sample[] })
  | (FamilyHead & {
      readonly type: "histogram";
      readonly bounds: readonly number[];
      readonly samples: readonly HistogramSample[];
    });

type MetricFormat = "text" | "openMetrics";

export const contentTypes: Readonly<Record<MetricFormat, string>> = {
  text: "text/plain; version=0.0.4; charset=utf-8",
  openMetrics: "application/openmetrics-text; version=1.0.0; charset=utf-8",
};

const maxLabelLength = 256;

/** What a node says becomes a value of a label: no line of it may end, and nothing in it may be long. */
function labelValue(value: string): string {
  // half of a pair of UTF-16 units has no UTF-8
  return visibleLine(shortened(value, maxLabelLength)).replace(/[\\"]/g, "\\$&");
}

function labelText(labels: Labels, more: Labels = {}): string {
  const all = Object.entries({ ...labels, ...more });
  return all.length === 0 ? "" : `{${all.map(([name, value]) => `${name}="${labelValue(value)}"`).join(",")}}`;
}

const numberText = (value: number): string =>
  value === Number.POSITIVE_INFINITY ? "+Inf" : value === Number.NEGATIVE_INFINITY ? "-Inf" : String(value);

/** OpenMetrics writes bounds with a point: `1.0`. */
const boundText = (bound: number): string => (Number.isInteger(bound) ? `${bound}.0` : String(bound));

function familyLines(family: MetricFamily, format: MetricFormat): string[] {
  const { name, help, type } = family;
  const head = type === "counter" && format === "text" ? `${name}_total` : name;
  const lines = [`# HELP ${head} ${help}`, `# TYPE ${head} ${type}`];
  if (family.type !== "histogram") {
    const sample = type === "counter" ? `${name}_total` : name;
    // a node may name a group or a peer twice: of two samples with the same labels Prometheus refuses the later one
    const samples = new Map<string, number>();
    for (const { labels, value } of family.samples) {
      const key = labelText(labels);
      if (!samples.has(key)) samples.set(key, value);
    }
    return [...lines, ...[...samples].map(([key, value]) => `${sample}${key} ${numberText(value)}`)];
  }
  for (const { labels, counts, sum } of family.samples) {
    let below = 0;
    for (const [place, bound] of [...family.bounds, Number.POSITIVE_INFINITY].entries()) {
      below += counts[place] ?? 0;
      const le = bound === Number.POSITIVE_INFINITY ? "+Inf" : boundText(bound);
      lines.push(`${name}_bucket${labelText(labels, { le })} ${below}`);
    }
    lines.push(`${name}_sum${labelText(labels)} ${numberText(sum)}`, `${name}_count${labelText(labels)} ${below}`);
  }
  return lines;
}

/** The body of an answer to a scrape. Families without samples are left out. */
export function metricText(families: readonly MetricFamily[], format: MetricFormat): string {
  const lines = families.flatMap((family) => (family.samples.length > 0 ? familyLines(family, format) : []));
  return `${[...lines, ...(format === "openMetrics" ? ["# EOF"] : [])].join("\n")}\n`;
}

/** Metrics of several connections as one answer: each family once, its samples with these labels in front. */
export function joinedFamilies(
  parts: readonly { readonly labels: Labels; readonly families: readonly MetricFamily[] }[],
): MetricFamily[] {
  const joined = new Map<string, MetricFamily>();
  for (const { labels, families } of parts)
    for (const family of families) {
      const known = joined.get(family.name);
      if (family.type === "histogram") {
        const before = known?.type === "histogram" ? known.samples : [];
        const samples = family.samples.map((sample) => ({ ...sample, labels: { ...labels, ...sample.labels } }));
        joined.set(family.name, { ...family, samples: [...before, ...samples] });
      } else {
        const before = known && known.type !== "histogram" ? known.samples : [];
        const samples = family.samples.map((sample) => ({ ...sample, labels: { ...labels, ...sample.labels } }));
        joined.set(family.name, { ...family, samples: [...before, ...samples] });
      }
    }
  return [...joined.values()];
}
