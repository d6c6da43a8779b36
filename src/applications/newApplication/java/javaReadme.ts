import { t } from "../../../text/catalogue";
import type { ApplicationRequest, BuildTool } from "../base/application";
import { block, dockerParts, page, table } from "../base/readmeText";

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
export const javaReadme = ({ name, packageName, build }: ApplicationRequest): string =>
  page(
    `# ${name}`,
    t(
      "A Java application for contracts on a FISCO BCOS 3.x chain, over the official Java SDK. It was written by Chainside and is yours to change.",
    ),
    `## ${t("Start")}`,
    ...startParts(11, build),
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
