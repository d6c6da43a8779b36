import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it, vi } from "vitest";
import { runProbe } from "../../../src/cli/commands/probe";
import { runQuery } from "../../../src/cli/commands/query";
import { runRpc } from "../../../src/cli/commands/rpc";
import { runStorage } from "../../../src/cli/commands/storage";
import { runTrace } from "../../../src/cli/commands/trace";
import { connectionArguments, connectionOf, urlArgument } from "../../../src/cli/connection/connectionOptions";
import { type CommandLine, type Given, WrongCommandLine } from "../../../src/cli/options/commandLine";
import { KeyFileError } from "../../../src/crypto/keyFiles/keyFileError";
import { CannotDebug } from "../../../src/debugger/program/launchedPath";
import { clientError } from "../../../src/errors/clientError";
import { chosenLanguage, useCatalogue } from "../../../src/text/catalogue";
import { englishAfterEach } from "../../support/chinese";
import { take } from "../../support/commandLine";

englishAfterEach();

const options = { ...connectionArguments, ...urlArgument } as const;
const line: CommandLine<typeof options, Given<typeof options>> = {
  name: "try",
  usage: {
    synopsis: "chainside try",
    summary: { text: "Tries.", args: [] },
    options: [],
    exitCodes: { text: "0", args: [] },
  },
  options,
  read: (given) => given,
};
const failing = (error: unknown, ...args: string[]) => take(line, args, () => Promise.reject(error));

describe("what a command does with its line", () => {
  it("takes options and words, and gives the exit code of what it did", async () => {
    const { code, order } = await take(line, ["a", "--group", "g", "--", "--b"], async () => 7);
    expect(code).toBe(7);
    expect(order).toMatchObject({ values: { group: "g", json: false }, positionals: ["a", "--b"] });
  });

  it("shows its usage instead of reading on", async () => {
    const unread: typeof line = { ...line, read: () => expect.fail() };
    for (const help of ["--help", "-h"])
      expect(await take(unread, ["x", help])).toMatchObject({
        code: 0,
        out: expect.stringContaining("usage: chainside try"),
      });
  });

  it("refuses what reading and doing find wrong with it, and says how it is called", async () => {
    for (const { code, out, err } of [
      await take(
        {
          ...line,
          read: () => {
            throw new WrongCommandLine("no");
          },
        },
        [],
      ),
      await failing(new WrongCommandLine("no")),
    ]) {
      expect([code, out, err]).toEqual([
        2,
        "",
        expect.stringMatching(
          /^chainside try: no\n\nusage: chainside try.*\n\nRun chainside try --help to see all options\.\n?$/,
        ),
      ]);
    }
  });

  it.each([
    ["--grup", "unknown option --grup. Did you mean --group?"],
    ["--entirely-other", "unknown option --entirely-other"],
    ["--group", "--group requires a value"],
  ])("says what is wrong with %s, and which option was meant", async (typed, message) => {
    const { code, err } = await take(line, [typed]);
    expect([code, err.split("\n")[0]]).toEqual([2, `chainside try: ${message}`]);
  });

  it("speaks English to programs alone", async () => {
    const languageOf = async (...args: string[]): Promise<string> => {
      useCatalogue("zh", () => undefined);
      let language = "";
      await take({ ...line, options: { ...options, format: { type: "string" } } as const }, args, async () => {
        language = chosenLanguage();
        return 0;
      });
      return language;
    };
    expect([await languageOf(), await languageOf("--format", "text")]).toEqual(["zh", "zh"]);
    for (const asked of [["--json"], ["--format", "json"], ["--format", "sarif"]])
      expect(await languageOf(...asked)).toBe("en");
  });

  const missing = Object.assign(new Error("ENOENT: no such file"), { code: "ENOENT", path: "/a.pem" });
  it.each<[string, unknown, number, string, object]>([
    [
      "what the line asked for",
      clientError("unknownMethod", { method: "m", methods: "n" }),
      2,
      "m",
      { kind: "usage", code: "unknownMethod" },
    ],
    [
      "a file that isn't there",
      missing,
      2,
      'No file or folder "/a.pem" found.',
      { kind: "usage", code: "fileMissing" },
    ],
    ["a key file", new KeyFileError("unknownFormat"), 1, "", { kind: "usage", code: "file" }],
    [
      "what can't be debugged",
      new CannotDebug("no sources"),
      1,
      "no sources",
      { code: "cannotDebug", message: "no sources" },
    ],
    ["anything else", new Error("boom"), 1, "boom", { code: "unexpected" }],
  ])(
    "says of %s what went wrong, to people in words and to programs as JSON",
    async (_name, error, code, words, data) => {
      const reported = await failing(error);
      expect([reported.code, reported.out]).toEqual([code, ""]);
      expect(reported.err).toMatch(/^chainside try: \S/);
      expect(reported.err).toContain(words);
      const reportedOf = await failing(error, "--json");
      expect([reportedOf.code, reportedOf.err]).toEqual([code, ""]);
      expect(JSON.parse(reportedOf.out)).toMatchObject({ error: data });
    },
  );
});

