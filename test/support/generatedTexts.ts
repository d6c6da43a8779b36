// Everything that the generators write for some contracts, over all their options: what a change of their templates must leave as it is.
import { readFileSync } from "node:fs";
import { tortureAbi } from "../../scripts/test/clientCases";
import { goInputs } from "../../src/applications/go/goInputs";
import { type ClientContract, generateClients } from "../../src/applications/java/generateClients";
import { sdkReleases } from "../../src/applications/java/javaPackage";
import {
  type ApplicationChain,
  applicationKinds,
  buildTools,
  isJava,
} from "../../src/applications/newApplication/base/application";
import { newApplication } from "../../src/applications/newApplication/newApplication";
import { pythonFiles } from "../../src/applications/python/pythonFiles";
import { generateModules } from "../../src/applications/typescript/generateModules";
import { readJsonArtifact } from "../../src/chain/artifact/readArtifact";
import { builtInNames, builtInSource } from "../../src/solidity/fisco/builtInSources";
import { emptyConsole, testSource } from "../../src/solidity/fisco/solidityTexts";
import { useSources } from "./chinese";

/** A text by what it was made for and its path: `java 3.6/Kiosk.java`. */
export type GeneratedText = readonly [group: string, path: string, text: string];

const origin = { source: "contracts/Kiosk.sol", files: [] };

/** The compiled contracts of the fixtures, and contracts of every type and name. */
export function fixtureContracts(): ClientContract[] {
  const compiled = [
    "artifacts/contracts/Kiosk.sol/Kiosk.json",
    "artifacts/contracts/Tally.sol/Sums.json",
    "artifacts/contracts/Tally.sol/Tally.json",
    "workspace/artifacts/contracts/HelloWorld.sol/HelloWorld.json",
  ].flatMap((path) => {
    const text = readFileSync(new URL(`../fixtures/${path}`, import.meta.url), "utf8");
    const artifact = readJsonArtifact(text, path);
    return artifact ? [{ artifact, origin }] : [];
  });
  const torture = [1, 2].map((seed) => ({
    artifact: { name: `Torture${seed}`, abi: tortureAbi(12, seed), bytecode: "60016002", libraryNames: {} },
    origin,
  }));
  const creation = {
    type: "constructor",
    stateMutability: "payable",
    inputs: [{ name: "value", type: "uint8[3]" }],
  };
  const paying = { type: "function", name: "pay", stateMutability: "payable", inputs: [], outputs: [] };
  const payable = { name: "Paying", abi: [creation, paying], bytecode: "6001", libraryNames: {} };
  return [
    ...compiled,
    ...torture,
    { artifact: payable, origin },
    { artifact: { ...payable, name: "Bare", bytecode: "" }, origin },
  ];
}

const chains: Readonly<Record<string, ApplicationChain>> = {
  plain: { urls: ["http://127.0.0.1:20200"], group: undefined, tls: undefined },
  tls: {
    urls: ["https://node0.example:20200", "https://node1.example:20200"],
    group: "group0",
    tls: { ca: "conf/ca.crt", cert: "conf/sdk.crt", key: "conf/sdk.key" },
  },
  sm: {
    urls: ["https://[::1]:20200"],
    group: "group1",
    tls: { ca: "conf/ca.crt", cert: "a.crt", key: "a.key", enCert: "b.crt", enKey: "b.key" },
  },
};

const clientOptions = [true, false].flatMap((bytecode) => sdkReleases.map((sdk) => ({ bytecode, sdk })));

function* applicationTexts(contracts: readonly ClientContract[], label: string): Generator<GeneratedText> {
  for (const language of ["en", "zh-cn"]) {
    useSources(language);
    for (const kind of applicationKinds) {
      for (const build of isJava(kind) ? buildTools : buildTools.slice(0, 1)) {
        for (const [name, chain] of Object.entries(chains).slice(0, language === "en" ? 3 : 1)) {
          const files = newApplication({
            kind,
            build,
            name: "shop-service",
            packageName: "org.example.shop",
            contracts,
            chain,
            addresses: name === "plain" ? {} : { Kiosk: `0x${"12".repeat(20)}` },
            chainside: "0.0.0-test",
          });
          for (const { path, text } of files)
            yield [`${label} application ${kind} ${build} ${name} ${language}`, path, text];
        }
      }
    }
  }
  useSources("en");
}

/** Clients of all languages and whole applications; @param label names the contracts. */
export function* generatedTexts(contracts: readonly ClientContract[], label: string): Generator<GeneratedText> {
  for (const { bytecode, sdk } of clientOptions) {
    for (const { name, text } of generateClients(contracts, { packageName: "org.example", sdk, bytecode }))
      yield [`${label} java ${sdk} ${bytecode}`, name, text];
  }
  for (const bytecode of [true, false]) {
    for (const client of [true, false])
      for (const { name, text } of generateModules(contracts, { bytecode, client }))
        yield [`${label} typescript ${bytecode} ${client}`, name, text];
    for (const { name, text } of goInputs(contracts, bytecode)) yield [`${label} go ${bytecode}`, name, text];
    for (const { name, text } of pythonFiles(contracts, bytecode)) yield [`${label} python ${bytecode}`, name, text];
  }
  yield* applicationTexts(contracts, label);
}

/** Sources that stand for imports of FISCO BCOS and of contract tests, in every form. */
export function* builtInTexts(): Generator<GeneratedText> {
  for (const tables of ["old", "new"] as const)
    for (const beforeSix of [false, true])
      for (const name of builtInNames()) {
        const text = builtInSource(name, name, { tables, beforeSix });
        yield [`solidity ${tables} ${beforeSix}`, name, text ?? "none"];
      }
  for (const name of ["fisco/Test.sol", "fisco/Vm.sol", "fisco/console.sol"])
    yield ["solidity tests", name, testSource(name) ?? "none"];
  yield ["solidity tests", "emptyConsole", emptyConsole];
}
