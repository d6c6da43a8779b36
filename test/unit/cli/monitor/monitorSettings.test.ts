import { describe, expect, it } from "vitest";
import { formatOfHost, webhookFormats } from "../../../../src/cli/watch/webhookFormats";
import { givenPath } from "../../../../src/files/namedPath";
import { readMonitorSettings } from "../../../../src/monitoring/settings/readMonitorSettings";
import { sayInEnglish } from "../../../../src/text/catalogue";
import { YamlError } from "../../../../src/yaml/complaint";

const read = (source: string, files: Readonly<Record<string, string>> = {}) =>
  readMonitorSettings(source, givenPath("/m.yaml"), {
    readFile: async (path) => {
      const text = files[path];
      if (text === undefined) throw new Error("ENOENT");
      return { text, file: givenPath(`/${path}`) };
    },
    formats: webhookFormats,
    isRobotHost: (host) => formatOfHost(host) !== "json",
    instead: {},
  });

const complaints = async (source: string, files = {}): Promise<string[]> => {
  const error = await read(source, files).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof YamlError)) throw error ?? new Error("nothing was wrong");
  return error.complaints.map(({ place, message }) => `${place.line}:${place.column} ${sayInEnglish(message)}`);
};

const connection = "connections:\n  - name: a\n    url: http://127.0.0.1:20200\n";

describe("settings of a monitor", () => {
  it("say everything in one file, with rules of others", async () => {
    const source = `${connection}    rules: [down, more]
rules: [{ name: down, down: }]
ruleFiles: [more.yaml]
sinks:
  - { name: night, url: { env: URL }, format: wecom, rules: [more] }
timeZone: +08:00
`;
    const found = await read(source, { "more.yaml": "rules:\n  - name: more\n    fork:\n" });
    expect(found).toMatchObject({
      ...{ host: "127.0.0.1", port: 9620, intervalMs: 5000, timeZone: "Etc/GMT-8", metrics: undefined },
      connections: [{ name: "a", urls: ["http://127.0.0.1:20200"], rules: ["down", "more"] }],
      sinks: [{ name: "night", address: { env: "URL" }, format: "wecom", rules: ["more"] }],
    });
    expect(found.rules.map(({ name, kind }) => [name, kind])).toEqual([
      ["down", "down"],
      ["more", "fork"],
    ]);
  });

  it.each([
    ["", '1:1 The file has no "connections".'],
    ["connections: x", '1:14 "connections" must be a list.'],
    [`${connection}token: abc`, /^4:1 "token" isn't allowed here\. monitor can contain listen, /],
    [`page: { token: abc }\n${connection}`, /^1:16 "token" is a secret\. Write \{ env: NAME \}/],
    [`page: { token: { env: A, file: b } }\n${connection}`, /^1:16 "token" is a secret/],
    [
      `${connection}sinks:\n  - { name: a, url: "https://qyapi.weixin.qq.com/x?key=1" }\nrules: [{ name: d, down: }]`,
      /^5:21 This address holds a secret\./,
    ],
    [
      `${connection}sinks:\n  - { name: a, url: "http://u:p@h/" }\nrules: [{ name: d, down: }]`,
      /^5:21 This address holds a secret\./,
    ],
    [`${connection}    index: { to: "postgres://u:p@h/d" }`, /^4:18 The password doesn't belong here\./],
    [`listen: 0.0.0.0:80\npage: { token: { env: A } }\n${connection}`, /^2:7 The pages require "tls"/],
    [`${connection}ruleFiles: [none.yaml]`, "4:13 none.yaml can't be read."],
    [`${connection}rules: [{ name: d, lag: {} }]`, '4:25 "lag" requires "blocks".'],
    [`${connection}    rules: [none]`, '4:13 "rules" has no "none".'],
    ["connections:\n  - { name: a, url: 10.0.0.1 }", /^2:21 10\.0\.0\.1 isn't an endpoint such as/],
    ["connections:\n  - { name: a }", '2:5 A connection requires "url" or "connection".'],
  ])("that are wrong are said with their place (%#)", async (source, expected) => {
    const [first] = await complaints(source);
    if (typeof expected === "string") expect(first).toBe(expected);
    else expect(first).toMatch(expected);
  });
});
