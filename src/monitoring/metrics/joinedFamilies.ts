import type { MetricFamily } from "./metricText";

type Labels = Readonly<Record<string, string>>;

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
