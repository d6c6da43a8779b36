// Generates Java classes of the Solidity files of a folder with Chainside and with the official generator, compiles them with the official
// SDK, and calls every method with values that our own coder has encoded: the table of docs/measurements.md.
//   FOLDER   default: test/fixtures/javaCases
// The official generator comes from Maven Central.

import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { clientCases } from "../scripts/test/clientCases";
import { callClients, compileJava, jarsOf, run, target } from "../scripts/test/generatedClients";
import { shortLived } from "../scripts/test/javaOptions";
import { type ClientContract, generateClients } from "../src/applications/java/generateClients";
import { clientContracts } from "../src/cli/applications/clientContracts";
import { givenPath } from "../src/files/namedPath";
import { sourcesNamed } from "../src/solidity/project/solidityFiles";

const release = "3.6.0";

const dependency = (group: string, name: string, version: string, alone = false): string =>
  `<dependency><groupId>${group}</groupId><artifactId>${name}</artifactId><version>${version}</version>${
    alone ? "<exclusions><exclusion><groupId>*</groupId><artifactId>*</artifactId></exclusion></exclusions>" : ""
  }</dependency>`;

/** Jars of the official generator; its own POM wants releases of the SDK that are not there. */
function officialJars(): string {
  const list = join(target, "classpath-official.txt");
  if (!existsSync(list)) {
    const pom = join(target, "pom-official.xml");
    const head =
      "<modelVersion>4.0.0</modelVersion><groupId>chainside</groupId><artifactId>official</artifactId><version>1</version>";
    const wanted = [
      dependency("org.fisco-bcos.code-generator", "bcos-code-generator", "1.5.0", true),
      dependency("org.fisco-bcos.java-sdk", "fisco-bcos-java-sdk", release),
      dependency("com.squareup", "javapoet", "1.7.0"),
      dependency("info.picocli", "picocli", "4.6.3"),
      dependency("org.slf4j", "slf4j-nop", "1.7.36"),
    ];
    writeFileSync(pom, `<project>${head}<dependencies>${wanted.join("")}</dependencies></project>`);
    run("mvn", ["-q", "-B", "-f", pom, "dependency:build-classpath", `-Dmdep.outputFile=${list}`]);
  }
  return readFileSync(list, "utf8").trim();
}

interface FileOfContracts {
  readonly name: string;
  readonly contracts: readonly ClientContract[];
}

/** Makes the sources of one file's contracts in a folder; gives them. @throws Error where the generator fails. */
type Generator = (file: FileOfContracts, sources: string) => string[];

const ours: Generator = ({ contracts }, sources) =>
  generateClients(contracts, { packageName: "generated", sdk: "3.2", bytecode: true }).map(({ name, text }) => {
    writeFileSync(join(sources, name), text);
    return join(sources, name);
  });

const official: Generator = ({ contracts }, sources) => {
  for (const { artifact } of contracts) {
    const place = (ending: string): string => join(sources, `${artifact.name}.${ending}`);
    writeFileSync(place("abi"), JSON.stringify(artifact.abi));
    writeFileSync(place("bin"), artifact.bytecode ?? "");
    writeFileSync(place("sm"), artifact.smBytecode ?? artifact.bytecode ?? "");
    const files = ["-a", place("abi"), "-b", place("bin"), "-s", place("sm")];
    const program = [...shortLived, "-cp", officialJars(), "org.fisco.bcos.codegen.CodeGenMain"];
    run("java", [...program, "-v", "V3", ...files, "-p", "generated", "-o", sources]);
  }
  const made = javaFiles(join(sources, "generated"));
  if (made.length < contracts.length) throw new Error("nothing generated");
  return made;
};

function javaFiles(folder: string): string[] {
  return existsSync(folder) ? run("find", [folder, "-name", "*.java"]).split("\n").filter(Boolean) : [];
}

interface Outcome {
  readonly generated: number;
  readonly compiled: number;
  readonly agreed: number;
  readonly cases: number;
}

async function measure(files: readonly FileOfContracts[], generator: Generator, name: string): Promise<Outcome> {
  const scratch = mkdtempSync(join(tmpdir(), "chainside-compare-"));
  const jars = await jarsOf(release);
  let generated = 0;
  const compiled: FileOfContracts[] = [];
  for (const file of files) {
    const sources = join(scratch, "sources", file.name);
    mkdirSync(sources, { recursive: true });
    try {
      const made = generator(file, sources);
      generated++;
      compileJava(made, join(scratch, "classes", file.name), jars, 8);
      compiled.push(file);
    } catch (error) {
      console.log(`${name}: ${file.name}: ${String(error).split("\n").slice(0, 3).join(" ").slice(0, 200)}`);
    }
  }
  let agreed = 0;
  let cases = 0;
  for (const suite of ["standard", "sm"] as const) {
    const all = files.map(({ contracts, name: folder }) => ({
      folder,
      cases: clientCases(contracts, "generated", folder, suite, 1).filter(
        ({ signature }) => !signature.startsWith("error "),
      ),
    }));
    cases += all.reduce((sum, each) => sum + each.cases.length, 0);
    const callable = all.filter(({ folder }) => compiled.some((file) => file.name === folder));
    const lines = await callClients(
      suite,
      jars,
      join(scratch, "classes"),
      callable.flatMap((each) => each.cases),
    );
    for (const line of lines) if (line.startsWith("FAIL")) console.log(`${name}: ${line.slice(0, 200)}`);
    agreed += lines.filter((line) => line.startsWith("ok")).length;
  }
  rmSync(scratch, { recursive: true });
  return { generated, compiled: compiled.length, agreed, cases };
}

const folder = resolve(process.argv[2] ?? "test/fixtures/javaCases");
mkdirSync(target, { recursive: true });
const sources = await sourcesNamed(givenPath(folder));
const found = await clientContracts({ paths: [folder], folder, bytecode: true, solc: undefined, evm: undefined });
const files = sources.flatMap((path): FileOfContracts[] => {
  const own = found.contracts.filter(({ origin }) => resolve(folder, origin.files[0]?.name ?? "") === path);
  const name = path
    .slice(folder.length + 1)
    .replace(/\.sol$/, "")
    .replaceAll("/", "_");
  return own.length === 0 ? [] : [{ name, contracts: own }];
});
console.log(`| ${files.length} files | generated | compile | calls and events that agree |\n|---|---|---|---|`);
for (const [name, generator] of [
  ["Chainside", ours],
  ["bcos-code-generator 1.5.0", official],
] as const) {
  const { generated, compiled, agreed, cases } = await measure(files, generator, name);
  console.log(`| ${name} | ${generated} | ${compiled} | ${agreed} of ${cases} |`);
}
process.exit(0);
