import { describe, expect, it } from "vitest";
import { checkManifest, markdownProblems } from "../../../scripts/lint/manifest";

const settingOf = (property: object): object => ({
  contributes: { configuration: { properties: { "x.y": property } } },
});

describe("texts of the manifest", () => {
  it.each([
    [{ description: "%x%" }, { x: "Run *Reset Embedded Chain* to start over." }],
    [{ enumDescriptions: ["%x%"] }, { x: "512 if `conf/ssl.nodeid` has 512 digits." }],
    [{ description: "See [this](https://example.org)." }, {}],
  ])("are refused in Markdown where VS Code shows it as it stands: %j", (property, texts) => {
    expect(markdownProblems(settingOf(property), [texts])).toHaveLength(1);
  });

  it.each([
    [{ markdownDescription: "%x%" }, { x: "Run *Reset Embedded Chain*." }],
    [{ description: "%x%" }, { x: "2 * 3 * 4, and snake_case" }],
  ])("are left alone: %j", (property, texts) => {
    expect(markdownProblems(settingOf(property), [texts])).toEqual([]);
  });

  it("are in order in both languages", async () => {
    expect(await checkManifest()).toEqual([]);
  });
});
