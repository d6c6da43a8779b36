import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { generateClients } from "../../../src/applications/java/generateClients";
import { newApplication } from "../../../src/applications/newApplication/newApplication";
import { generateModules } from "../../../src/applications/typescript/generateModules";
import { readParameters } from "../../../src/chain/abi/abiType";
import { exampleText } from "../../../src/chain/abi/abiValue";
import { draftsOfValues, emptyDraft } from "../../../src/chain/abi/argumentDraft";
import { contractInterface } from "../../../src/chain/abi/contractInterface";
import { encodedLength } from "../../../src/chain/abi/encodedLength";
import { parseTypedText } from "../../../src/chain/abi/typedText";
import { namesFromReferences } from "../../../src/chain/artifact/linkLibraries";
import { readAbiBinPair, readJsonArtifact } from "../../../src/chain/artifact/readArtifact";
import { readDeployment } from "../../../src/chain/artifact/readDeployment";
import { readRawTransaction } from "../../../src/chain/encoding/rawTransaction";
import { TarsReader } from "../../../src/chain/encoding/tars";
import { readTransactionData } from "../../../src/chain/encoding/transactionData";
import { readFrame } from "../../../src/chain/frame/frame";
import { parseExactJson } from "../../../src/chain/json/exactJson";
import { readNotebook } from "../../../src/chain/notebook/notebookFile";
import { readCell } from "../../../src/chain/notebook/requestText";
import { parseSql } from "../../../src/chain/services/table/sql/parseSql";
import { readTemplates } from "../../../src/cli/load/argumentTemplate";
import { parseJson, parseToml } from "../../../src/contractTests/cheats/dataTree";
import { describeKeyFile } from "../../../src/crypto/keyFiles/keyFileFormat";
import { readKeystore } from "../../../src/crypto/keyFiles/keystore";
import { standardSuite } from "../../../src/crypto/suites";
import { parseExpression } from "../../../src/debugger/expression/parseExpression";
import { parseWire, readNodeJson } from "../../../src/devchain/rpc/jsonReader";
import { toChainError } from "../../../src/errors/dictionary";
import { queryWords } from "../../../src/extension/flows/queries/queryWords";
import { givenPath } from "../../../src/files/namedPath";
import { KnownInterface } from "../../../src/history/indexing/knownInterface";
import { readQuery } from "../../../src/history/servers/queryText";
import { readRules } from "../../../src/monitoring/rules/readRules";
import { eventCode } from "../../../src/monitoring/watch/eventWish";
import { analyzeNodesJson } from "../../../src/nodeConfig/analysis/nodesJsonRules";
import { genesisFacts } from "../../../src/nodeConfig/genesisFacts";
import { cursorAt } from "../../../src/scenarios/editor/cursor";
import { scenarioOutline } from "../../../src/scenarios/editor/outline";
import { examineScenario } from "../../../src/scenarios/language/readScenario";
import { textParts } from "../../../src/scenarios/language/references";
import { changedLines } from "../../../src/solidity/format/changedLines";
import { isPathLike, readEditorConfig } from "../../../src/solidity/format/editorConfig";
import { isSameSource } from "../../../src/solidity/format/sameSource";
import { readRemapping, remapped } from "../../../src/solidity/imports/remappings";
import { outlineOf } from "../../../src/solidity/language/outline";
import { parse } from "../../../src/solidity/language/syntax/parser";
import { readSourceMap } from "../../../src/solidity/program/sourceMap";
import { allNodes, rangeOf } from "../../../src/solidity/program/syntaxTree";
import { foundrySettings } from "../../../src/solidity/project/foundrySettings";
import { readScriptConfig } from "../../../src/solidity/project/scriptConfig";
import { readReport } from "../../../src/solidity/reports/readReport";
import { readSourceHead } from "../../../src/solidity/source/sourceHead";
import { readVersionRange } from "../../../src/solidity/version/versionRange";
import { jsonLimits, parseBoundedJson } from "../../../src/text/limits/boundedJson";
import { parseBoundedToml } from "../../../src/text/limits/boundedToml";
import { readParts } from "../../../src/yaml/readYaml";
import { WorkCounter } from "../../support/countedWork";

