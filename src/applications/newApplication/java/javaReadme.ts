import { t } from "../../../text/catalogue";
import type { ApplicationRequest, BuildTool } from "../base/application";
import { block, page, row } from "../base/readmeText";

/** How a project of Gradle gets its wrapper. */
export const wrapperNote = (build: BuildTool): readonly string[] =>
  build === "maven"
    ? []
    : [
        t(
          "`gradle wrapper` adds `gradlew`, with the release of Gradle that `gradle/wrapper/gradle-wrapper.properties` names.",
        ),
        t(
          "Chainside's tests build this project with Maven. Its Gradle files are written for the same and haven't been run there.",
        ),
      ];

/** `README.md` of a plain Java application, in the chosen language. */
export const javaReadme = ({ name, packageName, build }: ApplicationRequest): string =>
  page(
    `# ${name}`,
    t(
      "A Java application for contracts on a FISCO BCOS 3.x chain, over the official Java SDK. It was written by Chainside and is yours to change.",
    ),
    `## ${t("Start")}`,
    t(
      "Java {0} or newer and {1}. The tests start an embedded chain: they need Node.js and `chainside`, which the variable `CHAINSIDE` names (a program, or its `cli.js`); without it `npx chainside` is tried.",
      "11",
      build === "maven" ? "Maven" : "Gradle",
    ),
    ...wrapperNote(build),
    block(
      "sh",
      build === "maven"
        ? ["mvn package", `java -cp "target/${name}.jar:target/lib/*" ${packageName}.Main`].join("\n")
        : ["gradle build", `java -cp "build/libs/${name}.jar:build/libs/lib/*" ${packageName}.Main`].join("\n"),
    ),
    `## ${t("Settings")}`,
    [
      row(t("File or variable"), t("Meaning")),
      row("---", "---"),
      row("`chain.properties`", t("nodes, group, paths of the TLS files, addresses of the contracts")),
      row("`ACCOUNT_KEY_FILE`", t("key file of the account that signs: .pem or .p12; without it nothing is sent")),
      row("`ACCOUNT_PASSWORD`", t("password of the key file")),
      row("`CHAIN_SETTINGS`", t("another file instead of `chain.properties`")),
    ].join("\n"),
    `## ${t("Files")}`,
    [
      row(t("File or variable"), t("Meaning")),
      row("---", "---"),
      row("`contracts`", t("the contracts as classes; `chainside generate java` writes them again")),
      row(
        "`…Service.java`",
        t(
          "what the application does with a contract: its functions with their types; a failed transaction throws the contract's error",
        ),
      ),
      row("`Chain.java`", t("connection and account")),
      row("`DevChain.java`", t("the embedded chain around tests, an extension of JUnit 5")),
      row(
        "`…ServiceTest.java`",
        t(
          "tests that deploy each contract with sample values; change the values that contracts are deployed with where they refuse them",
        ),
      ),
    ].join("\n"),
    "## Docker",
    t(
      "Certificates and keys stay outside of the image: mount them, and name the paths inside of the container in `{0}`.",
      "chain.properties",
    ),
    block(
      "sh",
      [`docker build -t ${name} .`, `docker run -v "$PWD/chain.properties:/app/chain.properties:ro" ${name}`].join(
        "\n",
      ),
    ),
  );
