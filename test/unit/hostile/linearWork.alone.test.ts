import { afterAll, describe, expect, it } from "vitest";
import { parseDocument as parseYaml } from "yaml";
import { clientCalls, functionsOf } from "../../../src/applications/generated/clientCalls";
import { readOrigin } from "../../../src/applications/origin";
import { canonicalSignature } from "../../../src/chain/abi/selector";
import { declaredContracts } from "../../../src/chain/artifact/contractNames";
import { libraryMarkers, linkLibraries, namesFromComments } from "../../../src/chain/artifact/linkLibraries";
import { parseExactJson } from "../../../src/chain/json/exactJson";
import { shellArguments } from "../../../src/cli/shell/shellArguments";
import { describeKeyFile } from "../../../src/crypto/keyFiles/keyFileFormat";
import { readPem } from "../../../src/crypto/keyFiles/pem";
import { trimBytes } from "../../../src/devchain/precompiled/host/abiBytes";
import { readNodeJson } from "../../../src/devchain/rpc/jsonReader";
import { findLogPhrases } from "../../../src/errors/logPhrases";
import { firstLine } from "../../../src/errors/nodeError";
import { analyze } from "../../../src/nodeConfig/analysis/analyze";
import { analyzeNodesJson } from "../../../src/nodeConfig/analysis/nodesJsonRules";
import { looksLikeNodeConfig } from "../../../src/nodeConfig/detectFile";
import { parseDocument } from "../../../src/nodeConfig/document/iniDocument";
import { readLogEntries, wordsOfLog } from "../../../src/nodeConfig/logs/logEntries";
import { heightInLog, startedVersion } from "../../../src/nodeConfig/nodeFolder";
import { castInt64, readBool, readInt32 } from "../../../src/nodeConfig/values/typedRead";
import { outlineOf } from "../../../src/solidity/language/outline";
import { readFullWidth, writings } from "../../../src/text/halfWidth";
import { redacted } from "../../../src/text/redacted";
import { WorkCounter } from "../../support/countedWork";

const many = (piece: string, length: number): string => piece.repeat(Math.ceil(length / piece.length));
const distinctMarkers = (length: number): string =>
  Array.from({ length: length / 40 }, (_, index) => `__$${index.toString(16).padStart(34, "0")}$__`).join("");
const callable = (language: "java" | "typescript") => [{ name: "Kiosk", language, functions: ["find"] }];
const address = `0x${"1".repeat(40)}` as const;