type Read = (text: string) => unknown;
type Bombs = Readonly<Record<string, (length: number) => string>>;

const many = (piece: string, length: number): string => piece.repeat(Math.ceil(length / piece.length));
const numbered = (length: number, each: (index: number) => string, between: string): string =>
  Array.from({ length: Math.ceil(length / (each(1000).length + between.length)) }, (_, index) => each(index)).join(
    between,
  );

/** Lists, objects and texts that go on and on, as every language of brackets has them. */
const brackets: Bombs = {
  "depth: lists": (n) => many("[", n),
  "depth: closed lists": (n) => `${many("[", n / 2)}${many("]", n / 2)}`,
  "depth: objects": (n) => many('{"a":', n),
  "depth: behind a width": (n) => `[${many("1,", n / 2)}${many("[", n / 2)}`,
  "width: items": (n) => `[${many("1,", n)}1]`,
  "width: empty lists": (n) => `[${many("[],", n)}1]`,
  "width: different keys": (n) => `{${numbered(n, (i) => `"k${i}":1`, ",")}}`,
  "repetition: one key": (n) => `{${many('"k":1,', n)}"k":1}`,
  "repetition: commas": (n) => `[${many(",", n)}`,
  "repetition: quotes": (n) => many('"', n),
  "repetition: backslashes": (n) => `"${many("\\", n)}`,
  "repetition: escaped quotes": (n) => `"${many('\\"', n)}"`,
  "size: one text": (n) => JSON.stringify(many("x", n)),
  "size: one number": (n) => many("9", n),
};

const yaml: Bombs = {
  "depth: lists": (n) => many("[", n),
  "depth: maps": (n) => many("{", n),
  "depth: maps with keys": (n) => many("{a: ", n),
  "depth: entries": (n) => many("- ", n),
  "depth: questions": (n) => many("? ", n),
  "depth: colons": (n) => many(": ", n),
  "depth: keys in a line": (n) => many("a: ", n),
  "depth: stairs": (n) => Array.from({ length: Math.sqrt(n * 2) }, (_, i) => `${" ".repeat(i)}a:`).join("\n"),
  "depth: stairs of entries": (n) => Array.from({ length: Math.sqrt(n * 2) }, (_, i) => `${" ".repeat(i)}-`).join("\n"),
  "depth: lists in entries": (n) => many("- [", n),
  "depth: mixed": (n) => many("- ? [{a: ", n),
  "depth: entries and tabs": (n) => many("-\t", n),
  "depth: lists behind an end": (n) => `]}]}\n${many("[", n)}`,
  "depth: lists behind open quotes": (n) => `a: it's\nb: "\nc: ${many("[", n)}`,
  "depth: in a later document": (n) => `a: b\n---\n${many("- ", n)}`,
  "repetition: tags": (n) => many("!a ", n),
  "repetition: anchors": (n) => many("&a ", n),
  "repetition: aliases": (n) => `a: &a b\nc:\n${many("- *a\n", n)}`,
  "repetition: doubled aliases": (n) =>
    numbered(n, (i) => (i === 0 ? "a0: &a0 [x]" : `a${i}: &a${i} [*a${i - 1}, *a${i - 1}]`), "\n"),
  "repetition: documents": (n) => many("---\n", n),
  "repetition: directives": (n) => many("%YAML 1.2\n", n),
  "repetition: comments": (n) => `a:\n${many("  # b\n", n)}  c: d`,
  "repetition: blank lines": (n) => `a: |\n${many("\n", n)}`,
  "repetition: quotes": (n) => many("'", n),
  "repetition: one key": (n) => many("a: b\n", n),
  "repetition: brackets that close": (n) => many("]", n),
  "width: different keys": (n) => numbered(n, (i) => `k${i}: 1`, "\n"),
  "width: different keys in a line": (n) => `{${numbered(n, (i) => `k${i}: 1`, ", ")}}`,
  "width: items": (n) => many("- a\n", n),
  "width: items in a line": (n) => `[${many("a, ", n)}]`,
  "width: pairs": (n) => `[${many("a: b, ", n)}]`,
  "size: one text": (n) => `a: ${many("x", n)}`,
  "size: lines of one text": (n) => `a: >\n${many("  x\n", n)}`,
  "size: indentation": (n) => `${many(" ", n)}a: b`,
};