describe("options of a connection", () => {
  const connection = (...args: string[]) => take({ ...line, read: ({ values }) => connectionOf(values, 5) }, args);

  it("are several endpoints, and a time limit that a timer can keep", async () => {
    expect((await connection("--url", "http://127.0.0.1:1, http://127.0.0.1:2")).order).toMatchObject({
      urls: ["http://127.0.0.1:1", "http://127.0.0.1:2"],
      timeoutMs: 5,
    });
    expect((await connection("--timeout", "2147483647")).order).toMatchObject({ timeoutMs: 2_147_483_647 });
    for (const timeout of ["0", "1.5", "soon", "", "2147483648"])
      expect(await connection("--timeout", timeout)).toMatchObject({ code: 2, order: undefined });
  });
});

const hash = `0x${"1".repeat(64)}`;
it.each([
  ["rpc", runRpc, ["getBlockNumber"]],
  ["storage", runStorage, ["0x01"]],
  ["trace", runTrace, [hash]],
] as const)("%s tells programs of a node that nobody reaches as JSON", async (_name, run, words) => {
  // no one listens on port 1
  const { out, err, code } = await take({ ...line, read: () => [] }, [], () =>
    run([...words, "--json", "--url", "http://127.0.0.1:1"]),
  );
  expect([code, err]).toEqual([1, ""]);
  expect(JSON.parse(out)).toMatchObject({ error: { kind: "transport" } });
});

it("lists tell programs what they have as JSON", async () => {
  const run = (command: (args: readonly string[]) => Promise<number>, ...args: string[]) =>
    take({ ...line, read: () => [] }, [], () => command(args));
  const methods: unknown = JSON.parse((await run(runRpc, "--list", "--json")).out);
  expect(methods).toContainEqual({ name: "call", parameters: ["to", "data", "[sign]"] });
  const questions: unknown = JSON.parse((await run(runQuery, "--list", "--json")).out);
  expect(questions).toContainEqual({ name: "callers", parameters: ["function"], summary: expect.any(String) });
  const both = await run(runQuery, "--list", "--ask", "callers");
  expect([both.code, both.err]).toEqual([2, expect.stringContaining("specify --ask or --list, not both")]);
});

describe("a probe", () => {
  const probe = (...args: string[]) => take({ ...line, read: () => [] }, [], () => runProbe([...args, "--json"]));
  afterEach(() => vi.unstubAllEnvs());

  it("goes to the endpoints of a connection, with its certificates and its group", async () => {
    const folder = mkdtempSync(join(tmpdir(), "chainside-probe-"));
    const tls = { ca: "ca.crt", cert: "sdk.crt", key: "sdk.key" };
    const endpoints = ["http://127.0.0.1:1", "https://localhost:1"];
    writeFileSync(
      join(folder, "connections.json"),
      JSON.stringify([{ name: "mine", endpoints, tls, group: "group7" }]),
    );
    vi.stubEnv("CHAINSIDE_CONNECTIONS", join(folder, "connections.json"));
    const missing = await probe("--connection", "mine");
    expect([missing.code, missing.out]).toEqual([2, expect.stringContaining(join(folder, "ca.crt"))]);
    writeFileSync(join(folder, "connections.json"), JSON.stringify([{ name: "mine", endpoints }]));
    vi.stubEnv("CHAINSIDE_CONNECTION", "mine");
    const { code, out } = await probe();
    const urls = out
      .trim()
      .split("\n")
      .map((each) => (JSON.parse(each) as { url: string }).url);
    expect([code, urls]).toEqual([1, endpoints]);
    expect(await probe("http://127.0.0.1:1", "--connection", "mine")).toMatchObject({
      code: 2,
      err: expect.stringContaining("specify URL or --connection, not both"),
    });
    rmSync(folder, { recursive: true });
  });

  it("takes no option that it has no use for", async () => {
    for (const option of [["--node", "x"], ["--yes"]])
      expect(await probe("http://127.0.0.1:1", ...option)).toMatchObject({ code: 2 });
  });
});

it("lists methods and shows usages whatever else is wrong", async () => {
  const run = (command: (args: readonly string[]) => Promise<number>, ...args: string[]) =>
    take({ ...line, read: () => [] }, [], () => command(args));
  expect(await run(runRpc, "--list", "--timeout", "soon")).toMatchObject({ code: 0 });
  expect(await run(runProbe, "--help", "--timeout", "soon")).toMatchObject({ code: 0 });
});
