import { artifactInterface } from "../../../chain/artifact/artifactInterface";
import { cryptoSuite } from "../../../crypto/suites";
import { t } from "../../../text/catalogue";
import { keptOptions } from "../../generated/generateAgain";
import { classNames, clientModel } from "../../java/clientModel";
import { type GeneratedFile, generateClients } from "../../java/generateClients";
import { deeperOrigin } from "../../origin";
import type { ApplicationFile, ApplicationRequest, BuildTool } from "../base/application";
import type { ApplicationContract } from "../base/applicationContract";
import { block, dockerParts, page, table } from "../base/readmeText";
import { baseFiles, plainJava } from "./buildText";
import chain from "./Chain.java.eta";
import devChain from "./DevChain.java.eta";
import { type JavaContract, javaMainText, serviceTestText, serviceText } from "./javaContractText";

/** Contracts with their classes, and the files of these. */
export function javaContracts(
  packageName: string,
  contracts: readonly ApplicationContract[],
): { readonly clients: readonly GeneratedFile[]; readonly all: readonly JavaContract[] } {
  const options = { packageName: `${packageName}.contracts`, sdk: "3.6", bytecode: true };
  const below = `src/main/java/${options.packageName.replaceAll(".", "/")}`;
  const sources = contracts.map(({ source: { artifact, origin } }) => ({
    artifact,
    origin: { ...deeperOrigin(origin, below), options: keptOptions(options) },
  }));
  const clients = generateClients(sources, options);
  const names = classNames(sources.map(({ artifact }) => artifact.name));
  const all = contracts.map((contract, index): JavaContract => {
    const { artifact } = contract.source;
    const abi = artifactInterface(artifact, cryptoSuite("standard"));
    return { client: clientModel(names[index] ?? "", abi, artifact.abi), contract };
  });
  return { clients, all };
}

/** What a Java project needs to be built, and how one of Gradle gets its wrapper. */
export const startParts = (java: number, build: BuildTool): readonly string[] => [
  t(
    "Java {0} or newer and {1}. The tests start an embedded chain: they need Node.js and `chainside`, which the variable `CHAINSIDE` names (a program, or its `cli.js`); without it `npx chainside` is tried.",
    String(java),
    build === "maven" ? "Maven" : "Gradle",
  ),
  ...(build === "maven"
    ? []
    : [
        t(
          "`gradle wrapper` adds `gradlew`, with the release of Gradle that `gradle/wrapper/gradle-wrapper.properties` names.",
        ),
        t(
          "Chainside's tests build this project with Maven. Its Gradle files are written for the same and haven't been run there.",
        ),
      ]),
];

type Row = readonly [string, string];

const head = (): Row => [t("File or variable"), t("Meaning")];

/** The settings of a Java application. */
export const settingsTable = (...more: readonly Row[]): string =>
  table(
    head(),
    ["`chain.properties`", t("nodes, group, paths of the TLS files, addresses of the contracts")],
    ["`ACCOUNT_KEY_FILE`", t("key file of the account that signs: .pem or .p12; without it nothing is sent")],
    ["`ACCOUNT_PASSWORD`", t("password of the key file")],
    ["`CHAIN_SETTINGS`", t("another file instead of `chain.properties`")],
    ...more,
  );

/** The files of a Java application: its contracts, what stands between, and the tests of this name. */
export const filesTable = (between: readonly Row[], tests: string): string =>
  table(
    head(),
    ["`contracts`", t("the contracts as classes; `chainside generate java` writes them again")],
    [
      "`…Service.java`",
      t(
        "what the application does with a contract: its functions with their types; a failed transaction throws the contract's error",
      ),
    ],
    ...between,
    ["`DevChain.java`", t("the embedded chain around tests, an extension of JUnit 5")],
    [
      tests,
      t(
        "tests that deploy each contract with sample values; change the values that contracts are deployed with where they refuse them",
      ),
    ],
  );

/** `README.md` of a plain Java application, in the chosen language. */
const javaReadme = ({ name, packageName, build }: ApplicationRequest): string =>
  page(
    `# ${name}`,
    t(
      "A Java application for contracts on a FISCO BCOS 3.x chain, over the official Java SDK. It was written by Chainside and is yours to change.",
    ),
    `## ${t("Start")}`,
    ...startParts(plainJava, build),
    block(
      build === "maven"
        ? ["mvn package", `java -cp "target/${name}.jar:target/lib/*" ${packageName}.Main`].join("\n")
        : ["gradle build", `java -cp "build/libs/${name}.jar:build/libs/lib/*" ${packageName}.Main`].join("\n"),
    ),
    `## ${t("Settings")}`,
    settingsTable(),
    `## ${t("Files")}`,
    filesTable([["`Chain.java`", t("connection and account")]], "`…ServiceTest.java`"),
    ...dockerParts(name, "chain.properties"),
  );

/** All files of a plain Java application for the contracts: Maven, the official SDK, tests on an embedded chain. */
export function javaApplication(
  request: ApplicationRequest,
  contracts: readonly ApplicationContract[],
): ApplicationFile[] {
  const { packageName } = request;
  const { clients: generated, all } = javaContracts(packageName, contracts);
  const folder = packageName.replaceAll(".", "/");
  const [main, test] = [`src/main/java/${folder}`, `src/test/java/${folder}`];
  const withCode = all.filter(({ contract }) => contract.deployable);
  return [
    ...baseFiles(request, all),
    { path: "README.md", text: javaReadme(request) },
    ...generated.map((file) => ({ path: `${main}/contracts/${file.name}`, text: file.text })),
    { path: `${main}/Chain.java`, text: chain({ packageName }) },
    { path: `${main}/Main.java`, text: javaMainText(packageName, all) },
    ...all.map((each) => ({
      path: `${main}/${each.client.className}Service.java`,
      text: serviceText(packageName, each),
    })),
    ...(withCode.length === 0
      ? []
      : [{ path: `${test}/DevChain.java`, text: devChain({ packageName, java8: false }) }]),
    ...withCode.map((each) => ({
      path: `${test}/${each.client.className}ServiceTest.java`,
      text: serviceTestText(packageName, each),
    })),
  ];
}