const toml: Bombs = {
  "depth: lists": (n) => `a = ${many("[", n)}`,
  "depth: tables": (n) => `a = ${many("{a = ", n)}`,
  "depth: parts of a key": (n) => `${many("a.", n)}b = 1`,
  "depth: parts of a header": (n) => `[${many("a.", n)}b]`,
  "depth: behind a text": (n) => `a = ["""x"""", ${many("[", n)}`,
  "width: keys": (n) => numbered(n, (i) => `k${i} = 1`, "\n"),
  "width: headers": (n) => numbered(n, (i) => `[k${i}.a]`, "\n"),
  "width: items": (n) => `a = [${many("1, ", n)}]`,
  "repetition: tables of one name": (n) => many("[[a]]\nb = 1\n", n),
  "repetition: one key": (n) => many("a = 1\n", n),
  "repetition: backslashes": (n) => `a = "${many("\\\\", n)}"`,
  "repetition: quotes": (n) => many('"', n),
  "repetition: comments": (n) => many("#\n", n),
  "size: one text": (n) => `a = "${many("x", n)}"`,
};

const script: Bombs = {
  "repetition: constants that double": (n) =>
    `${numbered(n, (i) => `const a${i + 1} = [a${i}, a${i}];`, "\n")}\nconst a0 = [1];\nmodule.exports = { solidity: a${Math.floor(n / 60)} };`,
  "repetition: objects that double": (n) =>
    `const a0 = {x: 1};${numbered(n, (i) => `const a${i + 1} = {x: a${i}, y: a${i}};`, "\n")}export default { solidity: { version: "0.8.20", settings: a${Math.floor(n / 60)} } };`,
  "repetition: one constant": (n) => `const a = [1, 2, 3]; module.exports = { solidity: [${many("a, ", n)}] };`,
  "repetition: unknown names": (n) => `module.exports = { solidity: [${numbered(n, (i) => `n${i}`, ", ")}] };`,
  "repetition: types": (n) =>
    `${numbered(n, (i) => `const a${i}: string`, " ")}; module.exports = { solidity: [${numbered(n, (i) => `a${i}`, ", ")}] };`,
  "cycles: constants": (n) =>
    `${numbered(n, (i) => `const a${i} = [a${i + 1}, a0];`, "\n")} module.exports = { solidity: a0 };`,
  "depth: lists": (n) => `module.exports = { solidity: ${many("[", n)} };`,
  "depth: closed lists": (n) => `module.exports = { solidity: ${many("[", n / 2)}${many("]", n / 2)} };`,
  "depth: objects": (n) => `module.exports = { solidity: ${many("{a: ", n)} };`,
  "depth: calls": (n) => `module.exports = { solidity: ${many("f(", n)} };`,
  "depth: many lists": (n) => `module.exports = { solidity: [${many(`${"[".repeat(60)}${"]".repeat(60)},`, n)}] };`,
  "depth: constants": (n) =>
    `const a0 = 1;${numbered(n, (i) => `const a${i + 1} = [a${i}];`, "\n")} module.exports = { solidity: a${Math.floor(n / 40)} };`,
  "width: compilers": (n) =>
    `module.exports = { solidity: { compilers: [${many('{ version: "^0.8.0 || 0.7.6" }, ', n)}] } };`,
  "width: keys": (n) => `module.exports = { solidity: { ${numbered(n, (i) => `k${i}: 1`, ", ")} } };`,
  "size: a range of versions": (n) => `module.exports = { solidity: "${many("0.8.20 || ", n)}0.8.21" };`,
  "size: comments": (n) => `${many("/*", n)} module.exports = { solidity: "0.8.20" };`,
  "size: open texts": (n) => `module.exports = { solidity: ${many("`", n)}`,
};

const entry = (inputs: unknown): string => JSON.stringify([{ type: "function", name: "f", inputs, outputs: [] }]);
const nested = (levels: number): unknown =>
  levels <= 0 ? { type: "uint256", name: "x" } : { type: "tuple[]", name: "t", components: [nested(levels - 1)] };
