import { describe, expect, it } from "vitest";
import { type MetricFamily, metricText } from "../../../src/monitoring/metrics/metricText";

const families: readonly MetricFamily[] = [
  { name: "a_height", help: "Height.", type: "gauge", samples: [{ labels: { group: "group0" }, value: 12 }] },
  { name: "a_calls", help: "Calls.", type: "counter", samples: [{ labels: {}, value: 3 }] },
  { name: "a_nothing", help: "Nothing.", type: "gauge", samples: [] },
  {
    name: "a_seconds",
    help: "Times.",
    type: "histogram",
    bounds: [0.5, 1],
    samples: [{ labels: { method: "m" }, counts: [1, 0, 2], sum: 7.5 }],
  },
];

describe("metrics", () => {
  it("are written in Prometheus' own format", () => {
    expect(metricText(families, "text")).toBe(
      `# HELP a_height Height.
# TYPE a_height gauge
a_height{group="group0"} 12
# HELP a_calls_total Calls.
# TYPE a_calls_total counter
a_calls_total 3
# HELP a_seconds Times.
# TYPE a_seconds histogram
a_seconds_bucket{method="m",le="0.5"} 1
a_seconds_bucket{method="m",le="1.0"} 1
a_seconds_bucket{method="m",le="+Inf"} 3
a_seconds_sum{method="m"} 7.5
a_seconds_count{method="m"} 3
`,
    );
  });

  it("have one sample for each list of labels, whatever a node names twice", () => {
    const long = "x".repeat(300);
    const groups = ["a", "a", long, `${long}y`].map((group, value) => ({ labels: { group }, value }));
    const text = metricText([{ name: "g", help: "G.", type: "gauge", samples: groups }], "text");
    const cut = `${"x".repeat(256)}…`;
    expect(text.split("\n").slice(2)).toEqual(['g{group="a"} 0', `g{group="${cut}"} 2`, ""]);
  });

  it("are written as OpenMetrics, whose counters bear their name without the ending", () => {
    const text = metricText(families, "openMetrics");
    expect(text).toContain("# TYPE a_calls counter\na_calls_total 3\n");
    expect(text.endsWith("\n# EOF\n")).toBe(true);
  });

  it.each([
    ['a"} 1\nb', String.raw`a\"} 1\\nb`],
    ["a\\", String.raw`a\\`],
    ["\u001b[2J\ud800", String.raw`\\u001b[2J\\ud800`],
    ["x".repeat(10_000), `${"x".repeat(256)}…`],
  ])("keep what a node says within its label", (message, written) => {
    const text = metricText(
      [{ name: "a", help: "A.", type: "gauge", samples: [{ labels: { message }, value: 1 }] }],
      "text",
    );
    expect(text).toBe(`# HELP a A.\n# TYPE a gauge\na{message="${written}"} 1\n`);
  });
});
