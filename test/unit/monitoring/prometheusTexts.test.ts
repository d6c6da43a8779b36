import { expect, it } from "vitest";
import { alertRules } from "../../../src/monitoring/prometheus/alertRules";
import { dashboard } from "../../../src/monitoring/prometheus/dashboard";
import { englishAfterEach, useSources } from "../../support/chinese";

englishAfterEach();

interface Rules {
  readonly groups: readonly { readonly rules: readonly { readonly annotations: Readonly<Record<string, string>> }[] }[];
}

/** What Prometheus fills in. */
const filledIn = (text: string): string[] => (text.match(/\{\{[^}]*\}\}/g) ?? []).sort();
const annotationsOf = (): string[] =>
  ((alertRules() as Rules).groups[0]?.rules ?? []).flatMap(({ annotations }) => Object.values(annotations));

it("alert rules and the dashboard are in the chosen language, with the same places to fill in", () => {
  const english = annotationsOf();
  const titles = (dashboard() as { readonly panels: readonly { readonly title: string }[] }).panels.map(
    ({ title }) => title,
  );
  expect(english[1]).toMatch(/^The exporter has no answer .* start it: \{\{ \$labels\.endpoint \}\}\.$/);
  useSources("zh-cn");
  const chinese = annotationsOf();
  expect(chinese).toHaveLength(english.length);
  for (const [place, text] of chinese.entries()) {
    expect(text).toMatch(/\p{Script=Han}/u);
    expect(filledIn(text)).toEqual(filledIn(english[place] ?? ""));
  }
  for (const { title } of (dashboard() as { readonly panels: readonly { readonly title: string }[] }).panels)
    expect(title).toMatch(/\p{Script=Han}/u);
  expect(titles).toContain("Height");
});