const abi: Bombs = {
  ...brackets,
  "depth: tuples": (n) => entry([nested(Math.min(n / 50, 2000))]),
  "depth: lists of lists": (n) => entry([{ type: `uint256${many("[]", n)}`, name: "x" }]),
  "width: parameters": (n) => entry(Array.from({ length: n / 30 }, (_, i) => ({ type: "uint256", name: `p${i}` }))),
  "width: functions": (n) =>
    JSON.stringify(Array.from({ length: n / 60 }, (_, i) => ({ type: "function", name: `f${i}`, inputs: [] }))),
};

const solidity: Bombs = {
  "depth: braces": (n) => many("{", n),
  "depth: parentheses": (n) => `contract A { function f${many("(", n)}`,
  "repetition: imports": (n) => many('import "a";', n),
  "repetition: open imports": (n) => many("import ", n),
  "repetition: pragmas": (n) => many("pragma solidity ^0.8.0;", n),
  "repetition: comments": (n) => many("/**/", n),
  "repetition: quotes": (n) => many('"\\', n),
  "width: contracts": (n) => numbered(n, (i) => `contract C${i} {}`, "\n"),
};

const expressions: Bombs = {
  "depth: parentheses": (n) => many("(", n),
  "depth: signs": (n) => many("-", n),
  "depth: powers": (n) => many("2**", n),
  "depth: choices": (n) => many("a?b:", n),
  "depth: indexes": (n) => many("a[", n),
  "width: sums": (n) => many("1+", n),
  "width: members": (n) => many("a.", n),
  "size: a number": (n) => many("9", n),
};

const words: Bombs = {
  "repetition: references": (n) => many("$" + "{", n),
  "repetition: escaped references": (n) => `${many("$$" + "{", n)}}`,
  "repetition: quotes": (n) => many('"', n),
  "repetition: blanks": (n) => many(" ", n),
  "repetition: equal signs": (n) => many("a=", n),
  "repetition: commas": (n) => many("a,", n),
  "repetition: bars": (n) => many("1||", n),
  "repetition: semicolons": (n) => many(";", n),
  "depth: parentheses": (n) => many("(", n),
  "width: lines": (n) => many("a b c\n", n),
};

const sources: Bombs = {
  ...solidity,
  ...Object.fromEntries(
    Object.entries(expressions).map(([kind, bomb]) => [
      `${kind}, in a function`,
      (n: number) => `contract A { function f() { ${bomb(n)}`,
    ]),
  ),
  "depth: blocks": (n) => `contract A { function f() ${many("{", n)}`,
  "depth: statements": (n) => `contract A { function f() { ${many("if (a) ", n)}`,
  "depth: assembly": (n) => `contract A { function f() { assembly ${many("{ for ", n)}`,
  "depth: calls of assembly": (n) => `contract A { function f() { assembly { a := ${many("f(", n)}`,
  "depth: types": (n) => `contract A { ${many("mapping(a => ", n)}`,
  "depth: lists": (n) => `contract A { uint${many("[]", n)} a; }`,
  "repetition: words": (n) => many("contract ", n),
  "repetition: half functions": (n) => `contract A {${many("function f(", n)}`,
  "repetition: semicolons": (n) => many(";", n),
  "repetition: closing braces": (n) => many("}", n),
  "repetition: open comments": (n) => many("/**", n),
  "repetition: comments of a line": (n) => many("///\n", n),
  "width: variables": (n) => `contract A { ${numbered(n, (i) => `uint v${i};`, " ")} }`,
  "size: a name": (n) => `contract ${many("a", n)} {}`,
};

const queries: Bombs = {
  ...words,
  "repetition: comments": (n) => many("/*", n),
  "repetition: closed comments": (n) => many("/**/", n),
  "repetition: hyphens": (n) => `SELECT ${many("--", n)}`,
  "repetition: dollars": (n) => `SELECT ${many("$a", n)}`,
  "repetition: different dollars": (n) => `SELECT ${numbered(n, (i) => `$a${i}$`, " ")}`,
  "repetition: parameters": (n) => `SELECT ${many(":a ", n)}`,
  "repetition: apostrophes": (n) => `SELECT ${many("'", n)}`,
  "repetition: texts that escape": (n) => `SELECT ${many("E'\\", n)}`,
};