/** What reads foreign text, with the text that a slow reader chokes on, made of so many characters. */
const readers: [name: string, hostile: (length: number) => string, read: (text: string) => unknown][] = [
  ["error text, brackets", (n) => many("[", n), firstLine],
  ["error text, half comments", (n) => many("[tag_errorComment", n), firstLine],
  ["error text, blanks", (n) => `std::exception::what: ${many(" ", n)}`, firstLine],
  ["log lines, badges", (n) => `info|x|${many("[", n)}`, readLogEntries],
  ["log lines, no form", (n) => many("a\n", n), readLogEntries],
  ["nodes.json, wrong addresses", (n) => `{"nodes":[${many('"a",\n', n)}"a"]}`, analyzeNodesJson],
  ["words of a log line", (n) => many("a", n), wordsOfLog],
  ["log phrases", (n) => many("Open table: Entry: Table: The group ", n), findLogPhrases],
  ["recognising a configuration, tabs", (n) => `[${many("\t", n)}`, (text) => looksLikeNodeConfig(text, "config.ini")],
  ["recognising a configuration, dots", (n) => many("node.", n), (text) => looksLikeNodeConfig(text, "config.genesis")],
  [
    "configuration, tabs",
    (n) => `[${many("\t", n)}x`,
    (text) => analyze(parseDocument(text), { identityLength: "auto" }),
  ],
  [
    "configuration, blanks in a value",
    (n) => `[p2p]\nlisten_port=${many(" ", n)}1 1`,
    (text) => analyze(parseDocument(text), { identityLength: "auto" }),
  ],
  [
    "configuration, sections",
    (n) => many("[a]\nb=c\n", n),
    (text) => analyze(parseDocument(text), { identityLength: "auto" }),
  ],
  [
    "configuration, digits",
    (n) => `[p2p]\nlisten_port=${many("9", n)}`,
    (text) => analyze(parseDocument(text), { identityLength: "auto" }),
  ],
  ["boolean", (n) => `${many("\t", n)}x`, readBool],
  ["integer", (n) => many("9", n), readInt32],
  ["64-bit integer", (n) => many("9", n), castInt64],
  ["log without heights", (n) => many("info|2026-01-01 00:00:00|^Report,", n), heightInLog],
  ["log of one line", (n) => `x|${many("^Report committedIndex", n)}`, heightInLog],
  ["banner", (n) => `FISCO BCOS Version${many(" ", n)}`, startedVersion],
  ["banners", (n) => many("FISCO BCOS Version : 1", n), startedVersion],
  ["signature, blanks", (n) => `f(${many(" ", n)}x`, canonicalSignature],
  ["signature, tuples", (n) => many(")[]", n), canonicalSignature],
  ["source, comments", (n) => many("/*", n), declaredContracts],
  ["source, quotes", (n) => many('"\\', n), declaredContracts],
  ["source, words", (n) => many("contract ", n), declaredContracts],
  ["source, abstract words", (n) => many("abstract ", n), declaredContracts],
  ["outline, openers", (n) => many("contract A { function f(", n), outlineOf],
  ["outline, words", (n) => many("uint ", n), outlineOf],
  ["outline, comments", (n) => many("/*", n), outlineOf],
  ["outline, half functions", (n) => `contract A {${many("function ", n)}`, outlineOf],
  ["code, markers", distinctMarkers, (text) => libraryMarkers("C", text)],
  ["code, many libraries", distinctMarkers, (text) => linkLibraries("C", text, {}, libraries(text))],
  ["comments of code", (n) => `// $a$ -> ${many(":", n)}`, namesFromComments],
  ["key file, headers", (n) => `-----BEGIN X-----${many("\n", n)}`, (text) => describeKeyFile(Buffer.from(text))],
  ["key file, beginnings", (n) => many("-----BEGIN A-----", n), readPem],
  ["answer, blanks", (n) => `${many(" ", n)}1`, parseExactJson],
  ["answer, integers", (n) => `[${many("99999999999999999,", n)}1]`, parseExactJson],
  ["answer, backslashes", (n) => JSON.stringify(many('\\"', n)), parseExactJson],
  ["request, zeros", (n) => `${many("0", n)}x`, readNodeJson],
  ["request, a whole number", (n) => `-${many("0", n)}1`, readNodeJson],
  ["request, comments", (n) => many("/*/", n), readNodeJson],
  ["request, backslashes", (n) => `"${many("\\\\", n)}`, readNodeJson],
  ...["-----BEGIN ", "a.", "/home", "[:", "\\\\", "=", "0x", "password:", "://@"].map(
    (piece): (typeof readers)[number] => [
      `a report, ${JSON.stringify(piece)}`,
      (n) => many(piece, n),
      (text) => redacted(text, { homes: ["/home/jane"], hosts: ["node1"], keepHosts: false }),
    ],
  ),
  ["full-width signs, opening quotes", (n) => many("“", n), (text) => readFullWidth(text, writings.solidity)],
  ["full-width signs, both quotes", (n) => many("“”‘", n), (text) => readFullWidth(text, writings.sql)],
  ["line of the shell, lists and quotes", (n) => many('["', n), shellArguments],
  ["line of the shell, lists", (n) => many("[ ", n), shellArguments],
  ...["Kiosk k.find(", "/*", '"\\', "`", ".read.find(", '["find("]', "k = await Kiosk.load("].map(
    (piece): (typeof readers)[number] => [
      `calls of clients, ${JSON.stringify(piece)}`,
      (n) => many(piece, n),
      (text) => [clientCalls(text, callable("java")), clientCalls(text, callable("typescript"))],
    ],
  ),
  ["functions of a class", (n) => many(" FUNC_", n), (text) => functionsOf("java", text)],
  ["functions of a module", (n) => `Abi = [\n${many("  {\n", n)}`, (text) => functionsOf("typescript", text)],
  ["origin of a generated file", (n) => `// Generated by Chainside.\n${many("// source: a\n", n)}`, readOrigin],
  ["blanks of a byte string", (n) => `x${many(" ", n)}x`, trimBytes],
];

const libraries = (text: string): Record<string, string> =>
  Object.fromEntries(libraryMarkers("C", text).map((marker) => [marker, address]));

const work = new WorkCounter();
afterAll(() => work.dispose());

describe("what reads foreign text takes work linear in it", () => {
  it.each(readers)("%s", async (_name, hostile, read) => {
    const [little, much] = [hostile(4_000), hostile(32_000)];
    // Eight times the text: quadratic work would be 64 times as much.
    const bound = (few: number): number => few * 12 + 20_000;
    const [{ steps: few }, { steps: many }] = await work.growth(
      () => read(little),
      () => read(much),
      (few, many) => many < bound(few),
    );
    expect(many, `${few} steps for ${little.length} letters`).toBeLessThan(bound(few));
  });

  it.each([
    ["turns of a loop", (n: number) => parseYaml(Array.from({ length: n / 8 }, (_, i) => `k${i}: 1`).join("\n"))],
    [
      "searches to the end",
      (n: number) => Array.from(many("x", n), (_, at) => (at % 8 === 0 ? many("x", n).indexOf("y", at) : 0)),
    ],
  ])("finds quadratic work: %s", async (_name, quadratic) => {
    const { steps: few } = await work.of(() => quadratic(4_000));
    const { steps: many } = await work.of(() => quadratic(32_000));
    expect(many).toBeGreaterThan(few * 12 + 20_000);
  });
});