const patterns: Bombs = {
  "repetition: stars": (n) => `${many("*", n)}x`,
  "repetition: stars and letters": (n) => `${many("*a", n)}x`,
  "repetition: folders": (n) => `${many("**/", n)}x`,
  "repetition: alternatives": (n) => many("{a,b}", n),
  "depth: alternatives": (n) => many("{a,", n),
  "width: alternatives": (n) => `{${many("a,", n)}b}`,
};

const place = '{"source_mapping":{"filename_absolute":"a","lines":[1]}}';
const slither: Bombs = {
  ...brackets,
  "width: findings": (n) =>
    `{"success":true,"results":{"detectors":[${many(`{"check":"a","impact":"High","description":"b","elements":[${place}]},`, n)}1]}}`,
  "width: places": (n) =>
    `{"success":true,"results":{"detectors":[{"check":"a","elements":[${many(`${place},`, n)}1]}]}}`,
  "width: lines": (n) =>
    `{"success":true,"results":{"detectors":[{"check":"a","elements":[{"source_mapping":{"filename_absolute":"a","lines":[${many("1,", n)}1]}}]}]}}`,
};

function clientsOf(text: string): unknown[] {
  const artifact = { name: "A", abi: JSON.parse(text) as unknown[], libraryNames: {} };
  const contracts = [{ artifact, origin: { source: "a", files: [] } }];
  const java = generateClients(contracts, { packageName: "a", sdk: "3.6", bytecode: true });
  const modules = generateModules(contracts, { bytecode: true, client: true });
  const applications = (["spring-boot-3", "typescript"] as const).map((kind) =>
    newApplication({
      ...{ kind, build: "maven", name: "a", packageName: "a", contracts, addresses: {}, chainside: "1" },
      chain: { urls: ["http://127.0.0.1:20200"], group: undefined, tls: undefined },
    }),
  );
  return [...java, ...modules, ...applications.flat()];
}

const node = '{"nodeType":"A","src":"0:1:0","nodes":[';
const pairs = (length: number, open: string, close: string): string => {
  const count = Math.ceil(length / (open.length + close.length));
  return `${open.repeat(count)}${close.repeat(count)}`;
};

const trees: Bombs = {
  "depth: nodes": (n) => pairs(n, node, "]}"),
  "depth: lists in a node": (n) => `${node}${pairs(n, "[", "]")}]}`,
  "depth: objects in a node": (n) => `${node}${pairs(n, '{"a":[', "]}")}]}`,
  "width: nodes": (n) => `${node}${many(`${node}]},`, n)}1]}`,
  "width: what are none": (n) => `${node}${many('{"nodeType":1},', n)}1]}`,
  "width: members": (n) => `{"nodeType":"A","src":"0:1:0",${numbered(n, (i) => `"k${i}":{}`, ",")}}`,
  "size: one place": (n) => `{"nodeType":"A","src":"${many("1", n)}:1:0"}`,
};

const ini: Bombs = {
  "width: sections": (n) => numbered(n, (i) => `[s${i}]`, "\n"),
  "width: entries": (n) => `[consensus]\n${numbered(n, (i) => `node.${i}=a`, "\n")}`,
  "repetition: one entry": (n) => `[consensus]\n${many("node.0=a\n", n)}`,
  "repetition: brackets": (n) => many("[", n),
  "repetition: dots": (n) => `[a]\n${many(".", n)}=1`,
  "size: a value": (n) => `[chain]\nchain_id=${many("x", n)}`,
};

const bytesOf = (text: string): Uint8Array => Buffer.from(text, "latin1");
const bytes: Bombs = {
  "depth: structs": (n) => many("\x0a", n),
  "depth: lists": (n) => many("\x09\x00\x01", n),
  "depth: lists of RLP": (n) => many("\xc1", n),
  "depth: long lists of RLP": (n) => `\xfa${String.fromCharCode(n >> 16, (n >> 8) & 255, n & 255)}${many("\xc0", n)}`,
  "size: a length": (n) => `\x17\xff\xff\xff\xff${many("x", n)}`,
  "size: nothing but zeros": (n) => many("\x00", n),
  "size: nothing but ones": (n) => many("\xff", n),
};

const scenario = (read: (text: string) => unknown): Read => read;
const steps = (n: number, step: string): string => `scenario: S\nsteps:\n${many(step, n)}`;
const scenarios: Bombs = {
  ...yaml,
  "width: steps": (n) => steps(n, "  - call: a.b\n"),
  "width: unknown words": (n) => steps(n, "  - a: b\n"),
  "width: accounts and steps": (n) =>
    `scenario: S\naccounts:\n${numbered(n / 2, (i) => `  a${i}:`, "\n")}\nsteps:\n${many("  - call: a.b\n", n / 2)}`,
  "width: the matrix": (n) =>
    `scenario: S\nmatrix:\n  suite: [${many("sm, ", n)}]\n  auth: [true, false]\nsteps:\n  - wait: { blocks: 1 }\n`,
  "repetition: references": (n) => `scenario: S\nsteps:\n  - set: { a: "${many("$$" + "{", n)}}" }\n`,
  "cycles: includes": (n) => `include: [${many("s.chain.yaml, ", n)}]\nscenario: S\nsteps: []\n`,
};

const readers: readonly [name: string, bombs: Bombs, read: Read][] = [
  ["a scenario", scenarios, (text) => examineScenario("s.chain.yaml", async () => text)],
  ["a scenario's parts", yaml, scenario((text) => readParts(text, "s.chain.yaml"))],
  ["a scenario's outline", yaml, (text) => scenarioOutline(text, "s.chain.yaml")],
  ["the cursor in a scenario", yaml, (text) => cursorAt(text, text.length)],
  ["references in a text", words, textParts],
  ["foundry.toml", toml, (text) => foundrySettings(text, {})],
  ["config.toml", toml, (text) => parseBoundedToml(text)],
  ["TOML in tests", toml, parseToml],
  ["JSON in tests", brackets, parseJson],
  ["hardhat.config.ts", { ...script, ...brackets }, (text) => readScriptConfig(text, "hardhat.config.ts", "hardhat")],
  [
    "truffle-config.js",
    script,
    (text) => readScriptConfig(text.replaceAll("solidity:", "compilers:"), "truffle.js", "truffle"),
  ],
  ["an artifact", brackets, (text) => readJsonArtifact(text, "A.json")],
  ["an artifact's ABI", abi, (text) => readJsonArtifact(`{"abi":${text}}`, "A.json")],
  [
    "an artifact's metadata",
    brackets,
    (text) => readJsonArtifact(`{"abi":[],"metadata":${JSON.stringify(text)}}`, "A.json"),
  ],
  ["an artifact's tree", brackets, (text) => readJsonArtifact(`{"abi":[],"ast":{"nodes":[${text}]}}`, "A.json")],
  ["an .abi file", abi, (text) => readAbiBinPair(text, "A", undefined, undefined)],
  ["an ABI", abi, (text) => contractInterface(text, standardSuite)],
  [
    "a notebook",
    { ...brackets, "width: cells": (n) => `{"version":1,"cells":[${many('{"kind":"text","lines":["a"]},', n)}1]}` },
    readNotebook,
  ],
  ["a cell of a notebook", { ...brackets, ...words }, readCell],
  ["an answer", brackets, (text) => parseExactJson(text)],
  ["a request", brackets, readNodeJson],
  ["a request as it came", brackets, parseWire],
  ["a keystore", brackets, (text) => readKeystore(text, "")],
  ["a key file", brackets, (text) => describeKeyFile(Buffer.from(text))],
  ["nodes.json", brackets, analyzeNodesJson],
  ["config.genesis", ini, genesisFacts],
  ["typed values", { ...brackets, ...words }, parseTypedText],
  ["arguments of a load", { ...brackets, ...words }, readTemplates],
  ["an expression", { ...brackets, ...expressions }, parseExpression],
  ["SQL", { ...words, "width: columns": (n) => `create table t(${many("a varchar, ", n)}` }, parseSql],
  ["a source's head", solidity, readSourceHead],
  ["a source's outline", solidity, outlineOf],
  ["a source as the editor reads it", sources, parse],
  [
    "two writings of a source",
    sources,
    (text) => [isSameSource(text, `${text} `), changedLines(text, text.replaceAll(";", ";\n"))],
  ],
  [
    "rules of a watch",
    { ...yaml, "width: rules": (n) => `rules:\n${many("  - lag: {}\n", n)}` },
    (text) => readRules(text, givenPath("/r.yaml")),
  ],
  [
    "an event that a rule waits for",
    { ...words, "width: parameters": (n) => `E(${many("uint a,", n)}uint b)` },
    eventCode,
  ],
  ["a report of Slither", slither, readReport],
  [".editorconfig", { ...ini, ...words }, (text) => readEditorConfig(text, "a/b.sol")],
  ["a pattern of .prettierrc", patterns, (text) => isPathLike("a/b/c/d.sol", text)],
  ["a query to PostgreSQL", queries, (text) => readQuery(text, "postgres")],
  ["a query to MySQL", queries, (text) => readQuery(text, "mysql")],
  ["a query in the editor", queries, queryWords],
  [
    "an ABI that an index reads by",
    abi,
    (text) => new KnownInterface("x", "chain", JSON.parse(text), standardSuite).tables.length,
  ],
  ["an ABI that becomes clients", abi, (text) => clientsOf(text).length],
  [
    "a syntax tree",
    trees,
    (text) => allNodes(parseBoundedJson(text, jsonLimits.compiled)).map(({ src }) => rangeOf(src).end),
  ],
  ["a source map", words, (text) => readSourceMap(text, new Uint8Array(50_000))],
  ["a range of versions", words, readVersionRange],
  ["remappings", words, (text) => text.split("\n").map(readRemapping)],
  ["a transaction's bytes", bytes, (text) => readTransactionData(new TarsReader(bytesOf(text)))],
  [
    "unknown fields",
    bytes,
    (text) => {
      const reader = new TarsReader(bytesOf(text));
      while (reader.next()) reader.skip();
    },
  ],
  ["a frame", bytes, (text) => readFrame(bytesOf(text))],
  ["a raw transaction", bytes, (text) => readRawTransaction(bytesOf(text))],
];

const work = new WorkCounter();
const folder = mkdtempSync(join(tmpdir(), "chainside-bombs-"));
afterAll(() => {
  work.dispose();
  rmSync(folder, { recursive: true });
});

/** Steps for a letter at most: a parser that makes a tree takes some hundred. */
const maxSteps = 1500;
/** What comes out, written out, for a letter of what went in: a list of places has some words for each. */
const maxWritten = 400;

/** How much memory something would take when everything that it shares is written out; what can't be written is an error of ours. */
function writtenLength(outcome: unknown): number {
  const plain = (_: string, value: unknown): unknown =>
    typeof value === "bigint" || typeof value === "symbol" ? String(value) : value instanceof Map ? [...value] : value;
  return outcome instanceof Error
    ? String(toChainError(outcome).message).length
    : (JSON.stringify(outcome, plain) ?? "").length;
}

describe.each(readers)("bombs for %s", (_reader, bombs, read) => {
  it.each(Object.entries(bombs))("%s", async (kind, bomb) => {
    // What calls itself ends somewhere behind ten thousand calls.
    const max = kind.startsWith("depth") ? 16_000 : 8_000;
    const [little, much] = [bomb(max / 8), bomb(max)];
    const ratio = Math.max(1, much.length / Math.max(1, little.length));
    const bound = (steps: number): number => Math.min(steps * ratio * 1.5, much.length * maxSteps) + 50_000;
    const [few, many] = await work.growth(
      () => read(little),
      () => read(much),
      (few, many) => many < bound(few),
    );
    expect(many.steps).toBeLessThan(bound(few.steps));
    expect(writtenLength(many.outcome)).toBeLessThan(much.length * maxWritten + 50_000);
    // Nothing ends by chance, where the stack or a list happens to end.
    for (const { outcome } of [few, many]) expect(outcome instanceof RangeError ? outcome.message : "").toBe("");
  });
});

describe("types that stand for more than they say", () => {
  const parameter = (type: string) =>
    readParameters([{ name: "x", type, components: [{ name: "", type: "uint256[]" }] }], "f");
  const types = [
    `uint256${"[3]".repeat(40)}`,
    `uint256${"[64]".repeat(30)}`,
    `uint256${"[1000000000]".repeat(9)}`,
    "bytes[1000000000]",
    `tuple${"[9]".repeat(40)}`,
    "uint256[0][1000000000]",
  ];

  it.each(types)("%s", async (type) => {
    const parameters = parameter(type);
    const [first] = parameters;
    if (!first) throw new Error("no parameter");
    const { steps: taken, outcome } = await work.of(() => [
      exampleText(first.shape),
      emptyDraft(first.shape),
      draftsOfValues(parameters, [[]]),
      encodedLength(parameters, new Uint8Array(64)),
      contractInterface(
        [{ type: "function", name: "f", inputs: [], outputs: [{ name: "", type: "uint256[1000000000]" }] }],
        standardSuite,
      ).functions.length,
    ]);
    expect(outcome).toBeInstanceOf(Array);
    expect(taken).toBeLessThan(500_000);
    expect(JSON.stringify(outcome).length).toBeLessThan(50_000);
  });

  it.each([...types, `uint256${"[32]".repeat(32)}`])("%s, in what is generated for applications", async (type) => {
    const { outcome } = await work.of(() => clientsOf(entry([{ type, name: "x", components: [] }])));
    expect(outcome).toBeInstanceOf(Array);
    expect(JSON.stringify(outcome).length).toBeLessThan(400_000);
  });
});

describe("libraries of a contract", () => {
  it("are named and found again in work linear in them", async () => {
    const made = (count: number) => {
      const code = Array.from({ length: count }, (_, i) => `__$${i.toString(16).padStart(34, "0")}$__`).join("");
      const references = Object.fromEntries(
        Array.from({ length: count }, (_, i) => [`f${i}.sol`, { [`L${i}`]: [{ start: i * 20, length: 20 }] }]),
      );
      const artifact = { name: "C", abi: [], bytecode: code, libraryNames: {} };
      return () => [
        namesFromReferences(code, references),
        readDeployment(artifact, "standard", "1".repeat(code.length)),
      ];
    };
    const [few, max] = await work.growth(made(200), made(1600), (few, max) => max < few * 12);
    expect(max.steps).toBeLessThan(few.steps * 12);
  });
});

describe("remappings of a project", () => {
  it("are compared by what they share with an import, not by their length", async () => {
    const list = (count: number) =>
      Array.from({ length: count }, () => ({ context: "", prefix: "x".repeat(50), target: "y" }));
    const few = await work.of(() => remapped("z".repeat(100), "", list(100)));
    const max = await work.of(() => remapped("z".repeat(100), "", list(800)));
    expect(max.steps).toBeLessThan(few.steps * 12 + 1000);
  });
});

describe("what a hostile project says of itself", () => {
  it("is told in words", async () => {
    expect((await foundrySettings(`a = ${"[".repeat(1000)}`, {})).unread).toEqual([
      "foundry.toml: nested more than 32 levels deep",
    ]);
    expect(readScriptConfig("x".repeat(2 ** 20 + 1), "/a/hardhat.config.ts", "hardhat").unread).toEqual([
      "hardhat.config.ts: longer than 1048576 characters",
    ]);
    const doubled = numbered(1200, (i) => `const a${i + 1}=[a${i},a${i}];`, "");
    const script = `const a0=[1];${doubled}export default {solidity:a29}`;
    expect(readScriptConfig(script, "/a/hardhat.config.ts", "hardhat").unread).toHaveLength(20);
  });

  it.skipIf(!existsSync("/dev/zero"))("is not looked for in devices", async () => {
    writeFileSync(join(folder, "a"), "");
    const { readProjectSettings } = await import("../../../src/solidity/project/projectSettings");
    const { symlinkSync } = await import("node:fs");
    for (const name of ["foundry.toml", "hardhat.config.ts", "remappings.txt", "truffle.js"])
      symlinkSync("/dev/zero", join(folder, name));
    expect((await readProjectSettings(folder)).file).toBeUndefined();
  });
});
